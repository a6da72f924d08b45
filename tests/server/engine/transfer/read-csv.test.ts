import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AppError } from '#domain/text/errors.ts';
import { readCsv } from '#server/engine/transfer/read-csv.ts';
import type { SheetRow } from '#server/engine/transfer/sheet-row.ts';

let folder: string;
let files = 0;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'clearway-csv-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function sheetOf(text: string): Promise<SheetRow[]> {
  files += 1;
  const file = path.join(folder, `${files}.csv`);
  await writeFile(file, text);
  const rows: SheetRow[] = [];
  for await (const row of readCsv(file, 'utf-8')) rows.push(row);
  return rows;
}
const rowsOf = async (text: string) => (await sheetOf(text)).map(({ row, cells }) => [row, ...cells]);

test.each([
  ['CR LF, then LF', 'name,remark\r\nA,first\nB,second\nC,third\n'],
  ['LF, then CR LF', 'name,remark\nA,first\r\nB,second\r\nC,third\r\n'],
  ['CR, then LF', 'name,remark\rA,first\nB,second\nC,third'],
  ['CR alone', 'name,remark\rA,first\rB,second\rC,third\r'],
  ['CR LF alone', 'name,remark\r\nA,first\r\nB,second\r\nC,third\r\n'],
  ['quoted cells', '"name","remark"\r\n"A","first"\n"B","second"\r"C","third"\n'],
  ['a first line for the delimiter', 'sep=,\r\nname,remark\nA,first\r\nB,second\nC,third\n'],
  ['a first line for the delimiter, CR', 'sep=,\rname,remark\rA,first\rB,second\rC,third\r'],
])('rows end at each line end: %s', async (_, text) => {
  expect(await rowsOf(text)).toEqual([
    [1, 'name', 'remark'],
    [2, 'A', 'first'],
    [3, 'B', 'second'],
    [4, 'C', 'third'],
  ]);
});

test.each([
  [
    'bars that divide',
    'name|remark\nA|x, y\nB|z\n',
    [
      ['name', 'remark'],
      ['A', 'x, y'],
      ['B', 'z'],
    ],
  ],
  [
    'bars that list values',
    'name,tags\nA,x|y\nB,z\n',
    [
      ['name', 'tags'],
      ['A', 'x|y'],
      ['B', 'z'],
    ],
  ],
  ['bars that list values of one column', 'tags\nx|y\nz|w\n', [['tags'], ['x|y'], ['z|w']]],
  [
    'any sign that the first line names',
    'sep=^\nname^remark\nA^x,y\n',
    [
      ['name', 'remark'],
      ['A', 'x,y'],
    ],
  ],
])('%s', async (_, text, cells) => {
  expect((await rowsOf(text)).map(([, ...each]) => each)).toEqual(cells);
});

test('line ends in quotes belong to their cell, and rows keep their numbers', async () => {
  expect(await rowsOf('"na\nme",remark\r\n"a\r\nb","c\rd"\n\nB,2\r\n')).toEqual([
    [1, 'na\nme', 'remark'],
    [2, 'a\r\nb', 'c\rd'],
    [4, 'B', '2'],
  ]);
});

test('a line end may lie where the file is read in two pieces', async () => {
  for (let length = 65_533; length <= 65_537; length += 1) {
    const first = `${'x'.repeat(length - 4)},1\r\n`;
    const rows = await rowsOf(`${first}A,2\r\nB,3\n`);
    expect(rows.slice(1)).toEqual([
      [2, 'A', '2'],
      [3, 'B', '3'],
    ]);
  }
});

test('the number of the row that breaks off is reported', async () => {
  const broken = sheetOf(`name,remark\r\nA,1\nB,"${'x'.repeat(200)}\n`);
  await expect(broken).rejects.toThrow(AppError);
  await expect(broken).rejects.toMatchObject({ text: { key: 'transfer.file.broken', values: { row: 3 } } });
});

test('a comma in a number is unclear where semicolons divide the cells', async () => {
  expect((await sheetOf('name;height\nA;1,500\n')).map((row) => row.commaIsUnclear)).toEqual([true, true]);
  expect((await sheetOf('sep=;\nname;height\n')).map((row) => row.commaIsUnclear)).toEqual([true]);
  expect((await sheetOf('name,height\nA,"1,500"\n')).map((row) => row.commaIsUnclear)).toEqual([
    undefined,
    undefined,
  ]);
});

test.each<[string, string, string[]]>([
  ['a title with a comma', 'Staff list, 2026\nname;remark\nA;x\nB;y\n', ['A', 'x']],
  ['such a title, and decimal commas', 'Staff list, 2026\nname;height\nA;1,5\nB;2,5\n', ['A', '1,5']],
  ['such a title, and tabs', 'Staff list, 2026\nname\theight\nA\t1\n', ['A', '1']],
  [
    'lists of semicolons in rows of their own length',
    'name,links,remark\n-,-\nA,R2;R4\nB,R2;R4,x\n',
    ['A', 'R2;R4'],
  ],
])('the delimiter is that of the table: %s', async (_, text, third) => {
  expect((await sheetOf(text))[2]?.cells).toEqual(third);
});
