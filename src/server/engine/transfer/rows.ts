import { parseCoordinate } from '#domain/geo/coordinates.ts';
import { normalizeValue } from '#domain/record/normalize.ts';
import type { Resource } from '#domain/record/resource.ts';
import { readCell } from '#domain/record/transfer/cell.ts';
import {
  type Cell,
  type CellContext,
  isFaultCell,
  isJsonCell,
  type Reading,
  shownText,
} from '#domain/record/transfer/cell-reading.ts';
import { columnSchema, type PositionHalf, partOf } from '#domain/record/transfer/columns.ts';
import { otherUnit, unitOfHead, zoneOfHead } from '#domain/record/transfer/head-remark.ts';
import type { ImportPlan } from '#domain/record/transfer/job.ts';
import { denature } from '#domain/record/transfer/neutralise.ts';
import { isBlank, isNote, type SheetRow } from './sheet-row.ts';
import type { StoredRowError } from './stored-row-error.ts';

/** A row of a sheet as the record that it speaks of. */
export interface ReadRow {
  row: number;
  cells: Cell[];
  /** Fields that the sheet has a column for; null: the cell is empty. */
  values: Record<string, unknown>;
  errors: StoredRowError[];
}

/** The columns of a plan with the fields that they stand for. */
export interface PlannedColumn {
  column: number;
  field: string;
  /** Of a point its latitude or longitude; absent: the whole field. */
  half?: PositionHalf;
  schema: NonNullable<ReturnType<typeof columnSchema>>;
  /** Named by its head, where it is not that of the field. */
  otherUnit?: string | undefined;
  /** Of altitudes without a unit, where its head names one. */
  headUnit?: string | undefined;
  /** Of times without a zone, where its head names one (IANA name). */
  timeZone?: string | undefined;
}

export function plannedColumns(
  resource: Resource,
  { mapping }: ImportPlan,
  heads: readonly string[],
): PlannedColumn[] {
  return Object.entries(mapping).flatMap(([column, target]) => {
    const schema = columnSchema(resource, target);
    const head = heads[Number(column)] ?? '';
    return schema
      ? [
          {
            column: Number(column),
            ...partOf(target),
            schema,
            otherUnit: otherUnit(head, schema),
            headUnit: unitOfHead(head),
            timeZone: zoneOfHead(head),
          },
        ]
      : [];
  });
}

export function readRow(
  row: SheetRow,
  columns: PlannedColumn[],
  context: CellContext,
  key: readonly string[],
): ReadRow {
  const read: ReadRow = { row: row.row, cells: row.cells, values: {}, errors: [] };
  const rowContext: CellContext = row.commaIsUnclear ? { ...context, commaIsUnclear: true } : context;
  for (const planned of columns) {
    const { column, field, half, schema } = planned;
    const reading = half
      ? readHalf(row.cells, planned, columns)
      : readPlanned(planned, row.cells[column] ?? null, rowContext);
    if ('error' in reading) {
      read.errors.push({
        row: row.row,
        column,
        field,
        value: cellText(row.cells[column] ?? null),
        text: reading.error,
      });
    } else if (key.includes(field)) {
      // A key is compared before it is judged.
      read.values[field] = normalizeValue(schema, reading.value);
    } else read.values[field] = reading.value;
  }
  return read;
}

/** The point of which a column holds one half, read with its other; null: neither is there. */
function readHalf(
  cells: readonly Cell[],
  planned: PlannedColumn,
  columns: readonly PlannedColumn[],
): Reading {
  const { field, half = 'latitude', column } = planned;
  const other = columns.find((one) => one.field === field && one.half && one.half !== half);
  const cell = cells[column] ?? null;
  const otherCell = other ? (cells[other.column] ?? null) : null;
  if (isBlank(cell))
    return other && !isBlank(otherCell) ? { error: { key: 'transfer.cell.otherHalf' } } : { value: null };
  const degrees = coordinateIn(cell, half);
  if (degrees === null)
    return { error: { key: `transfer.cell.${half}`, values: { text: cellText(cell) ?? '' } } };
  const otherDegrees = other?.half ? coordinateIn(otherCell, other.half) : null;
  // Its own column says what is wrong with it.
  if (otherDegrees === null) return { value: null };
  return {
    value: {
      type: 'Point',
      coordinates: half === 'latitude' ? [otherDegrees, degrees] : [degrees, otherDegrees],
    },
  };
}

/** Degrees; null: it is no coordinate of that axis. */
const coordinateIn = (cell: Cell, half: PositionHalf): number | null =>
  cell === null || isJsonCell(cell) || isFaultCell(cell)
    ? null
    : parseCoordinate(typeof cell === 'number' ? String(cell) : denature(shownText(cell).trim()), half);

/** Cells beyond the head: in a text file a separator within a value, whose rest would be lost. */
export function refuseMoreCells(read: ReadRow, heads: number): ReadRow {
  const last = read.cells.findLastIndex((cell) => !isBlank(cell));
  if (last < heads) return read;
  const text = { key: 'transfer.row.cells', values: { cells: last + 1, heads } };
  const value = cellText(read.cells[last] ?? null);
  return { ...read, errors: [{ row: read.row, column: null, field: null, value, text }, ...read.errors] };
}

function readPlanned(
  { schema, otherUnit: unit, headUnit, timeZone }: PlannedColumn,
  cell: Cell,
  context: CellContext,
): Reading {
  if (unit !== undefined && cell !== null && cell !== '') {
    return { error: { key: 'transfer.cell.unit', values: { unit, wanted: schema['x-unit'] ?? '' } } };
  }
  return readCell(schema, cell, {
    ...context,
    ...(headUnit === undefined ? {} : { headUnit }),
    ...(timeZone === undefined ? {} : { timeZone }),
  });
}

/** Characters of a value that are repeated in an error. */
const mostShown = 200;

export function cellText(cell: Cell): string | null {
  if (cell === null) return null;
  const text = isJsonCell(cell) ? jsonText(cell.json) : shownText(cell);
  return text.length > mostShown ? `${text.slice(0, mostShown)}…` : text;
}

function jsonText(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** The rows of a sheet below its head in batches, without the lines by which a template explains itself. */
export async function* batchesOf(
  rows: AsyncIterable<SheetRow>,
  size: number,
  afterRow = 0,
): AsyncIterable<{ rows: SheetRow[]; progress: number }> {
  let batch: SheetRow[] = [];
  let head = true;
  for await (const row of rows) {
    if (head) {
      head = false;
      continue;
    }
    if (row.row <= afterRow || isNote(row.cells)) continue;
    batch.push(row);
    if (batch.length < size) continue;
    yield { rows: batch, progress: row.progress };
    batch = [];
    // Others are served in between.
    await new Promise((resolve) => setImmediate(resolve));
  }
  if (batch.length > 0) yield { rows: batch, progress: 1 };
}
