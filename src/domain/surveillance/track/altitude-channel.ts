import type { TrackLimits } from './limits.ts';

/** The last altitude of one datum that was believed, and what was said against it. Metres, UTC ms. */
export interface AltitudeChannel {
  valueM: number | null;
  at: number;
  /** The last one that was not believed, and how many in a row agreed with each other. */
  suspectM: number;
  suspectAt: number;
  suspects: number;
}

export const createAltitudeChannel = (): AltitudeChannel => ({
  valueM: null,
  at: 0,
  suspectM: 0,
  suspectAt: 0,
  suspects: 0,
});

/** Two reports so near in time are copies of one. */
export const copiesWithinMs = 1_000;

/**
 * Takes what a report says (null: nothing). `jumped`: the altitude was one that nothing can have climbed to, until so
 * many reports agreed on it that it had to be believed.
 */
export function takeAltitude(
  channel: AltitudeChannel,
  saidM: number | null,
  at: number,
  limits: TrackLimits,
): 'taken' | 'kept' | 'refused' | 'jumped' {
  const isHeld = channel.valueM !== null && at - channel.at <= limits.holdMs;
  if (saidM === null) {
    if (!isHeld) channel.valueM = null;
    return 'kept';
  }
  if (channel.valueM !== null && at < channel.at) return 'kept';
  if (!isHeld || channel.valueM === null || fits(channel.valueM, saidM, at - channel.at, limits)) {
    believe(channel, saidM, at);
    return 'taken';
  }
  const sinceMs = at - channel.suspectAt;
  const agrees = channel.suspects > 0 && fits(channel.suspectM, saidM, Math.abs(sinceMs), limits);
  if (agrees && Math.abs(sinceMs) < copiesWithinMs) return 'refused';
  if (agrees && channel.suspects >= limits.rejectionsBeforeReset) {
    believe(channel, saidM, at);
    return 'jumped';
  }
  channel.suspects = agrees ? channel.suspects + 1 : 1;
  channel.suspectM = saidM;
  channel.suspectAt = at;
  return 'refused';
}

function believe(channel: AltitudeChannel, valueM: number, at: number): void {
  channel.valueM = valueM;
  channel.at = at;
  channel.suspects = 0;
}

function fits(fromM: number, toM: number, elapsedMs: number, limits: TrackLimits): boolean {
  return Math.abs(toM - fromM) <= limits.altitudeSlackM + (limits.maxVerticalRateMps * elapsedMs) / 1000;
}
