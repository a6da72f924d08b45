import { parsePositions } from '#domain/geo/coordinate-list.ts';
import { parsePosition } from '#domain/geo/coordinates.ts';
import type { Position } from '#domain/geo/geodesy.ts';
import { storedGeometry } from '#domain/geo/geojson.ts';
import type { GeometryKind } from '#domain/record/resource.ts';
import { parsedJson, type Reading } from './cell-reading.ts';

/** A point as latitude and longitude, `30.6, 104`; every other shape as GeoJSON. */
export function writeGeometry(value: unknown): string {
  const shape = storedGeometry(value);
  const [longitude, latitude, ...more] = shape?.type === 'Point' ? shape.coordinates : [];
  if (longitude === undefined || latitude === undefined || more.length > 0) return JSON.stringify(value);
  const text = `${latitude}, ${longitude}`;
  // What is smaller than a millionth of a degree is written in powers of ten, which is no notation of positions.
  return text.includes('e') ? JSON.stringify(value) : text;
}

/**
 * A shape as people write it: GeoJSON, or positions in any notation that `parsePosition` knows, latitude first where no letter
 * says otherwise, those of a line or an area apart by semicolons or on lines of their own. Areas need not be closed.
 */
export function readGeometry(text: string, kinds: readonly GeometryKind[]): Reading {
  const isJson = text.startsWith('{');
  const value = isJson ? parsedJson(text) : undefined;
  if (value !== undefined) return { value };
  if (isJson) return { error: { key: 'transfer.cell.json' } };
  const single = kinds.includes('Point') ? parsePosition(text) : null;
  if (single) return { value: { type: 'Point', coordinates: cornerOf(single) } };
  const { positions, errors } = parsePositions(text);
  const wrong = errors[0]?.text;
  if (wrong !== undefined) return { error: { key: 'transfer.cell.position', values: { text: wrong } } };
  const corners = positions.map(cornerOf);
  const isClosed = corners.length > 3 && `${corners[0]}` === `${corners.at(-1)}`;
  const isArea = kinds.includes('Polygon') && (isClosed || !kinds.includes('LineString'));
  if (isArea && corners.length > 2) {
    const [first = [0, 0]] = corners;
    return { value: { type: 'Polygon', coordinates: [isClosed ? corners : [...corners, first]] } };
  }
  if (kinds.includes('LineString') && corners.length > 1)
    return { value: { type: 'LineString', coordinates: corners } };
  const wanted = isArea ? 'corners' : kinds.includes('LineString') ? 'line' : 'onePosition';
  return { error: { key: `transfer.cell.${wanted}`, values: { count: corners.length } } };
}

const cornerOf = ({ longitude, latitude }: Position): [number, number] => [longitude, latitude];
