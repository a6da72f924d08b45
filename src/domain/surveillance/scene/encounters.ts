import { latitudeOf, longitudeOf, type Plane, planeAt } from '#domain/surveillance/track/plane.ts';
import { accuracyOfNacp, type Report, unsaid } from '#domain/surveillance/track/report.ts';
import { type Random, seeded } from './random.ts';
import { sources } from './scene.ts';

/** How an aircraft of an encounter moves, metres and seconds; x east, y north, heights above mean sea level. */
interface Motion {
  x: number;
  y: number;
  heightM: number;
  speedMps: number;
  courseDeg: number;
  /** It turns so fast, to the right. */
  turnDegS?: number;
  /** From then on it turns away at 3° a second. */
  leavesAtS?: number;
}

/** How it is heard. Each of these is one sensor. */
type Voice =
  | { by: 'adsb'; icao24: string; code?: string; receiver?: number; delayS?: number }
  | { by: 'flarm' | 'remoteId'; number: string; hasHeight: boolean; receiver?: number; untilS?: number }
  | { by: 'radar'; radar: number; code?: string; number?: string };

interface Actor {
  motion: Motion;
  voices: readonly Voice[];
  fromS?: number;
}

export interface Encounter {
  name: string;
  /** So many are in the air: fewer targets hide one, more show one twice. */
  actors: readonly Actor[];
  /** The seconds in which it is judged; absent: from the 60th on, when tracks have begun. */
  judged?: { fromS: number; toS: number };
}

export interface EncounterReport {
  receivedAtMs: number;
  sourceId: number;
  report: Report;
}

const radians = Math.PI / 180;
/** Pressure height of a day with 1004 hPa, and the geoid at the place. */
const pressureAboveM = 75;
const radarTurnS = [4, 6] as const;
const radarNoiseM = 55;
const radarAt = [
  { x: -40_000, y: -20_000 },
  { x: 35_000, y: -30_000 },
] as const;

/** Aircraft that are near each other, and single ones that several sensors hear. */
export function encounters(): Encounter[] {
  const east = (change: Partial<Motion> = {}): Motion => ({
    x: 0,
    y: 0,
    heightM: 704,
    speedMps: 33,
    courseDeg: 90,
    ...change,
  });
  const glider: Voice = { by: 'flarm', number: '2a5c21', hasHeight: true };
  const mute: Voice = { by: 'flarm', number: '2a5c21', hasHeight: false };
  const transponder: Voice = { by: 'adsb', icao24: '780ac2', code: '7000' };
  const drone: Voice = { by: 'remoteId', number: '1581F4XYZ', hasHeight: true };
  const radars = (code?: string, number?: string): Voice[] => [
    { by: 'radar', radar: 0, ...(code && { code }), ...(number && { number }) },
    { by: 'radar', radar: 1, ...(code && { code }) },
  ];
  const one = (motion: Motion, ...voices: Voice[]): Actor => ({ motion, voices });
  return [
    {
      name: 'glider, transponder 80 m beside and 1,829 m above',
      actors: [one(east(), glider), one(east({ y: 80, heightM: 2_530 }), transponder)],
    },
    {
      name: 'the same, glider without height',
      actors: [one(east(), mute), one(east({ y: 80, heightM: 2_530 }), transponder)],
    },
    {
      name: 'tug with ADS-B, glider with FLARM 80 m behind',
      actors: [one(east({ x: -80 }), glider), one(east(), transponder)],
    },
    {
      name: 'tug with a code only, glider with FLARM 80 m behind',
      actors: [one(east({ x: -80 }), glider), one(east(), ...radars('4312'))],
    },
    {
      name: 'formation of two with ADS-B, 80 m',
      actors: [one(east(), transponder), one(east({ y: 80 }), { ...transponder, icao24: '780ac3' })],
    },
    {
      name: 'two gliders circling in one thermal',
      actors: [
        one(east({ turnDegS: 15, speedMps: 28 }), glider),
        one(east({ x: 60, y: 60, turnDegS: 15, speedMps: 28 }), { ...glider, number: '2a5c22' }),
      ],
    },
    {
      name: 'drone beside a helicopter with ADS-B',
      actors: [one(east({ speedMps: 8 }), drone), one(east({ y: 60, speedMps: 8 }), transponder)],
    },
    {
      name: 'drone beside a helicopter with a code only',
      actors: [one(east({ speedMps: 8 }), drone), one(east({ y: 60, speedMps: 8 }), ...radars('4312'))],
    },
    {
      name: 'drone silent for 42 s, ADS-B 2.4 km away',
      judged: { fromS: 47, toS: 58 },
      actors: [
        one(east({ speedMps: 12 }), { ...drone, untilS: 3 }),
        { ...one(east({ x: 2_400, speedMps: 45, courseDeg: 60 }), transponder), fromS: 44 },
      ],
    },
    {
      name: 'ADS-B and a code-only aircraft 500 m abeam that turns away',
      actors: [one(east(), transponder), one(east({ y: 500, leavesAtS: 60 }), ...radars('4312'))],
    },
    {
      name: 'ADS-B and a primary target 600 m abeam, both seen by radar',
      actors: [one(east(), transponder, ...radars()), one(east({ y: 600 }), ...radars())],
    },
    {
      name: 'two code-only aircraft abeam, one level, 700 m',
      actors: [one(east(), ...radars('4312')), one(east({ y: 700 }), ...radars('4313'))],
    },
    {
      name: 'one with ADS-B heard by two receivers, 2 s apart',
      actors: [one(east(), transponder, { ...transponder, receiver: 1, delayS: 2 })],
    },
    {
      name: 'one glider heard by two receivers of FLARM',
      actors: [one(east(), glider, { ...glider, receiver: 1 })],
    },
    {
      name: 'one with ADS-B and on primary radar',
      actors: [one(east(), transponder, ...radars())],
    },
    {
      name: 'one with ADS-B and on radar with its code',
      actors: [one(east(), { ...transponder, code: '4312' }, ...radars('4312', '77'))],
    },
    {
      name: 'one on two radars with its code',
      actors: [one(east(), ...radars('4312'))],
    },
    {
      name: 'one glider with FLARM on primary radar',
      actors: [one(east(), glider, ...radars())],
    },
  ];
}

/** What the sensors hear of an encounter, in order of reception, and the middle of it. The same in every run of a seed. */
export function encounterReports(
  { actors }: Encounter,
  seconds: number,
  seed: number,
): { plane: Plane; startMs: number; reports: EncounterReport[] } {
  const random = seeded(seed);
  const plane = planeAt({ latitude: 30.5785, longitude: 103.947 });
  const startMs = Date.UTC(2026, 10, 27, 8);
  const reports: EncounterReport[] = [];
  for (const actor of actors) {
    const places = flown(actor.motion, seconds);
    for (const voice of actor.voices) speak(voice, actor.fromS ?? 0, places, plane, startMs, random, reports);
  }
  reports.sort((a, b) => a.receivedAtMs - b.receivedAtMs);
  return { plane, startMs, reports };
}

interface Place {
  x: number;
  y: number;
  heightM: number;
  speedMps: number;
  courseDeg: number;
}

/** Tenths of a second. */
function flown(motion: Motion, seconds: number): Place[] {
  const places: Place[] = [];
  let { x, y, courseDeg } = motion;
  for (let tenth = 0; tenth <= seconds * 10; tenth++) {
    const { heightM, speedMps } = motion;
    places.push({ x, y, heightM, speedMps, courseDeg });
    const isLeaving = motion.leavesAtS !== undefined && tenth / 10 >= motion.leavesAtS;
    courseDeg = (courseDeg + (isLeaving ? -3 : (motion.turnDegS ?? 0)) / 10 + 360) % 360;
    x += (speedMps / 10) * Math.sin(courseDeg * radians);
    y += (speedMps / 10) * Math.cos(courseDeg * radians);
  }
  return places;
}

function speak(
  voice: Voice,
  fromS: number,
  places: readonly Place[],
  plane: Plane,
  startMs: number,
  random: Random,
  into: EncounterReport[],
): void {
  const stepS = voice.by === 'radar' ? (radarTurnS[voice.radar] ?? 4) : 1;
  const noiseM = voice.by === 'radar' ? radarNoiseM : 5;
  const untilS = 'untilS' in voice ? (voice.untilS ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY;
  for (let elapsed = fromS + random.uniform() * stepS; elapsed < untilS; elapsed += stepS) {
    const place = places[Math.round(elapsed * 10)];
    if (place === undefined) return;
    if (random.uniform() > (voice.by === 'radar' ? 0.95 : 0.85)) continue;
    const at = startMs + Math.round(elapsed * 1000);
    const report: Report = {
      ...unsaid,
      latitude: latitudeOf(plane, place.y + noiseM * random.normal()),
      longitude: longitudeOf(plane, place.x + noiseM * random.normal()),
      at,
      timeResolutionS: 0.1,
      ...said(voice, place, plane),
    };
    const delayMs = voice.by === 'radar' ? 800 : 200 + 1000 * (('delayS' in voice && voice.delayS) || 0);
    into.push({ receivedAtMs: at + delayMs, sourceId: sourceOf(voice), report });
  }
}

function sourceOf(voice: Voice): number {
  if (voice.by === 'radar') return sources.radar + voice.radar;
  const first = voice.by === 'adsb' ? sources.adsb : voice.by === 'flarm' ? 20 : 30;
  return first + 100 * (voice.receiver ?? 0);
}

function said(voice: Voice, place: Place, plane: Plane): Partial<Report> {
  const velocity = { groundSpeedMps: place.speedMps, trackDeg: place.courseDeg };
  switch (voice.by) {
    case 'adsb':
      return {
        ...velocity,
        icao24: voice.icao24,
        addressType: 'icao',
        mode3A: voice.code ?? null,
        pressureAltitudeM: place.heightM + pressureAboveM,
        onGround: false,
        accuracy: accuracyOfNacp(9),
      };
    case 'radar': {
      const { x, y } = radarAt[voice.radar] ?? radarAt[0];
      return {
        mode3A: voice.code ?? null,
        trackNumber: voice.number ?? null,
        pressureAltitudeM: voice.code === undefined ? null : place.heightM + pressureAboveM,
        sourceKey: `25/${voice.radar}`,
        radar: {
          latitude: latitudeOf(plane, y),
          longitude: longitudeOf(plane, x),
          rangeDeviationM: null,
          azimuthDeviationDeg: null,
        },
      };
    }
    default:
      return {
        ...velocity,
        addressType: voice.by,
        trackNumber: `${voice.by}:${voice.number}`,
        amslAltitudeM: voice.hasHeight ? place.heightM : null,
      };
  }
}
