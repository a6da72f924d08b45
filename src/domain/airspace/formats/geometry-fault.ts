import { type Coordinates, firstCrossing, geometryError } from '#domain/geo/geojson.ts';
import { isObject } from '#domain/text/narrow.ts';
import { type ImportNote, note, shown } from './draft.ts';

/** Types that GeoJSON has and that are no extent of an airspace. */
const others = ['MultiPoint', 'MultiLineString', 'GeometryCollection'];

const kinds = ['Point', 'LineString', 'Polygon', 'MultiPolygon'];

/** What is wrong with a geometry of a file, and at which corner of it; `path` is that of the geometry. */
export function geometryFault(value: unknown, path: string): ImportNote {
  if (!isObject(value)) return note(path, 'noGeometry');
  const error = geometryError(value, kinds);
  if (error?.key.endsWith('.tooMany')) return { path, text: error };
  const { type, coordinates } = value;
  if (type === 'Point') return centreFault(coordinates, `${path}.coordinates`) ?? note(path, 'noRadius');
  if (type === 'LineString') {
    const points: unknown[] = Array.isArray(coordinates) ? coordinates : [];
    if (points.length < 2) return note(path, 'lineShort', { count: points.length });
    return firstFault(points, `${path}.coordinates`, { of: 'position' }) ?? note(path, 'noLineWidth');
  }
  if (typeof type !== 'string' || (type !== 'Polygon' && type !== 'MultiPolygon')) {
    return note(path, others.some((one) => one === type) ? 'geometryType' : 'geometryUnknown', {
      value: shown(type),
    });
  }
  const polygons: unknown[] =
    type === 'Polygon' ? [coordinates] : Array.isArray(coordinates) ? coordinates : [];
  for (const [index, rings] of polygons.entries()) {
    const at = type === 'Polygon' ? `${path}.coordinates` : `${path}.coordinates.${index}`;
    const fault = ringsFault(rings, at);
    if (fault) return fault;
  }
  return error ? { path, text: error } : note(path, 'noGeometry');
}

function ringsFault(rings: unknown, at: string): ImportNote | null {
  if (!Array.isArray(rings) || rings.length === 0) return note(at, 'noRings');
  for (const [index, ring] of rings.entries()) {
    const here = `${at}.${index}`;
    if (!Array.isArray(ring)) return note(here, 'noRings');
    const fault = firstFault(ring, here, { of: 'corner', ring: index + 1 });
    if (fault) return fault;
    if (ring.length < 4) return note(here, 'ringShort', { ring: index + 1, count: ring.length });
    const corners: Coordinates[] = ring;
    const [first, last] = [corners[0], corners.at(-1)];
    if (first && last && (first[0] !== last[0] || first[1] !== last[1]))
      return note(`${here}.${ring.length - 1}`, 'ringOpen', {
        ring: index + 1,
        first: degrees(first),
        last: degrees(last),
      });
    if (geometryError({ type: 'Polygon', coordinates: [corners] }, ['Polygon'])?.key.endsWith('.crossing')) {
      const corner = firstCrossing(corners);
      const place = corners[corner] ?? first;
      return note(`${here}.${corner}`, 'ringCrosses', {
        ring: index + 1,
        corner: corner + 1,
        place: place ? degrees(place) : '',
      });
    }
  }
  return null;
}

/** What is wrong with the centre of a circle; null: it is a position. */
export function centreFault(value: unknown, path: string): ImportNote | null {
  return positionFault(value, path, { of: 'centre' });
}

/** What a position is of, as the beginning of the key of its message, and the values of that message. */
type PositionOf =
  | { of: 'corner'; ring: number; corner?: number }
  | { of: 'position' | 'centre'; corner?: number };

function firstFault(points: readonly unknown[], at: string, where: PositionOf): ImportNote | null {
  for (const [index, point] of points.entries()) {
    const fault = positionFault(point, `${at}.${index}`, { ...where, corner: index + 1 });
    if (fault) return fault;
  }
  return null;
}

function positionFault(value: unknown, path: string, { of, ...where }: PositionOf): ImportNote | null {
  if (!Array.isArray(value)) return note(path, `${of}None`, { ...where, value: shown(value) });
  const [longitude, latitude]: unknown[] = value;
  const written = value.slice(0, 3).map(shown).join(', ');
  if (value.length < 2 || value.length > 3 || !Number.isFinite(longitude) || !Number.isFinite(latitude))
    return note(path, `${of}None`, { ...where, value: written });
  const [x, y] = [Number(longitude), Number(latitude)];
  if (Math.abs(x) <= 180 && Math.abs(y) <= 90) return null;
  const isSwapped = Math.abs(x) <= 90 && Math.abs(y) <= 360;
  const isMetres = Math.abs(x) > 540 || Math.abs(y) > 360;
  const fault = isSwapped ? 'Swapped' : isMetres ? 'Metres' : 'Outside';
  return note(path, `${of}${fault}`, { ...where, value: written });
}

const degrees = ([longitude, latitude]: Coordinates) => `${longitude}, ${latitude}`;
