import { AppError, type FieldError } from '#domain/text/errors.ts';

/** A violated constraint, as PostgreSQL names it (snake_case). */
export interface ViolatedConstraint {
  name: string;
  table: string;
}

/**
 * The record's fields (camelCase) that a constraint is about; undefined: take them from the error's detail.
 */
export type FieldsOf = (constraint: ViolatedConstraint) => string[] | undefined;

/** An error of ours: SQL that PostgreSQL cannot run. Logged whole, answered as an internal error. */
export class DatabaseFailure extends Error {
  constructor(cause: Error) {
    super(`the database refused a statement: ${cause.message}`, { cause });
    this.name = 'DatabaseFault';
  }
}

/** The part of pg's DatabaseError that we read. */
interface PgError extends Error {
  code?: string;
  detail?: string;
  table?: string;
  column?: string;
  constraint?: string;
  /** The function of PostgreSQL's own source that reports it. */
  routine?: string;
}

/** SQLSTATEs after which the whole transaction may be tried again: serialization failure, deadlock. */
const retryable = new Set(['40001', '40P01']);

/**
 * A driver's error → ours; nothing of pg crosses the port (its error stays in `cause` for the log).
 * Unique → conflict at its fields; a referenced record → conflict; input that does not fit or is too long → validation;
 * a serialization failure that was retried in vain → conflict; a lost or busy server → unavailable; a disk
 * that is full → full; whatever else is a DatabaseFault.
 */
export function translatePgError(error: unknown, fieldsOf: FieldsOf = () => undefined): Error {
  if (error instanceof AppError || error instanceof DatabaseFailure) return error;
  if (!isPgError(error)) return error instanceof Error ? error : new Error(String(error));
  const { code = '' } = error;
  if (code === '53100') return new AppError('full', { key: 'database.full' }, { cause: error });
  if (isConnectionError(error))
    return new AppError('unavailable', { key: 'database.away' }, { cause: error });
  if (retryable.has(code)) return new AppError('conflict', { key: 'database.busy' }, { cause: error });
  if (code === '57014' || code === '55P03') {
    return new AppError('unavailable', { key: 'database.timeout' }, { cause: error });
  }
  switch (code) {
    case '23505':
    case '23P01':
      return uniqueViolation(error, fieldsOf);
    case '23503':
      return foreignKeyViolation(error, fieldsOf);
    case '23514':
      return atFields(error, fieldsOf, 'database.check', { rule: error.constraint ?? '' });
    case '23502':
      return atFields(
        error,
        () => (error.column ? [camelCase(error.column)] : undefined),
        'database.required',
      );
  }
  // Program limit: a value too long for its index, or a row too long for its page.
  if (code === '54000') return atFields(error, fieldsOf, 'database.tooLong');
  // Class 22, data exceptions: a number too large, a text too long, a date that does not exist.
  if (code.startsWith('22')) return atFields(error, fieldsOf, 'database.outOfRange');
  return new DatabaseFailure(error);
}

/**
 * Was it a collision of transactions, or a table that has just got another shape, so that once more may
 * succeed?
 */
export function isRetryable(error: unknown): boolean {
  const cause = error instanceof AppError || error instanceof DatabaseFailure ? causeOf(error) : error;
  return isPgError(cause) && (retryable.has(cause.code ?? '') || isOutdatedPlan(cause));
}

/**
 * Did PostgreSQL refuse the data itself, so that the same data fails again? Classes 22 (data exception), 23 (integrity
 * constraint) and 54 (program limit, such as a key that is too long for an index).
 */
export function isRefusedData(error: unknown): boolean {
  const cause = error instanceof AppError || error instanceof DatabaseFailure ? causeOf(error) : error;
  return isPgError(cause) && /^(22|23|54)/.test(cause.code ?? '');
}

/** Does a prepared statement answer with columns that its table no longer has, or not yet had? */
export function isOutdatedPlan(error: unknown): boolean {
  // The one case of "feature not supported" (0A000) that a prepared statement brings about; its text may be
  // translated.
  return isPgError(error) && error.code === '0A000' && error.routine === 'RevalidateCachedQuery';
}

function causeOf(error: AppError | DatabaseFailure): unknown {
  return error instanceof AppError ? error.extra.cause : error.cause;
}

function uniqueViolation(error: PgError, fieldsOf: FieldsOf): AppError {
  const fields = fieldsIn(error, fieldsOf);
  const text = { key: 'database.unique' };
  return new AppError(
    'conflict',
    { key: fields.length === 1 ? 'database.unique' : 'database.uniqueRecord' },
    { fields: fields.map((field): FieldError => ({ field, text })), cause: error },
  );
}

/** Two cases share a code: the record is still referred to, or what it refers to is not there. */
function foreignKeyViolation(error: PgError, fieldsOf: FieldsOf): AppError {
  // The detail's language follows the server's; that our row is the one in the way shows in its shape:
  // "… is still referenced from table "x"" names a second table at its end.
  const referencing = /["“„«»]([^"“”„«»]+)["”»«]\.?[^"“”„«»]*$/.exec(error.detail ?? '')?.[1];
  if (referencing !== undefined && referencing === error.table) {
    return new AppError(
      'conflict',
      { key: 'database.referenced', values: { by: referencing } },
      { details: { referencedBy: referencing }, cause: error },
    );
  }
  return atFields(error, fieldsOf, 'database.missingReference');
}

function atFields(
  error: PgError,
  fieldsOf: FieldsOf,
  key: string,
  values?: Record<string, string>,
): AppError {
  const text = values ? { key, values } : { key };
  const fields = fieldsIn(error, fieldsOf);
  return new AppError('validation', fields.length > 0 ? { key: 'database.invalid' } : text, {
    fields: fields.map((field): FieldError => ({ field, text })),
    cause: error,
  });
}

function fieldsIn(error: PgError, fieldsOf: FieldsOf): string[] {
  const { constraint: name, table } = error;
  const known =
    name !== undefined && table !== undefined ? fieldsOf({ name, table }) : fieldsOf({ name: '', table: '' });
  return known ?? columnsIn(error.detail ?? '').map(camelCase);
}

/** `Key (company_id, lower(code::text))=(1, x) already exists.` → company_id, code; in any language. */
function columnsIn(detail: string): string[] {
  const key = /\((.*?)\)=\(/.exec(detail)?.[1];
  if (key === undefined) return [];
  return key.split(',').flatMap((part) => {
    const bare = part
      .replace(/::[a-z ]+/g, '')
      .replace(/^.*\(/, '')
      .replace(/\).*$/, '')
      .replaceAll('"', '')
      .trim();
    return /^[a-z_][a-z0-9_]*$/i.test(bare) ? [bare] : [];
  });
}

function camelCase(column: string): string {
  return column.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

const systemErrors = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
]);

/** What pg says of a connection without a code. */
const lostConnection =
  /connection terminated|query read timeout|timeout exceeded when trying to connect|client has encountered a connection error|not queryable|after calling end on the pool/i;

/**
 * Is the connection gone, or its server? 08 connection, 53 resources (too many clients, disk full), 57P
 * shutdown.
 */
export function isConnectionError(error: unknown): boolean {
  if (!isPgError(error)) return false;
  const { code, message } = error;
  return code === undefined
    ? lostConnection.test(message)
    : systemErrors.has(code) || /^(08|53|57P)/.test(code);
}

function isPgError(error: unknown): error is PgError {
  if (!(error instanceof Error)) return false;
  return 'code' in error ? typeof error.code === 'string' : lostConnection.test(error.message);
}
