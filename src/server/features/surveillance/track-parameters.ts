import { boundsOf } from '#domain/identity/security-parameters.ts';
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

/** The limits that protect the server. */
const intakeNames = [
  'sourceReportsPerS',
  'reportsPerS',
  'sourceNewTracksPerS',
  'newTracksPerS',
  'sourceTracks',
  'tracks',
] as const satisfies readonly (keyof TrackLimits)[];

type IntakeLimits = Pick<TrackLimits, (typeof intakeNames)[number]>;

async function intakeLimits(parameters: Pick<Parameters, 'number'>): Promise<IntakeLimits> {
  const within = async (name: keyof IntakeLimits): Promise<number> => {
    const key = `surveillance.${name}`;
    const { least = 0, most = Number.POSITIVE_INFINITY } = boundsOf(key) ?? {};
    return Math.min(most, Math.max(least, await parameters.number(key)));
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
