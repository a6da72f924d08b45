import { sql as raw } from 'kysely';
import {
  addWatched,
  availability,
  unwatched,
  type Watched,
  watchedShare,
} from '#domain/equipment/availability.ts';
import { delayQuantile, noDelays } from '#domain/equipment/delays.ts';
import { dayOf } from '#domain/time/wall-clock.ts';
import type { Sql } from '#server/db/sql.ts';
import { slotS } from './equipment-tables.ts';

/** A slot as it is stored. `at` in UTC ms. */
export interface StoredSlot extends Watched {
  sourceId: number;
  at: number;
  reports: number;
  delays: number[];
  isDemo: boolean;
}

const hourMs = 3_600_000;
const slotMs = slotS * 1_000;
/** Slots of a day. */
export const daySlots = (24 * hourMs) / slotMs;
const mostPoints = 400;

/** Hours of a day, a week and a month. */
export const spanHours = { day: 24, week: 168, month: 744 } as const;

export async function readSlots(
  sql: Sql,
  { sourceId, from, to }: { sourceId?: number; from: number; to: number },
): Promise<StoredSlot[]> {
  const { rows } = await raw<StoredSlot>`
    select source_id as "sourceId", extract(epoch from at)::float8 * 1000 as at, up_s as "upS", down_s as "downS",
      reports::float8 as reports, delays, is_demo as "isDemo"
    from equipment_slot
    where at >= ${new Date(from).toISOString()}::timestamptz and at < ${new Date(to).toISOString()}::timestamptz
      ${sourceId === undefined ? raw`` : raw`and source_id = ${sourceId}`}
    order by source_id, at`.execute(sql);
  return rows.map((row) => ({ ...row, sourceId: Number(row.sourceId) }));
}

export interface Spans {
  day: Watched;
  week: Watched;
  month: Watched;
}

export const noSpans: Spans = { day: unwatched, week: unwatched, month: unwatched };

/** By source how long it was up in the last day, week and month. */
export async function readSpans(sql: Sql, nowMs: number): Promise<Map<number, Spans>> {
  const since = (hours: number) => raw`${new Date(nowMs - hours * hourMs).toISOString()}::timestamptz`;
  const { rows } = await raw<{ sourceId: number } & Record<string, number>>`
    select source_id as "sourceId",
      coalesce(sum(up_s) filter (where at >= ${since(spanHours.day)}), 0) as "dayUp",
      coalesce(sum(down_s) filter (where at >= ${since(spanHours.day)}), 0) as "dayDown",
      coalesce(sum(up_s) filter (where at >= ${since(spanHours.week)}), 0) as "weekUp",
      coalesce(sum(down_s) filter (where at >= ${since(spanHours.week)}), 0) as "weekDown",
      sum(up_s) as "monthUp", sum(down_s) as "monthDown"
    from equipment_slot where at >= ${since(spanHours.month)} group by source_id`.execute(sql);
  return new Map(
    rows.map((row) => {
      const of = (name: string): Watched => ({ upS: row[`${name}Up`] ?? 0, downS: row[`${name}Down`] ?? 0 });
      return [Number(row.sourceId), { day: of('day'), week: of('week'), month: of('month') }];
    }),
  );
}

/** Up to when the history is that of the demo, UTC ms; null: all of it was observed. */
export async function readDemoUntil(sql: Sql): Promise<number | null> {
  const { rows } = await raw<{ at: number | null }>`
    select extract(epoch from max(at))::float8 * 1000 as at from equipment_slot where is_demo`.execute(sql);
  const at = rows[0]?.at ?? null;
  return at === null ? null : at + slotMs;
}

export const spanView = (watched: Watched, hours: number) => ({
  percent: availability(watched),
  watched: watchedShare(watched, hours * 3_600),
});

/** Several slots as one. */
export function joined(slots: readonly StoredSlot[]) {
  const delays = noDelays();
  let watched = unwatched;
  let reports = 0;
  for (const slot of slots) {
    watched = addWatched(watched, slot);
    reports += slot.reports;
    for (const [index, count] of slot.delays.entries()) delays[index] = (delays[index] ?? 0) + count;
  }
  const watchedS = watched.upS + watched.downS;
  const overS = watchedS > 0 ? watchedS : slots.length * slotS;
  return {
    rate: slots.length === 0 || overS === 0 ? null : Math.round((reports / overS) * 100) / 100,
    delayP50S: delayQuantile(delays, 0.5),
    delayP95S: delayQuantile(delays, 0.95),
    availability: availability(watched),
    watched,
  };
}

export function groupedBy<T, K>(rows: readonly T[], keyOf: (row: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group) group.push(row);
    else groups.set(keyOf(row), [row]);
  }
  return groups;
}

/** The slots in steps, 400 at most, without gaps: where nobody watched, a step says nothing. */
export function steps(slots: readonly StoredSlot[], from: number, to: number) {
  const stepMs = Math.max(1, Math.ceil((to - from) / mostPoints / slotMs)) * slotMs;
  const first = Math.floor(from / stepMs) * stepMs;
  const byStep = groupedBy(slots, ({ at }) => Math.floor(at / stepMs) * stepMs);
  const points = [];
  for (let at = first; at < to; at += stepMs) {
    const { watched: _, ...point } = joined(byStep.get(at) ?? []);
    points.push({ at, ...point });
  }
  return { stepS: stepMs / 1_000, points };
}

/** By day on the wall of a time zone. */
export function byDay(slots: readonly StoredSlot[], timeZone: string) {
  return [...groupedBy(slots, ({ at }) => dayOf(at, timeZone))].map(([day, ofDay]) => ({
    day,
    ...spanView(
      ofDay.reduce<Watched>((sum, slot) => addWatched(sum, slot), unwatched),
      24,
    ),
  }));
}

/** When it fell silent and came back, the newest first (features/recording, feed_journal). */
export async function readChanges(sql: Sql, sourceId: number, from: number, to: number) {
  const { rows } = await raw<{ at: number; state: string }>`
    select extract(epoch from at)::float8 * 1000 as at, state from feed_journal
    where source_id = ${sourceId} and at >= ${new Date(from).toISOString()}::timestamptz
      and at <= ${new Date(to).toISOString()}::timestamptz
    order by at desc limit 500`.execute(sql);
  return rows.map(({ at, state }) => ({
    at,
    state: state === 'lost' ? ('lost' as const) : ('live' as const),
  }));
}
