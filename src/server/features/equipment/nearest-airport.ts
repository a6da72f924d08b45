import { inverse, type Position } from '#domain/geo/geodesy.ts';
import { positionIn } from '#domain/geo/position-in.ts';
import type { Sql } from '#server/db/sql.ts';

/** Farther away an aerodrome says nothing of where a place is. */
const mostM = 100_000;

/** Reads the aerodromes; the answer finds the one that is nearest to a place, null: none within 100 km. */
export async function nearestAirport(sql: Sql) {
  const rows = await sql
    .selectFrom('airport')
    .select(['name', 'nameEn', 'position'])
    .where('deletedAt', 'is', null)
    .execute();
  const airports = rows.flatMap(({ position, ...names }) => {
    const place = positionIn(position);
    return place ? [{ ...names, place }] : [];
  });
  return (at: Position) => {
    let nearest: { name: string; nameEn: string | null; distanceM: number } | null = null;
    for (const { place, ...names } of airports) {
      const { distanceM } = inverse(at, place);
      if (distanceM <= (nearest?.distanceM ?? mostM)) nearest = { ...names, distanceM };
    }
    return nearest;
  };
}
