import type { Airport } from '#domain/record/records.gen.ts';
import { listOf, type Node, numberOf, textOf } from './aixm-nodes.ts';
import { openingHours } from './hours.ts';

type Hours = Pick<Airport, 'hours' | 'openTimes' | 'timeZone' | 'status'>;

/** A timesheet as hours have it: on which days, from when to when. */
interface Times {
  day: string;
  from: string;
  to: string;
}

const weekdays = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'];
/** Days as the text of the hours writes them; others cannot be counted. */
const dayWords: Record<string, string> = { ANY: 'DAILY', WORK_DAY: 'WORKDAYS', HOL: 'HOL' };

/**
 * When an aerodrome is open by its availability: `H24`, the opening times of a week, or a text where the sun, working days or
 * holidays count. Hours of which one timesheet cannot be read are left out as a whole: a part of them would close the
 * aerodrome at times when it is open.
 */
export function hoursOfSlice(
  slice: Node,
  problem: (code: 'hours' | 'limited', detail: string) => void,
): Hours {
  const availabilities = listOf(slice.availability).flatMap((holder) =>
    listOf(holder.AirportHeliportAvailability),
  );
  const sheetsOf = (availability: Node) =>
    listOf(availability.timeInterval).flatMap((holder) => listOf(holder.Timesheet));
  const open = availabilities.filter(({ operationalStatus }) =>
    ['NORMAL', null].includes(textOf(operationalStatus)),
  );
  const others = availabilities.filter((one) => !open.includes(one));
  const isClosed = ({ operationalStatus }: Node) => textOf(operationalStatus) === 'CLOSED';
  if (open.length === 0 && others.some((one) => isClosed(one) && sheetsOf(one).length === 0))
    return { status: 'closed' };
  for (const one of others) {
    const text = sheetsOf(one).map(sheetText).join(', ');
    problem('limited', [textOf(one.operationalStatus), text].filter(Boolean).join(' '));
  }
  const sheets = open.flatMap(sheetsOf);
  if (sheets.length === 0) return {};
  const hours = readSheets(sheets);
  if (hours) return hours;
  problem('hours', sheets.map(sheetText).join(', '));
  return {};
}

function readSheets(sheets: readonly Node[]): Hours | null {
  const shown = sheets.filter((sheet) => !isExcluded(sheet)).map(timesOf);
  const excluded = sheets.filter(isExcluded).map(timesOf);
  const times = shown.filter((one) => one !== null);
  const without = excluded.filter((one) => one !== null);
  if (times.length === 0 || times.length < shown.length || without.length < excluded.length) return null;
  // Only whole days can be excluded in the text.
  if (!without.every(isWholeDay)) return null;
  if (
    times.length === 1 &&
    without.length === 0 &&
    times.every((one) => one.day === 'ANY' && isWholeDay(one))
  )
    return { hours: 'H24' };
  const zone = zoneOf(sheets);
  const clocks = times.flatMap(({ from, to }) => [from, to]).filter((time) => /^\d/.test(time));
  if (zone === null && (clocks.length > 0 || times.some(({ day }) => day !== 'ANY'))) return null;
  const inZone = zone === null || clocks.length === 0 ? {} : { timeZone: zone };
  const isOfWeek = times.every(({ day }) => day === 'ANY' || weekdays.includes(day));
  if (isOfWeek && without.length === 0 && clocks.length === 2 * times.length)
    return { openTimes: byDays(times), ...inZone };
  const except = without.length > 0 ? ` EXC ${without.map(({ day }) => dayWords[day] ?? day).join(' ')}` : '';
  const text = times.map(({ day, from, to }) => `${dayWords[day] ?? day}${except} ${from}-${to}`).join(', ');
  return text.length <= 128 && openingHours(text) ? { hours: text, ...inZone } : null;
}

const isExcluded = ({ excluded }: Node): boolean => textOf(excluded) === 'YES';

const isWholeDay = ({ from, to }: Times): boolean => from === '0000' && (to === '2400' || to === '0000');

/** The times of a timesheet; null: it is of a season, of days that cannot be counted, of the earlier or later of two times. */
function timesOf(sheet: Node): Times | null {
  const day = textOf(sheet.day) ?? 'ANY';
  const dayTil = textOf(sheet.dayTil) ?? day;
  const [first, last] = [textOf(sheet.startDate), textOf(sheet.endDate)];
  const isAllYear = (first === null && last === null) || (first === '01-01' && last === '31-12');
  const isKnown = weekdays.includes(day) || dayWords[day] !== undefined;
  // `MON` until `FRI` may mean each of these days or one continuous period: only single days are imported.
  if (!isAllYear || !isKnown || dayTil !== day || textOf(sheet.daylightSavingAdjust) === 'YES') return null;
  const [from, to] = [momentOf(sheet, 'start'), momentOf(sheet, 'end')];
  if (from === 'none' && to === 'none') return { day, from: '0000', to: '2400' };
  return from === null || to === null || from === 'none' || to === 'none' ? null : { day, from, to };
}

/** `0800`, `SR-30`; `none`: it has no such time; null: it cannot be read. */
function momentOf(sheet: Node, end: 'start' | 'end'): string | null {
  const [time, event] = [textOf(sheet[`${end}Time`]), textOf(sheet[`${end}Event`])];
  if (time !== null && event !== null) return null;
  if (time !== null) {
    const [, hour, minute] = /^(\d\d):(\d\d)(?::00)?$/.exec(time) ?? [];
    return hour && minute && Number(hour) * 60 + Number(minute) <= 1440 && Number(minute) < 60
      ? `${hour}${minute}`
      : null;
  }
  if (event === null) return 'none';
  if (event !== 'SR' && event !== 'SS') return null;
  const relative = sheet[`${end}TimeRelativeEvent`];
  const unit = listOf(relative)[0]?.['@uom'] ?? 'MIN';
  const minutes = (numberOf(relative) ?? 0) * (unit === 'HR' ? 60 : unit === 'MIN' ? 1 : Number.NaN);
  if (!Number.isInteger(minutes) || Math.abs(minutes) > 999) return null;
  return minutes === 0 ? event : `${event}${minutes > 0 ? '+' : '-'}${Math.abs(minutes)}`;
}

/** The zone of the clock that all of them name, IANA; null: none, several, or one that cannot be read. */
function zoneOf(sheets: readonly Node[]): string | null {
  const [reference, ...others] = new Set(sheets.map(({ timeReference }) => textOf(timeReference)));
  if (others.length > 0 || !reference) return null;
  if (reference === 'UTC') return 'UTC';
  const [, sign, hours] = /^UTC([+-])(\d{1,2})$/.exec(reference) ?? [];
  // In the names of these zones the sign is the other way round.
  return hours && Number(hours) <= 14 ? `Etc/GMT${sign === '+' ? '-' : '+'}${Number(hours)}` : null;
}

/** The days of the week that have the same times, in one line. */
function byDays(times: readonly Times[]): NonNullable<Airport['openTimes']> {
  const lines = new Map<string, Set<number>>();
  for (const { day, from, to } of times) {
    const key = `${from} ${to}`;
    const days = day === 'ANY' ? [1, 2, 3, 4, 5, 6, 7] : [weekdays.indexOf(day) + 1];
    lines.set(key, new Set([...(lines.get(key) ?? []), ...days]));
  }
  return [...lines].map(([key, days]) => {
    const [startTime = '', endTime = ''] = key.split(' ');
    const sorted = [...days].sort((a, b) => a - b) as NonNullable<Airport['openTimes']>[number]['days'];
    return { days: sorted, startTime, endTime };
  });
}

/** A timesheet as the file has it, for a person to read. */
function sheetText(sheet: Node): string {
  const part = (...keys: string[]) => keys.map((key) => textOf(sheet[key])).filter((text) => text !== null);
  const moment = (end: string) => part(`${end}Time`, `${end}Event`, `${end}TimeRelativeEvent`).join(' ');
  return [
    isExcluded(sheet) ? 'EXC' : '',
    part('startDate', 'endDate').join('–'),
    part('day', 'dayTil').join('–'),
    [moment('start'), moment('end')].filter(Boolean).join('–'),
    ...part('timeReference'),
    textOf(sheet.daylightSavingAdjust) === 'YES' ? 'DST' : '',
  ]
    .filter(Boolean)
    .join(' ');
}
