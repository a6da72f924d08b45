import type { ChangeFeed } from '#server/kernel/changes.ts';
import type { Parameters } from '#server/kernel/parameters.ts';
import { apart } from './held-connections.ts';
import type { Sql } from './sql.ts';

/** How long another server's change may take to be felt here; our own is felt at once. */
const cacheMs = 10_000;

const textOf = (value: unknown, defaultValue: unknown) => String(value ?? defaultValue ?? '');

function changed(
  known: ReadonlyMap<string, string>,
  { key, value, defaultValue, deletedAt }: Record<string, unknown>,
): ReadonlyMap<string, string> {
  const values = new Map(known);
  if (deletedAt) values.delete(String(key));
  else values.set(String(key), textOf(value, defaultValue));
  return values;
}

/**
 * Read once before the first transaction asks, they are known to every later one without a connection. One that is missing, or
 * holds no number where one is asked for, has its value of `defaults`: whatever the table holds, the work goes on.
 */
export function createParameters(deps: {
  sql: Sql;
  changes: ChangeFeed;
  defaults?: ReadonlyMap<string, string>;
}): Parameters {
  let cached: { values: Promise<ReadonlyMap<string, string>>; at: number } | undefined;
  deps.changes.subscribe(({ resource, record }) => {
    if (resource !== 'parameter' || !cached) return;
    // Known from the change itself: whoever asks inside a transaction does not wait for a connection.
    const values = cached.values.then((known) => changed(known, record));
    values.catch(() => undefined);
    cached = { values, at: cached.at };
  });

  async function load(): Promise<ReadonlyMap<string, string>> {
    const rows = await deps.sql
      .selectFrom('parameter')
      .select(['key', 'value', 'defaultValue'])
      .where('deletedAt', 'is', null)
      .execute();
    return new Map(rows.map((row) => [String(row.key), textOf(row.value, row.defaultValue)]));
  }

  function all(): Promise<ReadonlyMap<string, string>> {
    const now = performance.now();
    if (cached && now - cached.at < cacheMs) return cached.values;
    const before = cached?.values;
    const values = apart(load);
    const fresh = { values, at: now };
    cached = fresh;
    values.catch(() => {
      // What was known holds while it cannot be read again: who looks at the air goes on.
      if (cached === fresh && !before) cached = undefined;
    });
    if (!before) return values;
    // What was known is answered while it is read again: whoever asks inside a transaction must not wait for a second
    // connection, which all the others who hold one may be waiting for as well.
    fresh.values = before;
    values.then(
      () => {
        fresh.values = values;
      },
      () => undefined,
    );
    return before;
  }

  async function text(key: string): Promise<string> {
    const value = (await all()).get(key) ?? deps.defaults?.get(key);
    if (value === undefined) throw new Error(`there is no parameter "${key}": seed it in src/server/seed`);
    return value;
  }

  return {
    all,
    text,
    async number(key) {
      const parsed = numberIn(await text(key)) ?? numberIn(deps.defaults?.get(key) ?? '');
      if (parsed === null) throw new Error(`parameter "${key}" holds no number`);
      return parsed;
    },
  };
}

function numberIn(value: string): number | null {
  return value.trim() !== '' && Number.isFinite(Number(value)) ? Number(value) : null;
}
