import { metresPerNauticalMile } from '#domain/geo/units.ts';
import { latitudeOf, longitudeOf, type Plane, planeAt } from '#domain/surveillance/track/plane.ts';
import { accuracyOfNacp, type Report, unsaid } from '#domain/surveillance/track/report.ts';
import { crossingFlights, type TrueFlight, type TrueState, wanderingFlight } from './aircraft.ts';
import { type Random, seeded } from './random.ts';

export interface SceneOptions {
  seed: number;
  aircraft: number;
  /** Pairs among them that pass each other at one nautical mile; half of them say nothing of who they are. */
  crossings: number;
  seconds: number;
}

/** A report as it comes in, and which aircraft it is of; -1: a false one. */
export interface SceneReport {
  receivedAtMs: number;
  sourceId: number;
  flight: number;
  report: Report;
}

export interface Scene {
  plane: Plane;
  startMs: number;
  flights: readonly TrueFlight[];
  /** So many of them, from the first, are of pairs that cross. */
  crossing: number;
  /** In order of reception. */
  reports: readonly SceneReport[];
  radars: readonly Radar[];
}

interface Radar {
  sourceId: number;
  sourceKey: string;
  x: number;
  y: number;
  turnS: number;
  /** What it measures wrongly every time. */
  biasM: number;
  biasRad: number;
  delayMs: number;
}

export const sources = { adsb: 1, multilateration: 2, radar: 3 } as const;

const radians = Math.PI / 180;
const radars: readonly Radar[] = [
  {
    sourceId: sources.radar,
    sourceKey: '25/1',
    x: -45_000,
    y: -30_000,
    turnS: 4,
    biasM: 120,
    biasRad: 0.15 * radians,
    delayMs: 900,
  },
  {
    sourceId: sources.radar + 1,
    sourceKey: '25/2',
    x: 50_000,
    y: -20_000,
    turnS: 5,
    biasM: -80,
    biasRad: -0.1 * radians,
    delayMs: 1_500,
  },
  {
    sourceId: sources.radar + 2,
    sourceKey: '25/3',
    x: 0,
    y: 55_000,
    turnS: 10,
    biasM: 60,
    biasRad: 0.2 * radians,
    delayMs: 600,
  },
];
const radarNoiseM = 50;
const radarNoiseRad = 0.07 * radians;
const radarDetects = 0.95;
/** Multilateration covers the middle of the scene. */
const multilaterationM = 30_000;
const multilaterationNoiseM = 20;
const adsbNoiseM = 10;
const adsbHeard = 0.75;
const spikeShare = 0.003;
const copyShare = 0.05;

/**
 * Aircraft past three turning radars, a multilateration system and ADS-B: with noise, losses, biases, delays, copies and
 * false positions. The same in every run of one seed.
 */
export function createScene({ seed, aircraft, crossings, seconds }: SceneOptions): Scene {
  const random = seeded(seed);
  const plane = planeAt({ latitude: 30, longitude: 104 });
  const startMs = Date.UTC(2026, 10, 23);
  const flights: TrueFlight[] = [];
  for (let pair = 0; pair < crossings; pair++) {
    const equipment = pair % 2 === 0 ? 'none' : 'adsb';
    flights.push(...crossingFlights(flights.length, seconds, metresPerNauticalMile, equipment, random));
  }
  while (flights.length < aircraft) flights.push(wanderingFlight(flights.length, seconds, random));
  const reports: SceneReport[] = [];
  for (const [index, flight] of flights.entries()) {
    const see = createSensors(plane, startMs, flight, index, random, reports);
    see();
  }
  reports.sort((a, b) => a.receivedAtMs - b.receivedAtMs);
  return { plane, startMs, flights, crossing: 2 * crossings, reports, radars };
}

/** True state at any moment of the scene. */
export function stateAt(flight: TrueFlight, elapsedS: number): TrueState | null {
  const before = flight.states[Math.floor(elapsedS)];
  if (before === undefined) return null;
  const part = elapsedS - Math.floor(elapsedS);
  const next = flight.states[Math.floor(elapsedS) + 1] ?? before;
  return {
    x: before.x + part * (next.x - before.x),
    y: before.y + part * (next.y - before.y),
    vx: before.vx + part * (next.vx - before.vx),
    vy: before.vy + part * (next.vy - before.vy),
    altitudeM: before.altitudeM + part * (next.altitudeM - before.altitudeM),
  };
}

function createSensors(
  plane: Plane,
  startMs: number,
  flight: TrueFlight,
  index: number,
  random: Random,
  into: SceneReport[],
): () => void {
  const seconds = flight.states.length - 1;

  function add(
    elapsedS: number,
    delayMs: number,
    sourceId: number,
    x: number,
    y: number,
    said: Partial<Report>,
  ) {
    const atMs = Math.round(startMs + elapsedS * 1000);
    const isSpike = random.uniform() < spikeShare;
    const away = isSpike ? 1_000 + 30_000 * random.uniform() : 0;
    const course = 2 * Math.PI * random.uniform();
    const report: Report = {
      ...unsaid,
      latitude: latitudeOf(plane, y + away * Math.cos(course)),
      longitude: longitudeOf(plane, x + away * Math.sin(course)),
      at: atMs,
      timeResolutionS: 1 / 128,
      ...said,
    };
    const one = { sourceId, flight: isSpike ? -1 : index, report };
    into.push({ ...one, receivedAtMs: atMs + delayMs });
    if (random.uniform() < copyShare)
      into.push({ ...one, receivedAtMs: atMs + delayMs + 300 * random.uniform() });
  }

  const level = (state: TrueState) => 25 * 0.3048 * Math.round(state.altitudeM / (25 * 0.3048));
  const names = { icao24: flight.icao24, callsign: flight.callsign, mode3A: flight.mode3A };

  function adsb(): void {
    for (let elapsed = random.uniform(); elapsed < seconds; elapsed += 1) {
      const state = stateAt(flight, elapsed);
      if (state === null || random.uniform() > adsbHeard) continue;
      const vx = state.vx + random.normal();
      const vy = state.vy + random.normal();
      add(
        elapsed,
        100 + 200 * random.uniform(),
        sources.adsb,
        state.x + adsbNoiseM * random.normal(),
        state.y + adsbNoiseM * random.normal(),
        {
          ...names,
          addressType: 'icao',
          pressureAltitudeM: level(state),
          groundSpeedMps: Math.hypot(vx, vy),
          trackDeg: (Math.atan2(vx, vy) / radians + 360) % 360,
          onGround: false,
          accuracy: accuracyOfNacp(9),
        },
      );
    }
  }

  function multilateration(): void {
    for (let elapsed = random.uniform(); elapsed < seconds; elapsed += 1) {
      const state = stateAt(flight, elapsed);
      if (state === null || Math.hypot(state.x, state.y) > multilaterationM || random.uniform() > 0.85)
        continue;
      const x = state.x + multilaterationNoiseM * random.normal();
      const y = state.y + multilaterationNoiseM * random.normal();
      add(elapsed, 400 + 300 * random.uniform(), sources.multilateration, x, y, {
        ...(flight.equipment === 'modeC'
          ? { mode3A: flight.mode3A }
          : { icao24: flight.icao24, mode3A: flight.mode3A }),
        pressureAltitudeM: level(state),
        accuracy: { horizontalM: 2.45 * multilaterationNoiseM, verticalM: null, nacp: null },
      });
    }
  }

  function radar(one: Radar): void {
    const first = stateAt(flight, 0);
    if (first === null) return;
    const bearing = Math.atan2(first.x - one.x, first.y - one.y);
    const offset = ((bearing + 2 * Math.PI) % (2 * Math.PI)) / (2 * Math.PI);
    for (let elapsed = offset * one.turnS; elapsed < seconds; elapsed += one.turnS) {
      const state = stateAt(flight, elapsed);
      if (state === null || random.uniform() > radarDetects) continue;
      const range = Math.hypot(state.x - one.x, state.y - one.y) + one.biasM + radarNoiseM * random.normal();
      const azimuth =
        Math.atan2(state.x - one.x, state.y - one.y) + one.biasRad + radarNoiseRad * random.normal();
      add(
        elapsed,
        one.delayMs + 200 * random.uniform(),
        one.sourceId,
        one.x + range * Math.sin(azimuth),
        one.y + range * Math.cos(azimuth),
        {
          ...namesForRadar(flight),
          pressureAltitudeM: flight.equipment === 'none' ? null : level(state),
          sourceKey: one.sourceKey,
          radar: {
            latitude: latitudeOf(plane, one.y),
            longitude: longitudeOf(plane, one.x),
            rangeDeviationM: null,
            azimuthDeviationDeg: null,
          },
        },
      );
    }
  }

  return () => {
    if (flight.equipment === 'adsb') adsb();
    if (flight.equipment !== 'none') multilateration();
    for (const one of radars) radar(one);
  };
}

/** What a secondary radar learns of an aircraft by its own questions. */
function namesForRadar({ equipment, icao24, callsign, mode3A }: TrueFlight): Partial<Report> {
  if (equipment === 'none') return {};
  return equipment === 'modeC' ? { mode3A } : { icao24, callsign, mode3A };
}
