import type { ImportState } from '#domain/record/transfer/job.ts';

/** Of the tag of an import; its word stands beside. */
export const stateColours: Record<ImportState, string> = {
  uploaded: 'default',
  checking: 'processing',
  checked: 'cyan',
  importing: 'processing',
  done: 'success',
  cancelled: 'default',
  failed: 'error',
};
