import { sql as raw } from 'kysely';
import { direct } from '#domain/geo/geodesy.ts';
import { startOfDay } from '#domain/plans/report-period.ts';
import { dayAfter } from '#domain/plans/working-days.ts';
import { simulate, taxiS } from '#domain/surveillance/track/simulate.ts';
import { plainTarget } from '#domain/surveillance/track/target.ts';
import { serviceTimeZone } from '#domain/text/times.ts';
import { dayOf } from '#domain/time/wall-clock.ts';
import type { Database } from '#server/db/database.ts';
import type { Records } from '#server/engine/records/records.ts';
import { createOpenMinutes, sightingOf, writeMinutes } from '#server/features/recording/recorded-minutes.ts';
import { withAdvisoryLock } from '#server/jobs/schedule.ts';
import { allOf } from '#server/seed/ensure.ts';
import { demoSource } from './seed-demo.ts';

const hourMs = 3_600_000;
/** From 10:00 to 13:00 on the wall on which the demo lives. */
const begins = 10 * hourMs;
const lastsMs = 3 * hourMs;
const stepMs = 4_000;
const mostFlights = 8;
/** Each stands before and after its flight, so that block times can be read off it. */
const standS = 240;

/**
 * What the simulator flew yesterday, so that there is something to play back at the first start: round flights at the demo's
 * take-off points, heard by the demo's source and called `DEMO1`, `DEMO2`, …, so that nobody takes them for others. Nothing
 * where that day was recorded already, or where an earlier one was: then the demo has a past of its own.
 */
export async function recordYesterday(deps: {
  database: Pick<Database, 'kysely' | 'locks'>;
  records: Records;
  clock: () => Date;
}): Promise<void> {
  const { database, records, clock } = deps;
  const { kysely: sql } = database;
  const today = dayOf(clock().getTime(), serviceTimeZone);
  const start = startOfDay(dayAfter(today, -1), serviceTimeZone) + begins;
  await withAdvisoryLock(database, 'clearway demo yesterday', async () => {
    const { rows } = await raw`
      select 1 from track_density where minute < ${new Date(startOfDay(today, serviceTimeZone)).toISOString()}::timestamptz limit 1`.execute(
      sql,
    );
    const source = (await allOf(records, 'surveillanceSource')).find(({ name }) => name === demoSource.name);
    if (rows.length > 0 || !source) return;
    const points = (await allOf(records, 'takeoffLandingPoint')).slice(0, mostFlights);
    const minutes = createOpenMinutes();
    for (const [index, { position }] of points.entries()) {
      if (position?.type !== 'Point') continue;
      const flight = roundFlight(position.coordinates, index);
      const begun = start + index * 600_000;
      let landedAt: number | null = null;
      for (let at = begun; at < start + lastsMs; at += stepMs) {
        const elapsedS = (at - begun) / 1_000 - standS;
        const { altitudeM, ...motion } = simulate(flight, Math.max(0, elapsedS));
        if (elapsedS < 0) motion.groundSpeedMps = 0;
        const icao24 = (0xdd0001 + index).toString(16);
        const identity = { id: icao24, icao24, addressType: 'icao' as const };
        const known = { ...identity, callsign: `DEMO${index + 1}`, sourceId: source.id, planId: null };
        minutes.add(
          sightingOf({
            ...plainTarget,
            ...known,
            ...motion,
            at,
            pressureAltitudeM: altitudeM,
            geometricAltitudeM: null,
          }),
        );
        if (motion.onGround && elapsedS > taxiS) landedAt ??= at;
        if (landedAt !== null && at > landedAt + standS * 1_000) break;
      }
    }
    await sql
      .transaction()
      .execute((transaction) => writeMinutes(transaction, minutes.before(Number.POSITIVE_INFINITY)));
  });
}

/** Away from a point, several times round a ring beside it, and back: an hour or two. */
function roundFlight([longitude = 0, latitude = 0]: readonly number[], index: number) {
  const at = (bearing: number, distanceM: number): [number, number] => {
    const place = direct({ longitude, latitude }, bearing, distanceM);
    return [place.longitude, place.latitude];
  };
  const ring = Array.from({ length: 8 }, (_, corner) => at(corner * 45 + index * 20, 6_000 + index * 1_000));
  const rounds = Array.from({ length: 4 + (index % 3) }, () => ring).flat();
  return {
    path: [at(0, 0), ...rounds, at(0, 0)],
    groundSpeedMps: 45 + index * 3,
    cruiseAltitudeM: 900 + index * 150,
    fieldElevationM: 500,
  };
}
