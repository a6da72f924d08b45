import { sql as raw } from 'kysely';
import type { Lightning } from '#contract/lightning.ts';
import type { Sql } from '#server/db/sql.ts';
import { implement, type Service } from '#server/http/service.ts';
import type { Logger } from '#server/kernel/logger.ts';
import type { Parameters } from '#server/kernel/parameters.ts';
import { makeStrokeTable } from './stroke-table.ts';

export interface LightningWatch {
  service: Service;
  /** Looks for what any server stored, and tells clients of it; called once a second. */
  tick(): void;
  /** Once what it was looking for is known. */
  close(): Promise<void>;
}

const lookEveryMs = 5_000;
/** What another server stored is seen so much later at most. */
const overlapMs = 60_000;
const mostShown = 5_000;

type StrokeRow = [id: number, at: number, longitude: number, latitude: number, kind: number, peakKa: number];

interface Heard {
  receivedAt: number;
  row: StrokeRow;
}

/** The newest strokes of lightning in memory, as every server has them from the database. */
export async function createLightningWatch(deps: {
  sql: Sql;
  parameters: Parameters;
  /** To this server's own clients. */
  send(at: number): void;
  now(): number;
  log: Logger;
}): Promise<LightningWatch> {
  const { sql, parameters, send, now, log } = deps;
  await makeStrokeTable(sql);
  let heard = new Map<number, Heard>();
  let known = { sources: 0, silent: 0 };
  let lookedAt = Number.NEGATIVE_INFINITY;
  let looking: Promise<void> | null = null;

  const shownForMs = async () => (await parameters.number('weather.lightningShownMin')) * 60_000;

  async function look(): Promise<void> {
    const at = now();
    const from = at - (await shownForMs());
    const since = Math.max(from, lookedAt - overlapMs);
    lookedAt = at;
    const { rows: counted } = await raw<{ sources: number; silent: number }>`
      select count(*)::int as sources, (count(*) filter (where coalesce(h.at, s.created_at) <
        ${new Date(at).toISOString()}::timestamptz - coalesce(s.dead_after_min, 90) * interval '1 minute'))::int as silent
      from information_source s left join lightning_heard h on h.source_id = s.id
      where s.content = 'lightning' and s.enabled and s.deleted_at is null`.execute(sql);
    const news = counted[0] ?? { sources: 0, silent: 0 };
    let isNew = news.sources !== known.sources || news.silent !== known.silent;
    known = news;
    const { rows } = await raw<{
      id: string;
      at: string;
      received: string;
      longitude: number;
      latitude: number;
      kind: number;
      peakKa: number;
    }>`
      select l.id, l.at, l.received_at as received, l.longitude, l.latitude, l.kind, l.peak_ka as "peakKa"
      from lightning_stroke l join information_source s on s.id = l.source_id
      where l.received_at >= ${new Date(since).toISOString()}::timestamptz
        and l.at >= ${new Date(from).toISOString()}::timestamptz and s.enabled and s.deleted_at is null
      order by l.at desc limit ${mostShown + 1}`.execute(sql);
    for (const { id, received, ...one } of rows) {
      if (heard.has(Number(id))) continue;
      const { longitude, latitude, kind, peakKa } = one;
      const row: StrokeRow = [Number(id), new Date(one.at).getTime(), longitude, latitude, kind, peakKa];
      heard.set(Number(id), { receivedAt: new Date(received).getTime(), row });
      isNew = true;
    }
    const kept = [...heard].filter(([, { row }]) => row[1] >= from);
    heard = new Map(kept.sort((a, b) => b[1].row[1] - a[1].row[1]).slice(0, mostShown + 1));
    if (isNew) send(at);
  }

  const service = implement('Lightning', {
    async GetStrokes({ since }): Promise<Lightning> {
      if (now() - lookedAt >= lookEveryMs) await look();
      const [at, shown] = [now(), await shownForMs()];
      const all = [...heard.values()].filter(({ row }) => at - row[1] < shown);
      const asked =
        since === undefined ? all : all.filter(({ receivedAt }) => receivedAt >= since - overlapMs);
      return {
        at,
        shownForMs: shown,
        ...known,
        isCut: all.length > mostShown,
        strokes: asked.slice(0, mostShown).flatMap(({ row }) => row),
      };
    },
  });

  return {
    service,
    tick() {
      if (now() - lookedAt < lookEveryMs) return;
      looking ??= look()
        .catch((error: unknown) => log.warn({ error }, 'lightning could not be read'))
        .finally(() => {
          looking = null;
        });
    },
    async close() {
      await looking;
    },
  };
}
