import type { Text } from '#domain/text/errors.ts';

/** An error as it is kept: its text is said in the language of whoever asks. */
export interface StoredRowError {
  row: number;
  column: number | null;
  field: string | null;
  value: string | null;
  text: Text;
}
