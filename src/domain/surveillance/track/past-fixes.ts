import { copiesWithinMs } from './altitude-channel.ts';
import type { Report } from './report.ts';
import type { Track } from './track.ts';

/** Fixes that came too late to move anything, for whoever records them. */
export interface PastFixes {
  /** False: the last one of this aircraft again. */
  isNew(identity: string, report: Report): boolean;
  keep(track: Track): void;
  /** Those since the last call, at their own times. */
  take(): Track[];
}

/** What nobody takes is given up, the oldest first; and aircraft whose last fix is remembered. */
const mostKept = 20_000;
const mostRemembered = 5_000;

export function createPastFixes(): PastFixes {
  const last = new Map<string, number>();
  let kept: Track[] = [];
  return {
    isNew(identity, { at }) {
      const before = last.get(identity);
      if (before !== undefined && Math.abs(before - at) < copiesWithinMs) return false;
      last.delete(identity);
      last.set(identity, at);
      const [oldest] = last.keys();
      if (last.size > mostRemembered && oldest !== undefined) last.delete(oldest);
      return true;
    },
    keep(track) {
      if (kept.length >= 2 * mostKept) kept = kept.slice(-mostKept);
      kept.push(track);
    },
    take() {
      const taken = kept;
      kept = [];
      return taken;
    },
  };
}

/** A track as it was at the time of an old fix. */
export function pastOf(track: Track, report: Report, sourceId: number): Track {
  const { latitude, longitude, pressureAltitudeM, geometricAltitudeM, amslAltitudeM, at } = report;
  const { groundSpeedMps, trackDeg, verticalRateMps } = report;
  const heights = { pressureAltitudeM, geometricAltitudeM, amslAltitudeM };
  const motion = { groundSpeedMps, trackDeg, verticalRateMps, onGround: report.onGround ?? track.onGround };
  return {
    ...track,
    latitude,
    longitude,
    ...heights,
    ...motion,
    at,
    sourceId,
    isCoasting: false,
    warning: null,
  };
}
