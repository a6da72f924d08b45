import type { FormatToken } from './format-tokens.ts';

const dayMs = 86_400_000;
const daySeconds = 86_400;

/** The day before the first: day 1 is 1900-01-01, or 1904-01-02 in workbooks that count from 1904. */
const dayZeroMs = Date.UTC(1899, 11, 31);
const dayZero1904Ms = Date.UTC(1904, 0, 1);
/** Day 60 is 1900-02-29 to spreadsheets, a day that never was; from the next on they are one ahead. */
const leapDay = 60;
const lastDay = 2_958_465;

/**
 * The wall clock of a serial number of days as if it were UTC, ms, to the second; null: it names no day. What is below 1
 * is a time without a day.
 */
export function wallOfSerial(days: number, is1904: boolean): number | null {
  if (!(days >= 1) || days > lastDay) return null;
  const atMs = Math.round(days * daySeconds) * 1000;
  if (is1904) return dayZero1904Ms + atMs;
  const day = Math.floor(days);
  if (day === leapDay) return null;
  return dayZeroMs + atMs - (day > leapDay ? dayMs : 0);
}

/**
 * The reverse: the serial number of days of a wall clock. A time without a day is written as one of 1899-12-30 or 31, and is
 * below 1; what lies before is negative.
 */
export function serialOfWall(wallMs: number, is1904: boolean): number {
  if (is1904) return (wallMs - dayZero1904Ms) / dayMs;
  const days = (wallMs - dayZeroMs) / dayMs;
  if (days < 0) return days + 1;
  return days < leapDay ? days : days + 1;
}

const months = 'January February March April May June July August September October November December'.split(
  ' ',
);
const weekdays = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');
const chineseDays = '日一二三四五六';
const pad = (value: number, length: number) => String(value).padStart(length, '0');

/** A serial number of days by the tokens of its format; null: it names no such day or time. */
export function shownTime(tokens: FormatToken[], days: number, is1904: boolean): string | null {
  const hasDay = tokens.some(
    (token) => token.is === 'time' && ['year', 'month', 'day', 'weekday'].includes(token.unit),
  );
  const parts = tokens.filter((token) => token.is === 'time' && token.unit === 'part').length;
  if (days < 0 || days > lastDay) return null;
  const wall = hasDay ? wallOfSerial(days, is1904) : Math.round(days * daySeconds * 1000);
  if (wall === null) return null;
  // Shown to the second, or to the parts that have places.
  const step = 1000 / 10 ** Math.min(parts, 3);
  const at = new Date(Math.round(wall / step) * step);
  const isHalved = tokens.some(({ is }) => is === 'halves');
  let part = 0;
  return tokens
    .map((token) => {
      if (token.is === 'literal') return token.text;
      if (token.is === 'halves') return at.getUTCHours() < 12 ? token.morning : token.afternoon;
      if (token.is !== 'time') return '';
      if (token.unit !== 'part') return timePart(token, at, isHalved);
      part += 1;
      return pad(at.getUTCMilliseconds(), 3)[part - 1] ?? '0';
    })
    .join('');
}

const elapsedMs = { hour: 3_600_000, minute: 60_000, second: 1000 };

function timePart(
  { unit, length, elapsed, isChinese }: Extract<FormatToken, { is: 'time' }>,
  at: Date,
  isHalved: boolean,
): string {
  if (elapsed && (unit === 'hour' || unit === 'minute' || unit === 'second')) {
    return pad(Math.floor(at.getTime() / elapsedMs[unit]), length);
  }
  const two = Math.min(length, 2);
  switch (unit) {
    case 'year':
      return length === 2 ? pad(at.getUTCFullYear() % 100, 2) : pad(at.getUTCFullYear(), 4);
    case 'month': {
      const name = months[at.getUTCMonth()] ?? '';
      if (length < 3) return pad(at.getUTCMonth() + 1, length);
      return length === 4 ? name : name.slice(0, length === 3 ? 3 : 1);
    }
    case 'day':
      return pad(at.getUTCDate(), two);
    case 'weekday':
      return weekdayText(at.getUTCDay(), length, isChinese === true);
    case 'hour':
      return pad(isHalved ? at.getUTCHours() % 12 || 12 : at.getUTCHours(), two);
    case 'minute':
      return pad(at.getUTCMinutes(), two);
    default:
      return pad(at.getUTCSeconds(), two);
  }
}

function weekdayText(day: number, length: number, isChinese: boolean): string {
  if (isChinese) return `${length === 3 ? '' : '星期'}${chineseDays[day]}`;
  return length === 3 ? (weekdays[day] ?? '').slice(0, 3) : (weekdays[day] ?? '');
}

/** The wall clock as a sheet of no particular place would show it: `2026-11-27`, `2026-11-27 08:30`, `08:30`. */
export function isoShown(wallMs: number): string {
  const iso = new Date(wallMs).toISOString();
  const clock = clockShown(((wallMs % dayMs) + dayMs) % dayMs);
  return clock === '00:00' ? iso.slice(0, 10) : `${iso.slice(0, 10)} ${clock}`;
}

/** `08:30`, with seconds only where there are any; beyond a day hours go on. */
export function clockShown(ms: number): string {
  const seconds = Math.round(ms / 1000);
  const hours = Math.floor(seconds / 3600);
  const rest = seconds % 60;
  return `${pad(hours, 2)}:${pad(Math.floor(seconds / 60) % 60, 2)}${rest === 0 ? '' : `:${pad(rest, 2)}`}`;
}
