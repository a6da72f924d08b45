import { localText, zoneLabel } from '#web/client/clock.ts';

/** The hour of a stored time on the service's wall, with its zone: `10:30 CST`. */
export function wallTime(iso: string | null): string {
  return iso === null ? '—' : `${localText(iso).slice(11, 16)} ${zoneLabel(iso)}`;
}
