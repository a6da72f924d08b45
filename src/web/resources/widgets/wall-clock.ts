import dayjs, { type Dayjs } from 'dayjs';
import utc from 'dayjs/plugin/utc';
import { serviceZone } from '../../clock.ts';

dayjs.extend(utc);

/** A UTC time as a picker is to show it: wall-clock figures of the service's zone, whatever the browser's own is. */
export function wallClock(iso: string): Dayjs {
  return dayjs(dayjs.utc(iso).add(serviceZone.offsetMs, 'ms').format('YYYY-MM-DDTHH:mm:ss'));
}

/** The reverse: what a picker says, to the minute, as UTC. */
export function momentKept(date: Dayjs): string {
  return new Date(Date.parse(`${date.format('YYYY-MM-DDTHH:mm:00')}Z`) - serviceZone.offsetMs).toISOString();
}

export function dayKept(date: Dayjs): string {
  return date.format('YYYY-MM-DD');
}
