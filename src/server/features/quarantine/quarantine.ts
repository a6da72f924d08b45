import { sql as raw } from 'kysely';
import type { Quarantine as QuarantineRecord } from '#domain/record/records.gen.ts';
import { cleanLine, cleanText } from '#domain/text/clean.ts';
import type { Text } from '#domain/text/errors.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import type { Sql } from '#server/db/sql.ts';

/** Data that can't be stored where it belongs. */
export interface SetAside {
  kind: QuarantineRecord['kind'];
  /** Which one it is: id of a track, number of a row. */
  name: string;
  /** Surveillance source that it came from; null: unknown. */
  sourceId: number | null;
  /** Process that wrote it; null: this one. */
  server: string | null;
  /** UTC ms; null: unknown. */
  arrivedAt: number | null;
  reason: Text;
  content: unknown;
}

/** Stores data that can't be stored elsewhere, whatever it holds, so that the work around it goes on. */
export interface Quarantine {
  /** In the transaction in which the data is taken from where it was. */
  put(sql: Sql, items: readonly SetAside[]): Promise<void>;
  /** Without those that are there already, for the same reason: what is found anew at every start is told once. */
  putOnce(sql: Sql, items: readonly SetAside[]): Promise<void>;
}

/** A record that stays where it is and cannot be used as it is. */
export const asideOf = (
  resource: string,
  id: number | string,
  error: unknown,
  content: unknown,
): SetAside => ({
  kind: 'record',
  name: `${resource} ${id}`,
  sourceId: null,
  server: null,
  arrivedAt: null,
  reason: {
    key: 'monitor.quarantine.unusable',
    values: { fault: error instanceof Error ? error.message : String(error) },
  },
  content,
});

/** Rows that are retained; the oldest go first. `retention.quarantineDays` limits their age. */
export const mostQuarantined = 5_000;
const mostCharacters = 10_000;
/** Rows of one statement. */
const batch = 500;

export function createQuarantine({ now }: { now(): number }): Quarantine {
  const quarantine: Quarantine = {
    async putOnce(sql, all) {
      const items = [];
      for (const item of all) {
        const { kind, name, reason } = rowOf(item, new Set(), new Date(now()).toISOString());
        const known = await sql
          .selectFrom('quarantine')
          .select('id')
          .where('kind', '=', kind)
          .where('name', '=', name)
          .where('reason', '=', reason)
          .where('deletedAt', 'is', null)
          .executeTakeFirst();
        if (!known) items.push(item);
      }
      await quarantine.put(sql, items);
    },
    async put(sql, all) {
      if (all.length === 0) return;
      const items = all.slice(-mostQuarantined);
      const known = await knownSources(sql, items);
      const setAsideAt = new Date(now()).toISOString();
      for (let from = 0; from < items.length; from += batch) {
        await sql
          .insertInto('quarantine')
          .values(items.slice(from, from + batch).map((item) => rowOf(item, known, setAsideAt)))
          .execute();
      }
      await raw`
        delete from quarantine where id <= (
          select id from quarantine order by id desc offset ${mostQuarantined} limit 1)`.execute(sql);
    },
  };
  return quarantine;
}

function rowOf(item: SetAside, sources: ReadonlySet<number>, setAsideAt: string) {
  const { kind, name, sourceId, server, arrivedAt, reason } = item;
  const content = textOf(item.content);
  return {
    kind,
    name: cleanLine(name, 200),
    source: sourceId !== null && sources.has(sourceId) ? sourceId : null,
    server: server === null ? null : cleanLine(server, 64),
    arrivedAt: arrivedAt === null ? null : isoOf(arrivedAt),
    setAsideAt,
    reason: cleanLine(textIn(reason, 'zh-Hans'), 500),
    reasonEn: cleanLine(textIn(reason, 'en'), 500),
    octets: Buffer.byteLength(content),
    content: cleanText(content, mostCharacters),
  };
}

/** JSON, in which NUL, control characters and halves of characters are escaped. */
function textOf(content: unknown): string {
  try {
    return JSON.stringify(content) ?? '';
  } catch (error) {
    return String(error);
  }
}

/** From 1970 to 9999; null for other moments. */
function isoOf(at: number): string | null {
  return at >= 0 && at < Date.UTC(10_000, 0) ? new Date(at).toISOString() : null;
}

/** A source that isn't there can't be referred to. */
async function knownSources(sql: Sql, items: readonly SetAside[]): Promise<Set<number>> {
  const ids = [...new Set(items.map(({ sourceId }) => sourceId))].filter(
    (id) => id !== null && Number.isSafeInteger(id),
  );
  if (ids.length === 0) return new Set();
  const { rows } = await raw<{ id: number }>`
    select id from surveillance_source where id = any(${ids}::bigint[])`.execute(sql);
  return new Set(rows.map(({ id }) => id));
}
