import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import type { Resource } from '#domain/record/resource.ts';
import type { Cell } from '#domain/record/transfer/cell-reading.ts';
import type { RowError } from '#domain/record/transfer/job.ts';
import type { AppError, FieldError } from '#domain/text/errors.ts';
import type { Locale } from '#domain/text/label.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import { own } from '#domain/text/own.ts';
import { mostErrors } from './limits.ts';
import { cellText } from './rows.ts';
import type { StoredRowError } from './stored-row-error.ts';

/** Writes the errors of a file as they are found, row by row, a line each. */
export interface ErrorWriter {
  /** They are with the operating system when this resolves: they outlive this process. */
  add(errors: StoredRowError[]): Promise<void>;
  close(): Promise<void>;
}

/** `upToRow`: what an interrupted run found until then is kept; 0: begun anew. */
export async function writeErrors(path: string, upToRow: number): Promise<ErrorWriter> {
  const before: StoredRowError[] = [];
  if (upToRow > 0) for await (const error of readErrors(path)) if (error.row <= upToRow) before.push(error);
  const file = await open(path, 'w', 0o600);
  let count = 0;
  const writer: ErrorWriter = {
    async add(errors) {
      let text = '';
      for (const error of errors) {
        count += 1;
        // The row stays refused; beyond this number nobody reads why.
        const line =
          count <= mostErrors ? error : { ...error, value: null, text: { key: 'transfer.row.more' } };
        text += `${JSON.stringify(line)}\n`;
      }
      if (text !== '') await file.write(text);
    },
    close: () => file.close(),
  };
  await writer.add(before);
  return writer;
}

export async function* readErrors(path: string): AsyncIterable<StoredRowError> {
  const stream = createReadStream(path, 'utf8');
  const missing = new Promise<boolean>((resolve) => {
    stream.once('error', () => resolve(true));
    stream.once('open', () => resolve(false));
  });
  if (await missing) return;
  // The writer of these lines is above; nobody else has the folder.
  for await (const line of createInterface({ input: stream }))
    if (line !== '') yield JSON.parse(line) as StoredRowError;
}

/** One error for each field that an error names, or one for the row. */
export function rowErrorsOf(
  error: AppError,
  at: { row: number; cells: Cell[]; columnOf: ReadonlyMap<string, number> },
): StoredRowError[] {
  const fields: FieldError[] = error.extra.fields ?? [];
  if (fields.length === 0) return [{ row: at.row, column: null, field: null, value: null, text: error.text }];
  return fields.map(({ field, text }) => {
    const name = field.split('.')[0] ?? field;
    const column = at.columnOf.get(name) ?? null;
    return {
      row: at.row,
      column,
      field: name,
      value: column === null ? null : cellText(at.cells[column] ?? null),
      text,
    };
  });
}

/** The error as it is told. */
export function presentError(
  error: StoredRowError,
  headers: string[],
  resource: Resource,
  locale: Locale,
): RowError {
  const label =
    error.field === null
      ? null
      : (own(resource.schema.properties, error.field)?.['x-label']?.[locale] ?? error.field);
  return {
    row: error.row,
    column: error.column,
    name: error.column === null ? label : (headers[error.column] ?? label),
    value: error.value,
    code: error.text.key,
    text: textIn(error.text, locale),
  };
}
