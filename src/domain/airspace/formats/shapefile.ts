import { maxVertices } from '#domain/geo/geojson.ts';
import { isWithinRings } from '#domain/geo/within-rings.ts';
import {
  decodeWhole,
  encodingOf,
  type FoundEncoding,
  PlatformDecoder,
  type TextEncoding,
} from '#domain/text/encoding.ts';
import { type ImportedFile, mostFeatures, noFile } from './draft.ts';
import { placedAs, readGeoJson } from './geojson.ts';

/** The files of one Shapefile; only the shapes are needed. */
export interface ShapefileParts {
  shp: Uint8Array;
  dbf?: Uint8Array;
  /** The coordinate system, as well-known text. */
  prj?: string;
  /** Encoding of the texts of the .dbf. */
  cpg?: string;
}

type Corner = [longitude: number, latitude: number];

/** Corners of one file; a national file of airspaces has some hundred thousand. */
const mostCorners = 2_000_000;

/**
 * Reads an ESRI Shapefile (Technical Description, July 1998) with the attributes of its dBASE table: points, lines and
 * areas in degrees of WGS-84 or CGCS2000, each with its properties as GeoJSON has them.
 */
export function* readShapefile(
  parts: ShapefileParts,
  encoding = tableEncoding(parts).encoding,
): Generator<undefined, ImportedFile> {
  const system = otherSystem(parts.prj);
  if (system !== null) return noFile('shapefile', 'system', { value: system });
  const shapes = yield* shapesOf(parts.shp);
  if (!shapes) return noFile('shapefile', 'notShapefile');
  if (shapes.length === 0) return noFile('shapefile', 'empty');
  if (shapes.length > mostFeatures) return noFile('shapefile', 'tooMany', { most: mostFeatures });
  const rows = parts.dbf ? rowsOf(parts.dbf, encoding) : [];
  const features = shapes.map((geometry, index) => ({
    type: 'Feature',
    geometry,
    properties: rows[index] ?? {},
  }));
  const file = yield* readGeoJson({ type: 'FeatureCollection', features });
  return { ...placedAs(file, (index) => `shp ${index + 1}`), format: 'shapefile' };
}

/** The name of a coordinate system that is not ours; null: it is, or none is named. */
function otherSystem(prj: string | undefined): string | null {
  if (prj === undefined || prj.trim() === '') return null;
  const [, kind = '', name = ''] = /^\s*(\w+)\s*\[\s*"([^"]{0,80})"/.exec(prj) ?? [];
  const isOurs =
    /WGS[ _]?(19)?84|CGCS[ _]?2000|China_Geodetic_Coordinate_System_2000|China_2000|ETRS[ _]?(19)?89/i;
  return /^GEO(GCS|GCRS|DCRS)$/i.test(kind) && isOurs.test(name) ? null : name || prj.slice(0, 60);
}

/** Null: it has no shape. */
type Shape = Record<string, unknown> | null;

/** Shapes of the records, at most one more than allowed; null: the file is not a Shapefile, or is truncated. */
function* shapesOf(bytes: Uint8Array): Generator<undefined, Shape[] | null> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 100 || view.getInt32(0) !== 9994) return null;
  const shapes: Shape[] = [];
  let left = mostCorners;
  for (let at = 100; at + 12 <= bytes.length && shapes.length <= mostFeatures; ) {
    const length = view.getInt32(at + 4) * 2;
    const end = at + 8 + length;
    if (length < 4 || end > bytes.length) return null;
    const shape = shapeAt(view, at + 8, end);
    if (shape === undefined) return null;
    left -= shape?.count ?? 0;
    if (left < 0) return null;
    shapes.push(shape?.geometry ?? null);
    at = end;
    yield;
  }
  return shapes;
}

/** Surfaces of a solid: triangles, and rings that need not lie side by side. */
const multiPatch = 31;

/** One record; null: it has no shape; undefined: it is broken. Heights and measures (types 11 to 28) are left out. */
function shapeAt(
  view: DataView,
  at: number,
  end: number,
): { geometry: Shape; count: number } | null | undefined {
  const type = view.getInt32(at, true);
  if (type === 0) return null;
  const corner = (place: number): Corner => [view.getFloat64(place, true), view.getFloat64(place + 8, true)];
  if (type === multiPatch) return { geometry: { type: 'MultiPatch' }, count: 0 };
  const plain = type < 30 ? type % 10 : 0;
  if (plain === 1)
    return end - at < 20 ? undefined : { geometry: { type: 'Point', coordinates: corner(at + 4) }, count: 1 };
  if (plain === 8) return { geometry: { type: 'MultiPoint', coordinates: [] }, count: 0 };
  if ((plain !== 3 && plain !== 5) || end - at < 44) return undefined;
  const [parts, points] = [view.getInt32(at + 36, true), view.getInt32(at + 40, true)];
  const first = at + 44 + parts * 4;
  if (parts < 1 || points < 0 || parts > points || first + points * 16 > end) return undefined;
  if (points > maxVertices) {
    // One corner too many, of whichever part, is enough to refuse it; its rings are not put together.
    const corners = Array.from({ length: maxVertices + 1 }, (_, place) => corner(first + place * 16));
    return { geometry: plain === 5 ? areaOf([corners]) : lineOf([corners]), count: points };
  }
  const starts = Array.from({ length: parts }, (_, index) => view.getInt32(at + 44 + index * 4, true));
  const ends = [...starts.slice(1), points];
  if (starts.some((start, index) => start < 0 || start > (ends[index] ?? 0))) return undefined;
  const lines = starts.map((start, index) =>
    Array.from({ length: (ends[index] ?? start) - start }, (_, place) =>
      corner(first + (start + place) * 16),
    ),
  );
  return { geometry: plain === 5 ? areaOf(lines) : lineOf(lines), count: points };
}

const lineOf = (lines: Corner[][]) =>
  lines.length === 1
    ? { type: 'LineString', coordinates: lines[0] }
    : { type: 'MultiLineString', coordinates: lines };

/** Outer rings go clockwise, holes the other way round, in any order. */
function areaOf(rings: Corner[][]): Record<string, unknown> {
  const outer = rings.filter((ring) => areaTwice(ring) <= 0);
  const polygons = (outer.length > 0 ? outer : rings).map((ring) => [ring]);
  for (const hole of outer.length > 0 ? rings.filter((ring) => areaTwice(ring) > 0) : []) {
    const [longitude = 0, latitude = 0] = hole[0] ?? [];
    const around = polygons.find(([ring = []]) => isWithinRings([ring], { longitude, latitude }));
    // A ring the wrong way round that lies in none is an area of its own.
    if (around) around.push(hole);
    else polygons.push([hole]);
  }
  return polygons.length === 1
    ? { type: 'Polygon', coordinates: polygons[0] }
    : { type: 'MultiPolygon', coordinates: polygons };
}

/** Below zero: clockwise. */
function areaTwice(ring: readonly Corner[]): number {
  return ring.reduce((sum, [x, y], index) => {
    const [nextX, nextY] = ring[index + 1] ?? ring[0] ?? [x, y];
    return sum + x * nextY - nextX * y;
  }, 0);
}

interface Column {
  name: string;
  kind: string;
  at: number;
  length: number;
}

/** The rows of a dBASE table, in their order; those that are cut off are left out. */
function rowsOf(bytes: Uint8Array, encoding: string): Record<string, unknown>[] {
  if (bytes.length < 33) return [];
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [count, start, length] = [view.getUint32(4, true), view.getUint16(8, true), view.getUint16(10, true)];
  const text = (from: number, size: number) => decodeWhole(bytes.subarray(from, from + size), encoding);
  const columns: Column[] = [];
  let at = 1;
  for (let place = 32; place + 32 <= Math.min(start, bytes.length) && bytes[place] !== 0x0d; place += 32) {
    const size = bytes[place + 16] ?? 0;
    const name = text(place, 11).split('\0')[0]?.trim() ?? '';
    columns.push({ name, kind: String.fromCharCode(bytes[place + 11] ?? 0), at, length: size });
    at += size;
  }
  const rows: Record<string, unknown>[] = [];
  for (let row = 0; row < Math.min(count, mostFeatures); row += 1) {
    const from = start + row * length;
    if (length === 0 || from + length > bytes.length) break;
    rows.push(
      Object.fromEntries(
        columns.flatMap((column) => {
          const value = cellValue(
            text(from + column.at, column.length)
              .replaceAll('\0', ' ')
              .trim(),
            column.kind,
          );
          return value === null ? [] : [[column.name, value]];
        }),
      ),
    );
  }
  return rows;
}

function cellValue(text: string, kind: string): string | number | null {
  // Asterisks stand for a number that did not fit.
  if (text === '' || /^\*+$/.test(text)) return null;
  if ((kind === 'N' || kind === 'F') && Number.isFinite(Number(text))) return Number(text);
  const date = kind === 'D' ? /^(\d{4})(\d{2})(\d{2})$/.exec(text) : null;
  return date ? `${date[1]}-${date[2]}-${date[3]}` : text;
}

/** How a .cpg names an encoding, where it is not the name itself: by the number of a code page, `ANSI 1250`, `88592`. */
const codePages: [RegExp, (number: string) => string][] = [
  [/UTF-?8|^65001$/i, () => 'utf-8'],
  [/GBK|GB ?2312|GB ?18030|936$/i, () => 'gb18030'],
  [/BIG-?5|950$/i, () => 'big5'],
  [/8859[-_ ]?(\d{1,2})$/, (part) => `iso-8859-${part}`],
  [/(125\d|874)$/, (page) => `windows-${page}`],
  [/866$/, () => 'ibm866'],
  [/932$/, () => 'shift_jis'],
  [/949$/, () => 'euc-kr'],
];

/** dBASE language driver numbers by encoding. 87 is the ANSI code page of the machine that wrote it, so it names none. */
const driversOf: Record<string, readonly number[]> = {
  'windows-1252': [3, 88, 89],
  macintosh: [4],
  'x-mac-cyrillic': [150],
  gb18030: [77, 122],
  big5: [79, 120],
  shift_jis: [19, 123],
  'euc-kr': [78, 121],
  'windows-874': [80, 124],
  ibm866: [38, 101],
  'windows-1255': [125],
  'windows-1256': [126],
  'windows-1250': [200],
  'windows-1251': [201],
  'windows-1254': [202],
  'windows-1253': [203],
  'windows-1257': [204],
};
const drivers = new Map(
  Object.entries(driversOf).flatMap(([encoding, numbers]) => numbers.map((one) => [one, encoding] as const)),
);
const ansiOfMachine = 87;

/**
 * The encoding of the table as a WHATWG label: as named by the .cpg file or the table, else `chosen`, or detected from all of
 * its texts together. `detected` is absent where it is named; `isCertain`: false where a person should check the result.
 */
export function tableEncoding(
  { dbf, cpg }: ShapefileParts,
  chosen?: TextEncoding,
): { encoding: string; detected?: FoundEncoding } {
  if (!dbf || dbf.length < 33) return { encoding: 'utf-8' };
  const driver = dbf[29] ?? 0;
  const named = labelOf(cpg?.trim() ?? '') ?? drivers.get(driver);
  if (named !== undefined) return { encoding: named };
  if (chosen) return { encoding: chosen, detected: { encoding: chosen, isCertain: true } };
  const start = new DataView(dbf.buffer, dbf.byteOffset).getUint16(8, true);
  // Some programs fill with NUL, which would look like UTF-16.
  const found = encodingOf(dbf.subarray(start).map((byte) => byte || 0x20));
  const isCertain = driver === ansiOfMachine ? found.encoding === 'utf-8' : found.isCertain;
  return { encoding: found.encoding, detected: { ...found, isCertain } };
}

/** Undefined: it names none that the platform reads; `ANSI` alone is that of whichever machine wrote it. */
function labelOf(cpg: string): string | undefined {
  const page = codePages.find(([name]) => name.test(cpg));
  const label = page ? page[1](page[0].exec(cpg)?.[1] ?? '') : cpg;
  if (label === '' || /^(?:ANSI|utf-?16)/i.test(label)) return undefined;
  try {
    new PlatformDecoder(label);
    return label;
  } catch {
    return undefined;
  }
}
