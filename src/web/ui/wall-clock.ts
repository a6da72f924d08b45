import dayjs, { type Dayjs } from 'dayjs';
import utc from 'dayjs/plugin/utc';
import { instantAt, wallDigits } from '#web/client/clock.ts';

dayjs.extend(utc);

/**
 * A UTC time as a picker is to show it: wall-clock figures of the service's zone, whatever the browser's own is. They
 * stand as if they were UTC, for UTC has no hour that the browser's summer time leaves out.
 */
export function wallClock(iso: string): Dayjs {
  return dayjs.utc(`${wallDigits(iso)}Z`);
}

/** The reverse: what a picker says, to the minute, as UTC. */
export function storedMoment(date: Dayjs): string {
  return new Date(instantAt(date.format('YYYY-MM-DDTHH:mm:00'))).toISOString();
}

export function storedDay(date: Dayjs): string {
  return date.format('YYYY-MM-DD');
}
