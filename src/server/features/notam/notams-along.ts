import { sql as raw, type SqlBool } from 'kysely';
import { defaultBuffers, type Volume4d } from '#domain/conflicts/strategic.ts';
import { positionIn } from '#domain/geo/position-in.ts';
import { firOf } from '#domain/notam/office.ts';
import { readSchedule } from '#domain/notam/schedule.ts';
import { scheduleTimes } from '#domain/notam/schedule-times.ts';
import type { WorkCalendar } from '#domain/plans/working-days.ts';
import type { NotamRecord } from '#domain/record/records.gen.ts';
import type { Interval } from '#domain/time/interval.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Conflicts } from '#server/features/conflicts/conflicts.ts';
import type { VolumeParameters } from '#server/features/conflicts/known-volume.ts';
import { calendarFor, holidaysOf } from '#server/features/conflicts/notam-calendar.ts';

/** How long before and after its time a field is needed. */
export const besideMs = 30 * 60_000;

/** What NOTAMs are asked for. */
export interface NotamsAsked {
  /** The air that is flown, a corridor for each leg or task: `volumesOf` of a plan gives them. May be empty. */
  volumes: readonly Volume4d[];
  /** ICAO indicators of departure, destination and alternates. */
  aerodromes: readonly string[];
  /** UTC ms. */
  time: Interval;
  /** Added on each side of a volume, metres; default 0. */
  aroundM?: number;
}

/** A NOTAM that concerns what is asked, and why. */
export interface NotamAlong {
  record: NotamRecord;
  /** `area`: its air meets a volume; `aerodrome`: A) names one of them; `fir`: it is about the whole FIR. */
  because: ('area' | 'aerodrome' | 'fir')[];
  /** When it holds within the time asked, by D); empty for one that holds at no moment of it. */
  times: Interval[];
  /** False: levels could not be brought to one datum, and the whole column was counted. */
  altitudeCompared: boolean;
}

/**
 * The NOTAMs that concern a way and its aerodromes within a time: those whose area meets the air flown (by the index in
 * memory), those of the aerodromes, and those of the whole FIR. Current ones only, checklists and cancellations left out;
 * the gravest places first: aerodromes, then what the air meets, then FIRs; each by its beginning.
 */
export async function notamsAlong(
  deps: {
    sql: Sql;
    conflicts: Pick<Conflicts, 'refresh' | 'overGround' | 'find'>;
    parameters: VolumeParameters;
  },
  asked: NotamsAsked,
): Promise<NotamAlong[]> {
  const { sql, conflicts } = deps;
  await conflicts.refresh(sql, deps.parameters);
  const met = new Map<number, boolean>();
  const buffers = { ...defaultBuffers, horizontalBufferM: asked.aroundM ?? 0 };
  const volumes = await conflicts.overGround(asked.volumes);
  for (const one of conflicts.find(volumes, buffers, ({ source }) => source === 'notam')) {
    const { id } = one.other.owner;
    met.set(id, (met.get(id) ?? false) || one.altitudeCompared);
  }
  const firs = [...new Set(asked.aerodromes.flatMap((icao) => firOf(icao) ?? []))];
  const named = await namedBy(sql, [...asked.aerodromes, ...firs], asked.time);
  const rows = await rowsOf(sql, [...new Set([...met.keys(), ...named])]);
  const calendar = await calendarFor(sql, rows);
  const found = rows.flatMap((record): NotamAlong[] => {
    const locations = record.locations ?? [];
    const because: NotamAlong['because'] = [];
    if (asked.aerodromes.some((icao) => locations.includes(icao))) because.push('aerodrome');
    if (record.area && met.has(record.id)) because.push('area');
    // One with a place of its own that is not met does not concern the way.
    if (!record.area && (met.has(record.id) || firs.some((fir) => locations.includes(fir))))
      because.push('fir');
    if (because.length === 0) return [];
    return [
      {
        record,
        because,
        times: timesOf(record, asked.time, calendar),
        altitudeCompared: met.get(record.id) ?? true,
      },
    ];
  });
  const rank = ({ because }: NotamAlong) => order.findIndex((one) => because.includes(one));
  return found.sort(
    (a, b) =>
      rank(a) - rank(b) || a.record.validFrom.localeCompare(b.record.validFrom) || a.record.id - b.record.id,
  );
}

const order = ['aerodrome', 'area', 'fir'] as const;

/** When a NOTAM holds within a time, by B), C) and D) and the holidays. An estimated end does not end it. */
export function timesOf(
  record: Pick<NotamRecord, 'fir' | 'validFrom' | 'validTo' | 'isEstimated' | 'schedule' | 'center'>,
  { from, to }: Interval,
  calendar: WorkCalendar,
): Interval[] {
  const ends = record.validTo && !record.isEstimated ? Date.parse(record.validTo) : to;
  const span = { from: Math.max(from, Date.parse(record.validFrom)), to: Math.min(to, ends) };
  if (span.from >= span.to) return [];
  return scheduleTimes(
    readSchedule(record.schedule ?? '').items,
    span,
    positionIn(record.center),
    holidaysOf(record.fir, calendar),
  );
}

/** Current ones whose A) names any of these. */
async function namedBy(sql: Sql, names: readonly string[], { from, to }: Interval): Promise<number[]> {
  if (names.length === 0) return [];
  const rows = await currentNotams(sql, { from, to }).select('id').where(namesAny(names)).execute();
  return rows.map(({ id }) => id);
}

async function rowsOf(sql: Sql, ids: readonly number[]): Promise<NotamRecord[]> {
  if (ids.length === 0) return [];
  const rows = await sql
    .selectFrom('notam')
    .selectAll()
    .where('id', 'in', [...ids])
    .execute();
  return rows as unknown as NotamRecord[];
}

/** Their A) names any of these. */
export const namesAny = (names: readonly string[]) => raw<SqlBool>`locations ?| ${[...names]}::text[]`;

/** NOTAMs that hold at some moment of a time, by B) and C) alone: current, no cancellations, no checklists. */
export function currentNotams(sql: Sql, { from, to }: Interval) {
  return sql
    .selectFrom('notam')
    .where('deletedAt', 'is', null)
    .where('state', '=', 'current')
    .where('type', '!=', 'C')
    .where('isChecklist', '=', false)
    .where('validFrom', '<', new Date(to).toISOString())
    .where((where) =>
      where.or([
        where('validTo', 'is', null),
        where('isEstimated', '=', true),
        where('validTo', '>', new Date(from).toISOString()),
      ]),
    );
}
