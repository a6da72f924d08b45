import type { ModelKind } from '#web/features/globe/aircraft-kinds.ts';

/** A corner in metres: right wing, up, nose. */
type Corner = [x: number, y: number, z: number];
/** A box by its middle and size, narrowed to a share of it at the nose. */
interface Box {
  at: Corner;
  size: Corner;
  nose?: number;
}

/** About ten metres long each, so that all can be told at one distance; nose along +z, up along +y, as glTF has it. */
const shapes: Record<ModelKind, Box[]> = {
  aeroplane: [
    { at: [0, 0, 0], size: [1.2, 1.3, 9], nose: 0.45 },
    { at: [0, 0.6, 1], size: [11, 0.2, 1.6] },
    { at: [0, 0.3, -4], size: [3.8, 0.15, 1] },
    { at: [0, 1.1, -4.1], size: [0.18, 1.7, 1.1] },
  ],
  rotorcraft: [
    { at: [0, 0, 1], size: [1.9, 2, 4.2], nose: 0.5 },
    { at: [0, 0.4, -3.2], size: [0.5, 0.5, 5] },
    { at: [0, 1.1, -5.5], size: [0.15, 1.6, 0.8] },
    { at: [0, 1.5, 0.5], size: [10, 0.08, 0.5] },
    { at: [0, 1.5, 0.5], size: [0.5, 0.08, 10] },
    { at: [0.9, -1.3, 0.8], size: [0.15, 0.15, 3.6] },
    { at: [-0.9, -1.3, 0.8], size: [0.15, 0.15, 3.6] },
  ],
  glider: [
    { at: [0, 0, 0], size: [0.7, 0.8, 7.5], nose: 0.3 },
    { at: [0, 0.4, 0.8], size: [16, 0.12, 0.8] },
    { at: [0, 1.5, -3.5], size: [2.6, 0.1, 0.6] },
    { at: [0, 0.8, -3.5], size: [0.12, 1.5, 0.8] },
  ],
  balloon: [
    { at: [0, 5, 0], size: [6, 3, 6] },
    { at: [0, 7.5, 0], size: [4.5, 2, 4.5] },
    { at: [0, 2.7, 0], size: [3.4, 1.6, 3.4] },
    { at: [0, -1, 0], size: [1.4, 1.2, 1.4] },
  ],
  unmanned: [
    { at: [0, 0, 0], size: [1.8, 0.7, 2.6], nose: 0.6 },
    { at: [2.4, 0.2, 2.4], size: [3, 0.12, 3] },
    { at: [-2.4, 0.2, 2.4], size: [3, 0.12, 3] },
    { at: [2.4, 0.2, -2.4], size: [3, 0.12, 3] },
    { at: [-2.4, 0.2, -2.4], size: [3, 0.12, 3] },
    { at: [0, 0, 0], size: [6, 0.2, 0.3] },
  ],
  unknown: [
    { at: [0, 0, 0], size: [2.2, 1.2, 8], nose: 0.05 },
    { at: [0, 0, -3], size: [6, 0.5, 2], nose: 0.4 },
  ],
};

/** Faces of a box by its eight corners (bit 1: right, bit 2: up, bit 4: nose), and how bright each is drawn. */
const faces: [corners: [number, number, number, number], light: number][] = [
  [[2, 3, 7, 6], 1],
  [[0, 4, 5, 1], 0.45],
  [[1, 5, 7, 3], 0.75],
  [[0, 2, 6, 4], 0.75],
  [[4, 6, 7, 5], 0.88],
  [[0, 1, 3, 2], 0.6],
];

/** A model as glTF 2.0, made here: boxes, lit once and for all by which way they face. */
export function gltfOf(kind: ModelKind): object {
  const positions: number[] = [];
  const colours: number[] = [];
  const indices: number[] = [];
  for (const box of shapes[kind]) {
    const corners = cornersOf(box);
    for (const [face, light] of faces) {
      const first = positions.length / 3;
      for (const index of face) {
        positions.push(...(corners[index] ?? [0, 0, 0]));
        colours.push(light, light, light, 1);
      }
      indices.push(first, first + 1, first + 2, first, first + 2, first + 3);
    }
  }
  const parts = [new Float32Array(positions), new Float32Array(colours), new Uint16Array(indices)] as const;
  const bytes = new Uint8Array(parts.reduce((sum, { byteLength }) => sum + byteLength, 0));
  const views = parts.map((part, index) => {
    const byteOffset = parts.slice(0, index).reduce((sum, { byteLength }) => sum + byteLength, 0);
    bytes.set(new Uint8Array(part.buffer), byteOffset);
    return { buffer: 0, byteOffset, byteLength: part.byteLength };
  });
  const along = (axis: number) => positions.filter((_, index) => index % 3 === axis);
  const ends = (pick: (...values: number[]) => number) => [0, 1, 2].map((axis) => pick(...along(axis)));
  return {
    asset: { version: '2.0' },
    extensionsUsed: ['KHR_materials_unlit'],
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0 }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0, COLOR_0: 1 }, indices: 2, material: 0 }] }],
    materials: [{ doubleSided: true, extensions: { KHR_materials_unlit: {} } }],
    accessors: [
      {
        bufferView: 0,
        componentType: 5126,
        count: positions.length / 3,
        type: 'VEC3',
        min: ends(Math.min),
        max: ends(Math.max),
      },
      { bufferView: 1, componentType: 5126, count: colours.length / 4, type: 'VEC4' },
      { bufferView: 2, componentType: 5123, count: indices.length, type: 'SCALAR' },
    ],
    bufferViews: views,
    buffers: [
      {
        byteLength: bytes.byteLength,
        uri: `data:application/octet-stream;base64,${btoa(String.fromCharCode(...bytes))}`,
      },
    ],
  };
}

function cornersOf({ at, size, nose = 1 }: Box): Corner[] {
  return Array.from({ length: 8 }, (_, bits): Corner => {
    const narrow = bits & 4 ? nose : 1;
    const side = (bit: number) => (bits & bit ? 0.5 : -0.5);
    return [
      at[0] + side(1) * size[0] * narrow,
      at[1] + side(2) * size[1] * narrow,
      at[2] + side(4) * size[2],
    ];
  });
}

/** The same from above, for what is far away: white on nothing, its nose up, `px` on a side. */
export function silhouetteOf(kind: ModelKind, px = 48): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = px;
  canvas.height = px;
  const context = canvas.getContext('2d');
  if (!context) return canvas;
  const perMetre = px / 17;
  context.translate(px / 2, px / 2);
  context.scale(perMetre, -perMetre);
  const outline = (width: number, colour: string) => {
    context.lineWidth = width;
    context.lineJoin = 'round';
    context.strokeStyle = colour;
    context.fillStyle = '#fff';
    for (const box of shapes[kind]) {
      const corners = cornersOf(box);
      context.beginPath();
      for (const index of [0, 1, 5, 4]) context.lineTo(corners[index]?.[0] ?? 0, corners[index]?.[2] ?? 0);
      context.closePath();
      if (width > 0) context.stroke();
      else context.fill();
    }
  };
  outline(1.6, 'rgba(0, 0, 0, 0.65)');
  outline(0, '');
  return canvas;
}
