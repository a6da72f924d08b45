import { sql as raw } from 'kysely';
import type { Landings, SceneArea, ScenePlan } from '#domain/conflicts/nets/safety-net.ts';
import { circleRing } from '#domain/geo/geodesy.ts';
import { type Geometry, storedGeometry } from '#domain/geo/geojson.ts';
import { positionIn } from '#domain/geo/position-in.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Conflicts } from '#server/features/conflicts/conflicts.ts';
import { type AerodromeGround, noAerodromes } from '#server/features/terrain/aerodrome-ground.ts';
import { noPressures, type Pressures, readPressures } from '#server/features/weather/pressures.ts';
import { createSafeAltitudes, type SafeAltitudesDeps } from './safe-altitudes.ts';
import { readAreas } from './scene-areas.ts';
import { readLandings, readPlans } from './scene-plans.ts';

/** What of the records the nets look at: read every few seconds. */
export interface SceneData {
  plans: ReadonlyMap<number, ScenePlan>;
  landings: Landings;
  areas: readonly SceneArea[];
  /** Sources that are listened to: a recording that ends is not a sensor that fails. */
  liveSources: ReadonlySet<number>;
  /** The extents of all sources that have one, by id. */
  sourcePlaces: ReadonlyMap<number, Geometry>;
  /** Ids of the organization units whose areas an airspace touches, by its id. */
  unitsOfAirspaces: ReadonlyMap<number, readonly number[]>;
  pressures: Pressures;
  aerodromes: AerodromeGround;
}

export const noSceneData: SceneData = {
  plans: new Map(),
  landings: new Map(),
  areas: [],
  liveSources: new Set(),
  sourcePlaces: new Map(),
  unitsOfAirspaces: new Map(),
  pressures: noPressures,
  aerodromes: noAerodromes,
};

interface SourceRow {
  id: number;
  position: unknown;
  rangeKm: number | null;
  coverage: unknown;
}

/** What a source covers, as its record says, by its id; nothing where it does not say. */
function extentOf({ id, position, rangeKm, coverage }: SourceRow): [id: number, extent: Geometry][] {
  const area = storedGeometry(coverage);
  if (area) return [[id, area]];
  const site = positionIn(position);
  if (!site) return [];
  if (rangeKm === null) return [[id, { type: 'Point', coordinates: [site.longitude, site.latitude] }]];
  return [[id, { type: 'Polygon', coordinates: [circleRing(site, rangeKm * 1_000, 48)] }]];
}

/** By the parameters as they are now. */
export type SceneReader = (nowMs: number, parameters: ReadonlyMap<string, string>) => Promise<SceneData>;

/** Reads the records of a scene, and remembers of them what takes long to work out. */
export function createSceneReader(deps: {
  sql: Sql;
  air: Pick<Conflicts, 'known'>;
  terrain: SafeAltitudesDeps['terrain'];
  aerodromes: () => Promise<AerodromeGround>;
}): SceneReader {
  const { sql, air, aerodromes } = deps;
  const safeAltitudes = createSafeAltitudes(deps);
  return async (nowMs, parameters) => {
    const { rows: sources } = await raw<SourceRow>`
      select id, position, range_km as "rangeKm", coverage from surveillance_source
      where deleted_at is null and enabled and transport <> 'replay'`.execute(sql);
    const { rows: airspaces } = await raw<{ id: number; units: number[] }>`
      select id, coverage_ids as units from airspace where deleted_at is null and coverage_ids <> '{}'`.execute(
      sql,
    );
    return {
      plans: await safeAltitudes(await readPlans(sql, air, nowMs)),
      landings: await readLandings(sql, nowMs),
      areas: await readAreas(sql, air, nowMs, parameters),
      liveSources: new Set(sources.map(({ id }) => id)),
      sourcePlaces: new Map(sources.flatMap(extentOf)),
      unitsOfAirspaces: new Map(airspaces.map(({ id, units }) => [id, units])),
      pressures: await readPressures(sql, nowMs, parameters),
      aerodromes: await aerodromes(),
    };
  };
}
