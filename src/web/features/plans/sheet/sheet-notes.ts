import type { TFunction } from 'i18next';
import { type SheetColumnId, sheetColumnIds } from '#domain/plans/sheet/columns.ts';
import type { CellError } from '#domain/plans/sheet/read-plan.ts';
import type { CellPlace, SheetRow } from '#domain/plans/sheet/rows.ts';
import { listText } from '#domain/text/list-text.ts';
import { shownLocale } from '#web/client/shown-locale.ts';
import type { CellNote } from './sheet-row.tsx';
import { cellOf, type SheetPlanView } from './use-plans.ts';
import type { PlanCheck } from './use-sheet-checks.ts';

/** What is said of the cells of a row, by its key. */
export type SheetNotes = ReadonlyMap<string, ReadonlyMap<SheetColumnId, CellNote>>;

const weights = { missing: 0, warning: 1, error: 2 };

/** All that is said of cells, the worst first: what cannot be read, what the schema refuses, what the check found. */
export function notesOf(
  rows: readonly SheetRow[],
  plans: readonly SheetPlanView[],
  clashes: readonly CellError[],
  checks: ReadonlyMap<string, PlanCheck>,
  t: TFunction,
): Map<string, Map<SheetColumnId, CellNote>> {
  const notes = new Map<string, Map<SheetColumnId, CellNote>>();
  const note = (at: number, column: SheetColumnId | null, level: CellNote['level'], text: string) => {
    const key = rows[at]?.key;
    if (key === undefined || column === null) return;
    const own = notes.get(key) ?? new Map<SheetColumnId, CellNote>();
    notes.set(key, own);
    const known = own.get(column);
    if (!known) own.set(column, { level, text });
    else {
      const worst = weights[level] > weights[known.level] ? level : known.level;
      own.set(column, { level: worst, text: `${known.text}\n${text}` });
    }
  };
  const noteError = ({ row, column, key, values, candidates }: CellError) => {
    const meant = (candidates ?? []).map(({ label, second }) => (second ? `${label} (${second})` : label));
    const text = t(key, values);
    note(
      row,
      column,
      'error',
      meant.length > 0
        ? `${text} ${t('plan.sheet.meant', { list: listText(meant, shownLocale.get()) })}`
        : text,
    );
  };
  for (const plan of plans) {
    plan.errors.forEach(noteError);
    for (const { row, column, message, missing } of plan.schemaErrors) {
      note(row, column, missing ? 'missing' : 'error', message);
    }
    const check = checks.get(plan.key);
    if (!plan.checkable || !check?.view) continue;
    for (const { field, level, message, rule } of check.view.findings) {
      const { row, column } = cellOf(field, plan.plan.rows);
      note(row, column, level, rule ? `${message} (${rule})` : message);
    }
  }
  clashes.forEach(noteError);
  return notes;
}

/**
 * The cell with an error that follows a place row by row, or precedes it; after the last comes the first. Null: there is
 * none.
 */
export function nextError(
  rows: readonly SheetRow[],
  notes: SheetNotes,
  from: CellPlace,
  by: 1 | -1,
): CellPlace | null {
  const found = rows.flatMap(({ key }, row) => {
    const own = notes.get(key);
    return own
      ? sheetColumnIds.flatMap((id, column) => {
          const level = own.get(id)?.level;
          return level === 'error' || level === 'missing' ? [{ row, column }] : [];
        })
      : [];
  });
  const after = (one: CellPlace) => (one.row - from.row || one.column - from.column) * by > 0;
  const inOrder = by === 1 ? found : found.reverse();
  return inOrder.find(after) ?? inOrder[0] ?? null;
}

/** Notes that say the same are the same object: a row whose notes stay is not drawn anew. */
export function sameNotes(before: SheetNotes, next: SheetNotes): SheetNotes {
  return new Map(
    [...next].map(([key, own]) => {
      const old = before.get(key);
      return [key, old && JSON.stringify([...old]) === JSON.stringify([...own]) ? old : own];
    }),
  );
}
