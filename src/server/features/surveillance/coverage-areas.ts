import type { Geometry } from 'geojson';
import { boxesMeet, boxOf, isCovered, reachesInto } from '#domain/geo/coverage.ts';
import type { Position } from '#domain/geo/geodesy.ts';
import { type Bounds, isGeometry } from '#domain/geo/geojson.ts';
import { type Actor, adminPermission, boundToCompanies } from '#domain/identity/access.ts';
import type { Sql } from '#server/db/sql.ts';
import type { ChangeFeed } from '#server/kernel/changes.ts';
import type { Logger } from '#server/kernel/logger.ts';

/** Where a caller sees what flies; null: everywhere. */
export type Bounded = {
  /** The same for all who see the same. */
  key: string;
  /** By the areas as they are when it is asked. */
  covers(place: Position): boolean;
} | null;

export interface CoverageAreas {
  /**
   * By the caller's areas (decisions.md §3, coverageIds): nowhere, where none of the units has an area. Who is bound to
   * companies, and administrators, are not bounded by them.
   */
  of(actor: Actor): Bounded;
  /** The same for a globe, which is bounded by coverageId3s besides; units without an area bound no globe (specification §3). */
  ofGlobe(actor: Actor): Promise<Bounded>;
  /** Ids of the units whose areas a shape reaches into. */
  touching(shape: Geometry): number[];
  refresh(): Promise<void>;
}

/** The areas of organization units, in memory: the live picture asks once a second for every viewport. */
export function createCoverageAreas(deps: { sql: Sql; changes: ChangeFeed; log: Logger }): CoverageAreas {
  const { sql, changes, log } = deps;
  let areas = new Map<number, Geometry>();
  let boxes = new Map<number, Bounds | null>();

  async function refresh(): Promise<void> {
    const rows = await sql
      .selectFrom('organizationUnit')
      .select(['id', 'area'])
      .where('area', 'is not', null)
      .where('deletedAt', 'is', null)
      .execute();
    areas = new Map();
    boxes = new Map();
    for (const { id, area } of rows) {
      try {
        if (!isGeometry(area, ['Polygon', 'MultiPolygon'])) continue;
        boxes.set(id, boxOf([area]));
        areas.set(id, area);
      } catch (error) {
        log.warn({ error, unit: id }, 'the area of an organization unit cannot be read');
      }
    }
  }

  // Where they cannot be read nothing is shown to whoever is bounded by them, and they are read with the next change.
  const refreshOrTell = () =>
    refresh().catch((error: unknown) => log.warn({ error }, 'areas of organization units not read'));

  changes.subscribe(({ resource }) => {
    if (resource !== 'organizationUnit') return;
    void refreshOrTell();
  });

  const within = (ids: readonly number[]): NonNullable<Bounded> => ({
    key: [...ids].sort((a, b) => a - b).join(),
    covers: (place) =>
      ids.some((id) => {
        const area = areas.get(id);
        return area !== undefined && isCovered([area], place);
      }),
  });

  function of(actor: Actor): Bounded {
    const { coverageIds, permissions } = actor;
    const isFree =
      coverageIds.length === 0 || boundToCompanies(actor) || permissions.includes(adminPermission);
    return isFree ? null : within(coverageIds);
  }

  return {
    of,
    async ofGlobe(actor) {
      const rows = await sql
        .selectFrom('userCoverageId3s')
        .select('targetId')
        .where('ownerId', '=', actor.userId)
        .execute();
      const ids = rows.flatMap(({ targetId }) => (areas.has(targetId) ? [targetId] : []));
      const flat = of(actor);
      if (ids.length === 0) return flat;
      const globe = within(ids);
      if (!flat) return globe;
      return {
        key: `${flat.key}|${globe.key}`,
        covers: (place) => flat.covers(place) && globe.covers(place),
      };
    },
    touching(shape) {
      const box = boxOf([shape]);
      return [...areas].flatMap(([id, area]) =>
        boxesMeet(box, boxes.get(id) ?? null) && reachesInto([area], shape) ? [id] : [],
      );
    },
    refresh: refreshOrTell,
  };
}
