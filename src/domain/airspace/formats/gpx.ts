import { inverse } from '#domain/geo/geodesy.ts';
import { all, child, readXmlSteps, type XmlElement } from '#domain/information/xml-tree.ts';
import { writtenNumber } from '#domain/plain-figures.ts';
import { type ImportedFile, mostFeatures, noFile, note } from './draft.ts';
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
  const root = yield* readXmlSteps(text, mostElements);
  if (!root) return noFile('gpx', 'notGpx');
  const tracks = all(root, 'trk').flatMap((track) =>
    all(track, 'trkseg').map((segment) => featureOf(track, all(segment, 'trkpt'))),
  );
  const routes = all(root, 'rte').map((route) => featureOf(route, all(route, 'rtept')));
  const features = [...tracks, ...routes];
  if (features.length === 0) return noFile('gpx', 'gpxEmpty');
  if (features.length > mostFeatures) return noFile('gpx', 'tooMany', { most: mostFeatures });
  const file = yield* readGeoJson({ type: 'FeatureCollection', features });
  for (const [index, { closedM = 0 }] of features.entries()) {
    if (closedM > 0)
      file.features[index]?.warnings.push(
        note(`features.${index}.geometry`, 'gpxClosed', { distance: Math.max(1, Math.round(closedM)) }),
      );
  }
  return { ...placedAs(file, (index) => `trk/rte ${index + 1}`), format: 'gpx' };
}

/** `closedM`: how far its end is from its beginning, to which it was joined, metres. */
function featureOf(
  line: XmlElement,
  points: readonly XmlElement[],
): Record<string, unknown> & { closedM?: number } {
  const word = (name: string) => plainText(child(line, name)?.text ?? '');
  const corners = points.map(
    ({ attributes: { lon = '', lat = '' } }): Corner => [numberOrText(lon), numberOrText(lat)],
  );
  const [first, last] = [corners[0], corners.at(-1)];
  const closedM =
    first && last && corners.length >= 4 ? distanceBetween(first, last) : Number.POSITIVE_INFINITY;
  const isClosed = closedM <= closedWithinM;
  const geometry = isClosed
    ? { type: 'Polygon', coordinates: [[...(closedM > 0 ? corners : corners.slice(0, -1)), first]] }
    : { type: 'LineString', coordinates: corners };
  const properties = { name: word('name'), ...limitsInText(`${word('desc')}\n${word('cmt')}`) };
  return { type: 'Feature', geometry, properties, ...(isClosed ? { closedM } : {}) };
}

/** A text that is not a number stays as it is written, so that its message shows it. */
type Corner = [longitude: number | string, latitude: number | string];

function numberOrText(text: string): number | string {
  const number = writtenNumber(text);
  return Number.isFinite(number) ? number : text;
}

function distanceBetween([west, south]: Corner, [east, north]: Corner): number {
  if (typeof west !== 'number' || typeof south !== 'number') return Number.POSITIVE_INFINITY;
  if (typeof east !== 'number' || typeof north !== 'number') return Number.POSITIVE_INFINITY;
  return inverse({ longitude: west, latitude: south }, { longitude: east, latitude: north }).distanceM;
}
