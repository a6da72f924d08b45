import { headsOf, type SheetColumnId, sheetColumnIds } from './columns.ts';

/** One sortie as it is typed. What a cell means is read from its text; what has no column is kept beside it. */
export interface SheetRow {
  /** Names the row for as long as it is there. */
  key: string;
  cells: Partial<Record<SheetColumnId, string>>;
  /** Fields of the sortie, and of its plan (in the plan's first row), that have no column. */
  task?: Record<string, unknown>;
  plan?: Record<string, unknown>;
}

/** Where one is in the sheet. */
export interface CellPlace {
  row: number;
  column: number;
}

/** The rows of one plan; rows that name no plan are each their own. */
export interface SheetPlan {
  /** The key of its first row. */
  key: string;
  /** Places of its rows in the sheet, the first one first. */
  rows: number[];
  name: string;
}

export function isBlank(row: SheetRow): boolean {
  return (
    Object.entries(row.cells).every(([id, text]) => id === 'plan' || !text) &&
    Object.keys(row.task ?? {}).length === 0 &&
    Object.keys(row.plan ?? {}).length === 0
  );
}

export function plansOf(rows: readonly SheetRow[]): SheetPlan[] {
  const plans: SheetPlan[] = [];
  const byName = new Map<string, SheetPlan>();
  rows.forEach((row, index) => {
    if (isBlank(row)) return;
    const name = row.cells.plan?.trim() ?? '';
    const known = name === '' ? undefined : byName.get(name);
    if (known) {
      known.rows.push(index);
      return;
    }
    const plan = { key: row.key, rows: [index], name };
    plans.push(plan);
    if (name !== '') byName.set(name, plan);
  });
  return plans;
}

/** The number after the highest that a plan of the sheet has. */
export function nextPlanName(rows: readonly SheetRow[]): string {
  const numbers = rows.map(({ cells }) => Number(cells.plan)).filter(Number.isInteger);
  return String(Math.max(0, ...numbers) + 1);
}

/** `CFU8821` → `CFU8822`, its zeros kept; null where no number ends it, or it would grow past the seven of field 7. */
export function nextCallsign(callsign: string): string | null {
  const match = /^(.*?)(\d+)$/.exec(callsign.trim());
  if (!match) return null;
  const [, head = '', digits = ''] = match;
  const next = head + String(Number(digits) + 1).padStart(digits.length, '0');
  return next.length <= 7 ? next : null;
}

function withCell(row: SheetRow, id: SheetColumnId, text: string): SheetRow {
  if ((row.cells[id] ?? '') === text) return row;
  const cells = { ...row.cells };
  if (text === '') delete cells[id];
  else cells[id] = text;
  return { ...row, cells };
}

export function setCell(rows: readonly SheetRow[], at: number, id: SheetColumnId, text: string): SheetRow[] {
  return rows.map((row, index) => (index === at ? withCell(row, id, text) : row));
}

/** The cells between two corners, both included. */
export interface Range {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

export function rangeOf(a: CellPlace, b: CellPlace): Range {
  return {
    top: Math.min(a.row, b.row),
    bottom: Math.max(a.row, b.row),
    left: Math.min(a.column, b.column),
    right: Math.max(a.column, b.column),
  };
}

export function clearRange(rows: readonly SheetRow[], { top, bottom, left, right }: Range): SheetRow[] {
  const ids = sheetColumnIds.slice(left, right + 1);
  return rows.map((row, index) =>
    index < top || index > bottom ? row : ids.reduce((now, id) => withCell(now, id, ''), row),
  );
}

/** The first row of the range down over the others; of a single row, what stands above it. */
export function fillDown(rows: readonly SheetRow[], range: Range): SheetRow[] {
  const { left, right, bottom } = range;
  const from = range.top === bottom ? range.top - 1 : range.top;
  const source = rows[from];
  if (!source) return [...rows];
  const ids = sheetColumnIds.slice(left, right + 1);
  return rows.map((row, index) =>
    index <= from || index > bottom
      ? row
      : ids.reduce((now, id) => withCell(now, id, source.cells[id] ?? ''), row),
  );
}

/** Cells put in from a place on, row by row; the sheet grows where they reach past its end. */
export function pasteTable(
  rows: readonly SheetRow[],
  at: CellPlace,
  table: readonly (readonly string[])[],
  newKey: () => string,
): { rows: SheetRow[]; range: Range; left: string[] } {
  const [first = []] = table;
  const heads = headsOf(first);
  const body = heads ? table.slice(1) : table;
  const columns = heads ?? sheetColumnIds.slice(at.column);
  const next = [...rows];
  const single = !heads && body.length === 1 && body[0]?.length === 1;
  body.forEach((cells, index) => {
    const place = at.row + index;
    let row = next[place] ?? { key: newKey(), cells: {} };
    cells.forEach((text, column) => {
      const id = columns[column];
      // Several sheets put one name on several lines of a cell; ours is one line.
      if (id) row = withCell(row, id, text.replaceAll(/\s*\n\s*/g, ' '));
    });
    next[place] = row;
  });
  const width = Math.max(1, ...body.map((cells) => cells.length));
  const range = {
    top: at.row,
    bottom: at.row + Math.max(1, body.length) - 1,
    left: heads ? 0 : at.column,
    right: heads ? sheetColumnIds.length - 1 : Math.min(sheetColumnIds.length - 1, at.column + width - 1),
  };
  // Heads that name no column of ours, and cells past the last column, are said: nothing is lost in silence.
  const left = heads
    ? first.filter((head, index) => head !== '' && heads[index] === null)
    : single
      ? []
      : body.flatMap((cells) => cells.slice(columns.length).filter((text) => text !== ''));
  return { rows: next, range, left };
}

/** Empty rows at the end, so that there is always one to type into. */
export function withSpare(rows: readonly SheetRow[], newKey: () => string): SheetRow[] {
  const last = rows.at(-1);
  return last && isBlank(last) ? [...rows] : [...rows, { key: newKey(), cells: {} }];
}

export function insertRow(rows: readonly SheetRow[], at: number, row: SheetRow): SheetRow[] {
  return [...rows.slice(0, at), row, ...rows.slice(at)];
}

export function removeRows(rows: readonly SheetRow[], { top, bottom }: Range): SheetRow[] {
  return rows.filter((_, index) => index < top || index > bottom);
}

/**
 * The rows once more below them. Rows of several plans, or a whole plan, become new plans; a part of one plan stays in it.
 * `count`: the callsigns go on by one.
 */
export function duplicateRows(
  rows: readonly SheetRow[],
  { top, bottom }: Range,
  { newKey, count, asPlan }: { newKey: () => string; count: boolean; asPlan: boolean },
): SheetRow[] {
  const names = new Map<string, string>();
  let last = Number(nextPlanName(rows));
  const copies = rows.slice(top, bottom + 1).map((row): SheetRow => {
    const name = row.cells.plan?.trim() ?? '';
    let next = names.get(name);
    if (asPlan && name !== '' && next === undefined) {
      next = String(last);
      last += 1;
      names.set(name, next);
    }
    const callsign = count && row.cells.callsign ? nextCallsign(row.cells.callsign) : null;
    return {
      ...row,
      key: newKey(),
      cells: {
        ...row.cells,
        ...(asPlan && next !== undefined ? { plan: next } : {}),
        ...(callsign === null ? {} : { callsign }),
      },
    };
  });
  return [...rows.slice(0, bottom + 1), ...copies, ...rows.slice(bottom + 1)];
}
