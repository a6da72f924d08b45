import { useEffect, useMemo, useState } from 'react';
import { useMap } from 'react-leaflet';
import type { EquipmentCoverage, JointCoverage } from '#contract/equipment.ts';
import { type CellBox, CellLayer, useCellLayer } from '#web/map/layers/cell-layer.ts';
import type { Mode } from '#web/ui/palette.ts';

/** What is told of cells, each told apart by shape: filled, dotted, hatched, faint. */
export const coverageLooks = ['seen', 'beyond', 'gaps', 'untested'] as const;
export type CoverageLook = (typeof coverageLooks)[number];
/** The same of all sources together. */
export const jointLooks = ['several', 'single', 'gaps', 'blind', 'untested'] as const;
export type JointLook = (typeof jointLooks)[number];
type CellLook = CoverageLook | JointLook;

type Pattern = 'filled' | 'dotted' | 'hatched' | 'crossed';
const good = { light: '#1a8f5a', dark: '#4ade80' };
const other = { light: '#0b63b8', dark: '#5cb0ff' };
const bad = { light: '#c62828', dark: '#ff7b72' };
const soft = { light: '#5d6b82', dark: '#a7b4c9' };
const looks: Record<CellLook, { colours: Record<Mode, string>; wash: number; pattern: Pattern }> = {
  seen: { colours: good, wash: 0.42, pattern: 'filled' },
  beyond: { colours: other, wash: 0.4, pattern: 'dotted' },
  gaps: { colours: bad, wash: 0.25, pattern: 'hatched' },
  untested: { colours: soft, wash: 0.1, pattern: 'filled' },
  several: { colours: good, wash: 0.42, pattern: 'filled' },
  single: { colours: other, wash: 0.25, pattern: 'dotted' },
  blind: { colours: bad, wash: 0.1, pattern: 'crossed' },
};
/** Narrower cells have no room for a pattern. */
const leastPatternPx = 5;

/** Cells that are alike, from their south-west corner to the east. */
export interface CoverageBox {
  look: CellLook;
  west: number;
  south: number;
  cells: number;
}

type Places = readonly (readonly number[])[];

/** Of a list of cells, or of runs of them. */
const boxes = (look: CellLook, places: Places, isRuns = false): CoverageBox[] =>
  places.map(([west = 0, south = 0, cells = 1]) => ({ look, west, south, cells: isRuns ? cells : 1 }));

export const boxesOf = ({ seen, beyond, gaps, untested }: EquipmentCoverage): CoverageBox[] => [
  ...boxes('untested', untested, true),
  ...boxes('seen', seen),
  ...boxes('beyond', beyond),
  ...boxes('gaps', gaps),
];

export const jointBoxesOf = ({ several, single, gaps, blind, untested }: JointCoverage): CoverageBox[] => [
  ...boxes('untested', untested, true),
  ...boxes('several', several, true),
  ...boxes('single', single, true),
  ...boxes('gaps', gaps),
  ...boxes('blind', blind),
];

class CoverageLayer extends CellLayer<CoverageBox> {
  protected override placeOf({ west, south, cells }: CoverageBox) {
    return { west, south, count: cells };
  }

  protected override paint(
    context: CanvasRenderingContext2D,
    { look, cells }: CoverageBox,
    box: CellBox,
  ): void {
    const { left, top, wide, high } = box;
    const { colours, wash, pattern } = looks[look];
    const colour = colours[this.mode];
    context.globalAlpha = wash;
    context.fillStyle = colour;
    context.fillRect(left, top, wide, high);
    if (high < leastPatternPx || pattern === 'filled') return;
    context.globalAlpha = 0.9;
    for (let index = 0; index < cells; index += 1) {
      const cell = { ...box, left: left + (index * wide) / cells, wide: wide / cells };
      if (pattern === 'dotted') dot(context, cell);
      else hatch(context, colour, cell);
      if (pattern === 'crossed') cross(context, cell);
    }
  }
}

function dot(context: CanvasRenderingContext2D, { left, top, wide, high }: CellBox): void {
  const side = Math.max(2, high / 5);
  context.fillRect(left + (wide - side) / 2, top + (high - side) / 2, side, side);
}

/** The other way than the hatching. */
function cross(context: CanvasRenderingContext2D, { left, top, wide, high }: CellBox): void {
  context.beginPath();
  context.moveTo(left, top);
  context.lineTo(left + wide, top + high);
  context.stroke();
}

/** One stroke across the cell and its edge: neighbours join to a hatching. */
function hatch(context: CanvasRenderingContext2D, colour: string, { left, top, wide, high }: CellBox): void {
  context.strokeStyle = colour;
  context.lineWidth = 1.2;
  context.beginPath();
  context.moveTo(left, top + high);
  context.lineTo(left + wide, top);
  context.moveTo(left, top + high / 2);
  context.lineTo(left + wide / 2, top);
  context.moveTo(left + wide / 2, top + high);
  context.lineTo(left + wide, top + high / 2);
  context.stroke();
}

/** The cells of a coverage on the map, which is moved to those of `fit`, once for each source (`of`). */
export function CoverageCells({
  of,
  boxes: shown,
  fit = shown,
  degrees,
}: {
  of: number;
  boxes: readonly CoverageBox[];
  fit?: readonly CoverageBox[];
  degrees: number;
}) {
  const map = useMap();
  const bounds = useMemo(() => boundsOf(fit, degrees), [fit, degrees]);
  useCellLayer(() => new CoverageLayer(), shown, degrees);
  // Whoever has moved the map looks at something.
  const [shownFor, setShownFor] = useState<number | null>(null);
  useEffect(() => {
    if (!bounds || shownFor === of) return;
    map.fitBounds(bounds, { animate: false, maxZoom: 11 });
    setShownFor(of);
  }, [map, bounds, of, shownFor]);
  return null;
}

/** South-west and north-east corner, latitude first. */
function boundsOf(
  shown: readonly CoverageBox[],
  degrees: number,
): [[number, number], [number, number]] | null {
  if (shown.length === 0) return null;
  let [west, south, east, north] = [180, 90, -180, -90];
  for (const box of shown) {
    west = Math.min(west, box.west);
    south = Math.min(south, box.south);
    east = Math.max(east, box.west + degrees * box.cells);
    north = Math.max(north, box.south + degrees);
  }
  return [
    [south, west],
    [north, east],
  ];
}
