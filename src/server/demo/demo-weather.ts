import { altitudeM, isAltitude } from '#domain/geo/altitude.ts';
import { positionIn } from '#domain/geo/position-in.ts';
import {
  type SimulatedStation,
  simulatedMetar,
  simulatedSigmet,
  simulatedTaf,
  simulatedWinds,
} from '#domain/weather/simulated.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Take } from '#server/features/information/intake.ts';
import { schedule } from '#server/jobs/schedule.ts';
import type { Logger } from '#server/kernel/logger.ts';

const halfHourMs = 1_800_000;
/** So much of the past is there at the first start. */
const behindMs = 24 * 3_600_000;
/** A report comes so long after its time. */
const lagMs = 4 * 60_000;

/** Aerodromes of the demo: those with an indicator around Chengdu, degrees. */
const around = { west: 103.5, south: 28.5, east: 106.3, north: 31.7 };
const sigmetArea = { fir: 'ZPKM', name: 'KUNMING', office: 'ZUUU', latitude: 30.75, longitude: 104.2 };

/**
 * The weather of the demo: that of now, what is missing of the last 24 hours, then every half hour. It is made as text and taken like
 * any other, marked as of the demo. One server of several makes it, for what another made is known already.
 */
export function createDemoWeather(deps: { sql: Sql; take: Take; clock: () => Date; log: Logger }) {
  const { sql, take, clock, log } = deps;

  async function stations(): Promise<SimulatedStation[]> {
    const rows = await sql
      .selectFrom('airport')
      .select(['icao', 'position', 'elevation'])
      .where('icao', 'like', 'ZU%')
      .where('deletedAt', 'is', null)
      .orderBy('icao')
      .execute();
    return rows.flatMap(({ icao, position, elevation }) => {
      const at = positionIn(position);
      if (!icao || !at || !isAround(at)) return [];
      return [{ icao, ...at, elevationM: isAltitude(elevation) ? altitudeM(elevation) : 500 }];
    });
  }

  /** The half hours of the last day of which there are no reports yet, the newest first. */
  async function missing(now: number): Promise<number[]> {
    const last = Math.floor(now / halfHourMs) * halfHourMs;
    const rows = await sql
      .selectFrom('weatherReport')
      .select('validFrom')
      .distinct()
      .where('isDemo', '=', true)
      .where('kind', '=', 'METAR')
      .where('validFrom', '>=', new Date(last - behindMs).toISOString())
      .execute();
    const known = new Set(rows.map(({ validFrom }) => new Date(validFrom).getTime()));
    const all = Array.from({ length: behindMs / halfHourMs + 1 }, (_, number) => last - number * halfHourMs);
    return all.filter((at) => !known.has(at));
  }

  async function observe(places: readonly SimulatedStation[], at: number): Promise<void> {
    const reports = places.map((place) => simulatedMetar(place, at));
    await hand(bulletin('SACI41', at, reports), at + lagMs);
  }

  async function refresh(): Promise<void> {
    const now = clock().getTime() - lagMs;
    const places = await stations();
    const [newest] = await missing(now);
    if (newest !== undefined) await observe(places, newest);
    const forecasts = places.map((place) => simulatedTaf(place, now));
    const issuedAt = forecasts[0]?.issuedAt ?? now;
    await hand(
      bulletin(
        'FTCI41',
        issuedAt,
        forecasts.map(({ text }) => text),
      ),
      issuedAt + lagMs,
    );
    const warning = simulatedSigmet(sigmetArea, now);
    await hand(bulletin('WSCI41', warning.issuedAt, [warning.text]), warning.issuedAt + lagMs);
    const winds = simulatedWinds(places, now);
    await hand(winds.text, now + lagMs);
  }

  async function complete(): Promise<void> {
    const places = await stations();
    for (const at of await missing(clock().getTime() - lagMs)) await observe(places, at);
  }

  const hand = (text: string, receivedAt: number) => take(text, { sourceId: null, receivedAt, isDemo: true });

  const warn = (error: unknown) => log.warn({ error }, 'the weather of the demo was not renewed');

  return {
    /** The newest reports, forecasts, the warning of now, and winds aloft. */
    refresh,
    /** The day behind them. */
    complete,
    /** The day behind, then every half hour from now on; `close` waits for what is being made. */
    start() {
      const behind = complete().catch(warn);
      const rounds = schedule('demoWeather', '0 5,35 * * * *', () => refresh().then(complete), warn);
      return {
        async close() {
          await rounds.close();
          await behind;
        },
      };
    },
  };
}

function isAround({ latitude, longitude }: { latitude: number; longitude: number }): boolean {
  const { west, south, east, north } = around;
  return longitude >= west && longitude <= east && latitude >= south && latitude <= north;
}

function bulletin(designator: string, at: number, reports: readonly string[]): string {
  const iso = new Date(at).toISOString();
  const heading = `${designator} ZUUU ${iso.slice(8, 10)}${iso.slice(11, 13)}${iso.slice(14, 16)}`;
  return [heading, ...reports.map((report) => `${report}=`)].join('\n');
}
