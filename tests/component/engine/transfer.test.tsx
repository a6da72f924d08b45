import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ImportJob, ImportPlan, ImportReport, SheetColumn } from '#domain/record/transfer/job.ts';
import { json } from '#tests/component/support/fake-server.ts';
import { open, server } from '#tests/component/support/mount.tsx';
import { choose, css, number, seen, texts } from '#tests/component/support/ui.ts';
import { answerUploads, fileNamed } from './answer-uploads.ts';

/** A list goes out as a file and comes in from one: the screens of it, step by step. */

const list = '/baseManage/flyType';
const records = '/api/records/missionType';

/** Twelve rows; one has no name, and one repeats another. */
const columns: SheetColumn[] = [
  { index: 0, header: '代码', guess: 'code', samples: ['T0', 'T1'] },
  { index: 1, header: '名称', guess: 'name', samples: ['巡查 0', '巡查 1'] },
  { index: 2, header: '外文名', guess: null, samples: ['Patrol 0', 'Patrol 1'] },
  { index: 3, header: '内部备注', guess: null, samples: ['x'] },
];

const faults = [
  { row: 12, column: 1, name: '名称', value: null, code: 'required', text: '请填写此项。' },
  { row: 13, column: null, name: null, value: null, code: 'duplicate', text: '与文件中第 2 行重复。' },
];

let report: ImportReport;
let plans: unknown[] = [];

/** The server's import: uploaded, checked, done, as the screens ask for it. */
beforeEach(() => {
  plans = [];
  const uploaded: ImportReport = {
    id: 7,
    resource: 'missionType',
    fileName: '任务.csv',
    format: 'csv',
    sizeBytes: 400,
    sheet: null,
    sheets: [],
    columns,
    headRow: 1,
    firstRows: [{ row: 1, cells: columns.map(({ header }) => header) }],
    encoding: 'utf-8',
    isEncodingCertain: true,
    hidden: null,
    state: 'uploaded',
    plan: null,
    checkedRows: 0,
    validRows: 0,
    badRows: 0,
    doneRows: 0,
    created: 0,
    updated: 0,
    unchanged: 0,
    progress: null,
    reason: null,
    createdAt: '2026-06-10T02:00:00.000Z',
    startedAt: null,
    finishedAt: null,
    hasFile: true,
    faults: [],
    faultCount: 0,
    faultsByColumn: [],
    causes: [],
  };
  report = uploaded;
  const own: ImportJob[] = [];
  const become = (part: Partial<ImportReport>) => {
    report = { ...report, ...part };
    own.splice(0, own.length, report);
    return json(report);
  };
  server().call('Import', 'GetList', () => ({ items: [...own] }));
  answerUploads((form, path) => {
    const file = form.get('file');
    if (!(file instanceof File) || path !== `${records}/import`)
      throw new Error('no file came to the import');
    // The second file has its columns in another order.
    const turned = file.name === '再来.csv' ? columns.toReversed() : columns;
    return become({
      ...uploaded,
      id: file.name === '再来.csv' ? 8 : 7,
      fileName: file.name,
      columns: turned.map((column, index) => ({ ...column, index })),
    });
  });
  for (const id of [7, 8]) server().on(`GET ${records}/import/${id}`, () => json(report));
  server().on(`POST ${records}/import/7/check`, ({ body }) => {
    plans.push(body);
    return become({
      state: 'checked',
      checkedRows: 12,
      validRows: 10,
      badRows: 2,
      faults,
      faultCount: 2,
      faultsByColumn: [
        { name: '名称', count: 1 },
        { name: null, count: 1 },
      ],
    });
  });
  server().on(`POST ${records}/import/7/run`, ({ body }) => {
    plans.push(body);
    return become({
      state: 'done',
      doneRows: 12,
      created: 10,
      startedAt: '2026-06-10T02:00:00.000Z',
      finishedAt: '2026-06-10T02:00:05.000Z',
    });
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

async function tool(name: string): Promise<void> {
  await page.getByRole('button', { name: '更多', exact: true }).click();
  await page.getByRole('menuitem', { name }).click();
  await seen(css('.ant-drawer-title').filter({ hasText: `${name}任务性质` }));
}

async function take(name: string): Promise<void> {
  await userEvent.upload(css('.ant-upload input[type=file]'), fileNamed(name, 'text/csv'));
  await seen(page.getByRole('button', { name: '下一步' }));
}

/** The field that is chosen for the column of this head. */
const fieldOf = (head: string) =>
  css('.cw-import tbody tr').filter({ hasText: head }).css('.ant-select-selection-item');

/** From the file to what the check has found. */
async function checked(): Promise<void> {
  await tool('导入');
  await take('任务.csv');
  await choose(page.getByRole('combobox', { name: '“外文名”对应的字段' }), '英文名称');
  await page.getByRole('button', { name: '下一步' }).click();
  await page.getByRole('button', { name: '检查文件' }).click();
  await seen(page.getByRole('button', { name: '开始导入' }));
}

/** What the page hands to the browser to store: its name and its text. */
function savedFiles(): { name: string; blob: Blob | undefined }[] {
  const files: { name: string; blob: Blob | undefined }[] = [];
  let last: Blob | undefined;
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    last = blob instanceof Blob ? blob : undefined;
    return 'blob:saved';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    files.push({ name: this.download, blob: last });
  });
  return files;
}

test('the list is exported with the columns it shows, as it is searched and sorted', async () => {
  server().add('missionType', { code: 'T0', name: '巡查', nameEn: 'Patrol', order: 1 });
  const name = '任务性质-20260610-1000.csv';
  server().on(
    `GET ${records}/export`,
    () =>
      new Response('\ufeff代码,名称\r\nT0,巡查\r\n', {
        headers: { 'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}` },
      }),
  );
  await open(`${list}?cols=code,name&q=巡查&sort=-code`);
  const files = savedFiles();
  await tool('导出');
  await page.getByText('CSV', { exact: true }).click();
  await page.getByRole('button', { name: '下载' }).click();
  await seen(page.getByText(`已导出 ${name}`));
  const [request] = server().asked.filter(({ path }) => path === `${records}/export`);
  expect(Object.fromEntries(request?.query ?? [])).toEqual({
    format: 'csv',
    labels: 'zh-Hans',
    columns: 'code,name',
    q: '巡查',
    _sort: 'code',
    _order: 'desc',
  });
  expect(files.map((file) => file.name)).toEqual([name]);
  expect(await files[0]?.blob?.text()).toContain('T0,巡查');
});

test('an export beyond the limit is refused with its reason, and can be tried again', async () => {
  const reason = '您已有 2 个导出正在进行，请待其中一个完成后再试。';
  server().on(`GET ${records}/export`, () =>
    json({ message: reason, code: 'tooMany', errors: {}, requestId: 'r1' }, 429),
  );
  await open(list);
  await tool('导出');
  const download = page.getByRole('button', { name: '下载' });
  await download.click();
  await seen(page.getByRole('alert').getByText(reason));
  await expect.element(download).toBeEnabled();
});

test('a file is mapped, checked, and its errors are listed row by row', async () => {
  await open(list);
  await tool('导入');
  await take('任务.csv');
  await seen(page.getByText('有 2 列不会导入：外文名、内部备注'));
  await seen(page.getByText('新建记录必填、但没有对应列：英文名称'));
  await expect.element(fieldOf('名称')).toHaveTextContent('名称');
  await choose(page.getByRole('combobox', { name: '“外文名”对应的字段' }), '英文名称');
  await seen(page.getByText('有 1 列不会导入：内部备注'));
  await number(page.getByText(/新建记录必填/), 0);
  await page.getByRole('button', { name: '下一步' }).click();
  await page.getByRole('button', { name: '检查文件' }).click();
  const errors = page.getByRole('region', { name: '错误' });
  await expect
    .poll(() => texts(errors.css('tbody tr.ant-table-row')))
    .toEqual(['12名称–请填写此项。', '13整行–与文件中第 2 行重复。']);
  await expect.element(css('.cw-import-figures')).toHaveTextContent(/12.*10.*2/);
  const plan: Partial<ImportPlan> = {
    mapping: { 0: 'code', 1: 'name', 2: 'nameEn' },
    mode: 'insert',
    onError: 'valid',
    blanks: 'keep',
  };
  expect(plans).toMatchObject([plan]);
});

test('it is left, found again and finished; the rows with errors come back as a file', async () => {
  const screen = await open(list);
  await checked();
  await css('.ant-drawer-close').click();
  await tool('导入');
  await page.getByRole('region', { name: '我的导入' }).getByRole('button', { name: '继续' }).click();
  await page.getByRole('button', { name: '开始导入' }).click();
  await css('.ant-popconfirm').getByRole('button', { name: '开始导入' }).click();
  await seen(page.getByText('导入完成（任务 7）'));
  await expect.element(css('.cw-import-figures')).toHaveTextContent(/新建10/);
  expect(plans.at(-1)).toEqual({ onError: 'valid' });

  server().on(
    `GET ${records}/import/7/refused`,
    () =>
      new Response('代码,名称,外文名,内部备注,原因\r\nTA,,No name,x,请填写此项。\r\n', {
        headers: { 'content-disposition': 'attachment; filename="refused.csv"' },
      }),
  );
  const files = savedFiles();
  await page.getByRole('button', { name: '下载有错误的 2 行' }).click();
  await expect.poll(() => files.map(({ name }) => name)).toEqual(['refused.csv']);
  expect(await files[0]?.blob?.text()).toContain('内部备注,原因');
  vi.restoreAllMocks();
  await page.getByRole('button', { name: '查看导入的记录' }).click();
  await expect
    .poll(() => screen.at().searchParams.get('f.updatedAt.between'))
    .toBe('2026-06-10T02:00:00.000Z,2026-06-10T02:00:05.000Z');
  expect(screen.at().searchParams.get('f.updatedBy.in')).toBe('1');
});

test('the next file of the same heads begins with the fields that were chosen', async () => {
  await open(list);
  await checked();
  await css('.ant-drawer-close').click();
  await tool('导入');
  await take('再来.csv');
  await expect.element(fieldOf('外文名')).toHaveTextContent('英文名称');
  await seen(page.getByText('有 1 列不会导入：内部备注'));
});

test('a file that cannot be read says why, and another one can be chosen', async () => {
  await open(list);
  await tool('导入');
  const accepting = window.XMLHttpRequest;
  answerUploads(() => json({ message: '文件是空的，或没有列标题。', code: 'validation', errors: {} }, 400));
  await userEvent.upload(css('.ant-upload input[type=file]'), fileNamed('空.csv', 'text/csv'));
  await seen(page.getByText('文件未能读取'));
  await seen(page.getByText('文件是空的，或没有列标题。'));
  vi.stubGlobal('XMLHttpRequest', accepting);
  await take('任务.csv');
  await number(page.getByText('文件未能读取'), 0);
});

test('the row of heads and the encoding are shown and can be changed; what the sheet hides is told', async () => {
  const asked: unknown[] = [];
  const heads = columns.map(({ header }) => header);
  report = {
    ...report,
    headRow: 2,
    firstRows: [
      { row: 1, cells: ['任务性质表'] },
      { row: 2, cells: heads },
      { row: 4, cells: ['T0', '巡查 0'] },
    ],
    encoding: 'gb18030',
    isEncodingCertain: false,
    hidden: { rows: [[4, 6]], rowCount: 3, columns: ['C'], sheets: ['配置'] },
  };
  answerUploads(() => json(report));
  server().on(`POST ${records}/import/7/sheet`, ({ body }) => {
    asked.push(body);
    report = { ...report, isEncodingCertain: true };
    return json(report);
  });
  await open(list);
  await tool('导入');
  await take('任务.csv');
  await seen(page.getByText('3 行隐藏内容也会导入：第 4–6 行。'));
  await seen(page.getByText('隐藏的列：C。'));
  await seen(page.getByText('隐藏的工作表：配置。'));
  await choose(page.getByRole('combobox', { name: '列标题所在行' }), '第 4 行：T0 · 巡查 0');
  await expect.poll(() => asked).toEqual([{ headRow: 4 }]);
  await number(page.getByText(/无法确定文件的编码/), 0);
  await choose(page.getByRole('combobox', { name: '编码' }), 'Big5（繁体中文）');
  await expect.poll(() => asked.at(-1)).toEqual({ encoding: 'big5' });
});

test('on a phone the columns and the errors are cards, and nothing is wider than the screen', async () => {
  await open(list, { phone: true, theme: 'dark' });
  await tool('导入');
  await take('任务.csv');
  await number(css('.cw-import-column'), 4);
  const overflow = () => document.documentElement.scrollWidth - window.innerWidth;
  await expect.poll(overflow).toBeLessThanOrEqual(0);
  await choose(page.getByRole('combobox', { name: '“外文名”对应的字段' }), '英文名称');
  await page.getByRole('button', { name: '下一步' }).click();
  await page.getByRole('button', { name: '检查文件' }).click();
  await seen(page.getByText('第 13 行'));
  await expect.poll(overflow).toBeLessThanOrEqual(0);
});
