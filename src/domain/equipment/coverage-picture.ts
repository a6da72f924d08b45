import { cellDegrees } from '#domain/statistics/heat-cells.ts';
import { unknownBand } from './heard-cells.ts';

const columns = Math.round(360 / cellDegrees);

/** Reports of a cell and band over the days that are looked at. */
export interface CellSum {
  cell: number;
  band: number;
  reports: number;
  /** UTC ms. */
  lastAt: number;
}

export interface SeenCell {
  cell: number;
  reports: number;
  lastAt: number;
}

/**
 * What a source was seen to hear, against what it declares. A cell in which nobody heard anything says nothing of the
 * source: it is `untested`, never a gap.
 */
export interface CoveragePicture {
  /** Null: nothing is declared, so that there is nothing to compare with. */
  declared: number | null;
  /** In the declared coverage, or anywhere where none is declared. */
  seen: SeenCell[];
  /** Outside of the declared coverage. */
  beyond: SeenCell[];
  /** Declared cells in which other sources heard targets while this one worked, and it did not; with their reports. */
  gaps: SeenCell[];
  /** Declared cells without traffic that would tell. */
  untested: number[];
}

interface Sums {
  declared: ReadonlySet<number> | null;
  own: readonly CellSum[];
  /** Of other sources, in hours in which this one worked. */
  others: readonly CellSum[];
  /** So many reports make a cell heard: fewer may be a stray position. */
  leastReports: number;
}

/** One band, or all together: then a cell is a gap where the source heard nothing at any height. */
export function coveragePicture(sums: Sums, band: number | 'all'): CoveragePicture {
  const { declared, leastReports } = sums;
  const isIn = (sum: CellSum) => band === 'all' || sum.band === band;
  const heard = gather(sums.own.filter(isIn), leastReports);
  const witnessed = gather(sums.others.filter(isIn), leastReports);
  // What it heard without a height may have been at this one.
  const perhaps = new Set(
    band === 'all' ? [] : sums.own.filter((sum) => sum.band === unknownBand).map(({ cell }) => cell),
  );
  const cells = [...heard.values()];
  if (declared === null) return { declared: null, seen: cells, beyond: [], gaps: [], untested: [] };
  const unheard = [...declared].filter((cell) => !heard.has(cell));
  const few = new Set(sums.own.filter(isIn).map(({ cell }) => cell));
  // A report or two are no proof that it hears there, and none that it does not. Reports without a height prove nothing of a band.
  const isGap = (cell: number) =>
    band !== unknownBand && witnessed.has(cell) && !perhaps.has(cell) && !few.has(cell);
  return {
    declared: declared.size,
    seen: cells.filter(({ cell }) => declared.has(cell)),
    beyond: cells.filter(({ cell }) => !declared.has(cell)),
    gaps: unheard.flatMap((cell) => (isGap(cell) ? (witnessed.get(cell) ?? []) : [])),
    untested: unheard.filter((cell) => !isGap(cell)),
  };
}

/** Cells with at least so many reports. */
export function gather(sums: readonly CellSum[], leastReports: number): Map<number, SeenCell> {
  const cells = new Map<number, SeenCell>();
  for (const { cell, reports, lastAt } of sums) {
    const known = cells.get(cell);
    if (!known) cells.set(cell, { cell, reports, lastAt });
    else {
      known.reports += reports;
      known.lastAt = Math.max(known.lastAt, lastAt);
    }
  }
  for (const [cell, { reports }] of cells) if (reports < leastReports) cells.delete(cell);
  return cells;
}

/** Neighbours from west to east as one: the first cell of each run, and how many it has. */
export function runsOf(cells: readonly number[]): { cell: number; count: number }[] {
  const runs: { cell: number; count: number }[] = [];
  for (const cell of [...cells].sort((a, b) => a - b)) {
    const last = runs.at(-1);
    if (last && last.cell + last.count === cell && cell % columns !== 0) last.count += 1;
    else runs.push({ cell, count: 1 });
  }
  return runs;
}
