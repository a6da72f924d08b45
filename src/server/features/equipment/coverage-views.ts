import { runsOf, type SeenCell } from '#domain/equipment/coverage-picture.ts';
import { heightBands } from '#domain/equipment/heard-cells.ts';
import { cornerOf } from '#domain/statistics/heat-cells.ts';

export type Band = (typeof heightBands)[number] | 'all';
export const indexOf = (band: Band) => (band === 'all' ? 'all' : heightBands.indexOf(band));

export const cellView = ({ cell, reports, lastAt }: SeenCell): [number, number, number, number] => [
  ...cornerOf(cell),
  reports,
  lastAt,
];
/** Neighbours from west to east as one. */
const runView = ({ cell, count }: { cell: number; count: number }): [number, number, number] => [
  ...cornerOf(cell),
  count,
];
export const runViews = (cells: readonly number[]) => runsOf(cells).map(runView);
