import { XMLBuilder } from 'fast-xml-parser';
import { neutralise } from '#domain/record/transfer/neutralise.ts';
import { isInvented } from '#domain/surveillance/track/identity.ts';
import type { AddressType } from '#domain/surveillance/track/report.ts';
import { cleanLine } from '#domain/text/clean.ts';
import type { RecordedPosition } from './positions.ts';

/** A recorded track as it is handed on. */
export interface TrackToWrite {
  /** Callsign, else its identity. */
  name: string;
  icao24: string | null;
  /** By what it names itself, as `targetIdentity` writes it; null: by its callsign alone. */
  identity: string | null;
  /** Of what kind that is; null: not known. */
  addressType: AddressType | null;
  positions: readonly RecordedPosition[];
}

/** The formats of a file with one track; heights are WGS-84 (geometric) where known, else above mean sea level, else pressure altitude. */
export const trackFormats = {
  gpx: { type: 'application/gpx+xml', write: named(writeGpx) },
  kml: { type: 'application/vnd.google-earth.kml+xml', write: named(writeKml) },
  igc: { type: 'text/plain', write: named(writeIgc) },
  csv: { type: 'text/csv', write: named(writeCsv) },
  geojson: { type: 'application/geo+json', write: named(writeGeoJson) },
  czml: { type: 'application/json', write: named(writeCzml) },
} as const;

export type TrackFormat = keyof typeof trackFormats;

/** Recorded names may be older than the cleaning of reports: a line end in one would begin a record of its own in an IGC file. */
function named(write: (track: TrackToWrite) => string): (track: TrackToWrite) => string {
  return (track) =>
    write({
      ...track,
      name: cleanLine(track.name, mostInName),
      icao24: track.icao24 === null ? null : cleanLine(track.icao24, mostInName),
      identity: track.identity === null ? null : cleanLine(track.identity, mostInName) || null,
    });
}
const mostInName = 200;

const xml = new XMLBuilder({ ignoreAttributes: false, format: true, suppressEmptyNode: true });
const declaration = { '?xml': { '@_version': '1.0', '@_encoding': 'UTF-8' } };
const iso = (at: number) => new Date(at).toISOString();
const heightOf = ({ geometricAltitudeM, amslAltitudeM, pressureAltitudeM }: RecordedPosition) =>
  geometricAltitudeM ?? amslAltitudeM ?? pressureAltitudeM;

/** `~3C4A12 (anonymous)`; null: nothing is known. */
function identityLine({ identity, addressType }: TrackToWrite): string | null {
  if (identity === null) return null;
  return addressType === null ? identity : `${identity} (${addressType})`;
}

/** GPX 1.1: one track with one segment. `ele` is a height by satellite, above the ellipsoid or the sea: no pressure altitude. */
function writeGpx(track: TrackToWrite): string {
  const { name, positions } = track;
  const identity = identityLine(track);
  return xml.build({
    ...declaration,
    gpx: {
      '@_version': '1.1',
      '@_creator': 'Clearway',
      '@_xmlns': 'http://www.topografix.com/GPX/1/1',
      trk: {
        name,
        ...(identity === null ? {} : { desc: identity }),
        trkseg: {
          trkpt: positions.map(({ latitude, longitude, geometricAltitudeM, amslAltitudeM, at }) => ({
            '@_lat': latitude,
            '@_lon': longitude,
            ...((geometricAltitudeM ?? amslAltitudeM) === null
              ? {}
              : { ele: geometricAltitudeM ?? amslAltitudeM }),
            time: iso(at),
          })),
        },
      },
    },
  });
}

/** KML 2.2 with Google's `gx:Track`. */
function writeKml({ name, identity, addressType, positions }: TrackToWrite): string {
  const known = positions.some((one) => heightOf(one) !== null);
  return xml.build({
    ...declaration,
    kml: {
      '@_xmlns': 'http://www.opengis.net/kml/2.2',
      '@_xmlns:gx': 'http://www.google.com/kml/ext/2.2',
      Document: {
        name,
        Placemark: {
          name,
          ExtendedData: {
            Data: [...kmlData('identity', identity), ...kmlData('identityType', addressType)],
          },
          'gx:Track': {
            altitudeMode: known ? 'absolute' : 'clampToGround',
            when: positions.map(({ at }) => iso(at)),
            'gx:coord': positions.map((one) => `${one.longitude} ${one.latitude} ${heightOf(one) ?? 0}`),
          },
        },
      },
    },
  });
}

const kmlData = (name: string, value: string | null) => (value === null ? [] : [{ '@_name': name, value }]);

const digits = (value: number, length: number) => String(value).padStart(length, '0');

/** Degrees and thousandths of a minute, as an IGC record has them. */
function igcAngle(value: number, length: number, [positive, negative]: [string, string]): string {
  const thousandths = Math.round(Math.abs(value) * 60_000);
  const degrees = Math.floor(thousandths / 60_000);
  return `${digits(degrees, length)}${digits(thousandths % 60_000, 5)}${value < 0 ? negative : positive}`;
}

const igcHeight = (value: number | null) => {
  const metres = Math.round(value ?? 0);
  return metres < 0 ? `-${digits(-metres, 4)}` : digits(metres, 5);
};

/** FAI's IGC, unsigned: B records with pressure and geometric altitude, a validity of V where there is no geometric one. */
function writeIgc(track: TrackToWrite): string {
  const { name, icao24, addressType, positions } = track;
  const identity = identityLine(track);
  const lines = ['AXCWClearway', `HFDTE${igcDay(positions[0]?.at ?? 0)}`, `HFGIDGLIDERID:${name}`];
  if (icao24 && !isInvented(addressType)) lines.push(`LCLW24-bit address ${icao24.toUpperCase()}`);
  else if (identity !== null) lines.push(`LCLWIdentity ${identity}`);
  let day = igcDay(positions[0]?.at ?? 0);
  for (const { at, latitude, longitude, pressureAltitudeM, geometricAltitudeM } of positions) {
    const own = igcDay(at);
    if (own !== day) lines.push(`HFDTE${own}`);
    day = own;
    const time = iso(at).slice(11, 19).replaceAll(':', '');
    lines.push(
      `B${time}${igcAngle(latitude, 2, ['N', 'S'])}${igcAngle(longitude, 3, ['E', 'W'])}${
        geometricAltitudeM === null ? 'V' : 'A'
      }${igcHeight(pressureAltitudeM)}${igcHeight(geometricAltitudeM)}`,
    );
  }
  return `${lines.join('\r\n')}\r\n`;
}

function igcDay(at: number): string {
  const [year = '', month = '', day = ''] = iso(at).slice(0, 10).split('-');
  return `${day}${month}${year.slice(2)}`;
}

const columns = [
  ['time', ({ at }: RecordedPosition) => iso(at)],
  ['latitude', ({ latitude }: RecordedPosition) => latitude],
  ['longitude', ({ longitude }: RecordedPosition) => longitude],
  ['pressure_altitude_m_std', ({ pressureAltitudeM }: RecordedPosition) => pressureAltitudeM],
  ['geometric_altitude_m_wgs84', ({ geometricAltitudeM }: RecordedPosition) => geometricAltitudeM],
  ['altitude_m_amsl', ({ amslAltitudeM }: RecordedPosition) => amslAltitudeM],
  ['ground_speed_mps', ({ groundSpeedMps }: RecordedPosition) => groundSpeedMps],
  ['track_deg_true', ({ trackDeg }: RecordedPosition) => trackDeg],
  ['vertical_rate_mps', ({ verticalRateMps }: RecordedPosition) => verticalRateMps],
  ['on_ground', ({ onGround }: RecordedPosition) => onGround],
] as const;

/** A number of a device or a track may hold any sign, and begin like a formula. */
function csvCell(value: string): string {
  const text = neutralise(value);
  return /^[\w~:. /-]*$/.test(text) ? text : `"${text.replaceAll('"', '""')}"`;
}

/** Every value with its unit and datum in the name of its column; in the last two columns what the track is of. */
function writeCsv({ identity, addressType, positions }: TrackToWrite): string {
  const head = [...columns.map(([name]) => name), 'identity', 'identity_type'].join(',');
  const own = [csvCell(identity ?? ''), addressType ?? ''];
  const rows = positions.map((position) =>
    [...columns.map(([, read]) => read(position) ?? ''), ...own].join(','),
  );
  return `${[head, ...rows].join('\r\n')}\r\n`;
}

/** RFC 7946: a line with the times and altitudes of its corners beside it. */
function writeGeoJson({ name, icao24, identity, addressType, positions }: TrackToWrite): string {
  const coordinates = positions.map(({ longitude, latitude, geometricAltitudeM }) =>
    geometricAltitudeM === null ? [longitude, latitude] : [longitude, latitude, geometricAltitudeM],
  );
  return JSON.stringify({
    type: 'Feature',
    geometry: { type: 'LineString', coordinates },
    properties: {
      name,
      icao24,
      identity,
      identityType: addressType,
      times: positions.map(({ at }) => iso(at)),
      pressureAltitudesM: positions.map(({ pressureAltitudeM }) => pressureAltitudeM),
    },
  });
}

/** Cesium's CZML: a document and one entity that moves. */
function writeCzml({ name, icao24, identity, addressType, positions }: TrackToWrite): string {
  const [first] = positions;
  const last = positions.at(-1);
  if (!first || !last) return JSON.stringify([{ id: 'document', version: '1.0' }]);
  const availability = `${iso(first.at)}/${iso(last.at)}`;
  const cartographicDegrees = positions.flatMap((one) => [
    (one.at - first.at) / 1000,
    one.longitude,
    one.latitude,
    heightOf(one) ?? 0,
  ]);
  return JSON.stringify([
    { id: 'document', name, version: '1.0', clock: { interval: availability, currentTime: iso(first.at) } },
    {
      id: icao24 ?? identity ?? name,
      name,
      properties: { identity, identityType: addressType },
      availability,
      position: { epoch: iso(first.at), cartographicDegrees },
      path: { leadTime: 0, trailTime: 600 },
      point: { pixelSize: 8 },
    },
  ]);
}
