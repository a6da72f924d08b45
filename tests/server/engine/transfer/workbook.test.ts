import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FieldSchema } from '#domain/record/resource.ts';
import { readCell } from '#domain/record/transfer/cell.ts';
import { type Cell, type CellContext, shownText } from '#domain/record/transfer/cell-reading.ts';
import { AppError } from '#domain/text/errors.ts';
import { formatOf } from '#server/engine/transfer/file-kind.ts';
import { lookAtSheet, readXlsx, sheetsIn } from '#server/engine/transfer/read-xlsx.ts';
import { refuseFloods } from '#server/engine/transfer/zip-guard.ts';
import { textCell, type WorkbookParts, workbookFile } from '#tests/support/workbook-file.ts';

let folder: string;
let files = 0;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'clearway-workbook-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function stored(bytes: Uint8Array): Promise<string> {
  files += 1;
  const file = path.join(folder, `${files}.xlsx`);
  await writeFile(file, bytes);
  return file;
}

async function rowsOf(parts: WorkbookParts, sheet?: string): Promise<{ row: number; cells: Cell[] }[]> {
  const file = await stored(workbookFile(parts));
  const { merges } = await lookAtSheet(file, sheet, 0);
  const rows: { row: number; cells: Cell[] }[] = [];
  for await (const { row, cells } of readXlsx(file, sheet, merges)) rows.push({ row, cells });
  return rows;
}

/** The cells of the first row that holds any. */
const cellsOf = async (parts: WorkbookParts) => (await rowsOf(parts))[0]?.cells ?? [];
const shownIn = (cells: Cell[]) =>
  cells.map((cell) => (cell !== null && typeof cell === 'object' && 'json' in cell ? '' : shownText(cell)));
const row = (inside: string, attributes = 'r="2"') => `<row ${attributes}>${inside}</row>`;

const context: CellContext = {
  locale: 'zh-Hans',
  timeZone: 'Asia/Shanghai',
  names: { related: () => [], codes: () => [], nameOf: () => '', labelOf: () => '' },
};
const text: FieldSchema = { type: 'string' };
const number: FieldSchema = { type: 'number' };
const day: FieldSchema = { type: 'string', format: 'date' };
const moment: FieldSchema = { type: 'string', format: 'date-time' };
const flag: FieldSchema = { type: 'boolean' };
const valueIn = (schema: FieldSchema, cell: Cell | undefined) => {
  const reading = readCell(schema, cell ?? null, context);
  return 'value' in reading ? reading.value : reading.error.key;
};

async function refusal(bytes: Uint8Array): Promise<string> {
  const file = await stored(bytes);
  try {
    await formatOf(file);
    await refuseFloods(file);
    for await (const _ of readXlsx(file, undefined));
    return 'taken';
  } catch (error) {
    return error instanceof AppError ? error.text.key : String(error);
  }
}

describe('days and times', () => {
  test('Strict Open XML has them in words of ISO 8601', async () => {
    const cells = await cellsOf({
      strict: true,
      formats: ['yyyy-mm-dd'],
      rows: row(
        '<c r="A2" s="1" t="d"><v>2026-12-25</v></c><c r="B2" t="d"><v>2026-12-25T08:30:00</v></c>' +
          '<c r="C2" t="d"><v>T08:30:00</v></c><c r="D2" t="d"><v>2026-12-25T08:30:00Z</v></c>',
      ),
    });
    expect(valueIn(day, cells[0])).toBe('2026-12-25');
    expect(valueIn(text, cells[0])).toBe('2026-12-25');
    expect(valueIn(moment, cells[1])).toBe('2026-12-25T00:30:00.000Z');
    expect(valueIn(moment, cells[2])).toBe('transfer.cell.dayMissing');
    expect(valueIn(day, cells[2])).toBe('transfer.cell.dayMissing');
    expect(valueIn(moment, cells[3])).toBe('2026-12-25T08:30:00.000Z');
  });

  test('Strict Open XML shows them by their formats, as it shows their serial numbers', async () => {
    const formats = ['h:mm', 'yyyy"年"m"月"d"日"', '[h]:mm', 'yyyy-mm-dd'];
    const cells = await cellsOf({
      strict: true,
      formats,
      rows: row(
        '<c r="A2" s="1" t="d"><v>1899-12-30T08:30:00</v></c><c r="B2" s="2" t="d"><v>2026-12-25</v></c>' +
          '<c r="C2" s="1" t="d"><v>2026-12-25T08:30:00</v></c><c r="D2" s="3" t="d"><v>1900-01-05T00:30:00</v></c>' +
          '<c r="E2" s="1" t="d"><v>T08:30:00</v></c><c r="F2" s="4" t="d"><v>1900-03-01</v></c>' +
          '<c r="G2" t="d"><v>2026-12-25</v></c>',
      ),
    });
    const serials = await cellsOf({
      formats,
      rows: row(
        '<c r="A2" s="1"><v>0.354166666666667</v></c><c r="B2" s="2"><v>46381</v></c>' +
          '<c r="C2" s="1"><v>46381.3541666667</v></c><c r="D2" s="3"><v>5.02083333333333</v></c>' +
          '<c r="E2" s="1"><v>0.354166666666667</v></c><c r="F2" s="4"><v>61</v></c>',
      ),
    });
    const shown = ['8:30', '2026年12月25日', '8:30', '120:30', '8:30', '1900-03-01'];
    expect(shownIn(cells)).toEqual([...shown, '2026-12-25']);
    expect(shownIn(serials)).toEqual(shown);
    for (const schema of [day, moment, number, { type: 'number', 'x-unit': 'h' } as const]) {
      expect(cells.slice(0, 6).map((cell) => valueIn(schema, cell))).toEqual(
        serials.map((cell) => valueIn(schema, cell)),
      );
    }
    expect(valueIn(moment, cells[0])).toBe('transfer.cell.dayMissing');
    expect(valueIn(moment, cells[2])).toBe('2026-12-25T00:30:00.000Z');
    expect(valueIn({ type: 'number', 'x-unit': 'h' }, cells[3])).toBe(120.5);
    expect(cells[6]).toMatchObject({ kind: 'day', number: 46_381 });
  });

  test('Strict Open XML counts days from 1904 too', async () => {
    const cells = await cellsOf({
      strict: true,
      date1904: true,
      formats: ['[h]:mm', 'yyyy/m/d'],
      rows: row(
        '<c r="A2" s="1" t="d"><v>1904-01-02T08:30:00</v></c><c r="B2" s="2" t="d"><v>2026-11-27</v></c>' +
          '<c r="C2" t="d"><v>2026-11-27</v></c>',
      ),
    });
    expect(shownIn(cells)).toEqual(['32:30', '2026/11/27', '2026-11-27']);
    expect(cells[2]).toMatchObject({ number: 44_891 });
  });

  test('hours that go on need no day, not even that of 1900-02-29', async () => {
    const cells = await cellsOf({
      formats: ['[h]:mm'],
      rows: row('<c r="A2" s="1"><v>60.416666666666664</v></c><c r="B2" s="1"><v>60</v></c>'),
    });
    expect(cells.map((cell) => valueIn(text, cell))).toEqual(['1450:00', '1440:00']);
    expect(cells.map((cell) => valueIn({ type: 'number', 'x-unit': 'h' }, cell))).toEqual([1450, 1440]);
    expect(cells.map((cell) => valueIn(moment, cell))).toEqual(Array(2).fill('transfer.cell.dayMissing'));
  });

  test('a workbook that counts from 1904', async () => {
    const rows = row('<c r="A2" s="1"><v>44891</v></c><c r="B2"><v>44891</v></c>');
    const cells = await cellsOf({ date1904: true, formats: ['yyyy-mm-dd'], rows });
    expect(cells.map((cell) => valueIn(day, cell))).toEqual(['2026-11-27', '2026-11-27']);
  });

  test('a time has no day, in a text it is what is seen, and beyond a day hours go on', async () => {
    const cells = await cellsOf({
      formats: ['h:mm', '[h]:mm', 'yyyy-mm-dd h:mm'],
      rows: row(
        '<c r="A2" s="1"><v>0.354166666666667</v></c><c r="B2" s="2"><v>5.020833333333333</v></c>' +
          '<c r="C2" s="3"><v>0.354166666666667</v></c><c r="D2"><v>0.354166666666667</v></c>',
      ),
    });
    for (const cell of cells) expect(valueIn(moment, cell)).toBe('transfer.cell.dayMissing');
    expect(cells.map((cell) => valueIn(text, cell))).toEqual(['8:30', '120:30', '08:30', '0.3541666667']);
    expect(valueIn({ type: 'number', 'x-unit': 'h' }, cells[1])).toBe(120.5);
  });

  test('a day that is kept with a time is the day that is seen', async () => {
    const cells = await cellsOf({
      formats: ['yyyy-mm-dd', 'yyyy-mm-dd hh:mm'],
      rows: row('<c r="A2" s="1"><v>46353.5</v></c><c r="B2" s="2"><v>46353.5</v></c>'),
    });
    expect(cells.map((cell) => valueIn(day, cell))).toEqual(['2026-11-27', 'transfer.cell.date']);
  });

  test('a format that hides zeros shows days, and nothing for zero', async () => {
    const cells = await cellsOf({
      formats: ['[=0]"";yyyy-mm-dd', 'yyyy-mm-dd;;'],
      rows: row(
        '<c r="A2" s="1"><v>46353</v></c><c r="B2" s="2"><v>46353</v></c><c r="C2" s="1"><v>0</v></c><c r="D2" s="2"><v>0</v></c><c r="E2"><v>1</v></c>',
      ),
    });
    expect(cells.slice(0, 4).map((cell) => valueIn(text, cell))).toEqual([
      '2026-11-27',
      '2026-11-27',
      null,
      null,
    ]);
    expect(valueIn(day, cells[0])).toBe('2026-11-27');
  });

  test('a day that never was, and what shows none, are errors of their cells', async () => {
    const cells = await cellsOf({
      formats: ['yyyy-mm-dd'],
      rows: row('<c r="A2" s="1"><v>60</v></c><c r="B2" s="1"><v>0</v></c><c r="C2" s="1"><v>-3</v></c>'),
    });
    for (const schema of [day, text, moment]) {
      expect(cells.map((cell) => valueIn(schema, cell))).toEqual([
        'transfer.cell.noDay',
        'transfer.cell.noDay',
        'transfer.cell.narrow',
      ]);
    }
  });
});

describe('results of formulas', () => {
  test('0, FALSE, errors and days are what they show; an empty text is empty', async () => {
    const cells = await cellsOf({
      formats: ['yyyy-mm-dd'],
      rows: row(
        '<c r="A2"><f>A2-B2</f><v>0</v></c><c r="B2" t="b"><f>A2&gt;B2</f><v>0</v></c>' +
          '<c r="C2" t="e"><f>VLOOKUP(A2,Staff!A:B,2,FALSE)</f><v>#N/A</v></c>' +
          '<c r="D2" t="e"><f>1/0</f><v>#DIV/0!</v></c><c r="E2" s="1"><f>A2</f><v>46353</v></c>' +
          '<c r="F2" t="str"><f>""</f><v></v></c><c r="G2" t="str"><f>A1</f><v>a &amp; b</v></c>' +
          '<c r="H2"><f>A1</f></c><c r="I2"><f>A1</f><v/></c><c r="J2" t="str"><f>A1</f></c>',
      ),
    });
    expect(valueIn(number, cells[0])).toBe(0);
    expect(valueIn(flag, cells[1])).toBe(false);
    expect(readCell(text, cells[2] ?? null, context)).toEqual({
      error: { key: 'transfer.cell.sheetError', values: { shown: '#N/A' } },
    });
    expect(readCell(number, cells[3] ?? null, context)).toEqual({
      error: { key: 'transfer.cell.sheetError', values: { shown: '#DIV/0!' } },
    });
    expect(valueIn(day, cells[4])).toBe('2026-11-27');
    expect(valueIn(text, cells[4])).toBe('2026-11-27');
    expect(cells[5]).toBeNull();
    expect(cells[6]).toBe('a & b');
    expect(valueIn(text, cells[7])).toBe('transfer.cell.uncomputed');
    expect(valueIn(number, cells[8])).toBe('transfer.cell.uncomputed');
    expect(valueIn(text, cells[9])).toBe('transfer.cell.uncomputed');
  });
});

describe('texts', () => {
  test('guides to how they are spoken are no part of them, and escapes are signs', async () => {
    const cells = await cellsOf({
      texts:
        '<si><t>成都高塔</t><rPh sb="0" eb="4"><t>CHENGDU</t></rPh><phoneticPr fontId="1"/></si>' +
        '<si><r><t>a</t></r><r><rPr><b/></rPr><t>_x000D_b</t></r></si><si><t>_x005F_x000D_</t></si>',
      rows: row(
        '<c r="A2" t="s"><v>0</v></c><c r="B2" t="s"><v>1</v></c><c r="C2" t="s"><v>2</v></c>' +
          '<c r="D2" t="inlineStr"><is><r><t>成都</t></r><r><t>高塔</t></r><rPh sb="0" eb="2"><t>CD</t></rPh></is></c>' +
          '<c r="E2" t="str"><v>x_x000A_y</v></c>',
      ),
    });
    expect(cells).toEqual(['成都高塔', 'a\rb', '_x000D_', '成都高塔', 'x\ny']);
  });

  test('an empty value is blank, and a shared text that is missing is an error of its cell', async () => {
    const cells = await cellsOf({
      texts: '<si><t>first</t></si>',
      rows: row(
        '<c r="A2" t="s"><v></v></c><c r="B2" t="s"><v/></c><c r="C2" t="b"><v></v></c><c r="D2" t="s"><v>0</v></c>' +
          '<c r="E2" t="s"><v>1</v></c><c r="F2" t="s"><v>-1</v></c><c r="G2" t="s"><v>x</v></c>',
      ),
    });
    expect(cells.slice(0, 4)).toEqual([null, null, null, 'first']);
    expect(cells.slice(4).map((cell) => valueIn(text, cell))).toEqual(
      Array(3).fill('transfer.cell.sharedText'),
    );
    // A file of refused rows shows it as an error too, so that it is not imported as a text.
    expect(valueIn(text, shownIn(cells)[4])).toBe('transfer.cell.sheetError');
  });

  test('without the part of shared texts, cells that need it are errors', async () => {
    const parts = { 'xl/sharedStrings.xml': new Uint8Array() };
    const cells = await cellsOf({ parts, rows: row('<c r="A2" t="s"><v>0</v></c><c r="B2"><v>1</v></c>') });
    expect(valueIn(text, cells[0])).toBe('transfer.cell.sharedText');
    expect(cells[1]).toBe(1);
  });

  test('numbers in the place of codes are as they are shown, and none of more than fifteen digits is taken', async () => {
    const cells = await cellsOf({
      formats: ['00000', '000-0000-0000', '@'],
      rows: row(
        '<c r="A2" s="1"><v>42</v></c><c r="B2" s="2"><v>13800138000</v></c><c r="C2"><v>13800138000</v></c>' +
          '<c r="D2" s="3"><v>7</v></c><c r="E2"><v>6222021234567890</v></c><c r="F2"><v>123456789012345678</v></c>' +
          '<c r="G2"><v>1.23456789012345E+14</v></c>',
      ),
    });
    expect(cells.map((cell) => valueIn(text, cell))).toEqual([
      '00042',
      '138-0013-8000',
      '13800138000',
      '7',
      'transfer.cell.precision',
      'transfer.cell.precision',
      '123456789012345',
    ]);
    expect(valueIn(number, cells[0])).toBe(42);
  });
});

test('what a format adds to a number or text is seen; blanks that it fills up with are not', async () => {
  const related: CellContext = {
    ...context,
    names: { ...context.names, related: (_, name) => (name === '7' ? [70] : []) },
  };
  const cells = await cellsOf({
    formats: ['0_ ', '"B-"@', 'G/通用格式'],
    texts: '<si><t>70XN</t></si>',
    rows: row(
      '<c r="A2" s="1"><v>7</v></c><c r="B2" s="1"><v>1</v></c><c r="C2" s="2" t="s"><v>0</v></c>' +
        '<c r="D2" s="2"><v>12</v></c><c r="E2" s="3"><v>12</v></c>',
    ),
  });
  const company: FieldSchema = {
    type: 'integer',
    'x-relation': { resource: 'company' },
  };
  expect(readCell(company, cells[0] ?? null, related)).toEqual({ value: 70 });
  expect(valueIn(flag, cells[1])).toBe(true);
  expect(cells.map((cell) => valueIn(text, cell))).toEqual(['7', '1', 'B-70XN', 'B-12', '12']);
});

describe('how other programs write workbooks', () => {
  test('rows and cells without references, a wrong extent, prefixes, and parts in UTF-16', async () => {
    const ns = 'xmlns:x="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
    const sheet = `<x:worksheet ${ns}><x:dimension ref="A1:A1"/><x:sheetData><x:row><x:c t="inlineStr"><x:is><x:t>名</x:t></x:is></x:c><x:c><x:v>5</x:v></x:c></x:row><x:row><x:c r="B2"><x:v>6</x:v></x:c></x:row></x:sheetData></x:worksheet>`;
    const utf16 = Buffer.from(`\ufeff<?xml version="1.0" encoding="UTF-16"?>${sheet}`, 'utf16le');
    const expected = [
      { row: 1, cells: ['名', 5] },
      { row: 2, cells: [null, 6] },
    ];
    for (const part of [sheet, `\ufeff${sheet}`, new Uint8Array(utf16), new Uint8Array(utf16.swap16())]) {
      expect(await rowsOf({ parts: { 'xl/worksheets/sheet1.xml': part } })).toEqual(expected);
    }
  });

  test('parts at other places, named from the root, in any order and case; sheets by name, hidden ones told', async () => {
    const rel = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
    const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
    const sheet = (value: string) =>
      `<worksheet xmlns="${main}"><sheetData><row r="1">${textCell('A1', value)}</row></sheetData></worksheet>`;
    const bytes = workbookFile({
      parts: {
        '_rels/.rels': `<Relationships><Relationship Id="a" Type="${rel}/officeDocument" Target="/Book/main.xml"/></Relationships>`,
        'book/Main.xml': `<workbook xmlns="${main}" xmlns:q="${rel}"><sheets><sheet name="配置" state="hidden" q:id="h"/><sheet name="B &amp; C" q:id="b"/><sheet name="图" q:id="c"/></sheets></workbook>`,
        'Book/_rels/main.xml.rels': `<Relationships><Relationship Id="b" Type="${rel}/worksheet" Target="../Sheets/two.xml"/><Relationship Id="h" Type="${rel}/worksheet" Target="/Sheets/one.xml"/><Relationship Id="c" Type="${rel}/chartsheet" Target="x.xml"/></Relationships>`,
        'Sheets\\two.xml': sheet('two'),
        'Sheets/one.xml': sheet('one'),
      },
    });
    const file = await stored(bytes);
    expect(await sheetsIn(file)).toEqual({ sheets: ['配置', 'B & C'], hidden: ['配置'], first: 'B & C' });
    const read = async (sheetName?: string) => {
      const rows: Cell[][] = [];
      for await (const { cells } of readXlsx(file, sheetName)) rows.push(cells);
      return rows;
    };
    expect(await read()).toEqual([['two']]);
    expect(await read('配置')).toEqual([['one']]);
  });

  test('what is hidden is named, and merged cells show their value downwards', async () => {
    const parts: WorkbookParts = {
      before: '<cols><col min="2" max="3" hidden="1"/></cols>',
      rows:
        row(textCell('A1', '名单'), 'r="1"') +
        row(`${textCell('A2', '公司')}${textCell('B2', '编号')}`) +
        row(`${textCell('A3', '甲')}${textCell('B3', '1')}`, 'r="3"') +
        row(textCell('B4', '2'), 'r="4" hidden="1"') +
        row(textCell('B5', '3'), 'r="5" hidden="true"') +
        row('<c r="A6" s="0"/>', 'r="6" hidden="1"') +
        row(textCell('A7', '乙'), 'r="7"'),
      after:
        '<mergeCells count="3"><mergeCell ref="A1:C1"/><mergeCell ref="A3:A5"/><mergeCell ref="A7:B7"/></mergeCells>',
    };
    const look = await lookAtSheet(await stored(workbookFile(parts)), undefined, 3);
    expect(look).toMatchObject({ hiddenRows: [[4, 5]], hiddenRowCount: 2, hiddenColumns: [1, 2] });
    expect(look.rows.map(({ cells }) => shownIn(cells))).toEqual([
      ['名单', '', ''],
      ['公司', '编号'],
      ['甲', '1'],
    ]);
    const rows = await rowsOf(parts);
    expect(rows.slice(2, 5).map(({ cells }) => cells)).toEqual([
      ['甲', '1'],
      ['甲', '2'],
      ['甲', '3'],
    ]);
    expect(valueIn(text, rows[5]?.cells[1])).toBe('transfer.cell.merged');
  });
});

/** The same archive with the numbers of its end record in a record of ZIP64; `from`: where its locator points. */
function withWideEnd(bytes: Uint8Array, from?: number): Uint8Array {
  const zip = Buffer.from(bytes);
  const end = zip.length - 22;
  const record = Buffer.alloc(56);
  record.writeUInt32LE(0x06064b50, 0);
  record.writeBigUInt64LE(44n, 4);
  record.writeBigUInt64LE(BigInt(zip.readUInt16LE(end + 10)), 24);
  record.writeBigUInt64LE(BigInt(zip.readUInt16LE(end + 10)), 32);
  record.writeBigUInt64LE(BigInt(zip.readUInt32LE(end + 12)), 40);
  record.writeBigUInt64LE(BigInt(zip.readUInt32LE(end + 16)), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(BigInt(from ?? end), 8);
  locator.writeUInt32LE(1, 16);
  const last = Buffer.from(zip.subarray(end));
  last.fill(0xff, 8, 20);
  return new Uint8Array(Buffer.concat([zip.subarray(0, end), record, locator, last]));
}

describe('an archive whose end record is in ZIP64', () => {
  const bytes = workbookFile({ rows: row(textCell('A2', 'wide')) });

  test('is read', async () => {
    const file = await stored(withWideEnd(bytes));
    await refuseFloods(file);
    const rows: Cell[][] = [];
    for await (const { cells } of readXlsx(file, undefined)) rows.push(cells);
    expect(rows).toEqual([['wide']]);
  });

  test.each<[string, Uint8Array]>([
    ['that is not where its locator points', withWideEnd(bytes, 4)],
    ['whose locator points behind the file', withWideEnd(bytes, 2 ** 50)],
    ['that has no locator', new Uint8Array(Buffer.concat([bytes.subarray(0, -22), wideEndOnly()]))],
  ])('%s is refused', async (_, wrong) => {
    expect(await refusal(wrong)).toBe('transfer.file.workbook');
  });

  function wideEndOnly(): Buffer {
    const end = Buffer.from(bytes.subarray(-22));
    return end.fill(0xff, 8, 20);
  }
});

describe('what is no workbook is named', () => {
  const ole = (name: string) =>
    new Uint8Array(
      Buffer.concat([
        Buffer.from('d0cf11e0a1b11ae1', 'hex'),
        Buffer.alloc(600),
        Buffer.from(name, 'utf16le'),
      ]),
    );
  /** Its directory lies behind sector 20,000, of 512 octets each. */
  const longOle = (name: string) => {
    const bytes = Buffer.alloc(512 * 20_002);
    bytes.write('d0cf11e0a1b11ae1', 'hex');
    bytes.writeUInt16LE(9, 30);
    bytes.writeUInt32LE(20_000, 48);
    bytes.write(name, 512 * 20_001, 'utf16le');
    return new Uint8Array(bytes);
  };
  const zip = (...names: string[]) => zipSync(Object.fromEntries(names.map((name) => [name, strToU8('x')])));
  test.each<[string, Uint8Array, string]>([
    ['behind a password', ole('EncryptedPackage'), 'transfer.file.encrypted'],
    ['a long one behind a password', longOle('EncryptedPackage'), 'transfer.file.encrypted'],
    ['.xls', ole('Workbook'), 'transfer.file.oldExcel'],
    ['.xls of Excel 4', Uint8Array.of(9, 4, 6, 0, 0, 0, 16, 0), 'transfer.file.oldExcel'],
    ['.xlsb', zip('xl/workbook.bin'), 'transfer.file.binaryWorkbook'],
    ['.ods', zip('mimetype', 'content.xml'), 'transfer.file.openDocument'],
    ['.docx', zip('word/document.xml'), 'transfer.file.word'],
    ['a ZIP archive', zip('a.txt'), 'transfer.file.archive'],
    ['a page', strToU8('<html><body><table><tr><td>1</td></tr></table>'), 'transfer.file.html'],
    [
      'a page in UTF-16',
      new Uint8Array(Buffer.from('\ufeff<!DOCTYPE html>', 'utf16le')),
      'transfer.file.html',
    ],
    [
      'Excel 2003 XML',
      strToU8('<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"/>'),
      'transfer.file.xmlWorkbook',
    ],
    ['PDF', strToU8('%PDF-1.7'), 'transfer.file.unknown'],
    ['SYLK', strToU8('ID;PWXL;N;E\r\nC;Y1;X1;K"name"\r\n'), 'transfer.file.unknown'],
    ['DIF', strToU8('TABLE\r\n0,1\r\n"EXCEL"\r\n'), 'transfer.file.unknown'],
    ['RTF', strToU8('{\\rtf1\\ansi a}'), 'transfer.file.unknown'],
    ['UTF-32', new Uint8Array(Buffer.from('fffe000061000000', 'hex')), 'transfer.file.unknown'],
    ['a picture', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0, 0), 'transfer.file.unknown'],
    [
      'a declared document type',
      workbookFile({
        parts: {
          'xl/worksheets/sheet1.xml':
            '<!DOCTYPE a [<!ENTITY b "cc">]><worksheet><sheetData><row><c t="str"><v>&b;</v></c></row></sheetData></worksheet>',
        },
      }),
      'transfer.file.workbook',
    ],
    [
      'a sheet that breaks off',
      workbookFile({ parts: { 'xl/worksheets/sheet1.xml': '<worksheet><sheetData>' } }),
      'transfer.file.workbook',
    ],
    [
      'a row that comes twice',
      workbookFile({ rows: row(textCell('A2', 'a')) + row(textCell('A2', 'b')) }),
      'transfer.file.rowOrder',
    ],
    [
      'rows out of order',
      workbookFile({ rows: row(textCell('A3', 'a'), 'r="3"') + row(textCell('A2', 'b')) }),
      'transfer.file.rowOrder',
    ],
    ['a sheet without rows', workbookFile({}), 'transfer.file.empty'],
  ])('%s', async (_, bytes, key) => {
    expect(await refusal(bytes)).toBe(key);
  });
});
