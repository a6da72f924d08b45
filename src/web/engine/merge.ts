import type { Values } from './record-validator.ts';

/** One field of a stale save: what it was, what I made of it, what it is now. */
export interface Difference {
  field: string;
  base: unknown;
  mine: unknown;
  theirs: unknown;
  /** `mine` or `theirs` where only one side changed; null where both did and a person must choose. */
  choice: 'mine' | 'theirs' | null;
}

/** A save that came too late: the record as it is now, and where it differs from mine. */
export interface ConflictState {
  current: Values;
  found: Difference[];
}

/** What a record holds in some fields, as a form begins with it: what is empty is absent. */
export function filledValues(record: Values, fields: readonly string[]): Values {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const value = record[field];
      return value === null || value === undefined || value === '' ? [] : [[field, value]];
    }),
  );
}

export function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
}

/** null, undefined and absent are one thing; keys have no order. */
function sorted(value: unknown): unknown {
  if (value === undefined || value === null) return null;
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, own]) => own !== undefined && own !== null)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, own]) => [key, sorted(own)]),
  );
}

/** Fields that differ between my values and the record as it is now, each with who changed it. */
export function differences(
  fields: readonly string[],
  base: Values,
  mine: Values,
  theirs: Values,
): Difference[] {
  return fields.flatMap((field) => {
    const [was, own, now] = [base[field], mine[field], theirs[field]];
    if (same(own, now)) return [];
    const iChanged = !same(was, own);
    const theyChanged = !same(was, now);
    const choice = iChanged && theyChanged ? null : iChanged ? 'mine' : 'theirs';
    return [{ field, base: was, mine: own, theirs: now, choice }];
  });
}

/** The differences with one of them decided. */
export function chosen(found: Difference[], field: string, choice: 'mine' | 'theirs'): Difference[] {
  return found.map((one) => (one.field === field ? { ...one, choice } : one));
}

/** My values with each difference decided; null where one is still open. */
export function merged(mine: Values, found: Difference[]): Values | null {
  const values = { ...mine };
  for (const { field, theirs, choice } of found) {
    if (choice === null) return null;
    if (choice === 'theirs') values[field] = theirs ?? undefined;
  }
  return values;
}

/** What a save must send: the fields that changed, null where one was emptied. */
export function changedValues(fields: readonly string[], base: Values, values: Values): Values {
  const changed: Values = {};
  for (const field of fields) {
    if (!same(base[field], values[field])) changed[field] = values[field] ?? null;
  }
  return changed;
}
