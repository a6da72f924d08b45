import type { RecordFields, StoredRecords } from '#domain/record/records.gen.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { Transaction } from '#server/engine/records/stored-record.ts';
import { systemCaller } from '#server/kernel/caller.ts';

/** Ids of seeded records, by natural key. */
export type IdsByKey = ReadonlyMap<string, number>;

/** More than any seeded resource holds of rows that matter here. */
const everything = 100_000;

/** Every record of a resource, those in the trash too: what a person threw away must not come back. */
export async function allOf<Name extends keyof StoredRecords>(
  records: Records,
  resource: Name,
): Promise<StoredRecords[Name][]> {
  const { items } = await records.list(systemCaller(), resource, {
    start: 0,
    end: everything,
    sort: [{ field: 'id', order: 'asc' }],
    filter: undefined,
    search: undefined,
    trash: 'with',
  });
  return items;
}

/** The natural key of a record: its key fields, joined. */
function keyOf(record: object, keys: readonly string[]): string {
  const values = new Map<string, unknown>(Object.entries(record));
  return joined(keys.map((key) => values.get(key)));
}

const joined = (values: unknown[]) => values.map((value) => String(value ?? '')).join('|');

/** The id of every record of a resource, those in the trash too, by natural key. */
export async function idsBy<Name extends keyof StoredRecords>(
  records: Records,
  resource: Name,
  keys: readonly (keyof StoredRecords[Name] & string)[],
): Promise<IdsByKey> {
  const found = await records.keys(systemCaller(), resource, keys);
  return new Map(found.map(({ id, values }) => [joined(values), id]));
}

/** A record of that resource still to be made. */
export type Row<Name extends keyof RecordFields> = RecordFields[Name];

/** A row that an installation refuses, and why. */
export interface RefusedRow {
  resource: string;
  key: string;
  error: unknown;
  row: unknown;
}

/**
 * Makes the rows that are not there yet, by natural key, in one transaction; what is there stays as people left it.
 * Answers the id of every row. With `onRefused` the rows that can be made are made, and it is told of the others.
 */
export async function ensure<Name extends keyof RecordFields>(
  records: Records,
  resource: Name,
  keys: readonly (keyof RecordFields[Name] & keyof StoredRecords[Name] & string)[],
  rows: readonly Row<Name>[],
  onRefused?: (refused: RefusedRow) => void,
): Promise<IdsByKey> {
  const ids = new Map(await idsBy(records, resource, keys));
  const missing = rows.filter((row) => !ids.has(keyOf(row, keys)));
  if (missing.length === 0) return ids;
  const make = (some: readonly Row<Name>[]) =>
    records.transaction((transaction) => createRows(records, resource, keys, some, transaction));
  try {
    return new Map([...ids, ...(await make(missing))]);
  } catch (error) {
    if (!onRefused) throw error;
  }
  for (const row of missing) {
    try {
      for (const [key, id] of await make([row])) ids.set(key, id);
    } catch (error) {
      onRefused({ resource, key: keyOf(row, keys), error, row });
    }
  }
  return ids;
}

/** Natural keys and ids of the rows made. Throws for the first that is refused. */
async function createRows<Name extends keyof RecordFields>(
  records: Records,
  resource: Name,
  keys: readonly string[],
  rows: readonly Row<Name>[],
  transaction: Transaction,
): Promise<[key: string, id: number][]> {
  const numbered = rows.map((values, row) => ({ row, values }));
  const outcomes = await records.createMany(systemCaller(), resource, numbered, new Map(), transaction);
  return outcomes.map((outcome, index) => {
    if (!('error' in outcome)) return [keyOf(outcome.record, keys), outcome.record.id];
    const { error } = outcome;
    if (error.code !== 'validation') throw error;
    const reasons = error.extra.fields?.map(({ field, text }) => `${field} (${text.key})`).join(', ');
    throw new Error(`seed: ${resource} ${JSON.stringify(rows[index])} breaks its schema: ${reasons}`, {
      cause: error,
    });
  });
}

/** The id of a natural key that the seed itself made. */
export function idOf(ids: IdsByKey, key: string): number {
  const id = ids.get(key);
  if (id === undefined) throw new Error(`seed: there is no record "${key}"`);
  return id;
}
