import { sql as raw } from 'kysely';
import { strokeKinds } from '#contract/lightning.ts';
import type { Text } from '#domain/text/errors.ts';
import { readStrokes, type Stroke } from '#domain/weather/lightning.ts';
import type { Sql } from '#server/db/sql.ts';
import type { StoredRecord } from '#server/engine/records/stored-record.ts';
import { decodeText } from '#server/engine/sources/decode-text.ts';

/** What became of a stroke. `late`: it is older than a day; `duplicate`: the source told of it before. */
export interface StrokeTaken {
  state: 'stored' | 'duplicate' | 'late' | 'unreadable';
  reason: Text | null;
}

export interface Strokes {
  /** Stores what a source (`informationSource`) sent, and says what became of each stroke; `unread`: some of what was none. */
  take(
    source: Pick<StoredRecord, 'id'>,
    bytes: Uint8Array,
  ): Promise<{ taken: StrokeTaken[]; unread: string[] }>;
}

const dayMs = 86_400_000;
/** Clocks of networks may be ahead by so much. */
const aheadMs = 60_000;
/** Strokes that a source keeps at most: of a hostile one the newest. */
const mostKept = 500_000;
export const strokeUnreadable = { key: 'information.lightning.unreadable' } as const;

/** Strokes that detection networks located: each kept once for a day. */
export function createStrokes({ sql, clock }: { sql: Sql; clock: () => Date }): Strokes {
  const forgotAt = new Map<number, number>();

  async function forget(sourceId: number, now: number): Promise<void> {
    if (now - (forgotAt.get(sourceId) ?? Number.NEGATIVE_INFINITY) < 60_000) return;
    forgotAt.set(sourceId, now);
    await raw`delete from lightning_stroke where received_at < ${iso(now - dayMs)}::timestamptz`.execute(sql);
    await raw`
      delete from lightning_stroke where source_id = ${sourceId} and id <=
        (select id from lightning_stroke where source_id = ${sourceId} order by id desc offset ${mostKept} limit 1)`.execute(
      sql,
    );
  }

  async function store(sourceId: number, strokes: readonly Stroke[], now: number): Promise<number> {
    if (strokes.length === 0) return 0;
    const { rows } = await raw<{ count: number }>`
      with stored as (
        insert into lightning_stroke (source_id, at, received_at, longitude, latitude, kind, peak_ka)
        select ${sourceId}, to_timestamp(s.at / 1000), ${iso(now)}::timestamptz, s.longitude, s.latitude, s.kind, s.peak_ka
        from unnest(
          ${strokes.map(({ at }) => at)}::double precision[],
          ${strokes.map(({ longitude }) => longitude)}::double precision[],
          ${strokes.map(({ latitude }) => latitude)}::double precision[],
          ${strokes.map(({ kind }) => (kind ? strokeKinds[kind] : 0))}::smallint[],
          ${strokes.map(({ peakKa }) => peakKa ?? 0)}::real[]
        ) as s (at, longitude, latitude, kind, peak_ka)
        on conflict do nothing
        returning 1
      )
      select count(*)::int as count from stored`.execute(sql);
    return rows[0]?.count ?? 0;
  }

  return {
    async take({ id }, bytes) {
      const now = clock().getTime();
      const { strokes, unread, unreadCount } = readStrokes(decodeText(bytes));
      const early = strokes.filter(({ at }) => at > now + aheadMs).length;
      const timely = strokes.filter(({ at }) => at <= now + aheadMs && at > now - dayMs);
      let stored = 0;
      for (let from = 0; from < timely.length; from += 5_000)
        stored += await store(id, timely.slice(from, from + 5_000), now);
      await raw`
        insert into lightning_heard (source_id, at) values (${id}, ${iso(now)}::timestamptz)
        on conflict (source_id) do update set at = excluded.at`.execute(sql);
      await forget(id, now);
      const parts = (count: number, part: StrokeTaken) => Array.from({ length: count }, () => part);
      const taken = [
        ...parts(stored, { state: 'stored', reason: null }),
        ...parts(timely.length - stored, { state: 'duplicate', reason: null }),
        ...parts(strokes.length - timely.length - early, { state: 'late', reason: null }),
        ...parts(early, { state: 'unreadable', reason: { key: 'information.lightning.early' } }),
        ...parts(unreadCount, { state: 'unreadable', reason: strokeUnreadable }),
      ];
      return { taken, unread };
    },
  };
}

const iso = (at: number): string => new Date(at).toISOString();
