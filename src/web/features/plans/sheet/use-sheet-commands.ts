import { type Dispatch, useCallback } from 'react';
import { sheetColumnIds } from '#domain/plans/sheet/columns.ts';
import {
  clearRange,
  duplicateRows,
  fillDown,
  insertRow,
  nextPlanName,
  plansOf,
  removeRows,
  type SheetRow,
} from '#domain/plans/sheet/rows.ts';
import { newKey } from '#web/client/new-key.ts';
import type { SheetCommand } from './sheet-keys.ts';
import { type SheetAction, type SheetState, selectedRange } from './sheet-state.ts';

const lastColumn = sheetColumnIds.length - 1;

/** What the commands of the sheet do to its rows and its cursor; the others are the page's. */
export function useSheetCommands(
  state: SheetState,
  dispatch: Dispatch<SheetAction>,
  countCallsigns: boolean,
  other: (command: SheetCommand) => void,
): (command: SheetCommand) => void {
  return useCallback(
    (command) => {
      const { rows, active } = state;
      const range = selectedRange(state);
      const go = (row: number, column: number, extend = false) =>
        dispatch({ kind: 'go', to: { row, column }, extend });
      const put = (next: SheetRow[], row = active.row, column = active.column) =>
        dispatch({ kind: 'rows', rows: next, range: { top: row, bottom: row, left: column, right: column } });
      switch (command.do) {
        case 'move':
          go(active.row + command.rows, active.column + command.columns, command.extend);
          return;
        case 'rowStart':
          go(active.row, 0, command.extend);
          return;
        case 'rowEnd':
          go(active.row, lastColumn, command.extend);
          return;
        case 'first':
          go(0, 0, command.extend);
          return;
        case 'last':
          go(rows.length - 1, lastColumn, command.extend);
          return;
        case 'next':
          if (active.column < lastColumn) go(active.row, active.column + 1);
          else go(active.row + 1, 1);
          return;
        case 'previous':
          if (active.column > 0) go(active.row, active.column - 1);
          else go(active.row - 1, lastColumn);
          return;
        case 'all':
          dispatch({
            kind: 'select',
            range: { top: 0, left: 0, bottom: rows.length - 1, right: lastColumn },
          });
          return;
        case 'clear':
          dispatch({ kind: 'rows', rows: clearRange(rows, range), range });
          return;
        case 'fillDown':
          dispatch({ kind: 'rows', rows: fillDown(rows, range), range });
          return;
        case 'remove':
          put(removeRows(rows, range), range.top);
          return;
        case 'newPlan':
          put(
            insertRow(rows, range.bottom + 1, { key: newKey(), cells: { plan: nextPlanName(rows) } }),
            range.bottom + 1,
            1,
          );
          return;
        case 'newSortie': {
          const here = rows[active.row];
          if (!here) return;
          // Two rows are one plan by its name: one that has none gets one.
          const name = here.cells.plan || nextPlanName(rows);
          const named = rows.map((row) =>
            row === here ? { ...row, cells: { ...row.cells, plan: name } } : row,
          );
          const { callsign, aircraft, date, rules } = here.cells;
          const cells: SheetRow['cells'] = { plan: name };
          if (callsign) cells.callsign = callsign;
          if (aircraft) cells.aircraft = aircraft;
          if (date) cells.date = date;
          if (rules) cells.rules = rules;
          put(insertRow(named, active.row + 1, { key: newKey(), cells }), active.row + 1, 1);
          return;
        }
        case 'duplicate':
        case 'duplicatePlan': {
          const whole = command.do === 'duplicatePlan';
          const own = plansOf(rows).find((plan) => plan.rows.includes(active.row));
          const from =
            whole && own ? { ...range, top: Math.min(...own.rows), bottom: Math.max(...own.rows) } : range;
          const next = duplicateRows(rows, from, { newKey, count: countCallsigns, asPlan: true });
          const height = from.bottom - from.top + 1;
          dispatch({
            kind: 'rows',
            rows: next,
            range: { ...range, top: from.bottom + 1, bottom: from.bottom + height },
          });
          return;
        }
        case 'undo':
        case 'redo':
          dispatch({ kind: command.do });
          return;
        default:
          other(command);
      }
    },
    [state, dispatch, countCallsigns, other],
  );
}
