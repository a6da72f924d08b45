import type { MeasuredSeparation } from '#contract/alerts.ts';
import { relativeOf } from '#domain/conflicts/nets/pairs.ts';
import type { Scene, SceneTarget } from '#domain/conflicts/nets/safety-net.ts';
import type { LiveAlert } from './live-alert.ts';

/** Updates the smallest separation of the alerts between aircraft by the positions of a scene; predictions have no part in it. */
export function measure(alerts: Iterable<LiveAlert>, scene: Scene): void {
  let byId: Map<string, SceneTarget> | null = null;
  for (const one of alerts) {
    const { finding } = one.watched;
    const [first, second] = finding.targets;
    if (finding.net !== 'pairs' || !first || !second) continue;
    byId ??= new Map(scene.targets.map((target) => [target.id, target]));
    // As they are now: one that only persists holds the positions of an earlier look.
    const now = separationOf(scene, byId.get(first.id), byId.get(second.id));
    if (now) one.measured = smaller(one.measured, now);
  }
}

export function smaller(
  one: MeasuredSeparation | null,
  two: MeasuredSeparation | null,
): MeasuredSeparation | null {
  if (!one || !two) return one ?? two;
  return two.horizontalM < one.horizontalM ? two : one;
}

/** Null: not both are in the air, at a position that was measured. */
function separationOf(
  scene: Scene,
  one: SceneTarget | undefined,
  two: SceneTarget | undefined,
): MeasuredSeparation | null {
  if (!one || !two) return null;
  if ([one, two].some(({ isCoasting, onGround }) => isCoasting || onGround)) return null;
  const { x, y, z, slackM, hasHeight } = relativeOf(scene, one, two);
  return {
    at: Math.max(one.at, two.at),
    horizontalM: Math.hypot(x, y),
    verticalM: hasHeight && slackM === 0 ? Math.abs(z) : null,
  };
}
