import type { TrackLimits } from '../../domain/track/limits.ts';
import type { Parameters } from '../parameters.ts';

/** What a track is judged by, as an administrator set it; read when the server starts. */
export async function trackLimits(parameters: Pick<Parameters, 'number'>): Promise<Partial<TrackLimits>> {
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
    dimAfterMs: dimAfterS * 1000,
    dropAfterMs: dropAfterS * 1000,
    maxSpeedMps,
    positionSlackM,
    rejectionsBeforeReset,
    maxRangeM,
  };
}
