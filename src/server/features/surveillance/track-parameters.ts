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
    dimAfterMs: dimAfterS * 1000,
    dropAfterMs: dropAfterS * 1000,
    maxSpeedMps,
    positionSlackM,
    rejectionsBeforeReset,
    maxRangeM,
  };
}
