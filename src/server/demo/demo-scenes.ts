import { lengthOf, type SimulatedState, simulate, taxiS } from '#domain/surveillance/track/simulate.ts';
import { adsbBlocks, adsbRecord } from './generator.ts';

/**
 * Aircraft of the demo that give the watch something to do: each takes off once an hour, something goes wrong with it, and
 * it lands again, so that every kind of alert occurs once an hour and ends.
 */

/** Longitude and latitude, degrees. */
type Point = [number, number];

/** What an aircraft states of its accuracy (RTCA DO-260B). */
interface Accuracy {
  nacp: number;
  nic: number;
}

/** What goes wrong, from some second after take-off to another. */
interface Mishap {
  fromS: number;
  toS: number;
  /** It squawks this. */
  code?: string;
  /** Nothing is heard of it. */
  silent?: true;
  /** Its position is wrong by so many degrees to the east, its altitude by so many metres. */
  eastDeg?: number;
  wrongM?: number;
  /** It leaves its level by so many metres, and returns to it. */
  climbM?: number;
  /** Its satellite navigation is disturbed. */
  accuracy?: Accuracy;
}

interface SceneAircraft {
  callsign: string;
  /** Six hex digits. */
  icao24: string;
  /** Minute of the hour at which it begins to move. */
  minute: number;
  path: Point[];
  groundSpeedMps: number;
  /** Pressure altitudes, metres. */
  cruiseAltitudeM: number;
  fieldElevationM: number;
  /** It is heard so much before the full second. */
  earlyMs?: number;
  /** Absent: it states none. */
  accuracy?: Accuracy;
  mishaps?: Mishap[];
}

/** The one that has a plan (demo-scene-flight.ts); it takes off two minutes late. */
export const planned = { callsign: 'B10SV', icao24: '780c15', departs: 4, leaves: 6 } as const;
const home: Point = [104.4597, 31.58147];
const round: Point[] = [[104.6, 31.62], [104.62, 31.72], [104.48, 31.72], home];
/** Where it is to fly: a circuit at the aerodrome of Beichuan. */
export const plannedRoute: Point[] = [home, ...round];
/** North of that. */
const astray: Point[] = [
  [104.6, 31.79],
  [104.5, 31.79],
];

/** Sightseers in the mountains: one more than the airspace may hold, one of them too low, one whose radio fails. */
const sightseers = [
  { callsign: 'B70TA', cruiseAltitudeM: 2_300 },
  { callsign: 'B70TB', cruiseAltitudeM: 2_450, mishaps: [{ fromS: 700, toS: 940, code: '7600' }] },
  { callsign: 'B70TC', cruiseAltitudeM: 2_600 },
  { callsign: 'B70TD', cruiseAltitudeM: 1_250 },
].map(
  (one, index): SceneAircraft => ({
    ...one,
    icao24: `78fa0${index}`,
    minute: 1 + 2 * index,
    path: [
      [103.65, 31.14],
      [103.4, 31.25],
      [103.36, 31.27],
      [103.35, 31.31],
      [103.38, 31.34],
      [103.43, 31.34],
      [103.65, 31.14],
    ],
    groundSpeedMps: 45,
    fieldElevationM: 700,
  }),
);

/**
 * South-east of the others four fly side by side, two of them at one level, until all lose accuracy at once: interference with
 * satellite navigation. The two, 2.8 km apart, are closer than the widened limit of an advisory, and clear of the usual one.
 */
const disturbed = [0, 0.029, 0.065, 0.101].map(
  (east, index): SceneAircraft => ({
    callsign: `B70N${'ABCD'[index]}`,
    icao24: `78fa5${index}`,
    minute: 12,
    path: [0, 1, 2, 3, 4, 5, 6, 7, 8].map((corner): Point => {
      const [isEast, isNorth] = [corner % 4 >= 2, corner % 4 === 1 || corner % 4 === 2];
      return [105.29 + east + (isEast ? 0.04 : 0), isNorth ? 30.2 : 30.04];
    }),
    groundSpeedMps: 50,
    cruiseAltitudeM: [1_400, 1_400, 1_900, 2_400][index] ?? 0,
    fieldElevationM: 400,
    accuracy: { nacp: 10, nic: 9 },
    mishaps: [{ fromS: 240, toS: 900, accuracy: { nacp: 6, nic: 4 } }],
  }),
);

const sceneAircraft: readonly SceneAircraft[] = [
  ...sightseers,
  ...disturbed,
  {
    ...planned,
    minute: planned.leaves,
    path: [home, ...round.slice(0, 2), ...astray, ...round.slice(2), ...round, ...round],
    groundSpeedMps: 62,
    cruiseAltitudeM: 1_100,
    fieldElevationM: 610,
    mishaps: [
      { fromS: 1_300, toS: 1_600, climbM: 500 },
      { fromS: 1_800, toS: 2_040, silent: true },
    ],
  },
  {
    // Through a prohibited and a closed area, under the code of a hijack.
    callsign: 'B30TE',
    icao24: '78fa10',
    minute: 10,
    path: [
      [105.02, 31.3],
      [104.86, 31.12],
      [104.78, 30.85],
      [104.72, 30.55],
    ],
    groundSpeedMps: 60,
    cruiseAltitudeM: 1_500,
    fieldElevationM: 500,
    mishaps: [{ fromS: 400, toS: 580, code: '7500' }],
  },
  {
    // An engine fails, and the way to the field leads through a restricted area.
    callsign: 'B30TF',
    icao24: '78fa11',
    minute: 25,
    path: [
      [103.75, 31.03],
      [104.03, 30.92],
      [104.27, 30.8],
    ],
    groundSpeedMps: 50,
    cruiseAltitudeM: 1_300,
    fieldElevationM: 500,
    mishaps: [{ fromS: 330, toS: 640, code: '7700' }],
  },
  ...(
    [
      ['B30TG', 104.95, 30.45, 30.95],
      ['B30TH', 104.954, 30.95, 30.45],
    ] as const
  ).map(
    ([callsign, longitude, from, to], index): SceneAircraft => ({
      // Head on to each other, at one level.
      callsign,
      icao24: `78fa2${index}`,
      minute: 38,
      path: [
        [longitude, from],
        [longitude, to],
      ],
      groundSpeedMps: 60,
      cruiseAltitudeM: 1_400,
      fieldElevationM: 450,
    }),
  ),
  {
    // What it takes for its position is not: first to the side, later in height.
    callsign: 'B30TJ',
    icao24: '78fa30',
    minute: 30,
    path: [
      [103.25, 30.55],
      [103.25, 30.75],
      [103.45, 30.75],
      [103.25, 30.55],
    ],
    groundSpeedMps: 55,
    cruiseAltitudeM: 1_300,
    fieldElevationM: 550,
    mishaps: [
      { fromS: 400, toS: 460, eastDeg: 0.2 },
      { fromS: 700, toS: 715, wrongM: 2_500 },
    ],
  },
  ...(
    [
      ['B30TK', [103.2, 30.15], [103.7, 30.45]],
      ['B30TL', [105.05, 30.15], [105.05, 30.5]],
    ] as const
  ).map(
    ([callsign, from, to], index): SceneAircraft => ({
      // Two under one address, not heard at one instant; the first flies through a danger area.
      callsign,
      icao24: '78fa40',
      earlyMs: 500 * index,
      minute: 45,
      path: [[...from], [...to]],
      groundSpeedMps: 50,
      cruiseAltitudeM: 1_200,
      fieldElevationM: 450,
    }),
  ),
];

/** After its landing it is seen for so long. */
const stayS = 30;
const hourS = 3_600;
/** How fast one leaves its level, metres a second. */
const climbMps = 4;

/** The messages of one second, UTC ms: of every aircraft that is out, and of the station's own transponder, which is never silent. */
export function sceneMessages(at: number): Uint8Array[] {
  const own = adsbRecord(
    { callsign: 'MONITOR', icao24: '78faff' },
    simulate({ path: [home], groundSpeedMps: 1, cruiseAltitudeM: 610, fieldElevationM: 610 }, 0),
    at,
  );
  const descriptor = { addressType: 0, altitudeCapability: 0, groundBit: true, fieldMonitor: true };
  const records = [{ ...own, descriptor }, ...sceneAircraft.flatMap((one) => seen(one, at) ?? [])];
  return [...adsbBlocks(records)].flatMap((block) => (block.ok ? [block.bytes] : []));
}

/** One of the aircraft of the scenes as it really flies, and what is wrong with what is heard of it. */
export interface SceneTruth {
  callsign: string;
  icao24: string;
  state: SimulatedState;
  /** Nothing is heard of it. */
  isSilent: boolean;
  /** Position or altitude are not where it is. */
  isFalse: boolean;
  /** Mode A code, four octal digits. */
  code: string;
}

/** Those that are out at a moment, UTC ms. */
export const sceneTruth = (at: number): SceneTruth[] =>
  sceneAircraft.flatMap((aircraft): SceneTruth[] => {
    const flown = flownBy(aircraft, at);
    if (!flown) return [];
    const { state, now } = flown;
    return [
      {
        callsign: aircraft.callsign,
        icao24: aircraft.icao24,
        state,
        isSilent: now.some(({ silent }) => silent),
        isFalse: now.some(({ eastDeg = 0, wrongM = 0 }) => eastDeg !== 0 || wrongM !== 0),
        code: now.findLast(({ code }) => code)?.code ?? '2000',
      },
    ];
  });

/** Where it is at a moment, UTC ms, and its mishaps; null: it is not out. */
function flownBy(aircraft: SceneAircraft, at: number): { state: SimulatedState; now: Mishap[] } | null {
  const movingS = (at / 1_000 - aircraft.minute * 60 + hourS) % hourS;
  const flyingS = movingS - taxiS;
  if (flyingS > lengthOf(aircraft.path) / aircraft.groundSpeedMps + stayS) return null;
  const state = simulate(aircraft, movingS);
  const now = (aircraft.mishaps ?? []).filter(({ fromS, toS }) => flyingS >= fromS && flyingS < toS);
  for (const { fromS, toS, climbM = 0 } of now)
    state.altitudeM += Math.min(climbM, climbMps * Math.min(flyingS - fromS, toS - flyingS));
  return { state, now };
}

function seen(aircraft: SceneAircraft, second: number) {
  const at = second - (aircraft.earlyMs ?? 0);
  const flown = flownBy(aircraft, at);
  if (!flown || flown.now.some(({ silent }) => silent)) return null;
  const { state, now } = flown;
  let code = '';
  for (const { code: squawk, eastDeg = 0, wrongM = 0 } of now) {
    code = squawk ?? code;
    state.longitude += eastDeg;
    state.altitudeM += wrongM;
  }
  const accuracy = now.findLast((one) => one.accuracy)?.accuracy ?? aircraft.accuracy;
  return {
    ...adsbRecord(aircraft, state, at),
    mode3A: { code: code || '2000' },
    ...(accuracy ? stating(accuracy) : {}),
  };
}

/** Items 090 and 210 of CAT021. */
const stating = ({ nacp, nic }: Accuracy) => ({
  quality: { nucrOrNacv: 2, nucpOrNic: nic, nicBaro: 1, sil: 3, nacp },
  mops: { versionNotSupported: false, version: 2, linkTechnology: 2 },
});
