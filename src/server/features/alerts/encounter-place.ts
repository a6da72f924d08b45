import type { Finding, SceneArea, ScenePlan } from '#domain/conflicts/nets/safety-net.ts';
import { inverse, type LonLat, type Position } from '#domain/geo/geodesy.ts';
import type { Geometry } from '#domain/geo/geojson.ts';
import { polygonWithin } from '#domain/geo/geojson.ts';

/** Nearer than this two are at one place. */
const oneM = 10;
/** Who has gone so far from where an alert was last placed is somewhere else. */
const movedM = 10_000;

/** What of the records says where something is that has no aircraft. */
export interface Places {
  plans: ReadonlyMap<number, ScenePlan>;
  areas: readonly SceneArea[];
  /** The extents of surveillance sources, by id. */
  sources: ReadonlyMap<number, Geometry>;
}

/** Where an alert is: its region, its aircraft, or else its airspace, its plan or its source; what has no place concerns everywhere. */
export function placeOf(finding: Finding, { plans, areas, sources }: Places): Geometry {
  if (finding.region) return finding.region.area;
  const area = ofArea(areas, finding.areaId);
  // Of an area that is full it is all of it, wherever in it they are.
  if (finding.net === 'density' && area) return area;
  const [plan] = finding.planIds.flatMap((id) => plans.get(id) ?? []);
  return (
    through(finding.targets.slice(0, 2)) ??
    area ??
    (plan && ofPlan(plan)) ??
    sources.get(finding.sourceId ?? 0) ??
    polygonWithin([-180, -90, 180, 90])
  );
}

/** The place with where its region or its aircraft are now added, where they have gone on since; null: they are still there. */
export function placeSince(place: unknown, { targets, region }: Finding): Geometry | null {
  if (region) return withArea(place, region.area);
  const [target] = targets;
  const known = pointsOf(place);
  if (!target || known.length === 0) return null;
  const isFar = known.every(
    ([longitude, latitude]) => inverse({ longitude, latitude }, target).distanceM > movedM,
  );
  if (!isFar) return null;
  const coordinates: LonLat[] = [...known, [target.longitude, target.latitude]];
  return { type: 'LineString', coordinates };
}

/** Null: all of the area is in it. */
function withArea(place: unknown, area: Geometry): Geometry | null {
  const known = polygonsIn(place);
  const has = new Set(known.map((polygon) => JSON.stringify(polygon)));
  const added = polygonsIn(area).filter((polygon) => !has.has(JSON.stringify(polygon)));
  return added.length === 0 ? null : { type: 'MultiPolygon', coordinates: [...known, ...added] };
}

function polygonsIn(place: unknown): LonLat[][][] {
  const geometry = place as Geometry | null;
  return geometry?.type === 'MultiPolygon' ? geometry.coordinates : [];
}

function pointsOf(place: unknown): LonLat[] {
  const geometry = place as Geometry | null;
  if (geometry?.type === 'Point') return [geometry.coordinates];
  return geometry?.type === 'LineString' ? geometry.coordinates : [];
}

function through(places: readonly Position[]): Geometry | null {
  const [first, ...others] = places;
  if (!first) return null;
  const apart = others.filter((other) => inverse(first, other).distanceM > oneM);
  const of = ({ longitude, latitude }: Position): LonLat => [longitude, latitude];
  return apart.length === 0
    ? { type: 'Point', coordinates: of(first) }
    : { type: 'LineString', coordinates: [first, ...apart].map(of) };
}

function ofArea(areas: readonly SceneArea[], id: number | undefined): Geometry | null {
  const area = id === undefined ? undefined : areas.find((one) => one.id === id);
  return area ? polygonsOf(area.volume.polygons) : null;
}

function ofPlan({ volumes, places }: ScenePlan): Geometry | null {
  return through(places) ?? polygonsOf(volumes.flatMap(({ polygons }) => polygons));
}

function polygonsOf(polygons: readonly (readonly (readonly LonLat[])[])[]): Geometry | null {
  if (polygons.length === 0) return null;
  const coordinates = polygons.map((rings) =>
    rings.map((ring) => ring.map(([longitude, latitude]): LonLat => [longitude, latitude])),
  );
  return { type: 'MultiPolygon', coordinates };
}
