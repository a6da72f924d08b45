/** A moment as the clock on the wall shows it in a time zone. Month and day count from 1. */
export interface WallClock {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
    timeZoneName: 'short',
  });
  formats.set(timeZone, made);
  return made;
}

/** Since 1972 no zone has changed but at a whole quarter of an hour, UTC: within one its distance from UTC is the same. */
const quarterMs = 900_000;
/** Quarters that are remembered of each zone, at most. */
const mostQuarters = 10_000;
const distances = new Map<string, Map<number, number>>();

/** How far the wall clock of `timeZone` is ahead of UTC at `at` (UTC ms), in ms. */
export function distanceAt(at: number, timeZone: string): number {
  const known = distances.get(timeZone) ?? new Map<number, number>();
  const quarter = Math.floor(at / quarterMs);
  const remembered = known.get(quarter);
  if (remembered !== undefined) return remembered;
  const second = Math.floor(at / 1000) * 1000;
  const distance = asIfUtc(readClock(second, timeZone)) - second;
  if (known.size >= mostQuarters) known.clear();
  distances.set(timeZone, known.set(quarter, distance));
  return distance;
}

function readClock(at: number, timeZone: string): WallClock {
  const parts = formatOf(timeZone).formatToParts(at);
  const value = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((part) => part.type === type)?.value ?? 0);
  return {
    year: value('year'),
    month: value('month'),
    day: value('day'),
    hour: value('hour'),
    minute: value('minute'),
    second: value('second'),
  };
}

/**
 * What the wall clock of `timeZone` (IANA name) shows at `at` (UTC ms).
 * Not dayjs: its `tz` parses in the zone of the machine and is off by an hour in that zone's daylight-saving gaps.
 */
export function wallClockAt(at: number, timeZone: string): WallClock {
  const shown = new Date(at + distanceAt(at, timeZone));
  return {
    year: shown.getUTCFullYear(),
    month: shown.getUTCMonth() + 1,
    day: shown.getUTCDate(),
    hour: shown.getUTCHours(),
    minute: shown.getUTCMinutes(),
    second: shown.getUTCSeconds(),
  };
}

function asIfUtc(clock: WallClock): number {
  return Date.UTC(clock.year, clock.month - 1, clock.day, clock.hour, clock.minute, clock.second);
}

/** What a wall clock's figures mean on the day of a change to or from daylight saving, UTC ms. */
export interface WallMoments {
  /** When the wall shows them first; where it never does, as long after the change as they are into the gap. */
  first: number;
  /** When it shows them last: the same as `first` but in an hour that the wall shows twice. */
  last: number;
  /** The change that leaves these figures out; null: the wall shows them. */
  leftOutAt: number | null;
}

const dayMs = 86_400_000;

/** When the wall clock of `timeZone` (IANA name) shows this: once, twice, or never, for the clock was put on past it. */
export function momentsOf(clock: WallClock, timeZone: string): WallMoments {
  const wanted = asIfUtc(clock);
  // No zone is a day from UTC: a change near the figures lies between these two.
  const before = distanceAt(wanted - dayMs, timeZone);
  const after = distanceAt(wanted + dayMs, timeZone);
  const [early, late] = [wanted - before, wanted - after];
  if (before === after) return { first: early, last: early, leftOutAt: null };
  const isEarly = distanceAt(early, timeZone) === before;
  const isLate = distanceAt(late, timeZone) === after;
  if (isEarly && isLate) return { first: early, last: late, leftOutAt: null };
  if (isEarly) return { first: early, last: early, leftOutAt: null };
  if (isLate) return { first: late, last: late, leftOutAt: null };
  return { first: early, last: early, leftOutAt: changeWithin(late, early, timeZone) };
}

/** Are they neither skipped nor repeated by a clock change? */
export const isShownOnce = ({ first, last, leftOutAt }: WallMoments): boolean =>
  first === last && leftOutAt === null;

/** Minutes ahead of UTC as ISO 8601 writes them: `+08:00`, `-05:00`. */
export function offsetText(minutes: number): string {
  const size = Math.abs(minutes);
  const pad = (value: number) => String(value).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${pad(Math.floor(size / 60))}:${pad(size % 60)}`;
}

/** The moment in (from, to] at which the zone's distance from UTC changes, to the second. */
function changeWithin(from: number, to: number, timeZone: string): number {
  const old = distanceAt(from, timeZone);
  let [low, high] = [Math.floor(from / 1000), Math.ceil(to / 1000)];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (distanceAt(middle * 1000, timeZone) === old) low = middle;
    else high = middle;
  }
  return high * 1000;
}

/**
 * The moment (UTC ms) at which the wall clock of `timeZone` shows this: the first of two, and in a gap as long after
 * the change as the figures are into it (02:30 of a night without an hour from 02:00 is 03:30).
 */
export function instantOf(clock: WallClock, timeZone: string): number {
  return momentsOf(clock, timeZone).first;
}

/** `HH:mm` or `HHmm` on the wall, `days` calendar days after (negative: before) the day on which `at` falls there. */
export function onDay(at: number, days: number, time: string, timeZone: string): number {
  const clock = wallClockAt(at, timeZone);
  const digits = time.replace(':', '');
  const hour = Number(digits.slice(0, 2));
  const minute = Number(digits.slice(2, 4));
  return instantOf({ ...clock, day: clock.day + days, hour, minute, second: 0 }, timeZone);
}

const two = (value: number) => String(value).padStart(2, '0');

/** The calendar day `YYYY-MM-DD` of a moment in a time zone. */
export function dayOf(at: number, timeZone: string): string {
  const { year, month, day } = wallClockAt(at, timeZone);
  return `${year}-${two(month)}-${two(day)}`;
}

/** `YYYY-MM-DD HH:mm CST`: as the wall shows it, with its zone. */
export function formatWall(at: number, timeZone: string): string {
  const { hour, minute } = wallClockAt(at, timeZone);
  return `${dayOf(at, timeZone)} ${two(hour)}:${two(minute)} ${zoneName(at, timeZone)}`;
}

/** Beijing's as our screens call it; others as they are known in English, or by their distance from UTC. */
export function zoneName(at: number, timeZone: string): string {
  if (timeZone === 'Asia/Shanghai') return 'CST';
  const parts = formatOf(timeZone).formatToParts(at);
  return (parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone).replace('GMT', 'UTC');
}
