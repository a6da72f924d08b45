import { sql as raw, type SqlBool } from 'kysely';
import type { Geometry } from '#domain/geo/geojson.ts';
import { positionIn } from '#domain/geo/position-in.ts';
import { metresPerNauticalMile } from '#domain/geo/units.ts';
import { airEffect, type Effect } from '#domain/notam/effect.ts';
import { missingParts } from '#domain/notam/notam.ts';
import { readSchedule } from '#domain/notam/schedule.ts';
import { scheduleTimes } from '#domain/notam/schedule-times.ts';
import type { WorkCalendar } from '#domain/plans/working-days.ts';
import type { NotamRecord } from '#domain/record/records.gen.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import { inOneLine } from '#domain/text/shortened.ts';
import type { Sql } from '#server/db/sql.ts';
import { firAreas } from './fir-areas.ts';
import { longestText, type NotamVolume, type UnplacedVolume, type VolumeSource } from './known-volume.ts';
import { calendarFor, holidaysOf } from './notam-calendar.ts';

/** What is over for longer stays out of the index. */
const overMs = 86_400_000;

/**
 * NOTAMs that hold, by their area, levels, and the real times of D), holidays included. One of a whole FIR holds in the region
 * that is recorded as an airspace, and is only there where it means something to the air.
 */
export const notamSource = (clock: () => Date): VolumeSource => ({
  name: 'notam',
  async load(sql: Sql, ids: number[] | null) {
    const current = sql
      .selectFrom('notam')
      .select([
        'id',
        'number',
        'fir',
        'locations',
        'qCode',
        'traffic',
        'text',
        'textZh',
        'validFrom',
        'validTo',
        'isEstimated',
        'schedule',
        'lower',
        'upper',
        'area',
        'areaFrom',
        'center',
        'radiusNm',
        'problems',
      ])
      .where('deletedAt', 'is', null)
      .where('state', '=', 'current')
      .where('type', '!=', 'C')
      .where('kind', '=', 'notam')
      .where('isChecklist', '=', false)
      .where((where) => where.or([where('area', 'is not', null), namesItsFir]))
      .where((where) =>
        where.or([
          where('validTo', 'is', null),
          where('isEstimated', '=', true),
          where('validTo', '>', new Date(clock().getTime() - overMs).toISOString()),
        ]),
      );
    const rows = await (ids === null ? current : current.where('id', 'in', ids)).execute();
    const regions = await wholeRegions(sql, rows);
    const calendar = await calendarFor(sql, rows);
    const volumes = new Map<number, NotamVolume[]>();
    const unplaced = new Map<number, UnplacedVolume>();
    for (const row of rows) {
      const volume = notamVolume(row, calendar, regions.get(row.fir));
      if (volume) volumes.set(row.id, [volume]);
      else if (airEffect(row.qCode) !== 'none')
        unplaced.set(row.id, { ...withoutPlace(row, calendar), region: row.fir });
    }
    return { volumes, unplaced };
  },
});

/** The regions of the NOTAMs that are about a whole FIR, by its designator. */
export function wholeRegions(
  sql: Sql,
  notams: readonly Pick<NotamRecord, 'area' | 'fir' | 'locations'>[],
): Promise<Map<string, Geometry>> {
  return firAreas(
    sql,
    notams.flatMap(({ area, fir, locations }) => (!area && locations?.includes(fir) ? [fir] : [])),
  );
}

/** A) names the FIR, not an aerodrome in it. */
const namesItsFir = raw<SqlBool>`locations ? fir`;

/** What of a record makes its volume. */
interface NotamRow
  extends Pick<
    NotamRecord,
    | 'id'
    | 'number'
    | 'fir'
    | 'locations'
    | 'qCode'
    | 'traffic'
    | 'text'
    | 'textZh'
    | 'validFrom'
    | 'validTo'
    | 'isEstimated'
    | 'schedule'
    | 'lower'
    | 'upper'
    | 'area'
    | 'areaFrom'
    | 'center'
    | 'problems'
  > {
  /** As PostgreSQL gives it, or as a number. */
  radiusNm: number | string | null;
}

/**
 * A NOTAM as air with times; null: it names no place. An estimated end is none: it holds until it is replaced. `region`: that
 * of its FIR, where all of it is meant.
 */
export function notamVolume(row: NotamRow, calendar: WorkCalendar, region?: Geometry): NotamVolume | null {
  const area = row.area ?? (airEffect(row.qCode) === 'none' ? undefined : region);
  if (!area) return null;
  const radiusNm = row.radiusNm === null ? 0 : Number(row.radiusNm);
  const isDisc = row.areaFrom === 'qLine' && row.center && radiusNm > 0;
  return {
    ...withoutPlace(row, calendar),
    // A true disc where only the Q-line says where it is.
    ...(isDisc && row.center
      ? { footprint: row.center, marginM: radiusNm * metresPerNauticalMile }
      : { footprint: area }),
  };
}

function withoutPlace(row: NotamRow, calendar: WorkCalendar): Omit<NotamVolume, 'footprint'> {
  const { items } = readSchedule(row.schedule ?? '');
  const place = positionIn(row.center);
  const holidays = holidaysOf(row.fir, calendar);
  return {
    source: 'notam',
    owner: { resource: 'notam', id: row.id, label: row.number ?? `#${row.id}` },
    part: 0,
    marginM: 0,
    lower: row.lower,
    upper: row.upper,
    from: Date.parse(row.validFrom),
    to: row.validTo && !row.isEstimated ? Date.parse(row.validTo) : null,
    ...(items.length > 0 ? { times: (window) => scheduleTimes(items, window, place, holidays) } : {}),
    effect: effectWithin(airEffect(row.qCode), row.areaFrom),
    traffic: row.traffic,
    text: bothTexts(row),
  };
}

/** The circle of a Q-line, and an FIR, are wider than what is meant: a person decides by the text. */
export const effectWithin = (effect: Effect, areaFrom: NotamRecord['areaFrom']): Effect =>
  effect === 'hold' && areaFrom !== 'text' && areaFrom !== 'hand' ? 'warn' : effect;

/** E) for a finding: in Chinese and English where it has both, and that parts of it are missing. */
export function bothTexts({
  text,
  textZh,
  problems,
}: Pick<NotamRow, 'text' | 'textZh' | 'problems'>): string {
  const said = [...new Set([textZh ?? text, text])].map((one) => inOneLine(one, longestText)).join(' / ');
  const detail = missingParts(problems);
  if (detail === null) return said;
  const remark = { key: 'notam.problem.part', values: { detail } };
  return `[${textIn(remark, 'zh-Hans')} / ${textIn(remark, 'en')}] ${said}`;
}
