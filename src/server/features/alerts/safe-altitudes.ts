import type { ScenePlan } from '#domain/conflicts/nets/safety-net.ts';
import { clearanceReachM, safeAltitudeM } from '#domain/plans/flight-rules.ts';
import { corridorPoints } from '#domain/terrain/corridor-points.ts';
import type { Terrain } from '#server/features/terrain/terrain.ts';

export interface SafeAltitudesDeps {
  terrain: Pick<Terrain, 'installed' | 'elevationsAt'>;
}

/** SRTM's posts are 90 m apart; summits between the rows of this grid are looked over by some tens of metres. */
const stepM = 1_000;

/**
 * Adds to plans the safe altitude of their route where the ground beside it is known (Flight Basic Rules, art. 82); of each
 * route worked out once, for as long as it is flown.
 */
export function createSafeAltitudes({ terrain }: SafeAltitudesDeps) {
  let known = new Map<string, ScenePlan['safeAltitude']>();

  async function ofRoute(route: NonNullable<ScenePlan['route']>): Promise<ScenePlan['safeAltitude']> {
    const heights = await terrain.elevationsAt(corridorPoints(route, clearanceReachM, stepM));
    // A gap in the data may hide the summit: then nothing is said.
    const measured = heights.filter((height) => height !== undefined);
    if (measured.length < heights.length || measured.length === 0) return null;
    const groundM = measured.reduce((most, height) => Math.max(most, height), Number.NEGATIVE_INFINITY);
    return { amslM: safeAltitudeM(groundM), groundM };
  }

  return async (plans: Map<number, ScenePlan>): Promise<Map<number, ScenePlan>> => {
    if (!terrain.installed) return plans;
    const now = new Map<string, ScenePlan['safeAltitude']>();
    for (const [id, plan] of plans) {
      if (!plan.route) continue;
      const key = JSON.stringify(plan.route);
      const before = known.get(key);
      const safeAltitude = before === undefined ? await ofRoute(plan.route) : before;
      now.set(key, safeAltitude);
      if (safeAltitude) plans.set(id, { ...plan, safeAltitude });
    }
    known = now;
    return plans;
  };
}
