import type * as L from 'leaflet';
import { type MapColours, mapFont } from '#web/map/map-colours.ts';
import { CanvasLayer, type Frame, nearX } from './canvas-layer.ts';
import { createLabelGrid, type LabelGrid } from './label-grid.ts';
import {
  hits,
  type MapFeature,
  type ProjectedFeature,
  type ProjectedPart,
  projectFeature,
} from './map-feature.ts';
import { drawSymbol, symbolRadiusPx } from './symbols.ts';

/** A click this near to a point or line means it, in pixels. */
const reachPx = 9;
const lineFontPx = 12;

/** World pixels at the zoom that goes with it. */
export interface NameBox {
  x: number;
  y: number;
  width: number;
  height: number;
}

interface Group {
  id: string;
  features: ProjectedFeature[];
}

/** Everything on the map that does not move by itself: airspaces, routes, aerodromes, plans, names of towns. */
export class Overlay extends CanvasLayer {
  /** Where names stand since the last drawing, for those who write on the map above it. */
  names: { zoom: number; boxes: NameBox[] } = { zoom: 0, boxes: [] };
  private groups: Group[] = [];
  private selectedId: string | null = null;
  private hatch: { colour: string; pattern: CanvasPattern } | null = null;

  constructor(
    private colours: MapColours,
    /** Ids of groups, the lowest first. */
    private readonly order: readonly string[],
    pane = 'overlayPane',
  ) {
    super({ pane, padding: 0.15, leastPaddingPx: 0, whileMoving: false });
  }

  /** Replaces the features of one group; an empty list removes it. */
  setFeatures(id: string, features: readonly MapFeature[]): void {
    const projected = features.map(projectFeature).filter((feature) => feature !== null);
    this.groups = [...this.groups.filter((group) => group.id !== id), { id, features: projected }].sort(
      (a, b) => this.order.indexOf(a.id) - this.order.indexOf(b.id),
    );
    this.redraw();
  }

  recolour(colours: MapColours): void {
    this.colours = colours;
    this.hatch = null;
    this.redraw();
  }

  select(id: string | null): void {
    if (id === this.selectedId) return;
    this.selectedId = id;
    this.redraw();
  }

  /** What a click at a point of the map means: points before lines before areas, the upper before the lower. */
  featureAt(map: L.Map, point: L.Point): MapFeature | null {
    const zoom = map.getZoom();
    const world = 256 * 2 ** zoom;
    const corner = map.getPixelBounds().min;
    if (!corner) return null;
    const middleX = (corner.x + map.getSize().x / 2) / world;
    const rawX = (corner.x + point.x) / world;
    const y = (corner.y + point.y) / world;
    const found: ProjectedFeature[] = [];
    for (const { features } of [...this.groups].reverse()) {
      for (const projected of features) {
        if (!projected.feature.card || (projected.feature.minZoom ?? 0) > zoom) continue;
        const x = rawX - (nearX(projected.anchor.x, middleX) - projected.anchor.x);
        if (hits(projected, x, y, reachPx / world)) found.push(projected);
      }
    }
    const dimension = ({ parts }: ProjectedFeature) =>
      ['point', 'line', 'area'].indexOf(parts[0]?.kind ?? 'area');
    const size = ({ box }: ProjectedFeature) => (box.east - box.west) * (box.south - box.north);
    found.sort((a, b) => dimension(a) - dimension(b) || size(a) - size(b));
    return found[0]?.feature ?? null;
  }

  protected override draw(frame: Frame): void {
    const context = this.canvas.getContext('2d');
    if (!context) return;
    context.setTransform(frame.ratio, 0, 0, frame.ratio, 0, 0);
    context.clearRect(0, 0, frame.width, frame.height);
    context.lineJoin = 'round';
    const visible: { projected: ProjectedFeature; shiftX: number }[] = [];
    for (const { features } of this.groups) {
      for (const projected of features) {
        if ((projected.feature.minZoom ?? 0) > frame.zoom) continue;
        const shiftX = nearX(projected.anchor.x, frame.middleX) - projected.anchor.x;
        if (!inFrame(projected, shiftX, frame)) continue;
        visible.push({ projected, shiftX });
        this.drawShape(context, frame, projected, shiftX);
      }
    }
    const grid = createLabelGrid(frame.width, frame.height);
    const labelled = visible
      .filter(
        ({ projected: { feature } }) => feature.label !== '' && (feature.labelMinZoom ?? 0) <= frame.zoom,
      )
      .sort((a, b) => a.projected.feature.rank - b.projected.feature.rank);
    // Symbols first: no name may cover another thing's symbol.
    for (const { projected, shiftX } of visible) {
      if (!projected.feature.style.symbol) continue;
      const { px, py } = onScreen(projected.anchor, shiftX, frame);
      const radius = symbolRadiusPx[projected.feature.style.symbol] - 2;
      if (radius <= 0) continue;
      grid.place(px - radius, py - radius, 2 * radius, 2 * radius);
    }
    this.names = { zoom: frame.zoom, boxes: [] };
    for (const { projected, shiftX } of labelled) this.drawLabel(context, frame, projected, shiftX, grid);
  }

  private drawShape(
    context: CanvasRenderingContext2D,
    frame: Frame,
    { feature, parts, anchor }: ProjectedFeature,
    shiftX: number,
  ): void {
    const { style } = feature;
    const selected = feature.id === this.selectedId;
    const colour = selected ? this.colours.selected : this.colours[style.colour];
    if (style.symbol) {
      const { px, py } = onScreen(anchor, shiftX, frame);
      drawSymbol(context, style.symbol, px, py, colour, this.colours);
      return;
    }
    const areas = parts.filter(({ kind }) => kind === 'area');
    const lines = parts.filter(({ kind }) => kind === 'line');
    context.strokeStyle = colour;
    context.setLineDash(style.dash ?? []);
    const width = (style.width ?? 1.5) + (selected ? 1.5 : 0);
    if (areas.length > 0) {
      const path = pathOf(areas, frame, shiftX);
      // The legs of a wide line lie over one another: together they are one area, a hole's ring is not.
      const legs = lines.length > 0;
      if (style.inside === 'hatch' || style.inside === 'wash') {
        context.globalAlpha = style.inside === 'wash' ? 0.1 : 1;
        context.fillStyle = style.inside === 'wash' ? colour : this.hatchOf(context, colour);
        context.fill(path, legs ? 'nonzero' : 'evenodd');
        context.globalAlpha = 1;
      }
      context.save();
      if (legs) clipOutside(context, areas, frame, shiftX);
      // Half of a line at the edge of what is clipped is cut away.
      context.lineWidth = legs ? 2 * Math.min(width, 1.2) : width;
      context.stroke(path);
      context.restore();
    }
    if (lines.length > 0) {
      context.lineWidth = areas.length > 0 ? Math.min(width, 1.2) : width;
      context.setLineDash(areas.length > 0 ? [8, 4] : (style.dash ?? []));
      context.stroke(pathOf(lines, frame, shiftX));
    }
    context.setLineDash([]);
  }

  private drawLabel(
    context: CanvasRenderingContext2D,
    frame: Frame,
    { feature, anchor, box }: ProjectedFeature,
    shiftX: number,
    grid: LabelGrid,
  ): void {
    const { px, py } = onScreen(anchor, shiftX, frame);
    const { symbol } = feature.style;
    const town = symbol === 'place' || symbol === 'name';
    const size = town && feature.rank >= 93 ? 11 : lineFontPx;
    context.font = `${town && feature.rank < 92 ? '600 ' : ''}${size}px ${mapFont}`;
    const width = context.measureText(feature.label).width + 4;
    const height = size + 3;
    // An area that is but a dot on the screen keeps quiet until one comes nearer.
    const areaWidth = (box.east - box.west) * frame.world;
    const areaHeight = (box.south - box.north) * frame.world;
    if (!symbol && Math.max(areaWidth, areaHeight) < 8) return;
    const away = symbol ? symbolRadiusPx[symbol] + 1 : 0;
    const spots: [number, number][] =
      symbol === 'name'
        ? [[px - width / 2, py - height / 2]]
        : symbol
          ? [
              [px + away, py - height / 2],
              [px - width / 2, py + away],
              [px - width / 2, py - away - height],
              [px - away - width, py - height / 2],
            ]
          : areaWidth < width
            ? [
                [px - width / 2, py + areaHeight / 2 + 2],
                [px - width / 2, py - areaHeight / 2 - height - 2],
                [px + areaWidth / 2 + 3, py - height / 2],
                [px - areaWidth / 2 - 3 - width, py - height / 2],
              ]
            : [
                [px - width / 2, py - height / 2],
                [px - width / 2, py + height],
                [px - width / 2, py - 2 * height],
              ];
    const spot = spots.find(([x, y]) => grid.place(x, y, width, height));
    if (!spot) return;
    if (!town)
      this.names.boxes.push({ x: spot[0] + frame.originX, y: spot[1] + frame.originY, width, height });
    context.textBaseline = 'top';
    context.lineWidth = 3;
    context.strokeStyle = this.colours.halo;
    context.strokeText(feature.label, spot[0] + 2, spot[1] + 1);
    context.fillStyle =
      feature.id === this.selectedId ? this.colours.selected : this.colours[feature.style.colour];
    context.fillText(feature.label, spot[0] + 2, spot[1] + 1);
  }

  private hatchOf(context: CanvasRenderingContext2D, colour: string): CanvasPattern | string {
    if (this.hatch?.colour === colour) return this.hatch.pattern;
    const tile = document.createElement('canvas');
    tile.width = 8;
    tile.height = 8;
    const ink = tile.getContext('2d');
    if (!ink) return 'transparent';
    ink.strokeStyle = colour;
    ink.globalAlpha = 0.65;
    ink.lineWidth = 1.2;
    ink.beginPath();
    for (const shift of [-8, 0, 8]) {
      ink.moveTo(shift - 1, 9);
      ink.lineTo(shift + 9, -1);
    }
    ink.stroke();
    const pattern = context.createPattern(tile, 'repeat');
    if (!pattern) return 'transparent';
    this.hatch = { colour, pattern };
    return pattern;
  }
}

function pathOf(parts: readonly ProjectedPart[], frame: Frame, shiftX: number): Path2D {
  const path = new Path2D();
  for (const { kind, coordinates } of parts) {
    for (let i = 0; i < coordinates.length; i += 2) {
      const px = ((coordinates[i] ?? 0) + shiftX) * frame.world - frame.originX;
      const py = (coordinates[i + 1] ?? 0) * frame.world - frame.originY;
      if (i === 0) path.moveTo(px, py);
      else path.lineTo(px, py);
    }
    if (kind === 'area') path.closePath();
  }
  return path;
}

/** Leaves only what is outside every one of the areas: a stroke of all of them is then the outline of their union. */
function clipOutside(
  context: CanvasRenderingContext2D,
  areas: readonly ProjectedPart[],
  frame: Frame,
  shiftX: number,
): void {
  for (const area of areas) {
    const path = pathOf([area], frame, shiftX);
    path.rect(-9, -9, frame.width + 18, frame.height + 18);
    context.clip(path, 'evenodd');
  }
}

function onScreen(point: { x: number; y: number }, shiftX: number, frame: Frame): { px: number; py: number } {
  return {
    px: (point.x + shiftX) * frame.world - frame.originX,
    py: point.y * frame.world - frame.originY,
  };
}

function inFrame({ box }: ProjectedFeature, shiftX: number, frame: Frame): boolean {
  const marginPx = 20;
  return (
    (box.east + shiftX) * frame.world - frame.originX > -marginPx &&
    (box.west + shiftX) * frame.world - frame.originX < frame.width + marginPx &&
    box.south * frame.world - frame.originY > -marginPx &&
    box.north * frame.world - frame.originY < frame.height + marginPx
  );
}
