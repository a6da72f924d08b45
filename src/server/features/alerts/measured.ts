import type { MeasuredSeparation } from '#contract/alerts.ts';
import { relativeOf } from '#domain/conflicts/nets/pairs.ts';
import type { Scene } from '#domain/conflicts/nets/safety-net.ts';
import { flag, skyOf } from '#domain/conflicts/nets/sky.ts';
import type { LiveAlert } from './live-alert.ts';

/**
 * Updates the smallest separation of the alerts between aircraft by the positions of a scene; predictions have no part in it.
 * `indexOf`: where in the scene a target is.
 */
export function measure(
  alerts: Iterable<LiveAlert>,
  scene: Scene,
  indexOf: (id: string) => number | undefined,
): void {
  for (const one of alerts) {
    const { net, targets } = one.watched.finding;
    const [first, second] = targets;
    if (net !== 'pairs' || !first || !second) continue;
    // As they are now: one that only persists holds the positions of an earlier look.
    const now = separationOf(scene, indexOf(first.id), indexOf(second.id));
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
function separationOf(scene: Scene, i: number | undefined, j: number | undefined): MeasuredSeparation | null {
  if (i === undefined || j === undefined) return null;
  const { flags, at } = skyOf(scene);
  if (((flags[i] ?? 0) | (flags[j] ?? 0)) & (flag.coasting | flag.onGround)) return null;
  const { x, y, z, slackM, hasHeight } = relativeOf(scene, i, j);
  return {
    at: Math.max(at[i] ?? 0, at[j] ?? 0),
    horizontalM: Math.hypot(x, y),
    verticalM: hasHeight && slackM === 0 ? Math.abs(z) : null,
  };
}
