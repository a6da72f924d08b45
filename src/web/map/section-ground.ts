import type { TerrainProfile } from '#contract/terrain.ts';
import { type Altitude, amslRange } from '#domain/geo/altitude.ts';
import type { Limits } from './section-scale.ts';

/** Along a route, metres; its elevation in metres AMSL, null: no terrain data. */
export type GroundPoint = Pick<TerrainProfile['items'][number], 'distanceM' | 'elevationM'>;

/** Between which heights something lies at a place along a route, metres AMSL; `toM` null: without upper limit. */
export interface RibbonPoint {
  atM: number;
  fromM: number;
  toM: number | null;
}

/** The stretches of a profile whose ground is known, each with a point at least at both its ends. */
export function knownStretches(profile: readonly GroundPoint[]): { atM: number; elevationM: number }[][] {
  const stretches: { atM: number; elevationM: number }[][] = [];
  let open: { atM: number; elevationM: number }[] | null = null;
  for (const { distanceM, elevationM } of profile) {
    if (elevationM === null) {
      open = null;
      continue;
    }
    if (open === null) {
      open = [];
      stretches.push(open);
    }
    open.push({ atM: distanceM, elevationM });
  }
  return stretches;
}

/**
 * A volume above the ground along a stretch of the route: its limits above ground follow the ground, those above mean sea level
 * are level. Null: a limit is of another datum, or the ground is not known on all of the stretch.
 */
export function ribbonOver(
  { lower, upper }: Limits,
  { from, to }: { from: number; to: number },
  profile: readonly GroundPoint[],
): RibbonPoint[] | null {
  const ground = groundBetween(profile, from, to);
  if (!ground) return null;
  const points: RibbonPoint[] = [];
  for (const { atM, elevationM } of ground) {
    const over = (altitude: Altitude) => {
      const range = amslRange(altitude, { terrainM: { lowest: elevationM, highest: elevationM } });
      return range.known && (altitude.reference === 'AGL' || altitude.reference === 'AMSL')
        ? range.lowestM
        : null;
    };
    const fromM = lower === null ? elevationM : over(lower);
    const toM = upper === null ? null : over(upper);
    if (fromM === null || (upper !== null && toM === null)) return null;
    points.push({
      atM,
      fromM: Math.max(fromM, elevationM),
      toM: toM === null ? null : Math.max(toM, elevationM),
    });
  }
  return points;
}

/** Where two volumes over the same stretch share their height; points without a common height have `fromM` = `toM`. */
export function commonRibbon(one: readonly RibbonPoint[], two: readonly RibbonPoint[]): RibbonPoint[] | null {
  const common = one.flatMap((point) => {
    const other = two.find(({ atM }) => Math.abs(atM - point.atM) < 0.01);
    if (!other) return [];
    const fromM = Math.max(point.fromM, other.fromM);
    const toM = Math.min(point.toM ?? Number.POSITIVE_INFINITY, other.toM ?? Number.POSITIVE_INFINITY);
    return [{ atM: point.atM, fromM, toM: Number.isFinite(toM) ? Math.max(fromM, toM) : null }];
  });
  return common.some(({ fromM, toM }) => toM === null || toM > fromM) ? common : null;
}

/** The ground between two places along the route, both among its points; null: it is not known on all of it. */
function groundBetween(profile: readonly GroundPoint[], from: number, to: number) {
  const known = knownStretches(profile).find(
    (stretch) =>
      (stretch[0]?.atM ?? Number.POSITIVE_INFINITY) <= from + 1 && (stretch.at(-1)?.atM ?? -1) >= to - 1,
  );
  if (!known) return null;
  const at = (atM: number) => {
    const after = known.findIndex((point) => point.atM >= atM);
    const b = known[after === -1 ? known.length - 1 : after];
    const a = known[Math.max(0, (after === -1 ? known.length : after) - 1)];
    if (!a || !b) return 0;
    const share = b.atM > a.atM ? Math.max(0, Math.min(1, (atM - a.atM) / (b.atM - a.atM))) : 0;
    return a.elevationM + share * (b.elevationM - a.elevationM);
  };
  return [
    { atM: from, elevationM: at(from) },
    ...known.filter(({ atM }) => atM > from && atM < to),
    { atM: to, elevationM: at(to) },
  ];
}
