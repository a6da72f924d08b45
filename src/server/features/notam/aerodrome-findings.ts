import { aerodromeEffect } from '#domain/notam/effect.ts';
import type { Finding } from '#domain/plans/findings.ts';
import { formatWall } from '#domain/time/wall-clock.ts';
import type { Row } from '#server/db/rows-by-id.ts';
import type { Sql } from '#server/db/sql.ts';
import { calendarFor } from '#server/features/conflicts/notam-calendar.ts';
import { bothTexts } from '#server/features/conflicts/notam-source.ts';
import { currentNotams, namesAny, timesOf } from './notams-along.ts';

/** How long before and after its time a field is needed. */
const besideMs = 30 * 60_000;

export interface FieldUse {
  /** Of `airport`, with `icao`, `name` and `runways`. */
  row: Row;
  /** UTC ms of the take-off or the landing. */
  at: number;
  field: string;
}

/**
 * What NOTAMs say of the aerodromes at which a plan takes off and lands, at those times: one that closes the aerodrome, or
 * its only runway, holds the plan; what limits them warns.
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
  return named.flatMap(({ row, at, field }) =>
    rows.flatMap((notam): Finding[] => {
      const effect = aerodromeEffect(notam.qCode);
      if (!effect || !(notam.locations ?? []).includes(String(row.icao))) return [];
      const [time] = timesOf(notam, { from: at - besideMs, to: at + besideMs }, calendar);
      if (!time) return [];
      const isOnly = effect.about === 'aerodrome' || runwaysOf(row) <= 1;
      const closes = effect.effect === 'hold';
      // Its whole time within the day around, so that whoever reads sees when it ends.
      const whole =
        timesOf(notam, { from: at - 86_400_000, to: at + 86_400_000 }, calendar).find(
          ({ from, to }) => from < time.to && to > time.from,
        ) ?? time;
      return [
        {
          level: closes && isOnly ? 'error' : 'warning',
          code: 'notam.aerodrome',
          rule: 'plan.rule.notam',
          field,
          message: {
            key: `plan.check.${!closes ? 'notamAerodrome' : effect.about === 'aerodrome' ? 'notamClosed' : 'notamRunway'}`,
            values: {
              other: notam.number ?? `#${notam.id}`,
              place: String(row.name),
              from: clock(whole.from),
              to: clock(whole.to),
              text: bothTexts(notam),
            },
          },
          with: { resource: 'notam', id: notam.id, label: notam.number ?? `#${notam.id}` },
        },
      ];
    }),
  );
}

/** How many runways an aerodrome is known to have; 0: not known. */
function runwaysOf({ runways }: Row): number {
  return Array.isArray(runways) ? runways.length : 0;
}
