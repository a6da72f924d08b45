import { seeded } from '#domain/surveillance/scene/random.ts';

/**
 * A plausible weather for demonstrations and tests: the same place and moment always have the same. Reports are made of it
 * as text, so that they are read like any other. It is no forecast of anything.
 */

export interface SimulatedStation {
  /** `ZUGH`. */
  icao: string;
  latitude: number;
  longitude: number;
  elevationM: number;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** The air at a place and moment. */
interface Air {
  directionDeg: number;
  speedMps: number;
  gustMps: number | null;
  visibilityM: number;
  weather: string | null;
  /** Amount in eighths and base in feet, lowest first. */
  layers: { eighths: number; baseFt: number; type: '' | 'CB' | 'TCU' }[];
  temperatureC: number;
  dewPointC: number;
  qnhHpa: number;
}

/** METAR of a moment, which is rounded down to the half hour; UTC ms. */
export function simulatedMetar(station: SimulatedStation, at: number): string {
  const time = Math.floor(at / (hourMs / 2)) * (hourMs / 2);
  const air = airAt(station, time);
  const temperature = `${signed(air.temperatureC)}/${signed(air.dewPointC)}`;
  const later = airAt(station, time + 2 * hourMs);
  const isWorse = gradeOf(later) > gradeOf(air) + 1;
  const trend = isWorse ? `BECMG TL${clock(time + 2 * hourMs)} ${visibilityGroup(later)}` : 'NOSIG';
  return [
    'METAR',
    station.icao,
    `${dayTime(time)}Z`,
    windGroup(air),
    skyGroups(air),
    temperature,
    `Q${pad(air.qnhHpa, 4)}`,
    trend,
  ].join(' ');
}

/** How long a forecast holds, and how often there is a new one. */
const forecastMs = 24 * hourMs;
export const forecastEveryMs = 6 * hourMs;

/** TAF of 24 hours that was issued last before a moment, UTC ms: it begins at 00, 06, 12 or 18 hours, and is issued two hours before. */
export function simulatedTaf(station: SimulatedStation, at: number): { text: string; issuedAt: number } {
  const from = Math.floor((at + 2 * hourMs) / forecastEveryMs) * forecastEveryMs;
  const issuedAt = from - 2 * hourMs;
  const to = from + forecastMs;
  const hours = Array.from({ length: 25 }, (_, hour) => ({
    time: from + hour * hourMs,
    air: airAt(station, from + hour * hourMs),
  }));
  const warmest = hours.reduce((a, b) => (b.air.temperatureC > a.air.temperatureC ? b : a));
  const coldest = hours.reduce((a, b) => (b.air.temperatureC < a.air.temperatureC ? b : a));
  const base = airAt(station, from);
  const groups = [
    'TAF',
    station.icao,
    `${dayTime(issuedAt)}Z`,
    `${dayHour(from)}/${endHour(to)}`,
    windGroup(base),
    skyGroups(base),
    `TX${signed(warmest.air.temperatureC)}/${dayHour(warmest.time)}Z`,
    `TN${signed(coldest.air.temperatureC)}/${dayHour(coldest.time)}Z`,
  ];
  let before = base;
  for (const step of [6, 12, 18]) {
    const time = from + step * hourMs;
    const air = airAt(station, time);
    if (Math.abs(gradeOf(air) - gradeOf(before)) < 2) continue;
    groups.push(`BECMG ${dayHour(time)}/${dayHour(time + 2 * hourMs)} ${skyGroups(air)}`);
    before = air;
  }
  return { text: groups.join(' '), issuedAt };
}

/** A warning is renewed so often, and crosses the area in so long. */
export const warningEveryMs = 4 * hourMs;
const crossingMs = 12 * hourMs;
const speedKmh = 40;

/** The SIGMET that holds at a moment: thunderstorms that cross the area from the west to the east, again and again. */
export function simulatedSigmet(
  area: { fir: string; name: string; office: string; latitude: number; longitude: number },
  at: number,
): { text: string; issuedAt: number } {
  const from = Math.floor(at / warningEveryMs) * warningEveryMs;
  const number = Math.floor((from % dayMs) / warningEveryMs) + 1;
  const perDegree = 111.32 * Math.cos((area.latitude * Math.PI) / 180);
  const wayDeg = (speedKmh * (crossingMs / hourMs)) / perDegree;
  const centre = (time: number) => area.longitude - wayDeg / 2 + wayDeg * ((time % crossingMs) / crossingMs);
  const ring = (time: number) =>
    [
      [-0.6, 0.3],
      [0.1, 0.7],
      [0.6, 0.2],
      [0.3, -0.6],
      [-0.5, -0.4],
      [-0.6, 0.3],
    ]
      .map(([x = 0, y = 0]) => `${degrees(area.latitude + y, 'N', 2)} ${degrees(centre(time) + x, 'E', 3)}`)
      .join(' - ');
  const text = `${area.fir} SIGMET ${number} VALID ${dayTime(from)}/${dayTime(from + warningEveryMs)} ${area.office}-
${area.fir} ${area.name} FIR EMBD TS OBS AT ${clock(from)}Z WI ${ring(from)} TOP FL300 MOV E ${speedKmh}KMH NC`;
  return { text, issuedAt: from };
}

/** Moments that are forecast aloft lie so far apart. */
const aloftEveryMs = 3 * hourMs;
const aloftM = [300, 600, 900, 1_500, 3_000, 5_500];

/**
 * Winds and temperatures aloft over these places for the next 12 hours, as a table of columns (docs/operations.md): stronger
 * and more from the west the higher, and 6.5 °C colder for each kilometre.
 */
export function simulatedWinds(
  stations: readonly SimulatedStation[],
  at: number,
): { text: string; issuedAt: number } {
  const issuedAt = Math.floor(at / forecastEveryMs) * forecastEveryMs;
  const first = Math.floor(at / aloftEveryMs) * aloftEveryMs;
  const moments = [0, 1, 2, 3, 4].map((step) => first + step * aloftEveryMs);
  const rows = stations.flatMap(({ icao, latitude, longitude, elevationM }) =>
    moments.flatMap((time) =>
      aloftM
        .filter((heightM) => heightM > elevationM)
        .map((heightM) => {
          // One air for all of the region, so that neighbours differ little.
          const ground = airAt({ icao: 'aloft', latitude, longitude, elevationM }, time);
          const westerly = Math.min(1, heightM / 5_500);
          const directionDeg =
            Math.round((ground.directionDeg * (1 - westerly) + 270 * westerly) / 10) * 10 || 360;
          const speedMps = Math.round(ground.speedMps + (14 * heightM) / 5_500);
          const temperatureC = Math.round(ground.temperatureC - (6.5 * (heightM - elevationM)) / 1_000);
          return [
            icao,
            ...[issuedAt, time, time - aloftEveryMs / 2, time + aloftEveryMs / 2].map(minuteIso),
            `${heightM}m AMSL`,
            directionDeg,
            speedMps,
            temperatureC,
          ].join(',');
        }),
    ),
  );
  return {
    text: ['place,issued,time,from,to,level,directionDeg,speedMps,temperatureC', ...rows].join('\n'),
    issuedAt,
  };
}

/** A number that wanders between 0 and 1 as time goes, smooth over `overMs`. */
function wave(name: string, at: number, overMs: number): number {
  const step = Math.floor(at / overMs);
  const part = at / overMs - step;
  const eased = part * part * (3 - 2 * part);
  return noise(name, step) * (1 - eased) + noise(name, step + 1) * eased;
}

function noise(name: string, step: number): number {
  let hash = 2_166_136_261 ^ step;
  for (const letter of name) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16_777_619);
  return seeded(hash).uniform();
}

function airAt({ icao, latitude, longitude, elevationM }: SimulatedStation, at: number): Air {
  const date = new Date(at);
  const dayOfYear = (at - Date.UTC(date.getUTCFullYear(), 0, 1)) / dayMs;
  const season = Math.cos((2 * Math.PI * (dayOfYear - 200)) / 365) * (latitude < 0 ? -1 : 1);
  const sun = ((at / hourMs + longitude / 15) % 24) / 24;
  const warmth = Math.cos(2 * Math.PI * (sun - 15 / 24));
  // What a whole region has in common, and what is of the place.
  const wet = 0.7 * wave('wet', at, 9 * hourMs) + 0.3 * wave(`wet ${icao}`, at, 3 * hourMs);
  const front = wave('front', at, 18 * hourMs);
  const temperatureC = Math.round(
    27 -
      0.42 * Math.abs(latitude) +
      (2 + 0.25 * Math.abs(latitude)) * season +
      (5 - 3 * wet) * warmth -
      (5.5 * elevationM) / 1_000 +
      6 * (front - 0.5) +
      2 * (wave(`warm ${icao}`, at, 5 * hourMs) - 0.5),
  );
  const spread = Math.max(
    0,
    Math.round(1 + 9 * (1 - wet) * (0.6 + 0.4 * warmth) + (warmth < -0.6 && wet > 0.5 ? -2 : 0)),
  );
  const isUnstable = wet > 0.6 && season > 0.2 && warmth > 0.1;
  const isRaining = wet > 0.72;
  const speed = 1 + 5 * wave(`wind ${icao}`, at, 4 * hourMs) * (0.6 + 0.4 * warmth) + (isUnstable ? 3 : 0);
  const speedMps = Math.max(0, Math.round(speed));
  const visibilityM = isRaining
    ? 3_000 + Math.round((1 - wet) * 18_000)
    : spread === 0
      ? 300 + Math.round(700 * wave(`fog ${icao}`, at, 2 * hourMs))
      : Math.min(10_000, 1_200 + 1_500 * spread + Math.round(2_500 * front));
  const baseFt = Math.max(300, Math.round((400 * spread + 700 + 900 * front) / 100) * 100);
  const layers: Air['layers'] = [];
  if (wet > 0.3) layers.push({ eighths: Math.min(8, 1 + Math.round(9 * (wet - 0.3))), baseFt, type: '' });
  if (isUnstable) layers.push({ eighths: 2, baseFt: baseFt + 1_000, type: isRaining ? 'CB' : 'TCU' });
  if (wet > 0.5) layers.push({ eighths: 7, baseFt: baseFt + 2_600, type: '' });
  return {
    directionDeg: Math.round((360 * wave(`from ${icao}`, at, 7 * hourMs)) / 10) * 10 || 360,
    speedMps,
    gustMps: isUnstable && isRaining ? speedMps + 6 : null,
    visibilityM,
    weather: weatherAt({ isRaining, isUnstable, isHeavy: wet > 0.85, temperatureC, visibilityM, spread }),
    layers,
    temperatureC,
    dewPointC: temperatureC - spread,
    qnhHpa: Math.round(1_016 - 7 * season + 14 * (0.5 - front)),
  };
}

function weatherAt(air: {
  isRaining: boolean;
  isUnstable: boolean;
  isHeavy: boolean;
  temperatureC: number;
  visibilityM: number;
  spread: number;
}): string | null {
  if (air.isRaining) {
    const sign = air.isHeavy ? '' : '-';
    if (air.isUnstable) return `${sign}TSRA`;
    return air.temperatureC <= 0 ? `${sign}SN` : `${sign}RA`;
  }
  if (air.visibilityM < 1_000) return air.temperatureC < 0 ? 'FZFG' : 'FG';
  if (air.visibilityM < 5_000) return air.spread <= 2 ? 'BR' : 'HZ';
  return null;
}

/** How bad it is to fly in, from 0. */
function gradeOf({ visibilityM, layers, weather }: Air): number {
  const ceiling = Math.min(
    ...layers.filter(({ eighths }) => eighths >= 5).map(({ baseFt }) => baseFt),
    30_000,
  );
  const grade =
    visibilityM < 1_500 || ceiling < 500
      ? 3
      : visibilityM < 5_000 || ceiling < 1_500
        ? 2
        : visibilityM < 8_000
          ? 1
          : 0;
  return grade + (weather?.startsWith('TS') || weather?.includes('TS') ? 2 : 0);
}

function windGroup({ directionDeg, speedMps, gustMps }: Air): string {
  if (speedMps === 0) return '00000MPS';
  if (speedMps === 1) return 'VRB01MPS';
  return `${pad(directionDeg, 3)}${pad(speedMps, 2)}${gustMps === null ? '' : `G${pad(gustMps, 2)}`}MPS`;
}

function visibilityGroup({ visibilityM, weather }: Air): string {
  const step = visibilityM < 800 ? 50 : visibilityM < 5_000 ? 100 : 1_000;
  const rounded = Math.floor(visibilityM / step) * step;
  return [rounded >= 10_000 ? '9999' : pad(rounded, 4), ...(weather ? [weather] : [])].join(' ');
}

function skyGroups(air: Air): string {
  const isFine =
    air.visibilityM >= 10_000 &&
    !air.weather &&
    air.layers.every(({ baseFt, type }) => baseFt >= 5_000 && type === '');
  if (isFine) return 'CAVOK';
  const clouds = air.layers.map(({ eighths, baseFt, type }) => {
    const amount = eighths <= 2 ? 'FEW' : eighths <= 4 ? 'SCT' : eighths <= 7 ? 'BKN' : 'OVC';
    return `${amount}${pad(baseFt / 100, 3)}${type}`;
  });
  return [visibilityGroup(air), ...(clouds.length > 0 ? clouds : ['NSC'])].join(' ');
}

const pad = (value: number, digits: number) => String(Math.round(value)).padStart(digits, '0');
const signed = (value: number) => `${value < 0 ? 'M' : ''}${pad(Math.abs(value), 2)}`;
const iso = (at: number) => new Date(at).toISOString();
const dayTime = (at: number) => `${iso(at).slice(8, 10)}${clock(at)}`;
const dayHour = (at: number) => `${iso(at).slice(8, 10)}${iso(at).slice(11, 13)}`;
/** `2026-11-26T06:00Z`. */
const minuteIso = (at: number) => `${iso(at).slice(0, 16)}Z`;
const clock = (at: number) => `${iso(at).slice(11, 13)}${iso(at).slice(14, 16)}`;
/** The end of a day is its 24th hour. */
const endHour = (at: number) => (at % dayMs === 0 ? `${iso(at - hourMs).slice(8, 10)}24` : dayHour(at));

function degrees(value: number, letter: string, digits: number): string {
  const minutes = Math.round(value * 60);
  return `${letter}${pad(Math.floor(minutes / 60), digits)}${pad(minutes % 60, 2)}`;
}
