import { plainFigures } from '#domain/plain-figures.ts';
import { dayAfter } from '#domain/plans/working-days.ts';
import { readClock } from '#domain/time/clock-text.ts';
import { wallMomentIn } from '#domain/time/moment-text.ts';
import { distanceAt, momentsOf, offsetText, type WallMoments, wallClockAt } from '#domain/time/wall-clock.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;

const pad = (value: number) => String(value).padStart(2, '0');

/** `YYYY-MM-DD`; null where the calendar has no such day. */
export function calendarDay(year: number, month: number, day: number): string | null {
  const at = new Date(Date.UTC(year, month - 1, day));
  // A day that does not exist would roll over into the next month.
  const real = at.getUTCFullYear() === year && at.getUTCMonth() === month - 1 && at.getUTCDate() === day;
  return real ? `${year}-${pad(month)}-${pad(day)}` : null;
}

/**
 * A day as it is typed, `YYYY-MM-DD`, or null: `2026-11-22`, `2026/11/22`, `20261122`, `11-22` and `1122` (the next
 * such day from `today` on), `+1` and `明天` (days from today). Nothing in which day and month could be swapped.
 */
export function readDayText(text: string, today: string): string | null {
  const plain = plainFigures(text).trim();
  const ahead = /^\+(\d{1,2})$/.exec(plain);
  if (ahead) return dayAfter(today, Number(ahead[1]));
  const named = ['今天', '明天', '后天'].indexOf(plain);
  if (named >= 0) return dayAfter(today, named);
  const whole = wallMomentIn(plain);
  if (whole) {
    const isDay = whole.offsetMin === undefined && whole.timeMs % dayMs === 0;
    return isDay ? new Date(whole.timeMs).toISOString().slice(0, 10) : null;
  }
  const short =
    /^(\d{1,2})[-/.](\d{1,2})$/.exec(plain) ??
    /^(\d{2})(\d{2})$/.exec(plain) ??
    /^(\d{1,2})\s*月\s*(\d{1,2})\s*日?$/.exec(plain);
  if (!short) return null;
  const year = Number(today.slice(0, 4));
  const found = calendarDay(year, Number(short[1]), Number(short[2]));
  if (found !== null && found >= today) return found;
  return calendarDay(year + 1, Number(short[1]), Number(short[2]));
}

export interface ClockReading {
  /** Minutes after midnight; hour 24 is the next day's first. */
  minutes: number;
  /** Days later, where it is said (`0030+1`). */
  days: number | null;
  /** UTC offset in minutes, where the text has one (`01:30-05:00`): selects one of two times that a clock change repeats. */
  offsetMin: number | null;
}

const withOffset = /^(.*\d) *([+-])(\d{2}):([0-5]\d) *(\+[12])?$/;

/**
 * A time as people write it (`readClock`), to the minute: `08:30`, `0830`, `830`, `下午3:30`, `0030+1`, `01:30-05:00`.
 * Null where it is none.
 */
export function readClockText(text: string): ClockReading | null {
  const plain = plainFigures(text).trim();
  const [, time, sign, hours, rest, later = ''] = withOffset.exec(plain) ?? [];
  const clock = readClock(time === undefined ? plain : time + later);
  if (!clock || clock.ms % minuteMs !== 0) return null;
  const size = Number(hours) * 60 + Number(rest);
  const offsetMin = time === undefined ? null : sign === '-' ? -size : size;
  return { minutes: clock.ms / minuteMs, days: clock.days, offsetMin };
}

/** `08:30`. */
export function writeClockText(minutes: number): string {
  const rest = ((minutes % 1440) + 1440) % 1440;
  return `${pad(Math.floor(rest / 60))}:${pad(rest % 60)}`;
}

/** `08:30+1`, with the offset of the reading: a time as `readClockText` reads it. */
export function writeReading({ minutes, days, offsetMin }: ClockReading): string {
  const offset = offsetMin === null ? '' : offsetText(offsetMin);
  return `${writeClockText(minutes)}${offset}${days === null ? '' : `+${days}`}`;
}

/** Local time at a moment (UTC ms); with its UTC offset where a clock change repeats that time. */
export function clockTextAt(at: number, timeZone: string): string {
  const clock = { ...wallClockAt(at, timeZone), second: 0 };
  const { first, last } = momentsOf(clock, timeZone);
  const text = writeClockText(clock.hour * 60 + clock.minute);
  return first === last ? text : `${text}${offsetText(offsetAt(at, timeZone))}`;
}

function offsetAt(at: number, timeZone: string): number {
  return Math.round(distanceAt(at, timeZone) / minuteMs);
}

/** The moment, UTC ISO 8601, at which the wall shows this many minutes after the midnight that begins a day. */
export function momentOn(day: string, minutes: number, timeZone: string): string {
  return new Date(momentsOn(day, minutes, timeZone).first).toISOString();
}

/** The moment of a time in a cell, UTC ISO 8601; or why it is invalid: the end of a message key, with the values of its text. */
export function momentOfClock(
  day: string,
  minutes: number,
  offsetMin: number | null,
  timeZone: string,
): { at: string } | { fault: 'leftOut' | 'twice' | 'offset'; values: Record<string, string> } {
  const { first, last, leftOutAt } = momentsOn(day, minutes, timeZone);
  const values = { time: writeClockText(minutes), zone: timeZone };
  if (leftOutAt !== null) return { fault: 'leftOut', values };
  if (offsetMin === null && first !== last) {
    return {
      fault: 'twice',
      values: { ...values, first: clockTextAt(first, timeZone), second: clockTextAt(last, timeZone) },
    };
  }
  const at = [first, last].find((one) => offsetMin === null || offsetAt(one, timeZone) === offsetMin);
  if (at !== undefined) return { at: new Date(at).toISOString() };
  return { fault: 'offset', values: { ...values, offset: offsetText(offsetMin ?? 0) } };
}

function momentsOn(day: string, minutes: number, timeZone: string): WallMoments {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const clock = { year, month, day: date, hour: Math.floor(minutes / 60), minute: minutes % 60, second: 0 };
  return momentsOf(clock, timeZone);
}

/** Minutes after the departure day's midnight at which it arrives: an arrival not after departure is the next day's. */
export function arrivalMinutes(departure: ClockReading, arrival: ClockReading): number {
  if (arrival.days !== null) return arrival.minutes + arrival.days * 1440;
  return isNotAfter(arrival, departure) ? arrival.minutes + 1440 : arrival.minutes;
}

function isNotAfter(arrival: ClockReading, departure: ClockReading): boolean {
  const later = arrival.minutes - departure.minutes;
  if (arrival.offsetMin === null || departure.offsetMin === null) return later <= 0;
  return later - (arrival.offsetMin - departure.offsetMin) <= 0;
}
