import { localText } from '#web/client/clock.ts';

/** A moment in UTC ms on the service's wall: `2026-01-05 10:30:00`. */
export function momentText(ms: number): string {
  return localText(new Date(ms).toISOString());
}
