import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Resource } from '#domain/record/resource.ts';
import { readCell } from '#domain/record/transfer/cell.ts';
import type { Cell, CellContext } from '#domain/record/transfer/cell-reading.ts';
import type { JobStore, StoredJob } from '#server/engine/transfer/job-store.ts';
import { readCsv } from '#server/engine/transfer/read-csv.ts';
import { readXlsx } from '#server/engine/transfer/read-xlsx.ts';
import { openRefused } from '#server/engine/transfer/refused.ts';
import type { Logger } from '#server/kernel/logger.ts';
import { workbookFile } from '#tests/support/workbook-file.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'clearway-refused-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const context: CellContext = {
  locale: 'en',
  timeZone: 'Asia/Shanghai',
  names: { related: () => [], codes: () => [], nameOf: () => '', labelOf: () => '' },
};
const label = { 'zh-Hans': '', en: '' };
const properties: Resource['schema']['properties'] = {
  text: { type: 'string', 'x-label': label },
  number: { type: 'number', 'x-label': label },
  day: { type: 'string', format: 'date', 'x-label': label },
  moment: { type: 'string', format: 'date-time', 'x-label': label },
};

/** Below the head of the field that it is read as. */
const cells: [field: string, cell: string][] = [
  ['number', '><v>1.23456</v>'],
  ['number', ' s="1"><v>1.23456</v>'],
  ['number', ' s="2"><v>0.12345</v>'],
  ['number', ' s="3"><v>1234.5</v>'],
  ['text', ' s="1"><v>1.23456</v>'],
  ['text', ' s="4"><v>42</v>'],
  ['text', '><v>30.123456789012</v>'],
  ['text', ' s="5"><v>46353</v>'],
  ['day', ' s="5"><v>46353</v>'],
  ['day', ' s="5"><v>46353.5</v>'],
  ['day', '><v>46353</v>'],
  ['moment', ' s="6"><v>46353.354166666664</v>'],
  ['moment', ' s="5"><v>46353</v>'],
  ['moment', '><v>46353.5</v>'],
];
/** These are no values, and must not become any. */
const refused: [field: string, cell: string][] = [
  ['text', '><v>6222021234567890</v>'],
  ['text', '><f>A1</f>'],
  ['text', ' t="e"><v>#N/A</v>'],
  ['day', ' s="6"><v>46353.354166666664</v>'],
];
const formats = ['0.0', '0%', '[$¥-804]#,##0.00', '00000', 'd/m/yyyy', 'd-mmm-yy h:mm'];

const rowOf = async (rows: AsyncIterable<{ row: number; cells: Cell[] }>) => {
  for await (const { row, cells: given } of rows) if (row === 2) return given;
  throw new Error('the file has no second row');
};

/** The cells of the one row before and after it has come back as refused. */
async function thereAndBack(given: [string, string][], format: 'xlsx' | 'csv', date1904: boolean) {
  const [file, errors, back] = ['file', 'errors', 'back'].map((name) => path.join(folder, name));
  if (!file || !errors || !back) throw new Error('no places');
  const columns = 'ABCDEFGHIJKLMNOPQRSTUVW';
  const rows = [
    `<row r="1">${given.map((_, i) => `<c r="${columns[i]}1"><v>${i + 1}</v></c>`).join('')}</row>`,
    `<row r="2">${given.map(([, cell], i) => `<c r="${columns[i]}2"${cell}</c>`).join('')}</row>`,
  ].join('');
  await writeFile(file, workbookFile({ rows, formats, date1904 }));
  const error = { row: 2, column: 0, field: 'x', value: null, text: { key: 'transfer.cell.number' } };
  await writeFile(errors, JSON.stringify(error));
  const jobs = { pathOf: () => file, errorsPathOf: () => errors } as unknown as JobStore;
  const job = {
    format: 'xlsx',
    headers: given.map((_, i) => String(i)),
    headRow: 1,
    merges: [],
    plan: { mapping: Object.fromEntries(given.map(([field], i) => [i, field])) },
  } as unknown as StoredJob;
  const resource = { schema: { properties } } as Resource;
  const log = { error: (entry: unknown) => expect.unreachable(String(entry)) } as unknown as Logger;
  await writeFile(back, await buffer(openRefused(jobs, job, resource, format, 'en', log)));
  const before = await rowOf(readXlsx(file, undefined));
  const after = await rowOf(format === 'xlsx' ? readXlsx(back, undefined) : readCsv(back, 'utf-8'));
  const readingOf = (row: Cell[]) =>
    given.map(([field], i) => readCell(properties[field] ?? {}, row[i] ?? null, context));
  return { before: readingOf(before), after: readingOf(after) };
}

test.each([
  ['xlsx', false],
  ['csv', false],
  ['xlsx', true],
  ['csv', true],
] as const)(
  'what is read of a refused row is read again of its copy in %s (1904: %s)',
  async (format, date1904) => {
    const { before, after } = await thereAndBack(cells, format, date1904);
    for (const reading of before) expect(reading).toHaveProperty('value');
    expect(after).toEqual(before);
  },
);

test.each(['xlsx', 'csv'] as const)('what is refused stays refused in %s', async (format) => {
  const { before, after } = await thereAndBack(refused, format, false);
  for (const reading of [...before, ...after]) expect(reading).toHaveProperty('error');
});
