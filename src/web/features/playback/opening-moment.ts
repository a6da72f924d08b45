import { minuteMs } from './recorded-sky.ts';

/** Most tracks of a minute that begins a recording have been seen by its end. */
const seenAfterMs = minuteMs;

/**
 * Where a day opens, UTC ms: from `wanted` on, as soon as something was recorded; else where the recording ends.
 *
 * @param minutes beginnings of the recorded minutes, UTC ms, in their order
 */
export function openingMoment(minutes: readonly number[], wanted: number): number | null {
  const last = minutes.at(-1);
  if (last === undefined) return null;
  const next = minutes.findIndex((minute) => minute + minuteMs > wanted);
  // In the middle of the minute: those of its first seconds have not gone yet.
  if (next < 0) return last + minuteMs / 2;
  const minute = minutes[next] ?? last;
  const isBeginning = minutes[next - 1] !== minute - minuteMs;
  return Math.max(wanted, isBeginning ? minute + seenAfterMs : minute);
}
