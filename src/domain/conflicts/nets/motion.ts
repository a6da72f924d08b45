import { radians } from './local-plane.ts';
import { bentWay, type Reach, type Way } from './prediction.ts';
import type { Scene } from './safety-net.ts';

/** How the targets of a scene move, by their index in it: worked out once for all the nets. */
export interface Motion {
  /** Metres a second, east and north; 0 where speed or track is not known. */
  vx: Float64Array;
  vy: Float64Array;
  /** Null: it goes straight on, or stands on the ground. */
  bent: (Way | null)[];
}

const motions = new WeakMap<Scene, Motion>();

export function motionOf(scene: Scene): Motion {
  const known = motions.get(scene);
  if (known) return known;
  const { targets, plans } = scene;
  const vx = new Float64Array(targets.length);
  const vy = new Float64Array(targets.length);
  const bent = targets.map((target, i) => {
    if (target.onGround) return null;
    if (target.trackDeg !== null) {
      const speed = target.groundSpeedMps ?? 0;
      vx[i] = speed * Math.sin(target.trackDeg * radians);
      vy[i] = speed * Math.cos(target.trackDeg * radians);
    }
    return bentWay(target, target.planId === null ? undefined : plans.get(target.planId));
  });
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
