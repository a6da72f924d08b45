import { aerodromeEffect, concernsRules } from '#domain/notam/effect.ts';
import type { Finding } from '#domain/plans/findings.ts';
import { nameValues } from '#domain/text/name-in.ts';
import { stringOf } from '#domain/text/narrow.ts';
import { formatWall } from '#domain/time/wall-clock.ts';
import type { Row } from '#server/db/rows-by-id.ts';
import type { Sql } from '#server/db/sql.ts';
import { calendarFor } from '#server/features/conflicts/notam-calendar.ts';
import { bothTexts } from '#server/features/conflicts/notam-source.ts';
import { besideMs, currentNotams, namesAny, timesOf } from './notams-along.ts';

export interface FieldUse {
  /** Of `airport`, with `icao`, `name`, `nameEn` and `runways`. */
  row: Row;
  /** UTC ms of the take-off or the landing. */
  at: number;
  field: string;
  /** Flight rules of the sortie, as field 8 has them; null: not given. */
  rules: string | null;
}

/**
 * What NOTAMs say of the aerodromes at which a plan takes off and lands, at those times: what closes the aerodrome, or all of
 * its runways, at that moment holds the plan; what closes it shortly before or after, or limits it, warns,
 * where it is about flights of these rules.
 */
export async function aerodromeFindings(
  sql: Sql,
  uses: readonly FieldUse[],
  timeZone: string,
): Promise<Finding[]> {
  const named = uses.filter(({ row, at }) => typeof row.icao === 'string' && Number.isFinite(at));
  if (named.length === 0) return [];
  const codes = [...new Set(named.map(({ row }) => String(row.icao)))];
  const times = named.map(({ at }) => at);
  const window = { from: Math.min(...times) - besideMs, to: Math.max(...times) + besideMs };
  const rows = await currentNotams(sql, window)
    .selectAll()
    .where('kind', '=', 'notam')
    .where(namesAny(codes))
    .orderBy('id')
    .execute();
  const calendar = await calendarFor(sql, rows);
  const clock = (at: number) => formatWall(at, timeZone).slice(5);
  return named.flatMap(({ row, at, field, rules }) => {
    const here = rows.flatMap((notam) => {
      const effect = aerodromeEffect(notam.qCode);
      if (!effect || !(notam.locations ?? []).includes(String(row.icao))) return [];
      const [time] = timesOf(notam, { from: at - besideMs, to: at + besideMs }, calendar);
      if (!time) return [];
      return [{ notam, effect, time, isNow: timesOf(notam, { from: at, to: at + 1 }, calendar).length > 0 }];
    });
    const closing = here.filter(({ effect, isNow }) => isNow && effect.effect === 'hold');
    const isAllClosed = closesAll(
      row,
      closing.map(({ notam }) => `${notam.text} ${notam.textZh ?? ''}`),
    );
    return here.flatMap(({ notam, effect, time, isNow }): Finding[] => {
      const closes = effect.effect === 'hold';
      const holds = closes && isNow && (effect.about === 'aerodrome' || isAllClosed);
      if (!holds && !concernsRules(notam.traffic, rules)) return [];
      // Its whole time within the day around, so that whoever reads sees when it ends.
      const whole =
        timesOf(notam, { from: at - 86_400_000, to: at + 86_400_000 }, calendar).find(
          ({ from, to }) => from < time.to && to > time.from,
        ) ?? time;
      return [
        {
          level: holds ? 'error' : 'warning',
          code: 'notam.aerodrome',
          rule: 'plan.rule.notam',
          field,
          message: {
            key: `plan.check.${!closes ? 'notamAerodrome' : effect.about === 'aerodrome' ? 'notamClosed' : 'notamRunway'}`,
            values: {
              other: notam.number ?? `#${notam.id}`,
              ...nameValues('place', { name: String(row.name), nameEn: stringOf(row.nameEn) }),
              from: clock(whole.from),
              to: clock(whole.to),
              text: bothTexts(notam),
            },
          },
          with: { resource: 'notam', id: notam.id, label: notam.number ?? `#${notam.id}` },
        },
      ];
    });
  });
}

/** Do these close every runway that is recorded? Of an aerodrome with one, or none recorded, any does. */
function closesAll({ runways }: Row, texts: readonly string[]): boolean {
  if (!Array.isArray(runways) || runways.length <= 1) return texts.length > 0;
  return (runways as { designator: string }[]).every(({ designator }) => {
    const turned = designator.split('/').reverse().join('/');
    return texts.some((text) => text.includes(designator) || text.includes(turned));
  });
}
