import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useMap } from 'react-leaflet';
import { useMode } from '#web/ui/appearance.ts';
import type { Mode } from '#web/ui/palette.ts';
import { FlatMap } from './flat-map.tsx';
import { type CellBox, CellLayer, useCellLayer } from './layers/cell-layer.ts';
import { everywhere } from './map-view.ts';
import './heat-map.css';

/** Longitude, latitude of the south-west corner and how much there is. */
type HeatCell = readonly [number, number, number];

/** From little to much, light to dark (dark to light on the dark map): read without telling colours apart. */
export const heatColours: Record<Mode, readonly string[]> = {
  light: ['#fde68a', '#fbbf24', '#f97316', '#c2410c', '#7c1d0d'],
  dark: ['#5b3412', '#a3530f', '#e07b16', '#fbbf24', '#fff3b0'],
};

/** The lower bounds of the steps of a scale: logarithmic, for a few places have most of the flights. */
export function heatSteps(most: number): number[] {
  const steps = heatColours.light.length;
  const found = Array.from({ length: steps }, (_, index) => Math.max(1, Math.round(most ** (index / steps))));
  return [...new Set(found)].filter((step) => step <= Math.max(1, most));
}

class HeatLayer extends CellLayer<HeatCell> {
  private steps: readonly number[] = [];

  override show(cells: readonly HeatCell[], degrees: number, mode: Mode): void {
    this.steps = stepsOf(cells);
    super.show(cells, degrees, mode);
  }

  protected override placeOf([west, south]: HeatCell) {
    return { west, south, count: 1 };
  }

  protected override paint(
    context: CanvasRenderingContext2D,
    [, , value]: HeatCell,
    { left, top, wide, high }: CellBox,
  ): void {
    const step = this.steps.findLastIndex((lower) => value >= lower);
    context.globalAlpha = 0.72;
    context.fillStyle = heatColours[this.mode][Math.max(0, step)] ?? '';
    context.fillRect(left, top, wide, high);
  }
}

const stepsOf = (cells: readonly HeatCell[]) => heatSteps(Math.max(1, ...cells.map(([, , value]) => value)));

function Cells({ cells, degrees }: { cells: readonly HeatCell[]; degrees: number }) {
  const map = useMap();
  useCellLayer(() => new HeatLayer(), cells, degrees);
  const bounds = useMemo(() => boundsOf(cells, degrees), [cells, degrees]);
  useEffect(() => {
    if (!bounds) return;
    const fitCells = () => void map.fitBounds(bounds, { animate: false, maxZoom: 11 });
    fitCells();
    // The box has its size after the map is made.
    map.on('resize', fitCells);
    return () => void map.off('resize', fitCells);
  }, [map, bounds]);
  return null;
}

/** South-west and north-east corner of all cells, latitude first. */
function boundsOf(cells: readonly HeatCell[], degrees: number): [[number, number], [number, number]] | null {
  if (cells.length === 0) return null;
  const xs = cells.map(([x]) => x);
  const ys = cells.map(([, y]) => y);
  return [
    [Math.min(...ys), Math.min(...xs)],
    [Math.max(...ys) + degrees, Math.max(...xs) + degrees],
  ];
}

const nothing = [] as const;
/** Where there was how much, on the map, with the scale beside it in words. */
export function HeatMap({
  cells,
  degrees,
  label,
}: {
  cells: readonly HeatCell[];
  degrees: number;
  label: string;
}) {
  const { t } = useTranslation();
  const mode = useMode();
  const steps = stepsOf(cells);
  return (
    <div className="cw-heat">
      <FlatMap label={label} view={everywhere} groups={nothing} embedded>
        <Cells cells={cells} degrees={degrees} />
      </FlatMap>
      <ol className="cw-map-scale cw-heat-scale" aria-label={t('statistics.heat.scale')}>
        {steps.map((step, index) => (
          <li key={step}>
            <span style={{ background: heatColours[mode][index] }} />
            <span className="cw-figures">≥ {step.toLocaleString('en-US')}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}
