import { defaultTrackLimits, type TrackLimits } from '#domain/surveillance/track/limits.ts';
import type { ChangeFeed } from '#server/kernel/changes.ts';
import type { Logger } from '#server/kernel/logger.ts';
import type { Parameters } from '#server/kernel/parameters.ts';

/** What a track is judged by, as an administrator set it; a change is felt by the tracks that there are. */
export async function followTrackLimits(deps: {
  parameters: Pick<Parameters, 'number'>;
  changes: ChangeFeed;
  log: Logger;
}): Promise<() => TrackLimits> {
  let limits = await trackLimits(deps.parameters);
  deps.changes.subscribe((change) => {
    if (change.resource !== 'parameter') return;
    trackLimits(deps.parameters).then(
      (next) => {
        limits = next;
      },
      (error: unknown) => deps.log.warn({ error }, 'the limits of tracks could not be read; they stay'),
    );
  });
  return () => limits;
}

async function trackLimits(parameters: Pick<Parameters, 'number'>): Promise<TrackLimits> {
  const [dimAfterS, dropAfterS, maxSpeedMps, positionSlackM, rejectionsBeforeReset, maxRangeM] =
    await Promise.all([
      parameters.number('surveillance.dimAfterS'),
      parameters.number('surveillance.dropAfterS'),
      parameters.number('surveillance.maxSpeedMps'),
      parameters.number('surveillance.positionSlackM'),
      parameters.number('surveillance.rejectionsBeforeReset'),
      parameters.number('surveillance.maxRangeM'),
    ]);
  return {
    ...defaultTrackLimits,
    ...(await intakeLimits(parameters)),
    dimAfterMs: dimAfterS * 1000,
    dropAfterMs: dropAfterS * 1000,
    maxSpeedMps,
    positionSlackM,
    rejectionsBeforeReset,
    maxRangeM,
  };
}

/** Least and greatest value of the limits that protect the server: a slip of the pen may not switch them off. */
const intakeBounds = {
  sourceReportsPerS: [100, 100_000],
  reportsPerS: [100, 200_000],
  sourceNewTracksPerS: [10, 10_000],
  newTracksPerS: [10, 20_000],
  sourceTracks: [100, 100_000],
  tracks: [100, 100_000],
} as const satisfies Partial<Record<keyof TrackLimits, readonly [number, number]>>;

type IntakeLimits = Pick<TrackLimits, keyof typeof intakeBounds>;

async function intakeLimits(parameters: Pick<Parameters, 'number'>): Promise<IntakeLimits> {
  const within = async (name: keyof IntakeLimits): Promise<number> => {
    const [least, most] = intakeBounds[name];
    const value = await parameters.number(`surveillance.${name}`);
    return Number.isFinite(value) ? Math.min(most, Math.max(least, value)) : defaultTrackLimits[name];
  };
  return {
    sourceReportsPerS: await within('sourceReportsPerS'),
    reportsPerS: await within('reportsPerS'),
    sourceNewTracksPerS: await within('sourceNewTracksPerS'),
    newTracksPerS: await within('newTracksPerS'),
    sourceTracks: await within('sourceTracks'),
    tracks: await within('tracks'),
  };
}
