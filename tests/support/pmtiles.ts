/** A small PMTiles file (version 3, uncompressed, one directory) of vector tiles, written by hand. */

export interface MadeFeature {
  /** 1 point, 2 line, 3 polygon. */
  type: 1 | 2 | 3;
  /** One ring or line, in 1/4096 of the tile. */
  points: [x: number, y: number][];
  props: Record<string, string | number>;
}

/** Features by layer. */
export type MadeTile = Record<string, MadeFeature[]>;

const extent = 4096;
const utf8 = new TextEncoder();

/** `tiles` by `z/x/y`; `bounds`: west, south, east, north in degrees. */
export function makePmtiles(
  tiles: Record<string, MadeTile>,
  bounds: [number, number, number, number],
): Uint8Array<ArrayBuffer> {
  const entries = Object.entries(tiles)
    .map(([place, tile]) => {
      const [z = 0, x = 0, y = 0] = place.split('/').map(Number);
      return { z, id: tileId(z, x, y), bytes: encodeTile(tile) };
    })
    .sort((a, b) => a.id - b.id);
  const column = (values: number[]) => joined(values.map(varint));
  const directory = joined([
    varint(entries.length),
    column(entries.map(({ id }, i) => id - (entries[i - 1]?.id ?? 0))),
    column(entries.map(() => 1)),
    column(entries.map(({ bytes }) => bytes.length)),
    // 0: right after the one before.
    column(entries.map((_, i) => (i === 0 ? 1 : 0))),
  ]);
  const metadata = utf8.encode('{}');
  const data = joined(entries.map(({ bytes }) => bytes));
  const head = new Uint8Array(127);
  const fields = new DataView(head.buffer);
  head.set(utf8.encode('PMTiles'));
  head[7] = 3;
  const metadataAt = head.length + directory.length;
  const dataAt = metadataAt + metadata.length;
  const lengths = [
    head.length,
    directory.length,
    metadataAt,
    metadata.length,
    dataAt,
    0,
    dataAt,
    data.length,
  ];
  const counts = [entries.length, entries.length, entries.length];
  for (const [i, value] of [...lengths, ...counts].entries())
    fields.setBigUint64(8 + 8 * i, BigInt(value), true);
  head[96] = 1;
  head[97] = 1;
  head[98] = 1;
  head[99] = 1;
  head[100] = Math.min(...entries.map(({ z }) => z));
  head[101] = Math.max(...entries.map(({ z }) => z));
  for (const [i, degrees] of bounds.entries()) fields.setInt32(102 + 4 * i, Math.round(degrees * 1e7), true);
  return joined([head, directory, metadata, data]);
}

function joined(parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Place of a tile on the Hilbert curve, after all tiles of the zooms before. */
function tileId(z: number, tileX: number, tileY: number): number {
  let [x, y] = [tileX, tileY];
  let id = (4 ** z - 1) / 3;
  for (let side = 2 ** (z - 1); side >= 1; side /= 2) {
    const right = (x & side) > 0 ? 1 : 0;
    const lower = (y & side) > 0 ? 1 : 0;
    id += side * side * ((3 * right) ^ lower);
    if (lower === 0) {
      if (right === 1) [x, y] = [side - 1 - x, side - 1 - y];
      [x, y] = [y, x];
    }
  }
  return id;
}

function encodeTile(tile: MadeTile): Uint8Array<ArrayBuffer> {
  return joined(
    Object.entries(tile).map(([name, features]) => {
      const keys = [...new Set(features.flatMap(({ props }) => Object.keys(props)))];
      const values = [...new Set(features.flatMap(({ props }) => Object.values(props)))];
      const parts = features.map(({ type, points, props }) => {
        const tags = Object.entries(props).flatMap(([key, value]) => [
          keys.indexOf(key),
          values.indexOf(value),
        ]);
        return field(2, [
          field(2, tags.map(varint)),
          joined([varint((3 << 3) | 0), varint(type)]),
          field(4, geometry(type, points).map(varint)),
        ]);
      });
      const texts = values.map((value) =>
        field(4, [
          typeof value === 'string'
            ? field(1, [utf8.encode(value)])
            : joined([varint((4 << 3) | 0), varint(value)]),
        ]),
      );
      return field(3, [
        joined([varint((15 << 3) | 0), varint(2)]),
        field(1, [utf8.encode(name)]),
        ...parts,
        ...keys.map((key) => field(3, [utf8.encode(key)])),
        ...texts,
        joined([varint((5 << 3) | 0), varint(extent)]),
      ]);
    }),
  );
}

/** Commands of the Mapbox vector tile: move 1, line 2, close 7; steps from point to point, zigzag. */
function geometry(type: 1 | 2 | 3, points: [number, number][]): number[] {
  const zigzag = (value: number) => (value << 1) ^ (value >> 31);
  const steps = points.map(([x, y], i) => {
    const [fromX, fromY] = points[i - 1] ?? [0, 0];
    return [zigzag(x - fromX), zigzag(y - fromY)];
  });
  const [first = [], ...rest] = steps;
  const move = [(1 << 3) | 1, ...first];
  if (type === 1) return move;
  return [...move, (rest.length << 3) | 2, ...rest.flat(), ...(type === 3 ? [(1 << 3) | 7] : [])];
}

/** A field of protobuf that has a length. */
function field(number: number, parts: Uint8Array<ArrayBuffer>[]): Uint8Array<ArrayBuffer> {
  const body = joined(parts);
  return joined([varint((number << 3) | 2), varint(body.length), body]);
}

function varint(value: number): Uint8Array<ArrayBuffer> {
  const bytes: number[] = [];
  let rest = value;
  while (rest > 127) {
    bytes.push((rest % 128) + 128);
    rest = Math.floor(rest / 128);
  }
  return Uint8Array.from([...bytes, rest]);
}

const square = (from: number, to: number): [number, number][] => [
  [from, from],
  [to, from],
  [to, to],
  [from, to],
];

/** Land, a wood, a lake, two roads and a town of two names, in every tile asked for. */
export function countryside(): MadeTile {
  return {
    earth: [{ type: 3, points: square(-64, 4160), props: { kind: 'earth' } }],
    landuse: [{ type: 3, points: square(400, 1600), props: { kind: 'wood' } }],
    water: [
      { type: 3, points: square(2400, 3600), props: { kind: 'lake' } },
      { type: 1, points: [[3000, 3000]], props: { kind: 'lake', name: '明湖', 'name:en': 'Ming Lake' } },
    ],
    roads: [
      {
        type: 2,
        points: [
          [0, 2048],
          [2000, 2100],
          [4096, 1900],
        ],
        props: { kind: 'highway', ref: 'G5' },
      },
      {
        type: 2,
        points: [
          [2048, 0],
          [2100, 4096],
        ],
        props: { kind: 'major_road' },
      },
    ],
    places: [
      {
        type: 1,
        points: [[2048, 2048]],
        props: {
          kind: 'locality',
          name: '阆中市',
          'name:zh': '阆中',
          'name:en': 'Langzhong',
          population_rank: 9,
        },
      },
      { type: 1, points: [[100, 100]], props: { kind: 'country', name: 'Nowhere' } },
    ],
  };
}
