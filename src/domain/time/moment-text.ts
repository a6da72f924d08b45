import { mostWrittenCharacters, plainFigures } from '#domain/plain-figures.ts';
import { readClock } from './clock-text.ts';

/** `CST` and 北京时间 are Beijing time, wherever the service stands. */
const beijingMinutes = 8 * 60;
const dayMs = 86_400_000;

const pad = (value: number) => String(value).padStart(2, '0');

/** A moment as a text says it. */
export interface WallMoment {
  /** The clock on the wall as if it were UTC. */
  timeMs: number;
  /** Minutes east of Greenwich; undefined: not said. */
  offsetMin?: number;
  /** A time is written beside the day, and it is not `00:00`; `24:00` and `12:00 AM` are such times. */
  saysTime?: true;
}

/** Before a half of the day in Chinese no blank is needed: `2026/1/2下午3:30`. */
const shapes = [
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:(?:[T ]+|(?=[上下早凌中晚]))(.*))?$/i,
  /^(\d{4})\/(\d{1,2})\/(\d{1,2})(?:(?:[T ]+|(?=[上下早凌中晚]))(.*))?$/i,
  /^(\d{4})\.(\d{1,2})\.(\d{1,2})(?:(?: +|(?=[上下早凌中晚]))(.*))?$/,
  /^(\d{4}) *年 *(\d{1,2}) *月 *(\d{1,2}) *日? *(.*)$/,
  /^(\d{4})(\d{2})(\d{2})(?:[T ]+(.*))?$/i,
];

/**
 * A day with or without a time, in half or full width: `2026-01-02`, `2026/1/2 8:30`, `2026.1.2`, `2026年1月2日 下午3:30`,
 * `20260102 0830`; with a zone behind it where it says one. Undefined: it is none. Nothing in which day and month could
 * be swapped.
 */
export function wallMomentIn(raw: string): WallMoment | undefined {
  if (raw.trim().length > mostWrittenCharacters) return undefined;
  const text = plainFigures(raw).trim();
  for (const shape of shapes) {
    const match = shape.exec(text);
    if (!match) continue;
    const [, year, month, day, rest = ''] = match;
    const date = `${year}-${pad(Number(month))}-${pad(Number(day))}`;
    const dayStart = Date.parse(`${date}T00:00:00Z`);
    // A day that does not exist would roll over into the next month.
    if (Number.isNaN(dayStart) || new Date(dayStart).toISOString().slice(0, 10) !== date) return undefined;
    if (rest.trim() === '') return { timeMs: dayStart };
    return clockIn(dayStart, rest.trim());
  }
  return undefined;
}

/** Zones reach from twelve hours west to fourteen east. */
const mostOffsetMin = 14 * 60;

function clockIn(dayStartMs: number, text: string): WallMoment | undefined {
  // The basic format of ISO 8601: `083000`.
  const plain = text.replace(/^(\d{2})(\d{2})(\d{2})(?=$|[ Z+-])/i, '$1:$2:$3');
  const match = /^(.*?) *(Z|UTC|GMT|CST|北京时间|[+-]\d{2}(?::?\d{2})?)?$/i.exec(plain);
  const clock = readClock(match?.[1] ?? '');
  // With its day, what comes after 24:00 belongs to the next.
  if (!clock || clock.ms > dayMs) return undefined;
  const timeMs = dayStartMs + clock.ms + (clock.days ?? 0) * dayMs;
  const wall: WallMoment = { timeMs, ...(/[1-9]/.test(match?.[1] ?? '') ? { saysTime: true } : {}) };
  const zone = match?.[2];
  if (zone === undefined) return wall;
  const named = zone.toUpperCase();
  if (named === 'Z' || named === 'UTC' || named === 'GMT') return { ...wall, offsetMin: 0 };
  if (named === 'CST' || zone === '北京时间') return { ...wall, offsetMin: beijingMinutes };
  const sign = zone.startsWith('-') ? -1 : 1;
  const minutes = zone.length > 3 ? Number(zone.slice(-2)) : 0;
  const size = Number(zone.slice(1, 3)) * 60 + minutes;
  return minutes > 59 || size > mostOffsetMin ? undefined : { ...wall, offsetMin: sign * size || 0 };
}
