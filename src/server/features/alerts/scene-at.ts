import type { Scene } from '#domain/conflicts/nets/safety-net.ts';
import { heightValues } from './net-parameters.ts';
import type { SceneData } from './scene-data.ts';
import { transitionAltitudeAt } from './transition-altitude.ts';

/** The scene of a moment: its sky, what the records then are, and the parameters by which heights are compared. */
export function sceneAt(
  nowMs: number,
  sky: Pick<Scene, 'targets' | 'sky' | 'lost'>,
  { plans, landings, areas, aerodromes, pressures }: SceneData,
  {
    parameters,
    ...rest
  }: Pick<Scene, 'feeds' | 'elevationAt' | 'uncertain'> & {
    parameters: ReadonlyMap<string, string>;
  },
): Scene {
  const heights = heightValues(parameters);
  return {
    nowMs,
    ...sky,
    plans,
    landings,
    areas,
    ...rest,
    groundNear: aerodromes.groundNear,
    qnhAt: (position) => pressures.at(position, nowMs),
    transitionAltitudeAt: transitionAltitudeAt(aerodromes, heights),
    heights,
  };
}
