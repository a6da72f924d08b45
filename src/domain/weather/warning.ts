import type { Altitude } from '#domain/geo/altitude.ts';
import { dayTimeNear } from '#domain/time/day-time.ts';
import { speedMps } from './conditions.ts';
import { type ReadingContext, stationShape, unreadable } from './reading.ts';
import { areaIn } from './warning-area.ts';
import type { AreaWarning, ReadWeather } from './weather.ts';

const dayMs = 86_400_000;
/** Warnings hold for 4 to 6 hours, those of ash and cyclones and low-level forecasts longer. */
const longestMs = 2 * dayMs;

/**
 * A SIGMET, AIRMET or GAMET. One without its region and a period of validity is refused, and so is one that is marked as
 * a test. Source: ICAO Annex 3, appendices 5 and 6; heights in metres or feet are above mean sea level.
 */
export function readWarning(raw: string, context: ReadingContext): ReadWeather<AreaWarning> {
  const text = raw
    .toUpperCase()
    .replace(/[=\s]+$/, '')
    .replace(/\s+/g, ' ')
    .trim();
  const head =
    /^([A-Z][A-Z0-9]{3}) (SIGMET|AIRMET|GAMET)(?: (?!VALID)([A-Z0-9]{1,12}))? VALID (\d{4,6})\/(\d{4,6})(?: ([A-Z]{4})\s*-?)?/.exec(
      text,
    );
  const fir = head?.[1] ?? text.split(' ', 1)[0] ?? '';
  if (!stationShape.test(fir)) return unreadable('region');
  const [, , word = '', sequence = null, begin = '', finish = '', office = null] = head ?? [];
  const validFrom = momentOf(begin, context.receivedAt);
  const validTo = validFrom === null ? null : endOf(finish, validFrom);
  if (validFrom === null || validTo === null) return unreadable('validity');
  const body = text.slice(head?.[0].length ?? 0).replace(/^\s*-\s*/, '');
  if (body.trim() === '') return unreadable('nothing');
  if (/\b(?:FIR(?:\/UIR)?|UIR|CTA)\s+(?:TEST|EXER)\b/.test(body) || /^TEST\b/.test(body))
    return unreadable('test');
  const kind = word as 'SIGMET' | 'AIRMET' | 'GAMET';
  const cancelled = /\bCNL (?:SIGMET|AIRMET|GAMET) ([A-Z0-9]{1,12})(?: (\d{4,6}\/\d{4,6}))?/.exec(body);
  const value: AreaWarning = {
    kind,
    fir,
    office,
    sequence,
    issuedAt: null,
    validFrom,
    validTo,
    isCancellation: cancelled !== null,
    cancels: cancelled ? [cancelled[1], cancelled[2]].filter(Boolean).join(' ') : null,
    phenomenon: null,
    isObserved: null,
    area: null,
    lower: null,
    upper: null,
    movement: null,
    intensity: null,
    text,
  };
  if (cancelled) return { ok: true, value };
  if (kind === 'GAMET') return { ok: true, value: { ...value, ...areaForecast(raw, body) } };
  return { ok: true, value: { ...value, ...describedIn(body.slice(0, 4_000), fir) } };
}

/** `220320`, and `0320` as it was written once. */
function momentOf(text: string, near: number): number | null {
  if (text.length === 6) {
    return dayTimeNear(Number(text.slice(0, 2)), Number(text.slice(2, 4)), Number(text.slice(4)), near);
  }
  if (text.length !== 4) return null;
  const [hour, minute] = [Number(text.slice(0, 2)), Number(text.slice(2))];
  if (hour > 23 || minute > 59) return null;
  const at = Math.floor(near / dayMs) * dayMs + (hour * 60 + minute) * 60_000;
  return at - near > dayMs / 2 ? at - dayMs : near - at > dayMs / 2 ? at + dayMs : at;
}

function endOf(text: string, from: number): number | null {
  const near = momentOf(text, from);
  const to = near !== null && text.length === 4 && near <= from ? near + dayMs : near;
  return to !== null && to > from && to - from <= longestMs ? to : null;
}

type Described = Pick<
  AreaWarning,
  'phenomenon' | 'isObserved' | 'area' | 'lower' | 'upper' | 'movement' | 'intensity' | 'forecastArea'
>;

/** What is where, how high, and where it goes. */
export function describedIn(body: string, fir: string): Described {
  // What comes after it is told of a later time.
  const later = /(?<!\bAND )\bFCST (?:AT )?(\d{4}|\d{6})Z\b/g;
  const second = [...body.matchAll(later)].at(-1);
  const isLast = second !== undefined && /\bOBS\b|\bFCST\b/.test(body.slice(0, second.index));
  const now = isLast ? body.slice(0, second.index) : body;
  const marker = /\b(OBS|FCST)\b/.exec(now);
  const name = /\b(?:FIR(?:\/UIR)?|UIR|CTA)\b(?:\/\d)?\s+(.*?)\s+(?:OBS|FCST)\b/.exec(now)?.[1] ?? null;
  const forecastArea = isLast ? areaIn(body.slice(second.index), fir) : null;
  return {
    phenomenon: name?.replace(/\s+PSN\s+[NS]\d{2,6}\s*[EW]\d{3,7}/g, '').slice(0, 64) || null,
    isObserved: marker ? marker[1] === 'OBS' : null,
    area: areaIn(now, fir),
    ...levelsOf(now),
    movement: movementIn(now),
    intensity: /\bINTSF\b/.test(now)
      ? 'intensifying'
      : /\bWKN\b/.test(now)
        ? 'weakening'
        : /\bNC\b/.test(now)
          ? 'unchanged'
          : null,
    ...(forecastArea ? { forecastArea } : {}),
  };
}

const level = (value: string): Altitude => ({ value: Number(value), unit: 'FL', reference: 'STD' });
const ground: Altitude = { value: 0, unit: 'm', reference: 'AGL' };

function height(value: string, unit: string): Altitude {
  return { value: Number(value), unit: unit === 'FT' ? 'ft' : 'm', reference: 'AMSL' };
}

/** Levels of a warning; a visibility is none, and cloud is told above the ground (ICAO Annex 3, appendix 6, 2.1.4). */
function levelsOf(text: string): Pick<AreaWarning, 'lower' | 'upper'> {
  const levels = levelsIn(text.replace(/\bVIS \d{3,5}(?:M|FT)\b/g, ' '));
  if (!/\b(?:BKN|OVC) CLD\b/.test(text)) return levels;
  const aboveGround = (level: Altitude | null): Altitude | null =>
    level && level.unit !== 'FL' ? { ...level, reference: 'AGL' } : level;
  return { lower: aboveGround(levels.lower), upper: aboveGround(levels.upper) };
}

const to = String.raw`\s?(?:\/|-|\sAND\s|\sTO\s)\s?`;
const ranges = {
  flights: new RegExp(String.raw`\bFL(\d{3})${to}(?:FL)?(\d{3})\b`),
  fromGround: new RegExp(String.raw`\b(?:SFC|GND)${to}(?:FL(\d{3})|(\d{3,5})(M|FT))\b`),
  mixed: new RegExp(String.raw`\b(\d{3,5})(M|FT)${to}FL(\d{3})\b`),
  heights: new RegExp(String.raw`\b(\d{3,5})(?:M|FT)?${to}(\d{3,5})(M|FT)\b`),
  one: /\b(TOP ABV|TOP BLW|TOPS?|ABV|BLW)?\s*\b(?:FL(\d{3})|(\d{3,5})(M|FT))\b/,
};
const unknownLevels = { lower: null, upper: null };

/**
 * `FL180/340`, `BTN FL180 AND FL340`, `TOP FL360`, `ABV FL250`, `BLW FL100`, `SFC/3000M`, `SFC/FL080`, `4000/8000FT`. None where
 * a text names several: which of them is meant is not known, and it counts at all heights.
 */
export function levelsIn(text: string): Pick<AreaWarning, 'lower' | 'upper'> {
  const found = Object.values(ranges).flatMap((range) => range.exec(text) ?? [])[0];
  if (found && /\bFL\d{3}\b|\b\d{3,5}(?:M|FT)\b/.test(text.replaceAll(found, ' '))) return unknownLevels;
  const flights = ranges.flights.exec(text);
  if (flights) return ordered(level(flights[1] ?? ''), level(flights[2] ?? ''));
  const fromGround = ranges.fromGround.exec(text);
  if (fromGround) {
    const [, flight, value = '', unit = 'M'] = fromGround;
    return { lower: ground, upper: flight ? level(flight) : height(value, unit) };
  }
  const mixed = ranges.mixed.exec(text);
  if (mixed) return { lower: height(mixed[1] ?? '', mixed[2] ?? ''), upper: level(mixed[3] ?? '') };
  const heights = ranges.heights.exec(text);
  if (heights) {
    const [, low = '', high = '', unit = ''] = heights;
    return ordered(height(low, unit), height(high, unit));
  }
  const one = ranges.one.exec(text);
  if (!one) return unknownLevels;
  const [, which, flight, value = '', unit = 'M'] = one;
  const at = flight ? level(flight) : height(value, unit);
  // Tops above a level are as high as nobody knows.
  if (which === 'TOP ABV') return unknownLevels;
  if (which === 'ABV') return { lower: at, upper: null };
  if (which === undefined) return { lower: at, upper: at };
  return { lower: null, upper: at };
}

function ordered(lower: Altitude, upper: Altitude): Pick<AreaWarning, 'lower' | 'upper'> {
  return lower.value > upper.value ? { lower: upper, upper: lower } : { lower, upper };
}

const points = 'N NNE NE ENE E ESE SE SSE S SSW SW WSW W WNW NW NNW'.split(' ');

/** `MOV NE 30KMH`, `MOV E 20KT`, `STNR`. */
export function movementIn(text: string): AreaWarning['movement'] {
  if (/\bSTNR\b/.test(text)) return 'stationary';
  const found = /\bMOV:?\s+([NESW]{1,3})\s+(\d{1,3})\s*(KM\/?H|KT|MPS)\b/.exec(text);
  const at = points.indexOf(found?.[1] ?? '');
  if (!found || at < 0) return null;
  return { directionDeg: at * 22.5, speedMps: speedMps(Number(found[2]), found[3]?.replace('/', '') ?? '') };
}

/** A GAMET: up to what height it is made, and by what lines its first section warns. */
function areaForecast(raw: string, body: string): Partial<AreaWarning> {
  const top = /\bBLW (?:FL(\d{3})|(\d{3,5})(M|FT))\b/.exec(body);
  const upper = top ? (top[1] ? level(top[1]) : height(top[2] ?? '', top[3] ?? '')) : null;
  const first = /SECN I\b([\s\S]*?)(?:SECN II\b|$)/i.exec(raw)?.[1] ?? '';
  const hazards = [...first.matchAll(/^[ \t]*(?!SIGMET)([A-Z][A-Z /]{1,20}):/gim)].map(([, name = '']) =>
    name.trim(),
  );
  return {
    lower: ground,
    upper,
    isObserved: false,
    phenomenon: hazards.join(', ').slice(0, 64) || null,
  };
}
