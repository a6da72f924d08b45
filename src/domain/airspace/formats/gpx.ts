import { inverse } from '#domain/geo/geodesy.ts';
import { all, child, readXml, type XmlElement } from '#domain/information/xml-tree.ts';
import { writtenNumber } from '#domain/plain-figures.ts';
import { type ImportedFile, mostFeatures, noFile } from './draft.ts';
import { placedAs, readGeoJson } from './geojson.ts';
import { limitsInText } from './limits-in-text.ts';
import { plainText } from './plain-text.ts';

/** Elements of one file: points of tracks have some five each. */
const mostElements = 1_000_000;

/** How far the end of a track may be from its beginning where it goes round an area, metres. */
const closedWithinM = 100;

/**
 * Reads GPX 1.0 and 1.1: each track segment and each route is an area where it ends where it began, else a line, which
 * needs a width that GPX does not have, and is refused so. Limits stand in its description, as `GND - 300 m AGL`; the
 * heights of its points are those of whoever flew there. Waypoints are places, and no airspaces.
 */
export function* readGpx(text: string): Generator<undefined, ImportedFile> {
  const root = readXml(text, mostElements);
  if (!root) return noFile('gpx', 'notGpx');
  const tracks = all(root, 'trk').flatMap((track) =>
    all(track, 'trkseg').map((segment) => featureOf(track, all(segment, 'trkpt'))),
  );
  const routes = all(root, 'rte').map((route) => featureOf(route, all(route, 'rtept')));
  const features = [...tracks, ...routes];
  if (features.length === 0) return noFile('gpx', 'gpxEmpty');
  if (features.length > mostFeatures) return noFile('gpx', 'tooMany', { most: mostFeatures });
  const file = yield* readGeoJson({ type: 'FeatureCollection', features });
  return { ...placedAs(file, (index) => `trk/rte ${index + 1}`), format: 'gpx' };
}

function featureOf(line: XmlElement, points: readonly XmlElement[]): Record<string, unknown> {
  const word = (name: string) => plainText(child(line, name)?.text ?? '');
  const corners = points.map(({ attributes }): [number, number] => [
    writtenNumber(attributes.lon),
    writtenNumber(attributes.lat),
  ]);
  const [first, last] = [corners[0], corners.at(-1)];
  const isClosed = first && last && corners.length >= 4 && distanceBetween(first, last) <= closedWithinM;
  const geometry = isClosed
    ? { type: 'Polygon', coordinates: [[...corners.slice(0, -1), first]] }
    : { type: 'LineString', coordinates: corners };
  const properties = { name: word('name'), ...limitsInText(`${word('desc')}\n${word('cmt')}`) };
  return { type: 'Feature', geometry, properties };
}

function distanceBetween(a: [number, number], b: [number, number]): number {
  if (![...a, ...b].every(Number.isFinite)) return Number.POSITIVE_INFINITY;
  return inverse({ longitude: a[0], latitude: a[1] }, { longitude: b[0], latitude: b[1] }).distanceM;
}
