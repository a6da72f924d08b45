import { qnhBetween } from '#domain/conflicts/unmeasured.ts';
import { amslBounds } from '#domain/geo/altitude.ts';
import type { Scene, SceneTarget, Sky } from './safety-net.ts';
import { flag, skyOf } from './sky.ts';

/** How far one aircraft is above another. */
export interface Above {
  /** Metres; 0 where it is not known. */
  z: number;
  /** It may be so much more or less: heights of different datums are compared by their bounds. */
  slackM: number;
}

/** The heights of the targets of a scene, by their index in it. */
export interface SkyHeights {
  /** How far `i` is above `j` by the first datum that both state; NaN: there is none. */
  shared(i: number, j: number): number;
  /**
   * Writes into `into` how far `i` is above `j`. By the first datum that both state, otherwise by the bounds of each above
   * mean sea level. False: one of them states no height.
   */
  between(i: number, j: number, into: Above): boolean;
  /** Whether the two are certainly more than this above each other. */
  areApart(i: number, j: number, verticalM: number): boolean;
}

type Air = Pick<Scene, 'qnhAt'>;

/** A warm or cold day moves a pressure altitude from the true one by up to this share of it. */
const temperatureShare = 0.1;

const known = new WeakMap<Scene, SkyHeights>();

/** Worked out once for all looks at a scene. */
export function heightsIn(scene: Scene): SkyHeights {
  const before = known.get(scene);
  if (before) return before;
  const heights = heightsOf(scene, skyOf(scene));
  known.set(scene, heights);
  return heights;
}

/** Heights of these targets by their index, from the pressures of the air that they fly in. */
export function heightsOf(air: Air, { targets, pressureM, geometricM, amslM, flags }: Sky): SkyHeights {
  const count = targets.length;
  /** Bounds in metres AMSL: worked out when first needed, as most pairs share a datum. */
  let lowest: Float64Array | null = null;
  let highest: Float64Array | null = null;

  function bound(i: number): void {
    lowest ??= new Float64Array(count).fill(Number.POSITIVE_INFINITY);
    highest ??= new Float64Array(count).fill(Number.NEGATIVE_INFINITY);
    const target = targets[i];
    // Infinite the other way round: not worked out yet.
    if (!target || (lowest[i] ?? 0) !== Number.POSITIVE_INFINITY) return;
    const bounds = boundsOf(air, target);
    lowest[i] = bounds?.lowestM ?? Number.NaN;
    highest[i] = bounds?.highestM ?? Number.NaN;
  }

  function shared(i: number, j: number): number {
    let z = (pressureM[i] ?? Number.NaN) - (pressureM[j] ?? Number.NaN);
    if (Number.isNaN(z)) z = (geometricM[i] ?? Number.NaN) - (geometricM[j] ?? Number.NaN);
    if (Number.isNaN(z)) z = (amslM[i] ?? Number.NaN) - (amslM[j] ?? Number.NaN);
    return z;
  }

  function between(i: number, j: number, into: Above): boolean {
    into.z = shared(i, j);
    into.slackM = 0;
    if (!Number.isNaN(into.z)) return true;
    if (((flags[i] ?? 0) | (flags[j] ?? 0)) & flag.noHeight) {
      into.z = 0;
      return false;
    }
    bound(i);
    bound(j);
    const least = (lowest?.[i] ?? Number.NaN) - (highest?.[j] ?? Number.NaN);
    const most = (highest?.[i] ?? Number.NaN) - (lowest?.[j] ?? Number.NaN);
    const isBounded = !Number.isNaN(least) && !Number.isNaN(most);
    into.z = isBounded ? (least + most) / 2 : 0;
    into.slackM = isBounded ? (most - least) / 2 : 0;
    return isBounded;
  }

  return {
    shared,
    between,
    areApart(i, j, verticalM) {
      return between(i, j, scratch) && Math.abs(scratch.z) - scratch.slackM > verticalM;
    },
  };
}

const scratch: Above = { z: 0, slackM: 0 };

/**
 * Metres AMSL between which a target certainly is, by all heights that it states: the pressure that is reported near, or any
 * that the weather brings, the temperature, and the geoid wherever it may lie. Null: it states none.
 */
function boundsOf(air: Air, target: SceneTarget): { lowestM: number; highestM: number } | null {
  const { pressureAltitudeM, geometricAltitudeM, amslAltitudeM } = target;
  if (amslAltitudeM !== null) return { lowestM: amslAltitudeM, highestM: amslAltitudeM };
  const geometric =
    geometricAltitudeM === null
      ? null
      : amslBounds({ value: geometricAltitudeM, unit: 'm', reference: 'WGS84' });
  if (pressureAltitudeM === null) return geometric;
  const qnhHpa = qnhBetween(air.qnhAt(target));
  const { lowestM, highestM } = amslBounds(
    { value: pressureAltitudeM, unit: 'm', reference: 'STD' },
    { qnhHpa },
  );
  const pressure = {
    lowestM: lowestM - temperatureShare * Math.max(0, lowestM),
    highestM: highestM + temperatureShare * Math.max(0, highestM),
  };
  if (!geometric) return pressure;
  const both = {
    lowestM: Math.max(pressure.lowestM, geometric.lowestM),
    highestM: Math.min(pressure.highestM, geometric.highestM),
  };
  // Where one contradicts the other, nobody knows which is wrong.
  return both.lowestM <= both.highestM
    ? both
    : {
        lowestM: Math.min(pressure.lowestM, geometric.lowestM),
        highestM: Math.max(pressure.highestM, geometric.highestM),
      };
}
