import { writeAltitudeText } from '#domain/geo/altitude-text.ts';
import { filedOf } from '#domain/plans/filed-fields.ts';
import { dayAfter } from '#domain/plans/working-days.ts';
import type { RecordFields } from '#domain/record/records.gen.ts';
import { dayOf, wallClockAt } from '#domain/time/wall-clock.ts';
import { columnWith, type SheetColumnId, schemaColumns, sheetColumnIds } from './columns.ts';
import { pickedText } from './names.ts';
import type { SheetRow } from './rows.ts';
import { cellText } from './schema-cell.ts';
import { clockTextAt } from './time-text.ts';

/** What of a plan's form has no column, nor is kept beside its rows. */
const beside = ['company', 'tasks'];

/** The sortie of a form in the cells of a row; what has no column stays beside them. */
export function cellsOfTask(
  task: Record<string, unknown>,
  timeZone: string,
): Pick<SheetRow, 'cells' | 'task'> {
  const cells: Partial<Record<SheetColumnId, string>> = {};
  const put = (id: SheetColumnId, text: string) => {
    if (text !== '') cells[id] = text;
  };
  const words = (value: unknown) => (typeof value === 'string' ? value : '');
  const picked = (resource: string, value: unknown) =>
    typeof value === 'number' ? pickedText({ resource, id: value }) : '';
  put('callsign', words(task.callsign));
  put('aircraft', picked('aircraft', task.aircraft));
  if (Array.isArray(task.pilots)) put('pilots', task.pilots.map((id) => picked('pilot', id)).join('、'));
  for (const side of ['departure', 'destination'] as const) {
    put(side, picked('airport', task[side]) || picked('takeoffLandingPoint', task[`${side}Point`]));
  }
  put('airspace', picked('airspace', task.airspace));
  const etd = Date.parse(words(task.etd));
  const eta = Date.parse(words(task.eta));
  if (!Number.isNaN(etd)) {
    put('date', dayOf(etd, timeZone));
    put('etd', clockTextAt(etd, timeZone));
    if (!Number.isNaN(eta)) {
      const days = Math.round(
        (Date.parse(dayOf(eta, timeZone)) - Date.parse(dayOf(etd, timeZone))) / 86_400_000,
      );
      // Past midnight is said by the time itself, two midnights are not.
      const isLater = days > 1 || (days === 1 && minutesAt(eta, timeZone) >= minutesAt(etd, timeZone));
      put('eta', `${clockTextAt(eta, timeZone)}${isLater ? `+${days}` : ''}`);
    }
  }
  if (task.geometry) put('area', JSON.stringify(task.geometry));
  if (typeof task.corridorWidthM === 'number') put('width', String(task.corridorWidthM));
  put('route', words(task.route));
  put('lower', writeAltitudeText(task.lower));
  put('upper', writeAltitudeText(task.upper));
  put('rules', words(task.rules));
  for (const { id, field, schema } of schemaColumns.jobTask) put(id, cellText(schema, task[field], timeZone));
  const rest = Object.fromEntries(
    Object.entries(task).filter(([field]) => columnWith('jobTask', field) === null),
  );
  return Object.keys(rest).length > 0 ? { cells, task: rest } : { cells };
}

function minutesAt(at: number, timeZone: string): number {
  const { hour, minute } = wallClockAt(at, timeZone);
  return hour * 60 + minute;
}

/**
 * The rows of a plan as its form left them. A cell that could not be read had no place in the form: its text stays as it
 * was typed.
 */
export function rowsOfForm(
  values: Record<string, unknown>,
  before: readonly SheetRow[],
  {
    name,
    unread,
    newKey,
    timeZone,
  }: {
    name: string;
    /** Cells of these rows that could not be read, as `row key column`. */
    unread: ReadonlySet<string>;
    newKey: () => string;
    timeZone: string;
  },
): SheetRow[] {
  const tasks = Array.isArray(values.tasks) ? values.tasks : [];
  const rest = Object.fromEntries(
    Object.entries(values).filter(([field]) => !beside.includes(field) && columnWith('plan', field) === null),
  );
  return tasks.map((task: Record<string, unknown>, index): SheetRow => {
    const old = before[index];
    const key = old?.key ?? newKey();
    const made = cellsOfTask(task, timeZone);
    if (name !== '') made.cells.plan = name;
    if (index === 0) {
      if (typeof values.missionType === 'number') {
        made.cells.mission = pickedText({ resource: 'missionType', id: values.missionType });
      }
      if (typeof values.urgency === 'string') made.cells.urgency = values.urgency;
      for (const { id, field, schema } of schemaColumns.plan) {
        const text = cellText(schema, values[field], timeZone);
        if (text !== '') made.cells[id] = text;
      }
    }
    const { cells } = made;
    for (const id of sheetColumnIds) {
      const text = old?.cells[id];
      if (text && cells[id] === undefined && unread.has(`${key} ${id}`)) cells[id] = text;
    }
    return { key, cells, ...(made.task ? { task: made.task } : {}), ...(index === 0 ? { plan: rest } : {}) };
  });
}

/** A plan as it was filed, and its sorties in their order. */
export interface FiledPlan {
  plan: RecordFields['plan'] & { id: number };
  tasks: readonly RecordFields['jobTask'][];
}

/**
 * The rows of plans for another day, `days` later on the wall of `timeZone`: what their operator said of them, and
 * neither their urgency nor what became of them.
 */
export function rowsOfPlans(
  plans: readonly FiledPlan[],
  { days, newKey, timeZone }: { days: number; newKey: () => string; timeZone: string },
): SheetRow[] {
  return plans.flatMap(({ plan, tasks }) => {
    const { urgency: _, ...said } = withoutEmpty(filedOf('plan', plan));
    const values = {
      ...said,
      tasks: tasks.map((task) => withoutEmpty(filedOf('jobTask', task))),
    };
    // Rows of one plan are known by one name; a plan of one row needs none.
    const name = tasks.length > 1 ? `${plan.id}` : '';
    const rows = rowsOfForm(values, [], { name, unread: new Set(), newKey, timeZone });
    // Times of day are copied as text. A time that a clock change skips or repeats on the new day is reported at its cell.
    return rows.map((row) => {
      const { date } = row.cells;
      return date === undefined ? row : { ...row, cells: { ...row.cells, date: dayAfter(date, days) } };
    });
  });
}

function withoutEmpty(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== null && value !== undefined),
  );
}
