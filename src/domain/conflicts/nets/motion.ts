import { bentWay, type Reach, type Way } from './prediction.ts';
import type { Scene, Sky } from './safety-net.ts';
import { flag, skyOf } from './sky.ts';

/** How the targets of a scene move, by their index in it: worked out once for all the nets. */
export interface Motion extends Pick<Sky, 'vx' | 'vy'> {
  /** Null: it goes straight on, or stands on the ground. */
  bent: (Way | null)[];
}

const motions = new WeakMap<Scene, Motion>();

export function motionOf(scene: Scene): Motion {
  const known = motions.get(scene);
  if (known) return known;
  const { targets, vx, vy, flags } = skyOf(scene);
  const bent: Motion['bent'] = new Array(targets.length).fill(null);
  for (let i = 0; i < targets.length; i += 1) {
    const target =
      ((flags[i] ?? 0) & (flag.mayBend | flag.onGround)) === flag.mayBend ? targets[i] : undefined;
    if (target)
      bent[i] = bentWay(target, target.planId === null ? undefined : scene.plans.get(target.planId));
  }
  const motion = { vx, vy, bent };
  motions.set(scene, motion);
  return motion;
}

/** All that target `i` reaches until then, written into `box`. */
export function reachOf({ vx, vy, bent }: Motion, i: number, timeS: number, box: Reach): Reach {
  box.west = box.east = box.south = box.north = 0;
  const way = bent[i];
  if (way) {
    way.reach(timeS, box);
    return box;
  }
  const [x, y] = [(vx[i] ?? 0) * timeS, (vy[i] ?? 0) * timeS];
  if (x < 0) box.west = x;
  else box.east = x;
  if (y < 0) box.south = y;
  else box.north = y;
  return box;
}
