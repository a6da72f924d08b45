import { useEffect, useMemo, useState } from 'react';
import { useMap } from 'react-leaflet';
import type { Interference, InterferenceCell } from '#contract/equipment.ts';
import { type CellBox, CellLayer, useCellLayer } from '#web/map/layers/cell-layer.ts';
import type { Mode } from '#web/ui/palette.ts';
import type { InterferenceLook } from './interference-look.tsx';

const colours: Record<Mode, Record<InterferenceLook, string>> = {
  light: { interference: '#c62828', suspected: '#a35a00', normal: '#1a8f5a', few: '#5d6b82' },
  dark: { interference: '#ff7b72', suspected: '#f2b04a', normal: '#4ade80', few: '#a7b4c9' },
};
const washes: Record<InterferenceLook, number> = {
  interference: 0.4,
  suspected: 0.3,
  normal: 0.2,
  few: 0.08,
};
/** Narrower cells have no room for a pattern, or for the count. */
const leastPatternPx = 6;
const leastTextPx = 36;

/** Cells of the interference picture: crossed, hatched, plain and faint, with affected and heard aircraft. */
class InterferenceLayer extends CellLayer<InterferenceCell> {
  protected override placeOf({ longitude, latitude }: InterferenceCell) {
    return { west: longitude, south: latitude, count: 1 };
  }

  protected override paint(
    context: CanvasRenderingContext2D,
    { state, heard, affected }: InterferenceCell,
    box: CellBox,
  ): void {
    const { left, top, wide, high } = box;
    context.fillStyle = colours[this.mode][state];
    context.strokeStyle = context.fillStyle;
    context.globalAlpha = washes[state];
    context.fillRect(left, top, wide, high);
    context.globalAlpha = 0.9;
    if (high >= leastPatternPx && (state === 'interference' || state === 'suspected'))
      strokes(context, box, state === 'interference');
    if (wide < leastTextPx || high < leastTextPx) return;
    context.globalAlpha = 1;
    context.font = '12px system-ui, sans-serif';
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    context.lineWidth = 3;
    context.strokeStyle = this.mode === 'dark' ? '#10151d' : '#ffffff';
    const words = `${affected}/${heard}`;
    context.strokeText(words, left + wide / 2, top + high / 2);
    context.fillText(words, left + wide / 2, top + high / 2);
  }
}

function strokes(context: CanvasRenderingContext2D, box: CellBox, isCrossed: boolean): void {
  const { left, top, wide, high } = box;
  context.lineWidth = 1.2;
  context.strokeRect(left + 0.5, top + 0.5, wide - 1, high - 1);
  context.beginPath();
  context.moveTo(left, top + high);
  context.lineTo(left + wide, top);
  if (isCrossed) {
    context.moveTo(left, top);
    context.lineTo(left + wide, top + high);
  }
  context.stroke();
}

/** The cells on the map, which is moved to where they are once. */
export function InterferenceCells({ cells, degrees }: Pick<Interference, 'cells' | 'degrees'>) {
  const map = useMap();
  useCellLayer(() => new InterferenceLayer(), cells, degrees);
  const bounds = useMemo(() => boundsOf(cells, degrees), [cells, degrees]);
  const [isMoved, setMoved] = useState(false);
  useEffect(() => {
    if (!bounds || isMoved) return;
    map.fitBounds(bounds, { animate: false, maxZoom: 9 });
    setMoved(true);
  }, [map, bounds, isMoved]);
  return null;
}

/** South-west and north-east corner, latitude first. */
function boundsOf(
  cells: readonly InterferenceCell[],
  degrees: number,
): [[number, number], [number, number]] | null {
  if (cells.length === 0) return null;
  let [west, south, east, north] = [180, 90, -180, -90];
  for (const { longitude, latitude } of cells) {
    west = Math.min(west, longitude);
    south = Math.min(south, latitude);
    east = Math.max(east, longitude + degrees);
    north = Math.max(north, latitude + degrees);
  }
  return [
    [south, west],
    [north, east],
  ];
}
