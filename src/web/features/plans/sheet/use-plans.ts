import type { Validate } from 'virtual:validators';
import { useMemo } from 'react';
import { clashesIn } from '#domain/plans/sheet/clashes.ts';
import { columnWith, type SheetColumnId } from '#domain/plans/sheet/columns.ts';
import { type CellError, type ReadPlan, readPlan } from '#domain/plans/sheet/read-plan.ts';
import { plansOf, type SheetRow } from '#domain/plans/sheet/rows.ts';
import { serviceZone, today } from '#web/client/clock.ts';
import { useLocale } from '#web/client/locale.ts';
import { validateRecord } from '#web/engine/record-validator.ts';
import { isCheckable, planFormResource } from '#web/features/plans/plan-form-schema.ts';
import type { Names } from './names-store.ts';

/** A plan of the sheet with all that its own rules say of it. */
export interface SheetPlanView extends ReadPlan {
  key: string;
  /** What a person knows it by: its first callsign, else its row. */
  name: string;
  /** What the schema misses or refuses, at its cell where it has one. */
  schemaErrors: { row: number; column: SheetColumnId | null; message: string; missing: boolean }[];
  /** Whether the server can check it. */
  checkable: boolean;
  /** The same as text: two plans of one text are the same question. */
  text: string;
}

/** The cell of a field that an answer names, e.g. `tasks.1.upper.value`; null: it is about the plan as a whole. */
export function cellOf(
  field: string,
  rows: readonly number[],
): { row: number; column: SheetColumnId | null } {
  const [first = 0] = rows;
  const match = /^tasks[./](\d+)(?:[./](\w+))?/.exec(field);
  if (!match) return { row: first, column: columnWith('plan', field) };
  const row = rows[Number(match[1])] ?? first;
  return { row, column: match[2] ? columnWith('jobTask', match[2]) : null };
}

interface Context {
  rows: readonly SheetRow[];
  names: Names;
  /** Of the names: what was found since. */
  revision: number;
  company: number | null;
  validate: Validate | undefined;
}

export function useSheetPlans({ rows, names, revision, company, validate }: Context): {
  plans: SheetPlanView[];
  clashes: CellError[];
} {
  const locale = useLocale();
  const resource = useMemo(planFormResource, []);
  return useMemo(() => {
    // Names that have been found are what makes this worth doing again.
    void revision;
    const task = resource.schema.properties.tasks?.items?.properties ?? {};
    const context = {
      meaningOf: names.meaningOf,
      rules: task.rules ?? {},
      urgency: resource.schema.properties.urgency ?? {},
      timeZone: serviceZone(),
      today: today(),
    };
    const plans = plansOf(rows).map((plan): SheetPlanView => {
      const read = readPlan(rows, plan, context);
      const values: ReadPlan['values'] = { ...read.values, ...(company === null ? {} : { company }) };
      const faulty = new Set(read.errors.map(({ row, column }) => `${row} ${column}`));
      const schemaErrors = (
        validate && !read.pending ? validateRecord(resource.schema, validate, values, locale) : []
      ).flatMap(({ field, message }) => {
        const { row, column } = cellOf(field, plan.rows);
        // What cannot be read is said already; that it is missing besides is no news.
        if (column && faulty.has(`${row} ${column}`)) return [];
        const missing = column !== null && !rows[row]?.cells[column];
        return [{ row, column, message, missing }];
      });
      const first = plan.rows[0] ?? 0;
      const text = JSON.stringify(values);
      return {
        ...read,
        values,
        key: plan.key,
        name: rows[first]?.cells.callsign || `${first + 1}`,
        schemaErrors,
        checkable: !read.pending && read.errors.length === 0 && isCheckable(values),
        text,
      };
    });
    return { plans, clashes: clashesIn(plans) };
  }, [rows, names, revision, company, validate, locale, resource]);
}
