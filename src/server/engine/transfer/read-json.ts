import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { otherSystem } from '#domain/geo/crs-name.ts';
import type { Cell } from '#domain/record/transfer/cell-reading.ts';
import { AppError } from '#domain/text/errors.ts';
import { isObject } from '#domain/text/narrow.ts';
import { createItemScanner, type JsonFormat } from './json-items.ts';
import { mostColumns, mostRows } from './limits.ts';
import { isBlank, type SheetRow } from './sheet-row.ts';

/** Where a feature has its shape, among its properties. */
export const shapeHead = 'geometry';

/**
 * The records of a JSON file as rows below a head of their names, read as they come. Names that nobody knows yet are
 * gathered first, by reading the file once more: no record need have them all.
 */
export async function* readJson(
  path: string,
  format: JsonFormat,
  known: string[] | undefined,
): AsyncIterable<SheetRow> {
  const heads = known ?? (await headsOf(path, format));
  yield { row: 0, cells: heads, progress: 0 };
  let row = 0;
  for await (const { record, progress } of recordsOf(path, format)) {
    row += 1;
    const cells: Cell[] = heads.map((head) => {
      const value = record.get(head);
      return value === null || value === undefined ? null : { json: value };
    });
    if (!cells.every(isBlank)) yield { row, cells, progress };
  }
}

async function headsOf(path: string, format: JsonFormat): Promise<string[]> {
  const heads = new Set<string>();
  for await (const { record } of recordsOf(path, format)) {
    for (const head of record.keys()) heads.add(head);
    if (heads.size > mostColumns) {
      throw new AppError('validation', { key: 'transfer.file.columns', values: { most: mostColumns } });
    }
  }
  return [...heads];
}

type Values = Map<string, unknown>;

async function* recordsOf(
  path: string,
  format: JsonFormat,
): AsyncIterable<{ record: Values; progress: number }> {
  const { size } = await stat(path);
  const scanner = createItemScanner(format);
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const source = createReadStream(path);
  let readBytes = 0;
  let rows = 0;
  const broken = (cause?: unknown) =>
    new AppError('validation', { key: 'transfer.file.json', values: { row: rows + 1 } }, { cause });
  const recordIn = (text: string) => {
    const item: unknown = JSON.parse(text);
    const record = isObject(item) ? (format === 'json' ? valuesOf(item) : valuesOfFeature(item)) : undefined;
    if (!record) throw broken();
    return record;
  };
  try {
    for await (const chunk of source) {
      readBytes += chunk.length;
      for (const text of scanner.read(decoder.decode(chunk, { stream: true }))) {
        const record = recordIn(text);
        rows += 1;
        if (rows > mostRows) {
          throw new AppError('validation', { key: 'transfer.file.rows', values: { most: mostRows } });
        }
        yield { record, progress: readBytes / Math.max(1, size) };
      }
    }
    decoder.decode();
    scanner.end();
    refuseOtherSystem(scanner.crs());
  } catch (error) {
    throw error instanceof AppError ? error : broken(error);
  } finally {
    source.destroy();
  }
}

/** Shapes are stored in WGS-84. GeoJSON from before RFC 7946 may name another system, ahead of its features or after them. */
function refuseOtherSystem(crs: string): void {
  const system = crs === '' ? null : otherSystem(JSON.parse(crs));
  if (system === null) return;
  throw new AppError('validation', { key: 'transfer.file.crs', values: { system } });
}

/** Heads are kept without blanks around them. */
function valuesOf(item: Record<string, unknown>): Values {
  return new Map(Object.entries(item).map(([name, value]) => [name.trim(), value]));
}

function valuesOfFeature({ type, id, geometry, properties }: Record<string, unknown>): Values | undefined {
  if (type !== 'Feature' || (properties !== null && properties !== undefined && !isObject(properties))) {
    return undefined;
  }
  const values = valuesOf(properties ?? {});
  // Other programs number their features in their own way.
  if (typeof id === 'number' && !values.has('id')) values.set('id', id);
  values.set(shapeHead, geometry);
  return values;
}
