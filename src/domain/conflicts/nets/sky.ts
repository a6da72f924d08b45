import { normalLongitude } from '#domain/geo/geodesy.ts';
import { declaredEmergency } from '#domain/surveillance/track/known-codes.ts';
import { velocityOf } from './local-plane.ts';
import { mayBend } from './prediction.ts';
import type { Scene, SceneTarget, Sky } from './safety-net.ts';

/** What the nets choose targets by. */
export const flag = {
  onGround: 1,
  coasting: 2,
  /** It has a plan. */
  planned: 4,
  mayBend: 8,
  emergency: 16,
  warned: 32,
  /** It states none by any datum. */
  noHeight: 64,
} as const;

const floatNames = [
  'latitude',
  'longitude',
  'pressureM',
  'geometricM',
  'amslM',
  'speed',
  'climb',
  'vx',
  'vy',
  'at',
  'revision',
] as const;

/** A sky that is kept from look to look: only what changed is written anew. */
export interface LiveSky extends Sky {
  /** At the end; answers the index. */
  add(target: SceneTarget): number;
  replace(index: number, target: SceneTarget): void;
  /** The last one takes its place; answers it, where it is not the one that goes. */
  remove(index: number): SceneTarget | null;
}

const still = { x: 0, y: 0 };
let revisions = 0;

export function createLiveSky(expected = 1_024): LiveSky {
  const targets: SceneTarget[] = [];
  const columns = Object.fromEntries(floatNames.map((name) => [name, new Float64Array(expected)])) as Record<
    (typeof floatNames)[number],
    Float64Array
  >;
  const sky = { targets, ...columns, flags: new Uint8Array(expected), add, replace, remove };

  function grow(): void {
    const size = Math.ceil(1.5 * sky.flags.length) + 1;
    for (const name of floatNames) {
      const fewer = sky[name];
      sky[name] = new Float64Array(size);
      sky[name].set(fewer);
    }
    const fewer = sky.flags;
    sky.flags = new Uint8Array(size);
    sky.flags.set(fewer);
  }

  function add(target: SceneTarget): number {
    const index = targets.length;
    if (index >= sky.flags.length) grow();
    targets.push(target);
    replace(index, target);
    return index;
  }

  function replace(i: number, target: SceneTarget): void {
    targets[i] = target;
    const { onGround, pressureAltitudeM, geometricAltitudeM, amslAltitudeM } = target;
    const height = pressureAltitudeM ?? geometricAltitudeM ?? amslAltitudeM;
    const velocity = onGround ? still : velocityOf(target);
    revisions += 1;
    sky.latitude[i] = target.latitude;
    sky.longitude[i] = normalLongitude(target.longitude);
    sky.pressureM[i] = pressureAltitudeM ?? Number.NaN;
    sky.geometricM[i] = geometricAltitudeM ?? Number.NaN;
    sky.amslM[i] = amslAltitudeM ?? Number.NaN;
    sky.speed[i] = target.groundSpeedMps ?? 0;
    sky.climb[i] = target.verticalRateMps ?? 0;
    sky.vx[i] = velocity.x;
    sky.vy[i] = velocity.y;
    sky.at[i] = target.at;
    sky.revision[i] = revisions;
    sky.flags[i] =
      (onGround ? flag.onGround : 0) |
      (target.isCoasting ? flag.coasting : 0) |
      (target.planId === null ? 0 : flag.planned) |
      (mayBend(target) ? flag.mayBend : 0) |
      (declaredEmergency(target) === null ? 0 : flag.emergency) |
      (target.warning === null ? 0 : flag.warned) |
      (height === null ? flag.noHeight : 0);
  }

  function remove(index: number): SceneTarget | null {
    const last = targets.pop();
    if (!last || index === targets.length) return null;
    const from = targets.length;
    targets[index] = last;
    for (const name of floatNames) sky[name][index] = sky[name][from] ?? 0;
    sky.flags[index] = sky.flags[from] ?? 0;
    return last;
  }

  return sky;
}

const known = new WeakMap<readonly SceneTarget[], Sky>();

/** The columns of a scene: those that are kept for it, or worked out once. */
export function skyOf({ sky, targets }: Pick<Scene, 'sky' | 'targets'>): Sky {
  if (sky) return sky;
  const before = known.get(targets);
  if (before) return before;
  const made = createLiveSky(targets.length);
  for (const target of targets) made.add(target);
  known.set(targets, made);
  return made;
}

/** The targets that have one of these flags. */
export function flagged(scene: Pick<Scene, 'sky' | 'targets'>, bits: number): SceneTarget[] {
  const { targets, flags } = skyOf(scene);
  const found: SceneTarget[] = [];
  for (let i = 0; i < targets.length; i += 1) {
    const target = (flags[i] ?? 0) & bits ? targets[i] : undefined;
    if (target) found.push(target);
  }
  return found;
}
