import { halfWidth } from '#domain/text/width.ts';
import { hhmmOf } from '#domain/time/clock-text.ts';

/** One entry of a weekly pattern: on these days (1 Monday … 7 Sunday) from and to, `HHmm` in the service's zone. */
export interface WeeklyEntry {
  days: number[];
  startTime?: string;
  endTime?: string;
}

export const weekDays = [1, 2, 3, 4, 5, 6, 7] as const;

/** Usual choices of days, by the key of their name. */
export const usualDays: Record<'every' | 'work' | 'weekend', number[]> = {
  every: [1, 2, 3, 4, 5, 6, 7],
  work: [1, 2, 3, 4, 5],
  weekend: [6, 7],
};

/** A stored value as entries; what is no entry is left out. */
export function readWeekly(value: unknown): WeeklyEntry[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((item: unknown) => {
    if (typeof item !== 'object' || item === null) return [];
    const days = 'days' in item && Array.isArray(item.days) ? item.days : [];
    const time = (name: 'startTime' | 'endTime') => {
      const own: unknown = Reflect.get(item, name);
      return typeof own === 'string' ? { [name]: own } : {};
    };
    return [
      {
        days: days.filter((day): day is number => typeof day === 'number'),
        ...time('startTime'),
        ...time('endTime'),
      },
    ];
  });
}

/** Days in the order of the week, a day once; an empty time is absent. */
export function writeWeekly(entries: WeeklyEntry[]): WeeklyEntry[] | undefined {
  if (entries.length === 0) return undefined;
  return entries.map(({ days, startTime, endTime }) => ({
    days: weekDays.filter((day) => days.includes(day)),
    ...(startTime ? { startTime } : {}),
    ...(endTime ? { endTime } : {}),
  }));
}

/** `8:30`, `830`, `８３０` and `上午8:30` as `0830`; what cannot be a time stays as it was typed, to be told so. */
export function tidyTime(typed: string): string {
  return hhmmOf(typed) ?? halfWidth(typed).trim();
}

/** Does the entry reach into the next day? Its end is then not after its begin. */
export function pastMidnight({ startTime, endTime }: WeeklyEntry): boolean {
  return startTime !== undefined && endTime !== undefined && endTime <= startTime;
}

/** Places of entries that claim a time another claims already. */
export function overlapping(entries: WeeklyEntry[]): Set<number> {
  const found = new Set<number>();
  const taken: { place: number; from: number; to: number }[] = [];
  entries.forEach((entry, place) => {
    for (const { from, to } of spansOf(entry)) {
      for (const other of taken) {
        if (other.place === place || from >= other.to || other.from >= to) continue;
        found.add(place);
        found.add(other.place);
      }
      taken.push({ place, from, to });
    }
  });
  return found;
}

const weekMin = 7 * 1440;

/** Minutes of the week that an entry covers; what passes Sunday's midnight goes on on Monday. */
function spansOf(entry: WeeklyEntry): { from: number; to: number }[] {
  const [start, end] = [minutesOf(entry.startTime), minutesOf(entry.endTime)];
  if (start === null || end === null) return [];
  return entry.days.flatMap((day) => {
    const from = (day - 1) * 1440 + start;
    const to = from + (pastMidnight(entry) ? end + 1440 - start : end - start);
    return to <= weekMin
      ? [{ from, to }]
      : [
          { from, to: weekMin },
          { from: 0, to: to - weekMin },
        ];
  });
}

function minutesOf(time: string | undefined): number | null {
  if (time === undefined || !/^\d{4}$/.test(time)) return null;
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(2));
}
