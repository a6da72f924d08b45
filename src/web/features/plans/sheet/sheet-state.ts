import { sheetColumnIds } from '#domain/plans/sheet/columns.ts';
import { type CellPlace, type Range, rangeOf, type SheetRow, withSpare } from '#domain/plans/sheet/rows.ts';
import { newKey } from '#web/client/new-key.ts';

export interface SheetState {
  rows: SheetRow[];
  active: CellPlace;
  /** The other corner of what is selected. */
  anchor: CellPlace;
  /** What stands in the editor of the active cell; null: it is not open. */
  editing: string | null;
  past: SheetRow[][];
  future: SheetRow[][];
}

export type SheetAction =
  | { kind: 'go'; to: CellPlace; extend?: boolean }
  | { kind: 'select'; range: Range }
  | { kind: 'edit'; text: string }
  | { kind: 'stop' }
  /** New rows, undoable; the cursor goes along where it is said. */
  | { kind: 'rows'; rows: SheetRow[]; range?: Range }
  | { kind: 'undo' }
  | { kind: 'redo' }
  /** What is there is no change of the user's: a restored draft. */
  | { kind: 'reset'; rows: SheetRow[] }
  /** These rows were filed and go. What was typed meanwhile stays, with the cursor and its editor. */
  | { kind: 'filed'; keys: ReadonlySet<string> };

const mostSteps = 100;

export function firstState(): SheetState {
  const at = { row: 0, column: 1 };
  return { rows: withSpare([], newKey), active: at, anchor: at, editing: null, past: [], future: [] };
}

export function selectedRange({ active, anchor }: SheetState): Range {
  return rangeOf(active, anchor);
}

export function sheetReducer(state: SheetState, action: SheetAction): SheetState {
  switch (action.kind) {
    case 'go': {
      const to = inside(state.rows, action.to);
      return { ...state, active: to, anchor: action.extend ? state.anchor : to, editing: null };
    }
    case 'select': {
      const { top, left, bottom, right } = action.range;
      return {
        ...state,
        active: inside(state.rows, { row: top, column: left }),
        anchor: inside(state.rows, { row: bottom, column: right }),
        editing: null,
      };
    }
    case 'edit':
      return { ...state, editing: action.text, anchor: state.active };
    case 'stop':
      return { ...state, editing: null };
    case 'rows': {
      const next = {
        ...state,
        rows: withSpare(action.rows, newKey),
        editing: null,
        past: [...state.past.slice(-mostSteps), state.rows],
        future: [],
      };
      return moved(next, action.range);
    }
    case 'undo':
    case 'redo': {
      const undo = action.kind === 'undo';
      const from = undo ? state.past : state.future;
      const rows = from.at(-1);
      if (!rows) return state;
      return moved({
        ...state,
        rows,
        editing: null,
        past: undo ? from.slice(0, -1) : [...state.past, state.rows],
        future: undo ? [...state.future, state.rows] : from.slice(0, -1),
      });
    }
    case 'reset':
      return moved({ ...state, rows: withSpare(action.rows, newKey), editing: null, past: [], future: [] });
    case 'filed': {
      const rows = withSpare(
        state.rows.filter(({ key }) => !action.keys.has(key)),
        newKey,
      );
      const at = rows.findIndex(({ key }) => key === state.rows[state.active.row]?.key);
      const next = { ...state, rows, past: [], future: [] };
      if (at < 0) return moved({ ...next, editing: null });
      const active = { ...state.active, row: at };
      return { ...next, active, anchor: active };
    }
  }
}

function moved(state: SheetState, range?: Range): SheetState {
  const active = range ? { row: range.top, column: range.left } : state.active;
  const anchor = range ? { row: range.bottom, column: range.right } : active;
  return { ...state, active: inside(state.rows, active), anchor: inside(state.rows, anchor) };
}

function inside(rows: readonly SheetRow[], { row, column }: CellPlace): CellPlace {
  return {
    row: Math.max(0, Math.min(rows.length - 1, row)),
    column: Math.max(0, Math.min(sheetColumnIds.length - 1, column)),
  };
}
