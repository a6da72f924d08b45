import type * as L from 'leaflet';
import { type MapColours, mapFont } from '#web/map/map-colours.ts';
import { fillArea, Hatches } from './airspace-ink.ts';
import { CanvasLayer, type Frame, nearX } from './canvas-layer.ts';
import type { Moment } from './concern.ts';
import { createLabelGrid, type LabelGrid, takeButtons } from './label-grid.ts';
import { orderOfSpots, seenOf, spotsAround } from './label-placing.ts';
import {
  dimmedOutline,
  hits,
  type MapFeature,
  type ProjectedFeature,
  type ProjectedPart,
  placedAt,
  projectFeature,
  seenAt,
} from './map-feature.ts';
import { drawStation } from './station-symbol.ts';
import { drawSymbol, symbolRadiusPx } from './symbols.ts';
import type { NamedPlaces } from './target-blocks.ts';

/** A click this near to a point or line means it, in pixels. */
const reachPx = 9;
const lineFontPx = 12;
const namesEveryMs = 1000;
/** From this zoom on labels have their further line. */
const detailFromZoom = 7;

interface Group {
  id: string;
  features: ProjectedFeature[];
}

interface Visible {
  projected: ProjectedFeature;
  shiftX: number;
}

/** Names have a canvas of their own: they make way for traffic, and what stands still is not painted again for that. */
class NameCanvas extends CanvasLayer {
  constructor(
    pane: string,
    private readonly paint: (context: CanvasRenderingContext2D, frame: Frame) => void,
  ) {
    super({ pane, padding: 0.15, leastPaddingPx: 0, whileMoving: false });
  }

  protected override draw(frame: Frame): void {
    const context = this.canvas.getContext('2d');
    if (context) this.paint(context, frame);
  }
}

/** Everything on the map that does not move by itself: airspaces, routes, aerodromes, plans, names of towns. */
export class Overlay extends CanvasLayer {
  private readonly names: NameCanvas;
  /** Where data blocks of targets stand, which go before every name. */
  private taken: NamedPlaces = { zoom: 0, boxes: [] };
  private spots = new Map<string, number>();
  private namesAt = 0;
  private namesTimer: ReturnType<typeof setTimeout> | undefined;
  private groups: Group[] = [];
  private selectedId: string | null = null;
  private moment: Moment | null = null;
  private readonly hatches = new Hatches();

  constructor(
    private colours: MapColours,
    /** Ids of groups, the lowest first. */
    private readonly order: readonly string[],
    pane = 'overlayPane',
  ) {
    super({ pane, padding: 0.15, leastPaddingPx: 0, whileMoving: false });
    this.names = new NameCanvas(pane, (context, frame) => this.drawNames(context, frame));
  }

  override onAdd(map: L.Map): this {
    super.onAdd(map);
    this.names.addTo(map);
    return this;
  }

  override onRemove(): this {
    clearTimeout(this.namesTimer);
    this.names.remove();
    return super.onRemove();
  }

  override redraw(): void {
    super.redraw();
    this.names.redraw();
  }

  /** Names make way for the data blocks of targets, once a second at most. */
  keepClear(places: NamedPlaces): void {
    this.taken = places;
    this.namesTimer ??= setTimeout(
      () => {
        this.namesTimer = undefined;
        this.namesAt = performance.now();
        this.names.redraw();
      },
      Math.max(0, this.namesAt + namesEveryMs - performance.now()),
    );
  }

  /** Replaces the features of one group; an empty list removes it. */
  setFeatures(id: string, features: readonly MapFeature[]): void {
    const projected = features.map(projectFeature).filter((feature) => feature !== null);
    this.groups = [...this.groups.filter((group) => group.id !== id), { id, features: projected }].sort(
      (a, b) => this.order.indexOf(a.id) - this.order.indexOf(b.id),
    );
    this.redraw();
  }

  /** For when information is shown: what does not concern it is dimmed. */
  setMoment(moment: Moment): void {
    if (moment === this.moment) return;
    this.moment = moment;
    this.redraw();
  }

  recolour(colours: MapColours): void {
    this.colours = colours;
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
      for (const known of features) {
        const projected = placedAt(known, this.moment);
        if (!projected.feature.card || (projected.feature.minZoom ?? 0) > zoom) continue;
        if (copiesOf(projected, middleX).some((shiftX) => hits(projected, rawX - shiftX, y, reachPx / world)))
          found.push(projected);
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
    const visible = this.visible(frame, copiesOf);
    const isDimmed = ({ projected }: Visible) =>
      projected.feature.id !== this.selectedId &&
      seenAt(projected, this.moment).style === dimmedOutline &&
      projected.parts.every(({ kind }) => kind === 'area');
    this.drawDimmed(context, frame, visible.filter(isDimmed));
    for (const one of visible) if (!isDimmed(one)) this.drawShape(context, frame, one.projected, one.shiftX);
  }

  /** What does not concern the moment lies beneath all else. One stroke for all of it would take three times as long. */
  private drawDimmed(context: CanvasRenderingContext2D, frame: Frame, dimmed: readonly Visible[]): void {
    const { colour, width = 1, dash = [] } = dimmedOutline;
    context.strokeStyle = this.colours[colour];
    context.lineWidth = width;
    context.setLineDash(dash);
    for (const { projected, shiftX } of dimmed) context.stroke(pathOf(projected.parts, frame, shiftX));
    context.setLineDash([]);
  }

  private visible(frame: Frame, copies: (of: ProjectedFeature, middleX: number) => number[]): Visible[] {
    const found: Visible[] = [];
    for (const { features } of this.groups) {
      for (const known of features) {
        if ((known.feature.minZoom ?? 0) > frame.zoom) continue;
        const projected = placedAt(known, this.moment);
        for (const shiftX of copies(projected, frame.middleX))
          if (inFrame(projected, shiftX, frame)) found.push({ projected, shiftX });
      }
    }
    return found;
  }

  /** All names that find room: what is chosen first, then by rank; none covers another, a symbol or a data block. */
  private drawNames(context: CanvasRenderingContext2D, frame: Frame): void {
    context.setTransform(frame.ratio, 0, 0, frame.ratio, 0, 0);
    context.clearRect(0, 0, frame.width, frame.height);
    context.lineJoin = 'round';
    const visible = this.visible(frame, (projected, middleX) => [nearestCopy(projected, middleX)]);
    const grid = createLabelGrid(frame.width, frame.height);
    takeButtons(grid, frame);
    if (this.taken.zoom === frame.zoom)
      for (const { x, y, width, height } of this.taken.boxes)
        grid.take(x - frame.originX, y - frame.originY, width, height);
    // Symbols before words: no name may cover another thing's symbol.
    for (const { projected, shiftX } of visible) {
      const { symbol } = projected.feature.style;
      const radius = symbol ? symbolRadiusPx[symbol] - 2 : 0;
      if (radius <= 0) continue;
      const { px, py } = onScreen(projected.anchor, shiftX, frame);
      grid.take(px - radius, py - radius, 2 * radius, 2 * radius);
    }
    const rank = ({ projected: { feature } }: Visible) =>
      feature.id === this.selectedId ? -1 : feature.rank;
    const labelled = visible
      .filter(
        ({ projected }) =>
          seenAt(projected, this.moment).label !== '' && (projected.feature.labelMinZoom ?? 0) <= frame.zoom,
      )
      .sort((a, b) => rank(a) - rank(b));
    const spots = new Map<string, number>();
    for (const { projected, shiftX } of labelled) {
      const spot = this.drawLabel(context, frame, projected, shiftX, grid);
      if (spot !== null) spots.set(projected.feature.id, spot);
    }
    this.spots = spots;
  }

  private drawShape(
    context: CanvasRenderingContext2D,
    frame: Frame,
    projected: ProjectedFeature,
    shiftX: number,
  ): void {
    const { parts, anchor } = projected;
    const feature = seenAt(projected, this.moment);
    const { style } = feature;
    const selected = feature.id === this.selectedId;
    const colour = selected ? this.colours.selected : this.colours[style.colour];
    if (style.symbol) {
      const { px, py } = onScreen(anchor, shiftX, frame);
      if (style.station) drawStation(context, style.station, px, py, this.colours, style.colour);
      else drawSymbol(context, style.symbol, px, py, colour, this.colours, style.runwayDeg);
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
      // Chosen, it is still closed or open: its inside stays as it is.
      fillArea(context, path, style, this.colours[style.colour], this.hatches, legs ? 'nonzero' : 'evenodd');
      context.strokeStyle = colour;
      context.setLineDash(style.dash ?? []);
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

  /** Gives the number of the spot where it stands; null: there was no room. */
  private drawLabel(
    context: CanvasRenderingContext2D,
    frame: Frame,
    projected: ProjectedFeature,
    shiftX: number,
    grid: LabelGrid,
  ): number | null {
    const { anchor, box } = projected;
    const feature = seenAt(projected, this.moment);
    const { px, py } = onScreen(anchor, shiftX, frame);
    const { symbol } = feature.style;
    const town = symbol === 'place' || symbol === 'name';
    const size = town && feature.rank >= 93 ? 11 : lineFontPx;
    context.font = `${town && feature.rank < 92 ? '600 ' : ''}${size}px ${mapFont}`;
    const near = feature.detail && frame.zoom >= detailFromZoom ? `\n${feature.detail}` : '';
    const lines = `${feature.label}${near}`.split('\n');
    const width = Math.max(...lines.map((line) => context.measureText(line).width)) + 4;
    const height = lines.length * (size + 3);
    // An area that is but a dot on the screen keeps quiet until one comes nearer.
    const areaWidth = (box.east - box.west) * frame.world;
    const areaHeight = (box.south - box.north) * frame.world;
    if (!symbol && Math.max(areaWidth, areaHeight) < 8) return null;
    const spots: [number, number][] =
      symbol === 'name'
        ? [[px - width / 2, py - height / 2]]
        : symbol
          ? spotsAround({ px, py, width, height }, symbolRadiusPx[symbol] + 1)
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
    // A name stays where it was as long as it can, in sight where its thing is.
    const last = this.spots.get(feature.id) ?? 0;
    const found = orderOfSpots(spots, last, { px, py, width, height }, seenOf(frame)).find((i) => {
      const spot = spots[i];
      return spot !== undefined && grid.place(spot[0], spot[1], width, height);
    });
    const [x, y] = spots[found ?? -1] ?? [];
    if (found === undefined || x === undefined || y === undefined) return null;
    context.textBaseline = 'top';
    context.textAlign = 'center';
    context.lineWidth = 3;
    context.strokeStyle = this.colours.halo;
    context.fillStyle =
      feature.id === this.selectedId ? this.colours.selected : this.colours[feature.style.colour];
    lines.forEach((line, i) => {
      const top = y + 1 + i * (size + 3);
      context.strokeText(line, x + width / 2, top);
      context.fillText(line, x + width / 2, top);
    });
    return found;
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

/** Turns of the world that bring a feature's anchor nearest to the middle of the map. */
function nearestCopy({ anchor }: ProjectedFeature, middleX: number): number {
  return nearX(anchor.x, middleX) - anchor.x;
}

/** The same, and for a shape that reaches over half a world from the middle, as one across 180°, the copy at the other edge. */
function copiesOf(projected: ProjectedFeature, middleX: number): number[] {
  const { box } = projected;
  const near = nearestCopy(projected, middleX);
  const copies = [near];
  if (box.east + near > middleX + 0.5) copies.push(near - 1);
  if (box.west + near < middleX - 0.5) copies.push(near + 1);
  return copies;
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
