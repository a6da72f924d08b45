import { cpus, loadavg } from 'node:os';

/** One measured figure. `goal` is what the product promises; a row without one is there for comparison. */
export interface BenchRow {
  name: string;
  value: number;
  unit: string;
  goal?: number;
  /** `atMost`: the figure must not exceed the goal; default `atLeast`. */
  goalIs?: 'atLeast' | 'atMost';
  note?: string;
}

export function meetsGoal(row: BenchRow): boolean | null {
  if (row.goal === undefined) return null;
  return row.goalIs === 'atMost' ? row.value <= row.goal : row.value >= row.goal;
}

/** Three figures of it, or whole. */
export const shown = (value: number): string =>
  Math.abs(value) >= 100 ? Math.round(value).toLocaleString('en-US') : String(Number(value.toPrecision(3)));

/** What else the machine was doing: a time means little without it. */
export function machine(): string {
  return `load ${(loadavg()[0] ?? 0).toFixed(1)} on ${cpus().length} cores`;
}

/** Prints the rows as a table that lines up in a terminal, and the load of the machine below. */
export function printRows(rows: readonly BenchRow[]): void {
  const cells = rows.map((row) => {
    const met = meetsGoal(row);
    const sign = row.goalIs === 'atMost' ? '≤' : '≥';
    return [
      row.name,
      `${shown(row.value)} ${row.unit}`,
      row.goal === undefined ? '' : `goal ${sign} ${shown(row.goal)}`,
      met === null ? '' : met ? 'met' : 'MISSED',
      row.note ?? '',
    ];
  });
  const widths = [0, 1, 2, 3].map((column) => Math.max(0, ...cells.map((row) => row[column]?.length ?? 0)));
  for (const row of cells) {
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    );
  }
  console.log(machine());
}
