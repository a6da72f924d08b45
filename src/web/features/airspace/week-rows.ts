import { type WeeklyEntry, weekDays } from '#web/engine/widgets/weekly.ts';

export interface WeekRow {
  /** 1 Monday … 7 Sunday. */
  day: number;
  /** Minutes of the day in the service's zone, in order, none over another. */
  spans: { from: number; to: number }[];
}

const dayMin = 1440;

/** A weekly pattern by days; what passes midnight goes on on the next day, Sunday's on Monday. None: all of every day. */
export function weekRows(schedule: readonly WeeklyEntry[] | null | undefined): WeekRow[] {
  if (!schedule || schedule.length === 0) {
    return weekDays.map((day) => ({ day, spans: [{ from: 0, to: dayMin }] }));
  }
  const raw = new Map<number, { from: number; to: number }[]>();
  const add = (day: number, from: number, to: number) => {
    if (to > from) raw.set(day, [...(raw.get(day) ?? []), { from, to }]);
  };
  for (const { days, startTime, endTime } of schedule) {
    const [start, end] = [minutesOf(startTime), minutesOf(endTime)];
    if (start === null || end === null) continue;
    for (const day of days) {
      if (end > start) add(day, start, end);
      else {
        add(day, start, dayMin);
        add((day % 7) + 1, 0, end);
      }
    }
  }
  return weekDays.map((day) => ({ day, spans: joined(raw.get(day) ?? []) }));
}

/** `0800` of minutes; the end of the day is `2400`. */
export function clockOf(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}

function joined(spans: { from: number; to: number }[]): { from: number; to: number }[] {
  const list: { from: number; to: number }[] = [];
  for (const span of [...spans].sort((a, b) => a.from - b.from)) {
    const last = list.at(-1);
    if (last && span.from <= last.to) last.to = Math.max(last.to, span.to);
    else list.push({ ...span });
  }
  return list;
}

function minutesOf(time: string | undefined): number | null {
  if (time === undefined || !/^\d{4}$/.test(time)) return null;
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(2));
}
