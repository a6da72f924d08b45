import { dayOf, onDay, wallClockAt } from '#domain/time/wall-clock.ts';
import { weekdayOf } from './working-days.ts';

export const reportEvery = ['day', 'week', 'month'] as const;

/** When a report is made, on the wall of its zone. */
export interface ReportSchedule {
  every: (typeof reportEvery)[number];
  /** 1 Monday to 7 Sunday; of `week`. */
  weekday: number | null;
  /** 1 to 28; of `month`. */
  monthDay: number | null;
  /** HH:MM */
  time: string;
  /** IANA name. */
  zone: string;
}

/** More days than any schedule leaves out. */
const mostDays = 32;

/** The last moment (ms UTC) up to `at` at which a report was to be made. */
export function lastDue({ every, weekday, monthDay, time, zone }: ReportSchedule, at: number): number {
  for (let back = 0; back <= mostDays; back++) {
    const moment = onDay(at, -back, time, zone);
    if (moment > at) continue;
    const isDay =
      every === 'day' ||
      (every === 'week'
        ? weekdayOf(dayOf(moment, zone)) === (weekday ?? 1)
        : wallClockAt(moment, zone).day === (monthDay ?? 1));
    if (isDay) return moment;
  }
  return Number.NEGATIVE_INFINITY;
}
