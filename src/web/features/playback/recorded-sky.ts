import type { RecordedTrack } from '#contract/playback.ts';
import {
  positionAt,
  type RecordedPosition,
  unpackPositions,
} from '#domain/surveillance/recording/positions.ts';
import { plainTarget, type Target } from '#domain/surveillance/track/target.ts';

/** A track as it was recorded, unpacked. */
export interface SkyTrack extends Omit<RecordedTrack, 'minutes'> {
  positions: RecordedPosition[];
}

/** Recorded minutes that have been fetched, and what flew in them at any moment. */
export interface RecordedSky {
  /** Whether the minute that begins at `at` (UTC ms) is here, be it as it was when it was not over yet. */
  has(at: number): boolean;
  /** Whether all of it is here, or what there was a few seconds ago. */
  isFresh(at: number, nowMs: number): boolean;
  /** Takes in minutes from `from` up to before `to`, and the tracks that were in them, as read at `nowMs`. */
  add(from: number, to: number, tracks: readonly RecordedTrack[], nowMs: number): void;
  /** What was in the air at a moment, or on the ground and heard; what was silent for longer than `dropAfterMs` is not. */
  at(moment: number, dropAfterMs: number): Target[];
  track(id: string): SkyTrack | undefined;
}

export const minuteMs = 60_000;
/** Minutes that are kept at hand: half an hour at any speed, and no more memory than that. */
const mostMinutes = 30;
/** What still comes in of a minute, and how soon it is asked for again. */
const lateMs = 10_000;
const againMs = 5_000;

/** Positions of packed minutes, in their order. */
export function unpackMinutes(minutes: RecordedTrack['minutes']): RecordedPosition[] {
  return minutes
    .flatMap(({ data }) => unpackPositions(Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))))
    .sort((a, b) => a.at - b.at);
}

export function unpackTrack({ minutes, ...known }: RecordedTrack): SkyTrack {
  return { ...known, positions: unpackMinutes(minutes) };
}

export function createRecordedSky(): RecordedSky {
  const minutes = new Map<number, Map<string, SkyTrack>>();
  /** When those were read that were not over yet. */
  const readAt = new Map<number, number>();

  function at(moment: number, dropAfterMs: number): Target[] {
    const found = new Map<string, Target>();
    const first = Math.floor((moment - dropAfterMs) / minuteMs) * minuteMs;
    for (let minute = first; minute <= moment; minute += minuteMs) {
      for (const [id, track] of minutes.get(minute) ?? []) {
        const position = positionAt(track.positions, moment);
        if (position && moment - position.at < dropAfterMs) found.set(id, targetOf(track, position));
      }
    }
    return [...found.values()];
  }

  return {
    has: (moment) => minutes.has(moment),
    isFresh: (moment, nowMs) => minutes.has(moment) && nowMs - (readAt.get(moment) ?? nowMs) < againMs,
    add(from, to, tracks, nowMs) {
      for (let minute = from; minute < to; minute += minuteMs) {
        minutes.delete(minute);
        minutes.set(minute, new Map());
        if (minute + minuteMs + lateMs > nowMs) readAt.set(minute, nowMs);
        else readAt.delete(minute);
      }
      for (const { minutes: packed, ...known } of tracks) {
        for (const one of packed) {
          const own = minutes.get(Date.parse(one.at));
          own?.set(known.track, unpackTrack({ ...known, minutes: [one] }));
        }
      }
      for (const minute of minutes.keys()) {
        if (minutes.size <= mostMinutes) break;
        minutes.delete(minute);
      }
    },
    at,
    track(id) {
      const parts = [...minutes].sort(([a], [b]) => a - b).flatMap(([, tracks]) => tracks.get(id) ?? []);
      const last = parts.at(-1);
      return last && { ...last, positions: parts.flatMap(({ positions }) => positions) };
    },
  };
}

function targetOf(track: SkyTrack, position: RecordedPosition): Target {
  const { icao24, addressType, callsign, sourceId, planId } = track;
  return { ...plainTarget, ...position, id: track.track, icao24, addressType, callsign, sourceId, planId };
}
