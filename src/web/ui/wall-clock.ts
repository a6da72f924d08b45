import dayjs, { type Dayjs } from 'dayjs';
import utc from 'dayjs/plugin/utc';
import { momentsAt, wallDigits } from '#web/client/clock.ts';

dayjs.extend(utc);

/**
 * A UTC time as a picker is to show it: wall-clock figures of the service's zone, whatever the browser's own is. They
 * stand as if they were UTC, for UTC has no hour that the browser's summer time leaves out.
 */
export function wallClock(iso: string): Dayjs {
  return dayjs.utc(`${wallDigits(iso)}Z`);
}

const digitsOf = (date: Dayjs) => date.format('YYYY-MM-DDTHH:mm:00');

/**
 * The reverse: what a picker says, to the minute, as UTC. Of an hour that the wall shows twice it is the first, or the
 * second where `before`, the value until now, is in the second of its own.
 */
export function storedMoment(date: Dayjs, before?: unknown): string {
  const { first, last } = momentsAt(digitsOf(date));
  const isSecond = typeof before === 'string' && otherMoment(before)?.isFirst === true;
  return new Date(isSecond ? last : first).toISOString();
}

/** The other moment at which the wall shows the same figures; null: there is none. `iso` is UTC. */
export function otherMoment(iso: string): { iso: string; isFirst: boolean } | null {
  const at = Date.parse(iso);
  if (Number.isNaN(at)) return null;
  const { first, last } = momentsAt(wallDigits(at));
  if (first === last) return null;
  const isFirst = Math.abs(at - last) < Math.abs(at - first);
  return { iso: new Date(isFirst ? first : last).toISOString(), isFirst };
}

/** `02:30` where the wall never shows what was picked, for its clock is put on past it; else null. */
export function leftOutTime(date: Dayjs): string | null {
  return momentsAt(digitsOf(date)).leftOutAt === null ? null : date.format('HH:mm');
}

export function storedDay(date: Dayjs): string {
  return date.format('YYYY-MM-DD');
}
