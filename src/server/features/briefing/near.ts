import { type RawBuilder, sql as raw, type SqlBool } from 'kysely';
import { overlapInPlanView } from '#domain/conflicts/plan-view.ts';
import { sharedHeight } from '#domain/conflicts/vertical.ts';
import type { Altitude } from '#domain/geo/altitude.ts';
import type { Bounds, Geometry } from '#domain/geo/geojson.ts';
import { type Interval, within } from '#domain/time/interval.ts';
import type { AskedPart } from './asked.ts';

const metresOfDegree = 110_000;

/** The corners of a shape, `[west, south, east, north]`, degrees. */
function boundsOf(geometry: Geometry): Bounds {
  const positions = geometry.coordinates.flat(3 as never) as unknown as number[];
  const longitudes = positions.filter((_, index) => index % 2 === 0);
  const latitudes = positions.filter((_, index) => index % 2 === 1);
  const least = (list: number[]) => list.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  const most = (list: number[]) => list.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  return [least(longitudes), least(latitudes), most(longitudes), most(latitudes)];
}

/** Where something is to lie to be looked at closer: the bounds of all parts and so far around, degrees. */
export function boundsAround(parts: readonly AskedPart[], withinM: number): Bounds | null {
  const all = parts.map(({ footprint, marginM }): Bounds => {
    const [west, south, east, north] = boundsOf(footprint);
    const aroundM = marginM + withinM;
    const dLat = aroundM / metresOfDegree;
    const dLon =
      dLat / Math.max(0.05, Math.cos((Math.max(Math.abs(south), Math.abs(north)) * Math.PI) / 180));
    return [west - dLon, south - dLat, east + dLon, north + dLat];
  });
  if (all.length === 0) return null;
  return [
    Math.min(...all.map(([west]) => west)),
    Math.min(...all.map(([, south]) => south)),
    Math.max(...all.map(([, , east]) => east)),
    Math.max(...all.map(([, , , north]) => north)),
  ];
}

/** Rows whose point lies within these bounds, wider by `extraDeg` (SQL); those that are no point are left in. */
export function pointWithin(
  column: string,
  [west, south, east, north]: Bounds,
  extraDeg: RawBuilder<number> = raw`0.0`,
) {
  return (alias: string): RawBuilder<SqlBool> => {
    const shape = raw.ref(`${alias}.${column}`);
    const at = (index: 0 | 1) => raw`(${shape}->'coordinates'->>${raw.lit(index)})::float8`;
    return raw<SqlBool>`case when ${shape}->>'type' = 'Point' then
      ${at(0)} between ${west}::float8 - ${extraDeg} and ${east}::float8 + ${extraDeg}
      and ${at(1)} between ${south}::float8 - ${extraDeg} and ${north}::float8 + ${extraDeg} else true end`;
  };
}

/** Does a piece of air meet any of the parts in plan view, height and time? */
export function meets(
  parts: readonly AskedPart[],
  withinM: number,
  {
    geometry,
    lower = null,
    upper = null,
    time,
  }: { geometry: Geometry; lower?: Altitude | null; upper?: Altitude | null; time?: Interval },
): boolean {
  return parts.some(
    (part) =>
      (time === undefined || within(part, time) !== null) &&
      sharedHeight(part, { lower, upper }, 0).shared &&
      overlapInPlanView(part.footprint, geometry, part.marginM + withinM),
  );
}
