import { useEffect, useMemo, useState } from 'react';
import { useMap } from 'react-leaflet';
import type { EquipmentCoverage } from '#contract/equipment.ts';
import { type CellBox, CellLayer, useCellLayer } from '#web/map/layers/cell-layer.ts';
import type { Mode } from '#web/ui/palette.ts';

/** What is told of cells, each told apart by shape: filled, dotted, hatched, faint. */
export const coverageLooks = ['seen', 'beyond', 'gaps', 'untested'] as const;
export type CoverageLook = (typeof coverageLooks)[number];

const colours: Record<Mode, Record<CoverageLook, string>> = {
  light: { seen: '#1a8f5a', beyond: '#0b63b8', gaps: '#c62828', untested: '#5d6b82' },
  dark: { seen: '#4ade80', beyond: '#5cb0ff', gaps: '#ff7b72', untested: '#a7b4c9' },
};
const washes: Record<CoverageLook, number> = { seen: 0.42, beyond: 0.4, gaps: 0.25, untested: 0.1 };
/** Narrower cells have no room for a pattern. */
const leastPatternPx = 5;

interface Box {
  look: CoverageLook;
  west: number;
  south: number;
  cells: number;
}

function boxesOf(coverage: EquipmentCoverage): Box[] {
  const { seen, beyond, gaps, untested } = coverage;
  const box = (look: CoverageLook, west: number, south: number, cells = 1): Box => ({
    look,
    west,
    south,
    cells,
  });
  return [
    ...untested.map(([west, south, cells]) => box('untested', west, south, cells)),
    ...seen.map(([west, south]) => box('seen', west, south)),
    ...beyond.map(([west, south]) => box('beyond', west, south)),
    ...gaps.map(([west, south]) => box('gaps', west, south)),
  ];
}

class CoverageLayer extends CellLayer<Box> {
  protected override placeOf({ west, south, cells }: Box) {
    return { west, south, count: cells };
  }

  protected override paint(context: CanvasRenderingContext2D, { look }: Box, box: CellBox): void {
    const { left, top, wide, high } = box;
    const colour = colours[this.mode][look];
    context.globalAlpha = washes[look];
    context.fillStyle = colour;
    context.fillRect(left, top, wide, high);
    if (high < leastPatternPx || look === 'untested' || look === 'seen') return;
    context.globalAlpha = 0.9;
    if (look === 'gaps') hatch(context, colour, box);
    else {
      const dot = Math.max(2, high / 5);
      context.fillRect(left + (wide - dot) / 2, top + (high - dot) / 2, dot, dot);
    }
  }
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

/** The cells of a coverage on the map, which is moved to where they are. */
export function CoverageCells({ coverage }: { coverage: EquipmentCoverage }) {
  const map = useMap();
  const boxes = useMemo(() => boxesOf(coverage), [coverage]);
  const { id, degrees } = coverage;
  const bounds = useMemo(() => boundsOf(boxes, degrees), [boxes, degrees]);
  useCellLayer(() => new CoverageLayer(), boxes, degrees);
  // Once for a source: whoever has moved the map looks at something.
  const [shownFor, setShownFor] = useState<number | null>(null);
  useEffect(() => {
    if (!bounds || shownFor === id) return;
    map.fitBounds(bounds, { animate: false, maxZoom: 11 });
    setShownFor(id);
  }, [map, bounds, id, shownFor]);
  return null;
}

/** South-west and north-east corner, latitude first. */
function boundsOf(boxes: readonly Box[], degrees: number): [[number, number], [number, number]] | null {
  if (boxes.length === 0) return null;
  let [west, south, east, north] = [180, 90, -180, -90];
  for (const box of boxes) {
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
