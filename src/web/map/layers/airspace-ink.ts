import type { AreaEdge, FeatureStyle } from './map-feature.ts';

/** Width of the hatched band inside the edge of a prohibited, restricted or danger area, as on a chart. */
const bandPx = 7;

/** Slanted lines as patterns, kept by colour and kind. */
export class Hatches {
  private readonly kept = new Map<string, CanvasPattern>();

  /** `all`: a whole area, lines wide apart. */
  of(context: CanvasRenderingContext2D, colour: string, kind: AreaEdge | 'all'): CanvasPattern | string {
    const key = `${kind} ${colour}`;
    const known = this.kept.get(key);
    if (known) return known;
    const size = kind === 'all' || kind === 'sparse' ? 8 : 5;
    const tile = document.createElement('canvas');
    tile.width = size;
    tile.height = size;
    const ink = tile.getContext('2d');
    if (!ink) return 'transparent';
    ink.strokeStyle = colour;
    ink.globalAlpha = kind === 'all' ? 0.65 : 0.9;
    ink.lineWidth = 1.2;
    ink.beginPath();
    for (const shift of [-size, 0, size]) {
      ink.moveTo(shift - 1, size + 1);
      ink.lineTo(shift + size + 1, -1);
      if (kind === 'cross') {
        ink.moveTo(shift - 1, -1);
        ink.lineTo(shift + size + 1, size + 1);
      }
    }
    ink.stroke();
    const pattern = context.createPattern(tile, 'repeat');
    if (!pattern) return 'transparent';
    this.kept.set(key, pattern);
    return pattern;
  }
}

/** Fills an area as its style says: a light wash, lines across, a hatched band along its edge. */
export function fillArea(
  context: CanvasRenderingContext2D,
  path: Path2D,
  { inside, edge }: FeatureStyle,
  colour: string,
  hatches: Hatches,
  rule: CanvasFillRule = 'evenodd',
): void {
  if (inside === 'wash') {
    context.globalAlpha = 0.1;
    context.fillStyle = colour;
    context.fill(path, rule);
    context.globalAlpha = 1;
  } else if (inside === 'hatch') {
    context.fillStyle = hatches.of(context, colour, 'all');
    context.fill(path, rule);
  }
  if (!edge) return;
  context.save();
  context.clip(path, rule);
  context.setLineDash([]);
  context.strokeStyle = hatches.of(context, colour, edge);
  // The outer half is clipped away.
  context.lineWidth = 2 * bandPx;
  context.stroke(path);
  context.restore();
}
