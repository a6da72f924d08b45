import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { excel } from '#server/engine/transfer/excel.ts';
import { readXlsx } from '#server/engine/transfer/read-xlsx.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'clearway-xlsx-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** As our own templates and exports are written: the sheets before their texts, of unknown size. */
async function streamed(name: string, rows: number): Promise<string> {
  const filename = path.join(folder, name);
  const workbook = new (excel().stream.xlsx.WorkbookWriter)({ filename, useSharedStrings: true });
  for (const sheet of ['First', 'Second']) {
    const sheetOf = workbook.addWorksheet(sheet);
    for (let n = 1; n <= rows; n += 1) sheetOf.addRow([`${sheet} ${n}`, n]).commit();
    sheetOf.commit();
  }
  await workbook.commit();
  return filename;
}

async function read(file: string, sheet: string | undefined, slowlyMs = 0): Promise<unknown[]> {
  const cells: unknown[] = [];
  for await (const row of readXlsx(file, sheet)) {
    cells.push(row.cells);
    if (slowlyMs > 0) await new Promise((resolve) => setTimeout(resolve, slowlyMs));
  }
  return cells;
}

test.each([undefined, 'First', 'Second'])(
  'the sheet %s comes whole, however slowly it is read',
  async (sheet) => {
    const file = await streamed('small.xlsx', 4);
    const wanted = [1, 2, 3, 4].map((n) => [`${sheet ?? 'First'} ${n}`, n]);
    expect(await read(file, sheet)).toEqual(wanted);
    expect(await read(file, sheet, 40)).toEqual(wanted);
  },
);

test('a long sheet comes whole, and what another sheet has before it is left out', async () => {
  const file = await streamed('long.xlsx', 20_000);
  const rows = await read(file, 'Second');
  expect(rows.length).toBe(20_000);
  expect(rows.at(-1)).toEqual(['Second 20000', 20_000]);
});

test('a workbook without shared texts is read', async () => {
  const workbook = new (excel().Workbook)();
  workbook.addWorksheet('Figures').addRows([
    [1, 2],
    [3, 4],
  ]);
  const file = path.join(folder, 'figures.xlsx');
  await workbook.xlsx.writeFile(file);
  expect(await read(file, 'Figures')).toEqual([
    [1, 2],
    [3, 4],
  ]);
});
