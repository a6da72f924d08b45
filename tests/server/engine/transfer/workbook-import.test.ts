import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Importing, importingOn } from '#tests/support/importing.ts';
import { type RunningTestServer, startTestServer } from '#tests/support/server.ts';
import { textCell, workbookFile } from '#tests/support/workbook-file.ts';

let server: RunningTestServer;
let imports: Importing;
let company = '';
let type = '';

beforeAll(async () => {
  server = await startTestServer();
  imports = importingOn(server);
  const first = async (path: string) =>
    ((await server.call('operator', 'GET', path)).body as Record<string, string>[])[0] ?? {};
  company = (await first('/api/records/company?_end=1')).name ?? '';
  type = (await first('/api/records/aircraftType?designator=EC35')).designator ?? '';
}, 240_000);
afterAll(() => server?.close());

const found = async (user: string, resource: string, query: string) =>
  (await server.call(user, 'GET', `/api/records/${resource}?${query}`)).body as Record<string, unknown>[];
const letters = 'ABCDEFGHIJKLMNOP';
const row = (number: number, cells: string[]) =>
  `<row r="${number}">${cells.map((cell, i) => (cell.startsWith('<') ? cell.replace('@', `${letters[i]}${number}`) : textCell(`${letters[i]}${number}`, cell))).join('')}</row>`;
const codes = (faults: { row: number; name: string | null; code: string }[]) =>
  faults.map(({ row: at, name, code }) => [at, name, code]);

const aircraft = [
  'registration',
  'type',
  'serialNumber',
  'company',
  'airworthinessNumber',
  'airworthinessExpiry',
];
const craft = (n: number) => [`B-810${n}`, type, `W${n}`, company, `AW-${n}`];
const iso = (day: string) => `<c r="@" s="1" t="d"><v>${day}</v></c>`;

describe('a workbook as others write it', () => {
  test('days of Strict Open XML are stored as they are written; one in 1905 is refused', async () => {
    const file = workbookFile({
      strict: true,
      formats: ['yyyy-mm-dd'],
      rows:
        row(1, ['date', 'name', 'kind']) +
        row(2, [iso('2031-12-25'), 'Strict', 'holiday']) +
        row(3, [iso('1905-07-18'), 'Old', 'holiday']),
    });
    const { body } = await imports.upload('admin', 'holiday', file);
    const kind = (await found('admin', 'holiday', '_end=1'))[0]?.kind;
    const plan = { mapping: { 0: 'date', 1: 'name', 2: 'kind' }, mode: 'insert', key: [] };
    const named = workbookFile({
      strict: true,
      formats: ['yyyy-mm-dd'],
      rows:
        row(1, ['date', 'name', 'kind']) +
        row(2, [iso('2031-12-25'), 'Strict', String(kind)]) +
        row(3, [iso('1905-07-18'), 'Old', String(kind)]),
    });
    expect(body.columns.map(({ guess }) => guess)).toEqual(['date', 'name', 'kind']);
    expect(body.columns[0]?.samples[0]).toBe('2031-12-25');
    const again = await imports.upload('admin', 'holiday', named);
    const checked = await imports.step('admin', 'holiday', again.body.id, 'check', plan);
    expect(codes(checked.faults)).toEqual([[3, 'date', 'transfer.cell.year']]);
    await imports.step('admin', 'holiday', again.body.id, 'run', { onError: 'valid' });
    expect(await found('admin', 'holiday', 'name=Strict')).toMatchObject([{ date: '2031-12-25' }]);
  });

  test('results of formulas are values, also where an empty cell clears; errors are told at their cells', async () => {
    const heads = [...aircraft, 'enduranceMin', 'remark', 'manufactureDate', 'colour'];
    const day = (serial: number) => `<c r="@" s="1"><f>A2</f><v>${serial}</v></c>`;
    const made = workbookFile({
      formats: ['yyyy-mm-dd'],
      rows:
        row(1, heads) +
        row(2, [
          ...craft(1),
          iso('2031-01-31'),
          '<c r="@"><v>90</v></c>',
          'old',
          iso('2015-06-01'),
          'white',
        ]) +
        row(3, [...craft(2), iso('2031-01-31'), '<c r="@"><v>90</v></c>', 'old', iso('2015-06-01'), 'white']),
    });
    const { done } = await imports.whole('operator', 'aircraft', made);
    expect(done).toMatchObject({ created: 2, badRows: 0 });
    const error = (text: string) => `<c r="@" t="e"><f>VLOOKUP(A2,Staff!A:B,2,FALSE)</f><v>${text}</v></c>`;
    const changed = workbookFile({
      formats: ['yyyy-mm-dd'],
      rows:
        row(1, ['registration', 'enduranceMin', 'remark', 'manufactureDate', 'colour']) +
        row(2, [
          'B-8101',
          '<c r="@"><f>1-1</f><v>0</v></c>',
          day(46_353),
          day(46_353),
          '<c r="@" t="b"><f>1&gt;2</f><v>0</v></c>',
        ]) +
        row(3, ['B-8102', error('#DIV/0!'), error('#N/A'), '<c r="@"><f>NOW()</f></c>', 'red']),
    });
    const plan = { mode: 'update', key: ['registration'], blanks: 'clear' };
    const { checked, done: updated } = await imports.whole('operator', 'aircraft', changed, plan);
    expect(checked.faults.map(({ name, code, value }) => [name, code, value])).toEqual([
      ['enduranceMin', 'transfer.cell.sheetError', '#DIV/0!'],
      ['remark', 'transfer.cell.sheetError', '#N/A'],
      ['manufactureDate', 'transfer.cell.uncomputed', '='],
    ]);
    expect(checked.faults[1]?.text).toContain('#N/A');
    expect(updated).toMatchObject({ state: 'done', updated: 1, badRows: 1 });
    expect(await found('operator', 'aircraft', 'registration=B-8101')).toMatchObject([
      { enduranceMin: 0, remark: '2026-11-27', manufactureDate: '2026-11-27', colour: 'FALSE' },
    ]);
    expect(await found('operator', 'aircraft', 'registration=B-8102')).toMatchObject([
      { enduranceMin: 90, remark: 'old', manufactureDate: '2015-06-01', colour: 'white' },
    ]);
  });

  test('numbers of more than fifteen digits are refused in sheets of both kinds; leading zeros stay', async () => {
    const heads = [...aircraft, 'insuranceNumber', 'radioLicenceNumber'];
    const expiry = iso('2031-01-31');
    const number = (value: string, style = 0) => `<c r="@" s="${style}"><v>${value}</v></c>`;
    const file = workbookFile({
      formats: ['yyyy-mm-dd', '0000000'],
      rows:
        row(1, heads) +
        row(2, [...craft(3), expiry, number('6222021234567890'), number('42', 2)]) +
        row(3, [...craft(4), expiry, number('123456789012345678'), number('1')]) +
        row(4, [...craft(5), expiry, number('123456789012345'), number('42', 2)]),
    });
    const { checked } = await imports.whole('operator', 'aircraft', file);
    expect(codes(checked.faults)).toEqual([
      [2, 'insuranceNumber', 'transfer.cell.precision'],
      [3, 'insuranceNumber', 'transfer.cell.precision'],
    ]);
    expect(await found('operator', 'aircraft', 'registration=B-8105')).toMatchObject([
      { insuranceNumber: '123456789012345', radioLicenceNumber: '0000042' },
    ]);
    const csv = `insuranceNumber,${aircraft.join(',')}\n6.22202E+15,${craft(6).join(',')},2031-01-31\n`;
    const text = await imports.whole('operator', 'aircraft', csv);
    expect(codes(text.checked.faults)).toEqual([[2, 'insuranceNumber', 'transfer.cell.shortened']]);
  });

  test('a time without its day is refused as a moment, and in a text is what is seen', async () => {
    const heads = ['title', 'content', 'level', 'kind', 'startTime', 'endTime'];
    const time = '<c r="@" s="1"><v>0.354166666666667</v></c>';
    const { body } = await imports.upload('admin', 'notice', workbookFile({ rows: row(1, heads) }));
    const mapping = Object.fromEntries(body.columns.map(({ index, guess }) => [index, guess]));
    const [sample] = await found('admin', 'notice', '_end=1');
    const [level, kind] = [String(sample?.level ?? 1), String(sample?.kind ?? 'notice')];
    const file = workbookFile({
      formats: ['h:mm', 'yyyy-mm-dd h:mm'],
      rows:
        row(1, heads) +
        row(2, [time, 'x', level, kind, time, '2031-01-02 08:30']) +
        row(3, [
          time,
          'x',
          level,
          kind,
          '<c r="@" s="2"><v>47850.354166666667</v></c>',
          '2031-01-02 下午3:30',
        ]),
    });
    expect(Object.values(mapping)).toEqual(heads);
    const { checked } = await imports.whole('admin', 'notice', file);
    expect(codes(checked.faults)).toEqual([[2, 'startTime', 'transfer.cell.dayMissing']]);
    expect(checked.faults[0]?.text).toContain('缺少日期');
    expect(await found('admin', 'notice', 'title=8:30')).toMatchObject([
      { startTime: '2031-01-02T00:30:00.000Z', endTime: '2031-01-02T07:30:00.000Z' },
    ]);
  });

  test('pinyin guides do not replace names', async () => {
    const expiry = iso('2031-01-31');
    const file = workbookFile({
      texts:
        '<si><t>成都高塔</t><rPh sb="0" eb="4"><t>CHENGDU</t></rPh><phoneticPr fontId="1"/></si>' +
        '<si><t>_x005F_x000D_</t></si>',
      formats: ['yyyy-mm-dd'],
      rows:
        row(1, [...aircraft, 'remark', 'colour']) +
        row(2, [...craft(7), expiry, '<c r="@" t="s"><v>0</v></c>', '<c r="@" t="s"><v>1</v></c>']),
    });
    await imports.whole('operator', 'aircraft', file);
    expect(await found('operator', 'aircraft', 'registration=B-8107')).toMatchObject([
      { remark: '成都高塔', colour: '_x000D_' },
    ]);
  });
});

describe('how a file is read', () => {
  test('the head below a title is found, another can be taken, and what is hidden is told', async () => {
    const file = workbookFile({
      before: '<cols><col min="3" max="3" hidden="1"/></cols>',
      rows:
        row(1, ['2031 年节假日表']) +
        row(2, ['date', 'name', 'kind']) +
        row(3, [iso('2031-10-01'), '国庆', 'x']).replace('<row ', '<row hidden="1" '),
      after: '<mergeCells><mergeCell ref="A1:C1"/></mergeCells>',
    });
    const { body } = await imports.upload('admin', 'holiday', file);
    expect(body).toMatchObject({
      headRow: 2,
      hidden: { rows: [[3, 3]], rowCount: 1, columns: ['C'], sheets: [] },
      firstRows: [{ row: 1 }, { row: 2 }, { row: 3 }],
    });
    expect(body.columns.map(({ guess, samples }) => [guess, samples])).toEqual([
      ['date', ['2031-10-01']],
      ['name', ['国庆']],
      ['kind', ['x']],
    ]);
    const mapping = { 0: 'date', 1: 'name', 2: 'kind' };
    const checked = await imports.step('admin', 'holiday', body.id, 'check', { mapping, mode: 'insert' });
    expect(codes(checked.faults)).toEqual([[3, 'kind', 'transfer.cell.choice']]);
    const path = `/api/records/holiday/import/${body.id}/sheet`;
    const other = await server.call('admin', 'POST', path, { headRow: 3 });
    expect(other.body).toMatchObject({ headRow: 3, state: 'uploaded', plan: null });
    expect((await server.call('admin', 'POST', path, { headRow: 9 })).status).toBe(400);
  });

  test('a CSV says its encoding, and is read again in another; what does not fit is no letter', async () => {
    // 公司, in Big5: two signs that GB 18030 has too.
    const big5 = Uint8Array.of(0xa4, 0xbd, 0xa5, 0x71);
    const file = Buffer.concat([Buffer.from('date,name,kind\n2031-03-01,'), big5, Buffer.from(',x\n')]);
    const { body } = await imports.upload('admin', 'holiday', file);
    expect(body).toMatchObject({ isEncodingCertain: false });
    const path = `/api/records/holiday/import/${body.id}/sheet`;
    const again = await server.call('admin', 'POST', path, { encoding: 'big5' });
    expect(again.body).toMatchObject({ encoding: 'big5', isEncodingCertain: true });
    expect((again.body as typeof body).columns[1]?.samples).toEqual(['公司']);
    const broken = await server.call('admin', 'POST', path, { encoding: 'utf-8' });
    expect(broken.status).toBe(200);
    const mapping = { 0: 'date', 1: 'name', 2: 'kind' };
    const checked = await imports.step('admin', 'holiday', body.id, 'check', { mapping, mode: 'insert' });
    expect(codes(checked.faults)[0]).toEqual([2, 'name', 'transfer.cell.encoding']);
  });

  test.each<[string, Uint8Array]>([
    [
      'UTF-16 BE with its mark',
      new Uint8Array(Buffer.from('\ufeffdate;name;kind\n2031-03-01;春,假;x\n', 'utf16le').swap16()),
    ],
    ['UTF-16 LE without', new Uint8Array(Buffer.from('date;name;kind\n2031-03-01;春,假;x\n', 'utf16le'))],
    [
      'a first line that names the divider',
      Buffer.from('\ufeffsep=;\r\ndate;name;kind\r\n2031-03-01;春,假;x\r\n'),
    ],
    ['tabs', Buffer.from('date\tname\tkind\r\n2031-03-01\t春,假\tx\r\n')],
  ])('%s', async (_, bytes) => {
    const { body } = await imports.upload('admin', 'holiday', bytes);
    expect(body.columns.map(({ header, samples }) => [header, samples[0]])).toEqual([
      ['date', '2031-03-01'],
      ['name', '春,假'],
      ['kind', 'x'],
    ]);
  });
});
