import { defaultTrackLimits } from '#domain/surveillance/track/limits.ts';
import { parseTime, serviceTimeZone } from '#domain/text/times.ts';
import { momentsOf, type WallMoments, wallClockAt, zoneName } from '#domain/time/wall-clock.ts';
import { createStore } from './store.ts';

/** What an administrator sets for the screens of everyone (parameters); providers/service-settings.ts reads it. */
export interface ServiceSettings {
  /** IANA name: the wall that every time, day and deadline is read on. */
  timeZone: string;
  /** Age of a position, ms: a mark is dimmed from the first on, and dropped from the second on. */
  dimAfterMs: number;
  dropAfterMs: number;
}

const { dimAfterMs, dropAfterMs } = defaultTrackLimits;

/** Until the server has said, and where it cannot: its own defaults. */
export const serviceSettings = createStore<ServiceSettings>({
  timeZone: serviceTimeZone,
  dimAfterMs,
  dropAfterMs,
});

export function serviceZone(): string {
  return serviceSettings.get().timeZone;
}

/** The name of the service's zone at a moment (UTC ms or ISO 8601): `CST`, `EDT`. */
export function zoneLabel(at: number | string = Date.now()): string {
  const moment = typeof at === 'number' ? at : Date.parse(at);
  return zoneName(Number.isNaN(moment) ? Date.now() : moment, serviceZone());
}

/** What the service's wall shows at a moment (UTC ms or ISO 8601): `2026-11-21T10:30:00`. */
export function wallDigits(at: number | string): string {
  const { year, month, day, hour, minute, second } = wallClockAt(
    typeof at === 'number' ? at : Date.parse(at),
    serviceZone(),
  );
  return new Date(Date.UTC(year, month - 1, day, hour, minute, second)).toISOString().slice(0, 19);
}

/** The day on the service's wall, `YYYY-MM-DD`. */
export function today(): string {
  return wallDigits(Date.now()).slice(0, 10);
}

/** The moment (UTC ms) at which the service's wall shows these figures: `2026-11-21T10:30:00`, or a day's midnight. */
export function instantAt(digits: string): number {
  return momentsAt(digits).first;
}

/** The same where the wall may show them twice, or not at all: on the day of a change to or from daylight saving. */
export function momentsAt(digits: string): WallMoments {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = digits
    .split(/[-T:]/)
    .map((part) => Number(part));
  return momentsOf({ year, month, day, hour, minute, second }, serviceZone());
}

/** `2026-11-21 11:05:09` in the service's zone with its name, and `03:05:09` UTC. */
export function clockText(nowMs: number): { local: string; utc: string; zone: string } {
  return {
    local: parseTime(nowMs, undefined, serviceZone()) ?? '',
    utc: parseTime(nowMs, '{h}:{i}:{s}', 'UTC') ?? '',
    zone: zoneLabel(nowMs),
  };
}

/** A stored UTC time as people read it here: `2026-11-21 10:30 CST`. */
export function localText(iso: string): string {
  const text = parseTime(iso, '{y}-{m}-{d} {h}:{i}', serviceZone());
  return text === null ? iso : `${text} ${zoneLabel(iso)}`;
}

/** The same time as aviation writes it: `0230Z`. */
export function zuluText(iso: string): string {
  const text = parseTime(iso, '{h}{i}', 'UTC');
  return text === null ? iso : `${text}Z`;
}

/** From and to of two stored UTC times as people read them here, the day once where both are on it: `11-21 10:30–11:30 CST`. */
export function timesText(from: string, to: string, { year = false }: { year?: boolean } = {}): string {
  const [start, end] = [localText(from), localText(to)];
  const sameDay = start.slice(0, 10) === end.slice(0, 10);
  const first = year ? 0 : 5;
  return `${start.slice(first, 16)}–${sameDay ? end.slice(11, 16) : end.slice(first, 16)} ${zoneLabel(to)}`;
}
