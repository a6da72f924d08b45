import { type Altitude, altitudeM } from '#domain/geo/altitude.ts';
import type { Position } from '#domain/geo/geodesy.ts';
import { mpsPerKnot } from '#domain/geo/units.ts';
import { cellsOf, columnNames } from '#domain/information/cut-table.ts';
import { dayTimeNear } from '#domain/time/day-time.ts';
import { type ReadingContext, stationShape, unreadable } from './reading.ts';
import type { ReadWeather, WindLevel, WindsAloft } from './weather.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** A table that does not say when it is to be used is used so long before and after its moment. */
const usedForMs = 3 * hourMs;
/** No forecast reaches farther, and none is used for longer. */
const longestMs = 16 * dayMs;
const mostLevels = 100;
const fastestMps = 150;

/**
 * Winds and temperatures aloft over one place, as `cutTable` cuts them: rows of a table of columns (docs/operations.md), or
 * one line of an FB table with its head. Source of the latter: FAA Aeronautical Information Manual 7-1-4, WMO-No. 386 (FB).
 */
export function readWindsAloft(raw: string, context: ReadingContext): ReadWeather<WindsAloft> {
  const lines = raw.split('\n').filter((line) => line.trim() !== '');
  const [first = ''] = lines;
  return /[,;\t]/.test(first) ? readColumns(first, lines.slice(1), context) : readLevels(lines, context);
}

type Times = Pick<WindsAloft, 'issuedAt' | 'validAt' | 'validFrom' | 'validTo'>;

function finished(
  value: Omit<WindsAloft, 'kind' | 'levels' | keyof Times> & { levels: readonly WindLevel[] },
  times: Times,
  context: ReadingContext,
): ReadWeather<WindsAloft> {
  const { issuedAt, validAt, validFrom, validTo } = times;
  if (issuedAt - context.receivedAt > context.mostAheadMs) return unreadable('ahead');
  const isOrdered = validFrom <= validAt && validAt <= validTo && validFrom < validTo;
  if (!isOrdered || validTo - validFrom > longestMs || Math.abs(validAt - issuedAt) > longestMs)
    return unreadable('validity');
  if (value.levels.length === 0 || value.levels.length > mostLevels) return unreadable('nothing');
  const levels = [...value.levels].sort((a, b) => altitudeM(a.altitude) - altitudeM(b.altitude));
  return { ok: true, value: { kind: 'windsAloft', ...value, ...times, levels } };
}

/** Rows of one place and moment; a row that does not fit makes the whole of them unreadable, so that nothing is lost. */
function readColumns(
  head: string,
  rows: readonly string[],
  context: ReadingContext,
): ReadWeather<WindsAloft> {
  const names = columnNames(head);
  const read = rows.map(cellsOf).map((cells) => ({
    cell: (name: string) => cells[names.indexOf(name)] ?? '',
    isWhole: cells.length === names.length,
  }));
  const [first] = read;
  if (!first || read.some(({ isWhole }) => !isWhole)) return unreadable('columns');
  const { cell } = first;
  const position = positionIn(cell('latitude'), cell('longitude'));
  if (position === 'none') return unreadable('place');
  const place = cell('place').toUpperCase();
  if (place === '' ? position === null : !/^[A-Z0-9]{2,12}$/.test(place)) return unreadable('place');
  const validAt = instant(cell('time'));
  if (validAt === null) return unreadable('time');
  const [issued, from, to] = ['issued', 'from', 'to'].map((name) =>
    cell(name) === '' ? undefined : instant(cell(name)),
  );
  if (issued === null || from === null || to === null) return unreadable('time');
  const levels: WindLevel[] = [];
  for (const row of read) {
    const level = levelIn(row.cell, names);
    if (!level) return unreadable('level');
    levels.push(level);
  }
  const station = place || (position ? pointName(position) : '');
  return finished(
    { station, position, levels },
    {
      issuedAt: issued ?? Math.min(context.receivedAt, validAt),
      validAt,
      validFrom: from ?? validAt - usedForMs,
      validTo: to ?? validAt + usedForMs,
    },
    context,
  );
}

/** A moment with its zone: `2026-11-26T06:00Z`, `2026-11-26T14:00+08:00`. */
function instant(text: string): number | null {
  const isWhole = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:?\d{2})$/.test(text);
  const at = isWhole ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? null : at;
}

/** Null: none is given. */
function positionIn(north: string, east: string): Position | null | 'none' {
  if (north === '' && east === '') return null;
  const [latitude, longitude] = [figure(north, -90, 90), figure(east, -180, 180)];
  return latitude === null || longitude === null ? 'none' : { latitude, longitude };
}

function figure(text: string, least: number, most: number): number | null {
  const value = /^[+-]?\d+(?:\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  return value >= least && value <= most ? value : null;
}

const metresPerSecond: Readonly<Record<string, number>> = {
  speedmps: 1,
  speedkt: mpsPerKnot,
  speedkmh: 1 / 3.6,
};

/** Null: the row says no height, or something that cannot be. */
function levelIn(cell: (name: string) => string, names: readonly string[]): WindLevel | null {
  const altitude = altitudeIn(cell('level'));
  const unit = names.find((name) => name in metresPerSecond) ?? 'speedmps';
  const [direction, speed, temperature] = [cell('directiondeg'), cell(unit), cell('temperaturec')];
  const directionDeg = /^(?:VRB)?$/i.test(direction) ? null : figure(direction, 0, 360);
  const speedMps = speed === '' ? null : figure(speed, 0, fastestMps / (metresPerSecond[unit] ?? 1));
  const temperatureC = temperature === '' ? null : figure(temperature, -100, 60);
  const isWrong =
    (directionDeg === null && !/^(?:VRB)?$/i.test(direction)) ||
    (speedMps === null && speed !== '') ||
    (temperatureC === null && temperature !== '') ||
    (speedMps === null && direction !== '') ||
    (speedMps === null && temperatureC === null);
  if (!altitude || isWrong) return null;
  return {
    altitude,
    directionDeg,
    speedMps: speedMps === null ? null : rounded(speedMps * (metresPerSecond[unit] ?? 1)),
    temperatureC,
  };
}

const rounded = (value: number) => Math.round(value * 10) / 10;

/** `FL100`, `850hPa` (as its height in the standard atmosphere), `3000ft AMSL`, `900 m AMSL`; null: it is none. */
function altitudeIn(text: string): Altitude | null {
  const found = /^(?:FL\s?(\d{2,3})|(\d{1,4}(?:\.\d+)?)\s?hPa|(-?\d{1,5})\s?(m|ft)\s?(AMSL|MSL|STD))$/i.exec(
    text,
  );
  if (!found) return null;
  const [, level, pressure, height, unit, datum] = found;
  if (level !== undefined) return { value: Number(level), unit: 'FL', reference: 'STD' };
  if (pressure !== undefined) {
    const hpa = Number(pressure);
    if (hpa < 1 || hpa > 1_100) return null;
    return { value: Math.round(standardHeightM(hpa)), unit: 'm', reference: 'STD' };
  }
  return {
    value: Number(height),
    unit: unit?.toLowerCase() === 'm' ? 'm' : 'ft',
    reference: datum?.toUpperCase() === 'STD' ? 'STD' : 'AMSL',
  };
}

/** Height of a pressure in the standard atmosphere, metres above 1013.25 hPa. Source: ICAO Doc 7488. */
export function standardHeightM(hpa: number): number {
  const tropopauseHpa = 226.321;
  if (hpa < tropopauseHpa) return 11_000 + 6_341.62 * Math.log(tropopauseHpa / hpa);
  return (1 - (hpa / 1_013.25) ** 0.190263) * 44_330.8;
}

/** `3030N10412E`. */
export function pointName({ latitude, longitude }: Position): string {
  const part = (value: number, digits: number) => {
    const minutes = Math.round(Math.abs(value) * 60);
    return `${String(Math.floor(minutes / 60)).padStart(digits, '0')}${String(minutes % 60).padStart(2, '0')}`;
  };
  return `${part(latitude, 2)}${latitude < 0 ? 'S' : 'N'}${part(longitude, 3)}${longitude < 0 ? 'W' : 'E'}`;
}

/** Countries whose tables name places by three letters, before which their indicators have one more. */
const nationalLetters = new Set(['K', 'C']);
/** From here up the heights of an FB table are flight levels; below they are above mean sea level. */
const lowestFlightLevelFt = 18_000;

/** One line of an FB table: `BRL 2807 3007+03 …` below `FT  3000    6000 …`. */
function readLevels(lines: readonly string[], context: ReadingContext): ReadWeather<WindsAloft> {
  const at = lines.findIndex((line) => line.startsWith('FT'));
  const [levelLine = '', row = ''] = lines.slice(at);
  const [place = ''] = row.split(/\s/);
  const letter = (context.centre ?? 'KWNO').charAt(0);
  const station = place.length === 3 && nationalLetters.has(letter) ? `${letter}${place}` : place;
  if (!stationShape.test(station)) return unreadable('station');
  const head = lines.slice(0, at).join('\n');
  const times = timesIn(head, context.receivedAt);
  if (!times) return unreadable('time');
  const negativeAboveFt = Number(/NEG ABV (\d{5})/.exec(head)?.[1] ?? 24_000);
  const columns = [...levelLine.matchAll(/\d{4,5}/g)].map((found) => ({
    feet: Number(found[0]),
    end: found.index + found[0].length,
  }));
  const groups = [...row.slice(place.length).matchAll(/\S+/g)].map((found) => ({
    text: found[0],
    end: place.length + found.index + found[0].length,
  }));
  const levels: WindLevel[] = [];
  for (const [index, { text, end }] of groups.entries()) {
    // Groups end below their heights; where lines lost their columns, and no group is left out, they stand in order.
    const nearest = columns.find((column) => Math.abs(column.end - end) <= 1);
    const column = nearest ?? (groups.length === columns.length ? columns[index] : undefined);
    const level = column && groupAt(text, column.feet, negativeAboveFt);
    if (!level) return unreadable('level');
    levels.push(level);
  }
  return finished({ station, position: null, levels }, times, context);
}

/** `2306+08`, `2714`, `9900-03`, `771450` (270° + 50 tens: 51 is 10° with 100 kt more). */
function groupAt(text: string, feet: number, negativeAboveFt: number): WindLevel | null {
  const found = /^(\d{2})(\d{2})(?:([+-])?(\d{2}))?$/.exec(text);
  if (!found) return null;
  const [, tens = '', knots = '', sign, degrees] = found;
  const isLight = tens === '99';
  const isFast = !isLight && Number(tens) > 50;
  const direction = (Number(tens) - (isFast ? 50 : 0)) * 10;
  if (!isLight && direction > 360) return null;
  const isNegative = sign === '-' || (sign === undefined && feet > negativeAboveFt);
  // Without a sign only high up: lower it would be a figure that nobody knows the sign of.
  if (degrees !== undefined && sign === undefined && !isNegative) return null;
  return {
    altitude:
      feet < lowestFlightLevelFt
        ? { value: feet, unit: 'ft', reference: 'AMSL' }
        : { value: feet / 100, unit: 'FL', reference: 'STD' },
    directionDeg: isLight ? null : direction,
    // Light and variable: less than 5 knots.
    speedMps: isLight ? 0 : rounded((Number(knots) + (isFast ? 100 : 0)) * mpsPerKnot),
    temperatureC: degrees === undefined ? null : Number(degrees) * (isNegative ? -1 : 1) + 0,
  };
}

/** `DATA BASED ON 221200Z`, `VALID 221800Z FOR USE 1400-2100Z`. */
function timesIn(head: string, receivedAt: number): Times | null {
  const moment = (found: RegExpExecArray | null, near: number) =>
    found && dayTimeNear(Number(found[1]), Number(found[2]), Number(found[3]), near);
  const issuedAt = moment(/BASED ON (\d{2})(\d{2})(\d{2})Z/.exec(head), receivedAt);
  const validAt = moment(/VALID (\d{2})(\d{2})(\d{2})Z/.exec(head), issuedAt ?? receivedAt);
  if (validAt === null) return null;
  const use = /FOR USE (\d{2})(\d{2})-(\d{2})(\d{2})Z/.exec(head)?.slice(1).map(Number);
  const [fromHour = 0, fromMinute = 0, toHour = 0, toMinute = 0] = use ?? [];
  const midnight = Math.floor(validAt / dayMs) * dayMs;
  const from = midnight + (fromHour * 60 + fromMinute) * 60_000;
  const to = midnight + (toHour * 60 + toMinute) * 60_000;
  return {
    issuedAt: issuedAt ?? Math.min(receivedAt, validAt),
    validAt,
    validFrom: use ? (from > validAt ? from - dayMs : from) : validAt - usedForMs,
    validTo: use ? (to < validAt ? to + dayMs : to) : validAt + usedForMs,
  };
}
