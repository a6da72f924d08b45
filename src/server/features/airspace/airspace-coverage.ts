import booleanIntersects from '@turf/boolean-intersects';
import { boxesMeet, boxOf } from '#domain/geo/coverage.ts';
import { type Geometry, storedGeometry } from '#domain/geo/geojson.ts';
import { adminPermission, boundToCompanies } from '#domain/identity/access.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Caller } from '#server/kernel/caller.ts';

/**
 * Whether an extent touches none of the areas that the caller is responsible for: they would neither find nor change
 * what they publish there. False for whoever has no such areas.
 */
export async function outsideOfCoverage(
  sql: Sql,
  { actor }: Pick<Caller, 'actor'>,
): Promise<(extent: Geometry) => boolean> {
  const { coverageIds, permissions } = actor;
  if (coverageIds.length === 0 || boundToCompanies(actor) || permissions.includes(adminPermission))
    return () => false;
  const rows = await sql
    .selectFrom('organizationUnit')
    .select('area')
    .where('id', 'in', coverageIds)
    .where('deletedAt', 'is', null)
    .execute();
  const areas = rows.flatMap(({ area }) => {
    const shape = storedGeometry(area);
    return shape ? [{ shape, box: boxOf([shape]) }] : [];
  });
  return (extent) => {
    const box = boxOf([extent]);
    return !areas.some(({ shape, box: other }) => boxesMeet(box, other) && booleanIntersects(extent, shape));
  };
}
