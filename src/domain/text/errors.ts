/** The few ways in which a request can fail. The server maps each to a status in one table (envelope.ts). */
export type ErrorCode =
  | 'validation' // 400: the input breaks a rule; `fields` says where
  | 'unauthenticated' // 401
  | 'forbidden' // 403: signed in, but the ability says no
  | 'notFound' // 404: absent, or outside the caller's rows
  | 'conflict' // 409: stale version, unique key, referenced record; `details` holds what is there now
  | 'refused' // 500 in the ABP envelope (UserFriendlyException), 422 at the records endpoint: a business rule
  | 'tooMany' // 429: as many as may be at once are under way
  | 'unavailable' // 503: something we depend on is away
  | 'full'; // 507: there is no room left to keep what was sent

/**
 * A text to be looked up in the catalogues: the key, and the values that fill its {{holes}}. In English the value
 * `nameEn`, where there is one, fills the hole `name` (name-in.ts).
 */
export interface Text {
  key: string;
  values?: Record<string, string | number>;
}

export interface FieldError {
  /** Path of the field in the record, e.g. `upper.value` or `tasks.0.pilots`. */
  field: string;
  text: Text;
}

/** What is said of each field, in the order of the errors. A field may have any name, `constructor` too. */
export function textsByField(
  fields: readonly FieldError[],
  say: (text: Text) => string,
): Record<string, string[]> {
  const texts = new Map<string, string[]>();
  for (const { field, text } of fields) {
    const known = texts.get(field) ?? [];
    known.push(say(text));
    texts.set(field, known);
  }
  return Object.fromEntries(texts);
}

/** Errors of one answer at most. */
export const mostErrors = 100;

/** The first hundred of them, and how many more there are. */
export function shortened<T>(found: readonly T[], say: (one: T) => FieldError): FieldError[] {
  // "And 1 more" is longer than the one; and so what was shortened before stays as it is.
  if (found.length <= mostErrors + 1) return found.map(say);
  const listed = found.slice(0, mostErrors).map(say);
  const count = found.length - listed.length;
  return [...listed, { field: '', text: { key: 'common.invalid.more', values: { count } } }];
}

/** The one error that crosses layers. A driver's error never does. */
export class AppError extends Error {
  constructor(
    readonly code: ErrorCode,
    readonly text: Text,
    readonly extra: {
      fields?: FieldError[];
      /** e.g. the current record on a stale save */
      details?: unknown;
      /** A second sentence that says why (the envelope's `details`). */
      explanation?: Text;
      /** the rule that was broken, as a person would cite it */
      rule?: string;
      /** By which a program tells it from others (the envelope's `code`). */
      number?: number;
      cause?: unknown;
    } = {},
  ) {
    super(text.key, extra.cause === undefined ? undefined : { cause: extra.cause });
    this.name = 'AppError';
  }
}

/** `refused('plan.pastDeadline', {deadline})`: the short way to say no. */
export function refused(key: string, values?: Text['values'], rule?: string): AppError {
  return new AppError('refused', values ? { key, values } : { key }, rule ? { rule } : {});
}

/** The error of one field; the answer as a whole says the same. */
export function fieldError(field: string, key: string, values?: Text['values']): AppError {
  const text = values ? { key, values } : { key };
  return new AppError('validation', text, { fields: [{ field, text }] });
}

/** The error of one field; the answer as a whole says that the input has errors. */
export function formError(field: string, key: string, values?: Text['values']): AppError {
  const text = values ? { key, values } : { key };
  return new AppError('validation', { key: 'common.validation' }, { fields: [{ field, text }] });
}
