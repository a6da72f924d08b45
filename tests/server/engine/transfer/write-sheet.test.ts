import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { shownText } from '#domain/record/transfer/cell-reading.ts';
import { denature } from '#domain/record/transfer/neutralise.ts';
import { readCsv } from '#server/engine/transfer/read-csv.ts';
import { readXlsx } from '#server/engine/transfer/read-xlsx.ts';
import type { SheetRow } from '#server/engine/transfer/sheet-row.ts';
import { createSheetWriter, type SheetFormat } from '#server/engine/transfer/write-sheet.ts';

let folder: string;
let files = 0;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'clearway-write-sheet-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The rows below the head, as they are read from the file that was written of them. */
async function rowsThrough(format: SheetFormat, rows: string[][]): Promise<string[][]> {
  files += 1;
  const file = path.join(folder, `${files}.${format}`);
  const writer = createSheetWriter(format, [{ header: 'first' }, { header: 'second' }], 'sheet');
  const written = pipeline(writer.stream, createWriteStream(file));
  await writer.add(rows);
  await writer.end();
  await written;
  const read: SheetRow[] = [];
  for await (const row of format === 'csv' ? readCsv(file, 'utf-8') : readXlsx(file, undefined))
    read.push(row);
  return read
    .slice(1)
    .map(({ cells }) =>
      cells.map((cell) =>
        typeof cell === 'object' && cell !== null && 'json' in cell ? '' : denature(shownText(cell)),
      ),
    );
}

const rows = [
  ['a lone line feed\n=1+1', 'b'],
  ['a lone return\r=1+1', 'b'],
  ['both\r\n=1+1', 'b'],
  ['\n=1+1', '＝1+1'],
  ['"quoted", and "more"', ',;\t'],
  ['n_x000D_m_x0041_', '_x005F_x0041_'],
  ['<b> & ]]>', "'=1+1"],
];

test('a CSV file holds a row for each record, whatever its texts hold, and gives them back', async () => {
  expect(await rowsThrough('csv', rows)).toEqual(rows);
});

test('an Excel file gives the texts back; XML has one line end', async () => {
  const asRead = rows.map((cells) => cells.map((cell) => cell.replace(/\r\n?/g, '\n')));
  expect(await rowsThrough('xlsx', rows)).toEqual(asRead);
});

test('an Excel file can be read where a text holds what XML cannot', async () => {
  expect(await rowsThrough('xlsx', [['a\uffffb\ufffec\u0001d', 'e']])).toEqual([['abcd', 'e']]);
});
