import { type Geometry, storedGeometry } from '#domain/geo/geojson.ts';
import { movesOf, sweptArea } from '#domain/weather/swept-area.ts';
import type { AreaWarning } from '#domain/weather/weather.ts';
import type { Move, Volume4d } from './strategic.ts';

/** Where a warning is in its time, for comparison with other air. */
export type WarnedAir = Pick<Volume4d, 'footprint' | 'moves'>;

/** The air of a warning as it moves; `area` as it is stored, or that of its region. Null: where it is is not known. */
export function warnedAir(warning: AreaWarning | null, area: Geometry | null): WarnedAir | null {
  const footprint = warning && storedGeometry(sweptArea(warning));
  if (!footprint) return area && { footprint: area };
  const moves = movesOf(warning).flatMap(({ from, to, area: there }): Move[] => {
    const known = storedGeometry(there);
    return known ? [{ from, to, footprint: known }] : [];
  });
  return { footprint, ...(moves.length > 0 ? { moves } : {}) };
}
