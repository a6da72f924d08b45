import { type Geometry, storedGeometry } from '#domain/geo/geojson.ts';
import type { Sql } from '#server/db/sql.ts';

/** Flight information regions that are recorded as airspaces, by designator: where a warning of a whole region holds. */
export async function firAreas(sql: Sql, designators: readonly string[]): Promise<Map<string, Geometry>> {
  if (designators.length === 0) return new Map();
  const rows = await sql
    .selectFrom('airspace')
    .select(['designator', 'geometry'])
    .where('kind', '=', 'fir')
    .where('state', '=', 1)
    .where('deletedAt', 'is', null)
    .where('designator', 'in', [...new Set(designators)])
    .execute();
  return new Map(
    rows.flatMap(({ designator, geometry }): [string, Geometry][] => {
      const area = storedGeometry(geometry);
      return designator && area ? [[designator, area]] : [];
    }),
  );
}
