import type { Position } from '#domain/geo/geodesy.ts';
import { boxOf } from './area-geometry.ts';
import { metresPerDegree, radians } from './local-plane.ts';
import type { Reach } from './prediction.ts';
import type { SceneArea, SceneVolume } from './safety-net.ts';

/** Degrees. */
const cellDeg = 0.25;
/** An area over more cells than this is looked at by itself: a flight information region would fill the index. */
const mostCells = 1_000;

interface AreaIndex {
  /** West, south, east, north of each area, degrees. */
  boxes: Float64Array;
  cells: Map<number, number[]>;
  everywhere: number[];
  /** In which question each was last met: one that lies in several cells is answered once. */
  met: Uint32Array;
  questions: number;
}

/** Anything with an extent. */
interface Extended {
  volume: SceneVolume;
}

const indexes = new WeakMap<readonly Extended[], AreaIndex>();
const parts = new WeakMap<readonly SceneArea[], Map<(area: SceneArea) => boolean, readonly SceneArea[]>>();

/** Those of a list that a net asks for, chosen once for each list: `wants` has to be the same function each time. */
export function areasFor(
  areas: readonly SceneArea[],
  wants: (area: SceneArea) => boolean,
): readonly SceneArea[] {
  let known = parts.get(areas);
  let part = known?.get(wants);
  if (part) return part;
  part = areas.filter(wants);
  known ??= new Map();
  known.set(wants, part);
  parts.set(areas, known);
  return part;
}

/** Areas in whose box a place lies, in the order of the list. */
export function areasAt<Area extends Extended>(
  areas: readonly Area[],
  { latitude, longitude }: Position,
): Area[] {
  return areasOver(areas, latitude, longitude);
}

/** The same by degrees, where thousands are asked about. */
export function areasOver<Area extends Extended>(
  areas: readonly Area[],
  latitude: number,
  longitude: number,
): Area[] {
  return areasIn(areas, longitude, latitude, longitude, latitude);
}

/** Areas whose box is met by what reaches so many metres around a place. */
export function areasReached(
  areas: readonly SceneArea[],
  latitude: number,
  longitude: number,
  reach: Reach,
): SceneArea[] {
  if (areas.length === 0) return none;
  const south = latitude + reach.south / metresPerDegree;
  const north = latitude + reach.north / metresPerDegree;
  const farthest = Math.min(89, Math.max(Math.abs(south), Math.abs(north)));
  const perDegree = metresPerDegree * Math.cos(farthest * radians);
  return areasIn(areas, longitude + reach.west / perDegree, south, longitude + reach.east / perDegree, north);
}

const none: never[] = [];
const cellOf = (row: number, column: number) => (row + 1_000) * 10_000 + column + 5_000;

function areasIn<Area extends Extended>(
  areas: readonly Area[],
  west: number,
  south: number,
  east: number,
  north: number,
): Area[] {
  if (areas.length === 0) return none;
  let index = indexes.get(areas);
  if (!index) {
    index = indexOf(areas);
    indexes.set(areas, index);
  }
  index.questions += 1;
  let found = meeting(index, index.everywhere, null, west, south, east, north);
  const lastRow = Math.floor(north / cellDeg);
  const lastColumn = Math.floor(east / cellDeg);
  for (let row = Math.floor(south / cellDeg); row <= lastRow; row += 1) {
    for (let column = Math.floor(west / cellDeg); column <= lastColumn; column += 1) {
      const ids = index.cells.get(cellOf(row, column));
      if (ids) found = meeting(index, ids, found, west, south, east, north);
    }
  }
  if (!found) return none;
  const met: Area[] = [];
  for (const id of found.length > 1 ? found.sort((a, b) => a - b) : found) {
    const area = areas[id];
    if (area) met.push(area);
  }
  return met;
}

/** Adds to `found` which of these areas are met, if they were not asked before; null: none so far. */
function meeting(
  { boxes, met, questions }: AreaIndex,
  ids: readonly number[],
  found: number[] | null,
  west: number,
  south: number,
  east: number,
  north: number,
): number[] | null {
  let all = found;
  for (const id of ids) {
    if (met[id] === questions) continue;
    met[id] = questions;
    const at = 4 * id;
    if ((boxes[at] ?? 0) > east || (boxes[at + 2] ?? 0) < west) continue;
    if ((boxes[at + 1] ?? 0) > north || (boxes[at + 3] ?? 0) < south) continue;
    if (all) all.push(id);
    else all = [id];
  }
  return all;
}

function indexOf(areas: readonly Extended[]): AreaIndex {
  const index: AreaIndex = {
    boxes: new Float64Array(4 * areas.length),
    cells: new Map(),
    everywhere: [],
    met: new Uint32Array(areas.length),
    questions: 0,
  };
  areas.forEach(({ volume }, id) => {
    const { west, south, east, north } = boxOf(volume);
    index.boxes.set([west, south, east, north], 4 * id);
    const [firstRow, lastRow] = [Math.floor(south / cellDeg), Math.floor(north / cellDeg)];
    const [firstColumn, lastColumn] = [Math.floor(west / cellDeg), Math.floor(east / cellDeg)];
    if ((lastRow - firstRow + 1) * (lastColumn - firstColumn + 1) > mostCells) index.everywhere.push(id);
    else
      for (let row = firstRow; row <= lastRow; row += 1) {
        for (let column = firstColumn; column <= lastColumn; column += 1) {
          const cell = cellOf(row, column);
          const known = index.cells.get(cell);
          if (known) known.push(id);
          else index.cells.set(cell, [id]);
        }
      }
  });
  return index;
}
