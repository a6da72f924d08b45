import type { CellError, ReadPlan } from './read-plan.ts';

interface Use {
  row: number;
  from: number;
  to: number;
}

/** Sorties of the sheet that would use one aircraft, one pilot or one callsign at the same time: the server knows none of them yet. */
export function clashesIn(plans: readonly ReadPlan[]): CellError[] {
  const uses = new Map<string, Use[]>();
  const errors: CellError[] = [];
  for (const { plan, values } of plans) {
    values.tasks.forEach((task, index) => {
      const row = plan.rows[index];
      const from = Date.parse(String(task.etd));
      const to = Date.parse(String(task.eta));
      if (row === undefined || !(from < to)) return;
      const named: [column: 'aircraft' | 'callsign' | 'pilots', value: unknown][] = [
        ['aircraft', task.aircraft],
        ['callsign', task.callsign],
        ...(Array.isArray(task.pilots) ? task.pilots : []).map((pilot): ['pilots', unknown] => [
          'pilots',
          pilot,
        ]),
      ];
      for (const [column, value] of named) {
        if (value === undefined) continue;
        const key = `${column} ${String(value)}`;
        const known = uses.get(key) ?? [];
        const other = known.find((use) => use.from < to && from < use.to);
        if (other) {
          errors.push({ row, column, key: 'plan.sheet.fault.clash', values: { row: String(other.row + 1) } });
        }
        uses.set(key, [...known, { row, from, to }]);
      }
    });
  }
  return errors;
}
