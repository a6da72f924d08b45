import { instantOf, type WallClock, wallClockAt } from '#domain/time/wall-clock.ts';
import type { Locale } from './label.ts';
import { textIn } from './locales/text-in.ts';

/** The texts of specification §5: dates by a pattern, relative time, and the dates that stand for none. */

/** The service's own zone (decisions.md §1), where the caller names no other. */
export const serviceTimeZone = 'Asia/Shanghai';

/** What a screen hands over as a time: a date, milliseconds, seconds in ten digits, or a text of any of these. */
export type TimeValue = Date | number | string;

/** UTC milliseconds; null where the value names no moment. A text without a zone is a wall clock in `timeZone`. */
export function momentOf(value: TimeValue, timeZone = serviceTimeZone): number | null {
  if (typeof value === 'object') return finite(value.getTime());
  if (typeof value === 'string' && !/^-?\d+$/.test(value.trim())) return parsed(value.trim(), timeZone);
  const number = Number(value);
  return finite(/^\d{10}$/.test(String(value).trim()) ? number * 1_000 : number);
}

const wallText = /^(\d{4})\/(\d{1,2})\/(\d{1,2})(?:[ T](\d{1,2}):(\d{1,2})(?::(\d{1,2})(?:\.\d+)?)?)?$/;

function parsed(text: string, timeZone: string): number | null {
  // Dashes become slashes first: a browser reads `2026-11-21` as UTC and `2026/11/21` as a wall clock.
  const match = wallText.exec(text.replaceAll('-', '/'));
  if (!match) return finite(Date.parse(text));
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1)
    .map((part) => Number(part ?? 0));
  const clock = { year, month, day, hour, minute, second };
  const real = month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month);
  return real && hour <= 24 && minute <= 59 && second <= 59 ? finite(instantOf(clock, timeZone)) : null;
}

function daysIn(year: number, month: number): number {
  const at = new Date(0);
  at.setUTCFullYear(year, month, 0);
  return at.getUTCDate();
}

function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}

/** Whether it is the IANA name of a zone whose clock this machine knows. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

const weekdays = ['日', '一', '二', '三', '四', '五', '六'];
const defaultPattern = '{y}-{m}-{d} {h}:{i}:{s}';

/**
 * A time by a pattern of `{y} {m} {d} {h} {i} {s}`, padded with zeros, and `{a}`, the weekday from 日 to 六.
 * Null where the value names no moment.
 */
export function parseTime(
  value: TimeValue,
  pattern = defaultPattern,
  timeZone = serviceTimeZone,
): string | null {
  const at = momentOf(value, timeZone);
  if (at === null) return null;
  const clock = wallClockAt(at, timeZone);
  const parts: Record<string, string> = {
    y: padded(clock.year, 4),
    m: padded(clock.month),
    d: padded(clock.day),
    h: padded(clock.hour),
    i: padded(clock.minute),
    s: padded(clock.second),
    a: weekdays[weekdayOf(clock)] ?? '',
  };
  return pattern.replace(/\{([ymdhisa])+\}/g, (hole, key: string) => parts[key] ?? hole);
}

const padded = (value: number, width = 2) => String(value).padStart(width, '0');

function weekdayOf({ year, month, day }: WallClock): number {
  return new Date(Date.UTC(year, month - 1, day)).getUTCDay();
}

/**
 * How long ago, seen from `now` (UTC ms): 刚刚 under 30 s, minutes and hours rounded up, 1天前 under 48 h; later the
 * date by `pattern`, or month, day, hour and minute in words.
 */
export function relativeTime(
  value: TimeValue,
  now: number,
  { pattern, locale = 'zh-Hans', timeZone }: { pattern?: string; locale?: Locale; timeZone?: string } = {},
): string | null {
  const at = momentOf(value, timeZone);
  if (at === null) return null;
  const seconds = (now - at) / 1_000;
  const say = (key: string, count = 0) =>
    textIn({ key: `common.ago.${key}${count === 1 ? '.one' : ''}`, values: { count } }, locale);
  if (seconds < 30) return say('now');
  if (seconds < 3_600) return say('minutes', Math.ceil(seconds / 60));
  if (seconds < 86_400) return say('hours', Math.ceil(seconds / 3_600));
  if (seconds < 2 * 86_400) return say('day');
  if (pattern !== undefined) return parseTime(at, pattern, timeZone);
  const { month, day, hour, minute } = wallClockAt(at, timeZone ?? serviceTimeZone);
  // A clock with a colon has its zeros; the Chinese units have none.
  const digits = (value: number) => (locale === 'en' ? padded(value) : String(value));
  const values = { month, day, hour: digits(hour), minute: digits(minute) };
  return textIn({ key: 'common.ago.date', values }, locale);
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/**
 * A length of time (ms, its sign left out) as people say it: minutes below two hours (`95 min`), hours and minutes below
 * two days (`19 h 16 min`), days and hours beyond (`3 d 4 h`). Whole units, rounded down; what is nought is left out.
 */
export function durationText(ms: number, locale: Locale): string {
  const long = Math.abs(ms);
  const say = (unit: string, count: number) =>
    textIn({ key: `common.span.${unit}`, values: { count } }, locale);
  const pair = (major: string, minor: string, majorMs: number, minorMs: number) => {
    const rest = Math.floor((long % majorMs) / minorMs);
    return [say(major, Math.floor(long / majorMs)), ...(rest > 0 ? [say(minor, rest)] : [])].join(' ');
  };
  if (long < minuteMs) return textIn({ key: 'common.span.moment' }, locale);
  if (long < 2 * hourMs) return say('minutes', Math.floor(long / minuteMs));
  return long < 2 * dayMs ? pair('hours', 'minutes', hourMs, minuteMs) : pair('days', 'hours', dayMs, hourMs);
}

const noDates = new Set(['0001-01-01', '1900-01-01']);

/** The date of an ISO text; those that stand for none are `---`. */
export function dateText(iso: string): string {
  const date = iso.slice(0, 10);
  return noDates.has(date) ? '---' : date;
}

/** The same where the date is the end of something: 0001-01-01 says that it has none. */
export function limitText(iso: string, noLimit: string): string {
  return iso.startsWith('0001-01-01') ? noLimit : dateText(iso);
}
