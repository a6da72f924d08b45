import { parseTime } from '../domain/text/times.ts';

/** The service's own zone (decisions.md §1): Beijing time, which has no summer time. */
export const serviceZone = { label: 'CST', offsetMs: 8 * 3_600_000 } as const;

/** `2026-11-21 11:05:09` in the service's zone and `03:05:09` UTC. */
export function clockText(nowMs: number): { local: string; utc: string } {
  return { local: parseTime(nowMs) ?? '', utc: parseTime(nowMs, '{h}:{i}:{s}', 'UTC') ?? '' };
}

/** A stored UTC time as people read it here: `2026-11-21 10:30 CST`. */
export function localText(iso: string): string {
  const text = parseTime(iso, '{y}-{m}-{d} {h}:{i}');
  return text === null ? iso : `${text} ${serviceZone.label}`;
}

/** The same time as aviation writes it: `0230Z`. */
export function zuluText(iso: string): string {
  const text = parseTime(iso, '{h}{i}', 'UTC');
  return text === null ? iso : `${text}Z`;
}
