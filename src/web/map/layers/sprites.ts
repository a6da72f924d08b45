import type { MapColours } from '#web/map/map-colours.ts';

/** Shape and colour say the same: filled with a plan, hollow without one, a square on the ground. */
export type SpriteKind = 'plan' | 'plain' | 'ground';

/** Opaque pixels of a picture: where they lie from its middle in the target image, and their colours. */
export interface Sprite {
  offsets: Int32Array;
  colours: Uint32Array;
}

/** A heading is drawn to the nearest 5°. */
const headings = 72;
/** Half the size of a sprite in CSS pixels; canvases are padded by it, so a sprite in view is never cut. */
export const spriteRadiusPx = 12;

/**
 * Sprites for an image `stride` pixels wide. They are cut once and then copied pixel by pixel: ten thousand of them
 * take a few milliseconds, where as many `drawImage` calls take three frames.
 */
export function createSprites(colours: MapColours, stride: number, ratio: number) {
  const cache = new Map<number, Sprite>();
  const size = Math.ceil(2 * spriteRadiusPx * ratio);
  const canvas = document.createElement('canvas');
  canvas.width = size;
  canvas.height = size;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  const kinds: SpriteKind[] = ['plan', 'plain', 'ground'];

  const cut = (kind: SpriteKind, dim: boolean, heading: number | null): Sprite => {
    if (!context) return { offsets: new Int32Array(), colours: new Uint32Array() };
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, size, size);
    context.setTransform(ratio, 0, 0, ratio, size / 2, size / 2);
    if (heading !== null) context.rotate((heading * 2 * Math.PI) / headings);
    paint(context, kind, dim, heading !== null, colours);
    const pixels = new Uint32Array(context.getImageData(0, 0, size, size).data.buffer);
    const offsets: number[] = [];
    const values: number[] = [];
    const middle = Math.floor(size / 2);
    pixels.forEach((value, i) => {
      // The last byte is alpha: what is nearly clear is left out.
      if (value >>> 24 < 24) return;
      offsets.push((Math.floor(i / size) - middle) * stride + (i % size) - middle);
      values.push(value);
    });
    return { offsets: Int32Array.from(offsets), colours: Uint32Array.from(values) };
  };

  return {
    /** `trackDeg` null: the direction is not known, and a diamond says so. */
    get(kind: SpriteKind, dim: boolean, trackDeg: number | null): Sprite {
      const heading = trackDeg === null ? headings : Math.round((trackDeg / 360) * headings) % headings;
      const key = (kinds.indexOf(kind) * 2 + (dim ? 1 : 0)) * (headings + 1) + heading;
      let sprite = cache.get(key);
      if (!sprite) {
        sprite = cut(kind, dim, trackDeg === null ? null : heading);
        cache.set(key, sprite);
      }
      return sprite;
    },
  };
}

/** Paints a target's symbol, nose up, around the origin. The legend uses it too. */
export function paint(
  context: CanvasRenderingContext2D,
  kind: SpriteKind,
  dim: boolean,
  directed: boolean,
  colours: MapColours,
): void {
  const colour =
    kind === 'plan' ? colours.targetPlan : kind === 'plain' ? colours.target : colours.targetGround;
  context.globalAlpha = dim ? 0.4 : 1;
  context.lineJoin = 'round';
  context.beginPath();
  if (kind === 'ground') {
    context.rect(-3.5, -3.5, 7, 7);
    if (directed) context.rect(-0.75, -8, 1.5, 4);
  } else if (directed) {
    context.moveTo(0, -9);
    context.lineTo(6, 7);
    context.lineTo(0, 3.6);
    context.lineTo(-6, 7);
    context.closePath();
  } else {
    context.moveTo(0, -6);
    context.lineTo(6, 0);
    context.lineTo(0, 6);
    context.lineTo(-6, 0);
    context.closePath();
  }
  context.lineWidth = 3;
  context.strokeStyle = colours.halo;
  context.stroke();
  context.fillStyle = kind === 'plain' ? colours.land : colour;
  context.fill();
  context.lineWidth = 1.6;
  context.strokeStyle = colour;
  context.stroke();
  context.globalAlpha = 1;
}
