import { positionIn } from '#domain/geo/position-in.ts';
import { sunTimesAround } from '#domain/geo/sun.ts';
import { readSchedule, type ScheduleItem, type TimeRange } from '#domain/notam/schedule.ts';
import { type SunPlace, scheduleTimes } from '#domain/notam/schedule-times.ts';
import { plainFigures } from '#domain/plain-figures.ts';
import { isOfMainland, isPublished, type WorkCalendar, workCalendar } from '#domain/plans/working-days.ts';
import type { Locale } from '#domain/text/label.ts';
import { listText } from '#domain/text/list-text.ts';
import { stringOf } from '#domain/text/narrow.ts';
import { isActiveAt, type WeeklyTimes } from '#domain/time/activation.ts';
import { dayOf, distanceAt, zoneName } from '#domain/time/wall-clock.ts';

/** When an aerodrome is open, as its record says it. */
export interface AerodromeHours {
  /** Text: `0700-2100`, `H24`, `HJ`, `SR-30/SS+30`, `MON-FRI EXC HOL 0800-1800`; null: none. */
  hours: string | null;
  /** By the days of the week; they come before the text. */
  openTimes: readonly WeeklyTimes[] | null;
  /** IANA; null: that of the service. */
  timeZone: string | null;
  /** Where the sun of the text rises and sets; null: not recorded. */
  position: SunPlace | null;
  /** The public holidays of the text; null: those of its country are not known. */
  calendar: WorkCalendar | null;
}

/** The hours of an aerodrome's record. The calendar is that of the mainland: it counts at no aerodrome elsewhere. */
export function hoursOf(
  record: Partial<Record<'hours' | 'openTimes' | 'timeZone' | 'position' | 'country' | 'icao', unknown>>,
  calendar: WorkCalendar,
): AerodromeHours {
  const [country, icao] = [stringOf(record.country), stringOf(record.icao)];
  const isMainland = country ? country === 'CN' : !icao || isOfMainland(icao);
  return {
    hours: stringOf(record.hours)?.trim() || null,
    openTimes: Array.isArray(record.openTimes) ? (record.openTimes as WeeklyTimes[]) : null,
    timeZone: stringOf(record.timeZone),
    position: positionIn(record.position),
    calendar: isMainland ? calendar : null,
  };
}

/**
 * Is it open for a flight that takes off or lands at a moment (UTC ms)? At the minute at which it closes it is closed, by the
 * text as by the week. Null: its hours are not known, are words that a person must read, or depend on what is not known: the
 * holidays of a year that is not published or of another country, the sun where it does not rise and set that day.
 */
export function isOpenAt(
  { hours, openTimes, timeZone, position, calendar }: AerodromeHours,
  at: number,
  zone: string,
): boolean | null {
  const own = timeZone ?? zone;
  if (openTimes && openTimes.length > 0) return isActiveAt({ schedule: openTimes }, at, at + 1, own);
  const items = hours === null ? null : openingHours(hours);
  if (items === null) return null;
  if (items.some(countsBySun)) {
    const sun = position && sunTimesAround(position, at);
    if (!sun || sun.sunrise === null || sun.sunset === null) return null;
  }
  // A schedule is of UTC's days: the wall clock of the aerodrome takes its place.
  const aheadMs = distanceAt(at, own);
  const wall = at + aheadMs;
  const place = position && { ...position, aheadMs };
  const [first = null, ...others] = possibleCalendars(wall, calendar).map(
    (one) =>
      scheduleTimes(items, { from: wall, to: wall + 1 }, place, { calendar: one, timeZone: 'UTC' }).length >
      0,
  );
  return others.every((answer) => answer === first) ? first : null;
}

const dayMs = 86_400_000;

/** The calendar by which hours count on a day and the days before it; all that may be, where their year is not published. */
function possibleCalendars(wall: number, calendar: WorkCalendar | null): WorkCalendar[] {
  const known = calendar ?? workCalendar([]);
  const unknown = [2, 1, 0]
    .map((ago) => dayOf(wall - ago * dayMs, 'UTC'))
    .filter((day) => !isPublished(day, known));
  if (unknown.length === 0) return [known];
  return (['holiday', 'workday'] as const).map((kind) => ({
    holidays: new Map([...known.holidays, ...unknown.map((day) => [day, kind] as const)]),
  }));
}

const rangesOf = (item: ScheduleItem): TimeRange[] =>
  item.kind === 'ranges' ? [...item.ranges, ...item.except.flatMap(({ ranges }) => ranges)] : [];

const countsBySun = (item: ScheduleItem): boolean =>
  rangesOf(item).some(({ from, to }) => 'sun' in from || 'sun' in to);

const isWholeDay = ({ from, to }: TimeRange): boolean =>
  'minutes' in from && 'minutes' in to && from.minutes === 0 && to.minutes === 1440;

/** Whether its hours are times of the wall clock, which need the name of their zone; free text may name another. */
export function areWallTimes({ hours, openTimes }: Pick<AerodromeHours, 'hours' | 'openTimes'>): boolean {
  if (openTimes && openTimes.length > 0) return true;
  const items = hours === null ? null : openingHours(hours);
  return (items ?? [])
    .flatMap(rangesOf)
    .some((range) => !isWholeDay(range) && ('minutes' in range.from || 'minutes' in range.to));
}

const written = (time: string) => `${time.slice(0, 2)}:${time.slice(2)}`;

/** Its hours in a line, `Mon–Fri 08:00–18:00`; the days are left out where it is every day. Empty: none are known. */
export function hoursText(
  { hours, openTimes }: Pick<AerodromeHours, 'hours' | 'openTimes'>,
  locale: Locale,
): string {
  if (!openTimes || openTimes.length === 0) return hours?.trim() ?? '';
  return openTimes
    .map(({ days, startTime, endTime }) => {
      const span = `${written(startTime)}–${written(endTime)}`;
      return days.length === 7 ? span : `${daysText(days, locale)} ${span}`;
    })
    .join(locale === 'en' ? ', ' : '，');
}

/** The same with the zone in which they are, where they are of the wall clock, as it is named at a moment (UTC ms). */
export function zonedHoursText(hours: AerodromeHours, at: number, zone: string, locale: Locale): string {
  const text = hoursText(hours, locale);
  return areWallTimes(hours) ? `${text} ${zoneName(at, hours.timeZone ?? zone)}` : text;
}

/** `Mon–Fri`, `Sat, Sun`. */
function daysText(days: readonly number[], locale: Locale): string {
  const format = new Intl.DateTimeFormat(locale === 'en' ? 'en' : 'zh-CN', {
    weekday: 'short',
    timeZone: 'UTC',
  });
  // 1 January 2024 is a Monday.
  const name = (day: number) => format.format(Date.UTC(2024, 0, day));
  const sorted = [...days].sort();
  const [first, last] = [sorted[0] ?? 1, sorted.at(-1) ?? 7];
  return sorted.length > 2 && last - first === sorted.length - 1
    ? `${name(first)}${locale === 'en' ? '–' : '至'}${name(last)}`
    : listText(sorted.map(name), locale);
}

/** As hours of aerodromes write what the schedule of a NOTAM writes otherwise. */
const otherWords: [RegExp, string][] = [
  [/^24\s*H$|24\s*小时/gi, 'H24'],
  [/−/g, '-'],
  [/(?<![\d:])(\d)(?=:[0-5]\d(?!\d))/g, '0$1'],
  [/日出前\s*(\d{1,3})\s*分钟?/g, 'SR-$1'],
  [/日出后\s*(\d{1,3})\s*分钟?/g, 'SR+$1'],
  [/日落前\s*(\d{1,3})\s*分钟?/g, 'SS-$1'],
  [/日落后\s*(\d{1,3})\s*分钟?/g, 'SS+$1'],
  [/[（(]?\s*(?:法定)?节?假日除外\s*[)）]?/g, ' EXC HOL '],
  [/\bPH\b/gi, 'HOL'],
  // Between two times of one day, or from one moment of the sun to the other.
  [/(?<=[-–—~～至]\s*\d\d:?\d\d\s*)\//g, ','],
  [/\/(?=\s*S[RS]\b)/gi, '-'],
];

/**
 * The clauses of `0700-2100`, `07:00–12:00, 14:00–18:00`, `H24`, `HJ`, `SR-SS`, `SR-30/SS+30`, `MON-FRI EXC HOL 0800-1800`, by the
 * wall clock; null where the text is something else, names another clock (`UTC`), days without times, or dates.
 */
export function openingHours(text: string): ScheduleItem[] | null {
  if (/UTC|GMT|\d\s*Z\b|世界/i.test(text)) return null;
  const tidy = otherWords.reduce(
    (all, [pattern, word]) => all.replace(pattern, word),
    plainFigures(text).trim(),
  );
  const { items } = readSchedule(tidy);
  const isHours = (item: ScheduleItem) =>
    item.kind === 'ranges' && [item, ...item.except].every(({ days }) => days.kind !== 'dates');
  if (items.length === 0 || !items.every(isHours)) return null;
  const isAllDay = items.flatMap(rangesOf).some(isWholeDay);
  return isAllDay && !/H24|0000\s*-\s*2400/i.test(tidy) ? null : items;
}
