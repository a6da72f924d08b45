import type { FieldError } from '#domain/text/errors.ts';
import type { Caller } from '#server/kernel/caller.ts';
import type { StoredRecord } from './stored-record.ts';

/**
 * For what `create` would refuse these values, or `update` of the record `before`, at their fields; nothing is
 * stored, and no version and no lock is asked. `trusted`: as in a service's unit. `filled`: what the service will
 * set by itself, and is not judged.
 */
export type ValidateRecord = (
  caller: Caller,
  resource: string,
  values: Record<string, unknown>,
  options?: { before?: StoredRecord; trusted?: boolean; filled?: readonly string[] },
) => Promise<FieldError[]>;
