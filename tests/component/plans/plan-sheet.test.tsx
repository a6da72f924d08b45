import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Actor } from '#domain/identity/access.ts';
import { json } from '#tests/component/support/fake-server.ts';
import { admin, found, open, resize, server } from '#tests/component/support/mount.tsx';
import { control, css, gone, number, seen, texts, validated } from '#tests/component/support/ui.ts';
import { checked, finding, planNumber, refusedAt, savedPlan } from './plan-sample.ts';

/** The sheet: plans pasted or typed as rows, checked as one types, and filed. */

const operator: Actor = { ...admin, companyId: 1, companyIds: [1] };
const saving = '/api/services/app/Navigation/SaveNAircrafts';
const checking = '/api/services/app/Navigation/CheckErrors';
const day = '2031-05-06';

let pilot = 0;
/** Plans that were filed so far. */
let filed = 0;

beforeEach(() => {
  filed = 0;
  server().add('company', { name: '云翼通航' });
  server().add('aircraft', { registration: 'B-10QA', callsign: 'B10QA', company: 1 });
  [{ id: pilot } = { id: 0 }] = server().add('pilot', { name: '高翔', nameEn: 'Gao Xiang', company: 1 });
  server().add('airport', { name: '广汉', icao: 'ZUGH' });
  server().add('missionType', { name: '电力', code: 'POWER' });
  server().call('Navigation', 'CheckErrors', () => checked());
  server().call('Navigation', 'SaveNAircrafts', ({ plans = [], submit }) => ({
    items: plans.map(() => {
      filed += 1;
      return savedPlan(filed, submit ? 1 : 0, 1);
    }),
  }));
});

interface Line {
  plan?: string;
  callsign: string;
  pilots?: string;
  date?: string;
  etd?: string;
  eta?: string;
  upper?: string;
}

const heads = '计划 呼号 机号 机长 起飞机场 目的地 日期 预计起飞 预计到达 下限高度 上限高度 任务'.split(' ');

function line({ plan = '', callsign, pilots = '高翔', date = day, ...more }: Line): string {
  const { etd = '0800', eta = '0900', upper = '600m AGL' } = more;
  return [plan, callsign, 'B-10QA', pilots, 'ZUGH', '广汉', date, etd, eta, 'GND', upper, '电力'].join('\t');
}

async function openSheet(look: { locale?: 'en' } = {}) {
  const screen = await open('/navigation/addNavPlan', { user: operator, ...look });
  await toCell(css('td[data-active]'));
  return screen;
}

/** The cursor goes to a cell, and the focus with it. */
async function toCell(cell: ReturnType<typeof css>): Promise<void> {
  await cell.click();
  await expect
    .poll(() => document.activeElement?.className === 'sheet-catch' && document.activeElement.closest('td'))
    .toBe(cell.element());
}

/** As a spreadsheet does it: Ctrl+V with a table on the clipboard. */
function paste(...rows: string[]): void {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', [heads.join('\t'), ...rows, ''].join('\r\n'));
  const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
  document.activeElement?.dispatchEvent(event);
}

const cellSelector = (row: number, column: string) => `tr[data-row="${row}"] td[data-column="${column}"]`;
const cell = (row: number, column: string) => css(cellSelector(row, column));
const inCell = (row: number, column: string) =>
  document.querySelector<HTMLElement>(cellSelector(row, column));
const shown = (row: number, column: string) => inCell(row, column)?.querySelector('.sheet-text')?.textContent;
const level = (row: number, column: string) => inCell(row, column)?.dataset.note;
const why = (row: number, column: string) => inCell(row, column)?.title;
/** The row and the column of the cursor. */
function cursor(): string {
  const active = document.querySelector<HTMLElement>('td[data-active]');
  return `${active?.closest('tr')?.dataset.row} ${active?.dataset.column}`;
}
/** An answer of the server that waits until the test gives it. */
function held() {
  let answer = () => {};
  const answered = new Promise<undefined>((resolve) => {
    answer = () => resolve(undefined);
  });
  return { answer, answered };
}
const button = (name: string) => page.getByRole('button', { name, exact: true });
const bodies = (path: string) =>
  server()
    .asked.filter((one) => one.path === path)
    .map(({ body }) => body);
const draft = () =>
  Object.entries(localStorage).find(
    ([key]) => key.startsWith('draft:') && key.endsWith('planSheet:new'),
  )?.[1];

test('opening the sheet focuses its first cell', async () => {
  await open('/navigation/addNavPlan', { user: operator });
  await expect.poll(() => document.activeElement?.className).toBe('sheet-catch');
  expect(document.activeElement?.closest('td')).toBe(css('td[data-active]').element());
});

test('a pasted table fills the sheet; a cell that cannot be read is marked and says why', async () => {
  await openSheet();
  paste(
    line({ callsign: 'CWT001', upper: '600' }),
    line({ callsign: 'CWT002', pilots: '查无此人', date: '2031-05-07' }),
    line({ callsign: 'CWT003', date: '2031-05-08', etd: '2200', eta: '0030' }),
  );
  await expect.poll(() => level(0, 'upper')).toBe('error');
  expect(why(0, 'upper')).toContain('“600”缺单位和基准');
  await expect.poll(() => level(1, 'pilots')).toBe('error');
  expect(why(1, 'pilots')).toContain('档案中找不到“查无此人”');
  // Past midnight it lands on the next day, and the cell says so.
  expect(shown(2, 'eta')).toBe('00:30 +1');
  expect(css('tr[data-row="2"] td[data-note]').elements()).toHaveLength(0);
  // Only what can be read is checked: names as records, times in UTC, heights with their datum.
  await expect.poll(() => bodies(checking)).toHaveLength(1);
  expect(bodies(checking)).toMatchObject([
    {
      company: 1,
      tasks: [
        {
          callsign: 'CWT003',
          pilots: [pilot],
          etd: '2031-05-08T14:00:00.000Z',
          eta: '2031-05-08T16:30:00.000Z',
          upper: { value: 600, unit: 'm', reference: 'AGL' },
        },
      ],
    },
  ]);
  expect(await validated('sheet')).toEqual([]);
});

test('valid plans are submitted, the others stay and are submitted once they are corrected by keyboard', async () => {
  await openSheet();
  paste(
    line({ callsign: 'CWT001' }),
    line({ callsign: 'CWT002', date: '2031-05-07', upper: '600' }),
    line({ callsign: 'CWT003', date: '2031-05-08', pilots: '查无此人' }),
    line({ callsign: 'CWT004', date: '2031-05-09', pilots: '查无此人' }),
  );
  await expect.poll(() => level(3, 'pilots')).toBe('error');
  await button('全部提交（4）').click();
  await button('提交 1 份').click();
  const links = () => texts(css('[data-report=filed] a'));
  await expect.poll(links).toEqual([`CWT001 ${planNumber(1)}`]);
  await expect.poll(() => shown(0, 'callsign')).toBe('CWT002');
  expect(shown(0, 'upper')).toContain('600');

  await toCell(cell(0, 'upper'));
  await userEvent.keyboard('600m agl{Enter}');
  await expect.poll(() => shown(0, 'upper')).toBe('600 m AGL');
  await toCell(cell(1, 'pilots'));
  await userEvent.keyboard('{Enter}');
  await control('a');
  await userEvent.keyboard('gao');
  await seen(css('.sheet-offers [role=option]').filter({ hasText: '高翔' }));
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => shown(1, 'pilots')).toBe('高翔');
  // The rest of the column is filled down from it.
  await toCell(cell(1, 'pilots'));
  await userEvent.keyboard('{Shift>}{ArrowDown}{/Shift}');
  await expect.element(cell(2, 'pilots')).toHaveAttribute('aria-selected', 'true');
  await control('d');
  await expect.poll(() => shown(2, 'pilots')).toBe('高翔');
  await button('全部提交（3）').click();
  await expect.poll(() => links().length).toBe(3);
  // One call a plan, in the order of the rows.
  expect(bodies(saving)).toMatchObject(
    ['CWT001', 'CWT002', 'CWT003', 'CWT004'].map((callsign) => ({
      plans: [{ tasks: [{ callsign, pilots: [pilot], upper: { value: 600, unit: 'm', reference: 'AGL' } }] }],
      submit: true,
    })),
  );
  await expect.poll(() => shown(0, 'callsign')).toBe('');
});

test('what is typed while plans are being filed stays, also in the cell that is still open', async () => {
  const { answer, answered } = held();
  server().on(saving, async () => {
    await answered;
    return json({ success: true, result: { items: [savedPlan(1, 1, 1)] }, error: null });
  });
  await openSheet();
  paste(line({ callsign: 'CWT001' }));
  await expect.poll(() => shown(0, 'pilots')).toBe('高翔');
  await button('全部提交（1）').click();
  await expect.poll(() => bodies(saving)).toHaveLength(1);
  await toCell(cell(1, 'callsign'));
  await userEvent.keyboard('CWT002{Enter}');
  await expect.poll(() => shown(1, 'callsign')).toBe('CWT002');
  await toCell(cell(1, 'upper'));
  await userEvent.keyboard('600m');
  answer();
  await expect.poll(() => shown(0, 'callsign')).toBe('CWT002');
  await userEvent.keyboard(' agl{Enter}');
  await expect.poll(() => shown(0, 'upper')).toBe('600 m AGL');
});

test('a plan that the server refuses stays in its row with the reason, and the report leads to it', async () => {
  server().on(saving, () => {
    filed += 1;
    if (filed === 1) {
      const saved = savedPlan(1, 1, 1);
      return json({ success: true, result: { items: [saved] }, error: null });
    }
    return refusedAt('计划不能提交', { 'plans.0.tasks.0.aircraft': 'B-10QA 在同一时间已用于计划 FP7' });
  });
  await openSheet();
  paste(line({ callsign: 'CWT001' }), line({ callsign: 'CWR002', date: '2031-05-07' }));
  await expect.poll(() => shown(1, 'pilots')).toBe('高翔');
  await button('全部提交（2）').click();
  const refused = css('[data-report=refused] > li');
  await seen(refused.getByText('B-10QA 在同一时间已用于计划 FP7'));
  await seen(refused.getByText('计划不能提交'));
  await expect.poll(() => shown(0, 'callsign')).toBe('CWR002');
  await expect.poll(() => texts(css('[data-report=filed] a'))).toEqual([`CWT001 ${planNumber(1)}`]);
  await button('CWR002').click();
  await expect.poll(cursor).toMatch(/^0 /);
});

test('what a check finds is at its cell; a free time is taken by a key, an urgent category by a click', async () => {
  const submitBy = new Date(Date.now() - 3_600_000).toISOString();
  server().call('Navigation', 'CheckErrors', ({ tasks, urgency }) =>
    urgency === 'otherUrgent'
      ? checked()
      : checked({
          ok: false,
          findings: [
            finding({ code: 'deadline', message: '已过申报时限' }),
            ...(tasks[0]?.etd === '2031-05-06T00:00:00.000Z'
              ? [finding({ code: 'booked', field: 'tasks.0.aircraft', message: 'B-10QA 已用于 FP7' })]
              : []),
          ],
          suggestions: [
            {
              kind: 'time',
              task: 0,
              etd: '2031-05-06T02:30:00.000Z',
              eta: '2031-05-06T03:30:00.000Z',
              message: '10:30–11:30',
            },
          ],
          offeredUrgencies: ['otherUrgent'],
          deadlines: { submitBy, decideBy: null, rule: '前一日 15:00 前' },
        }),
  );
  await openSheet();
  paste(line({ callsign: 'CWT001' }));
  await expect.poll(() => level(0, 'aircraft')).toBe('error');
  expect(why(0, 'aircraft')).toBe('B-10QA 已用于 FP7');
  await toCell(cell(0, 'callsign'));
  await userEvent.keyboard('{Alt>}t{/Alt}');
  await expect.poll(() => [shown(0, 'etd'), shown(0, 'eta')]).toEqual(['10:30', '11:30']);
  await expect.poll(() => level(0, 'aircraft')).toBeUndefined();
  await css('[data-urgency=otherUrgent]').click();
  await expect.poll(() => shown(0, 'urgency')).toBe('其他紧急任务');
  await gone(css('.plan-findings li[data-code=deadline]'));
});

test('a paste is written in the form of the sheet, asks once for the order of its dates, and leads to its errors', async () => {
  await openSheet({ locale: 'en' });
  const row = (callsign: string, date: string, upper: string) =>
    line({ callsign, date, etd: '1430', eta: '1530', upper });
  paste(
    row('cwn001', '05/06/2031', '600m agl'),
    row('cwn002', '05/07/2031', '600m'),
    row('cwn003', '05/08/2031', '900'),
  );
  await button('Day first: 2031-06-05').click();
  await expect.poll(() => shown(2, 'date')).toBe('2031-08-05');
  await gone(page.getByRole('dialog'));
  expect(shown(0, 'callsign')).toBe('CWN001');
  expect(shown(0, 'etd')).toBe('14:30');
  expect(shown(0, 'upper')).toBe('600 m AGL');
  // The cursor goes to the first error; F8 goes through them and begins again.
  await expect.poll(cursor).toBe('1 upper');
  await userEvent.keyboard('{F8}');
  await expect.poll(cursor).toBe('2 upper');
  await userEvent.keyboard('{F8}');
  await expect.poll(cursor).toBe('1 upper');
  await userEvent.keyboard('{Shift>}{F8}{/Shift}');
  await expect.poll(cursor).toBe('2 upper');
  // One datum is chosen for every height that lacks it.
  await button('900 m AMSL').click();
  await expect.poll(() => [shown(1, 'upper'), shown(2, 'upper')]).toEqual(['600 m AMSL', '900 m AMSL']);
});

test('who types before the names of a paste are known is not led away from the cell', async () => {
  const { answer, answered } = held();
  server().on('GET /api/records/pilot', () => answered);
  await openSheet();
  paste(line({ callsign: 'CWT001', upper: '600' }));
  await expect.poll(() => level(0, 'upper')).toBe('error');
  await toCell(cell(0, 'upper'));
  await userEvent.keyboard('600m');
  answer();
  await expect.poll(() => shown(0, 'pilots')).toBe('高翔');
  await userEvent.keyboard(' agl{Enter}');
  await expect.poll(() => shown(0, 'upper')).toBe('600 m AGL');
});

test('callsign and aircraft stay in view while the sheet is scrolled sideways', async () => {
  await openSheet();
  await resize({ width: 1366, height: 768 });
  paste(line({ callsign: 'CWT001' }));
  await expect.poll(() => shown(0, 'callsign')).toBe('CWT001');
  const box = await found('.sheet-scroll');
  const left = (column: string) =>
    Math.round((inCell(0, column)?.getBoundingClientRect().left ?? 0) - box.getBoundingClientRect().left);
  const before = left('pilots');
  box.scrollTo({ left: 300 });
  await expect.poll(() => left('pilots')).toBe(before - 300);
  expect(left('callsign')).toBeGreaterThan(0);
  expect(left('callsign')).toBeLessThan(50);
  expect(left('aircraft') - left('callsign')).toBe(88);
});

test('a sheet that was left comes back when it is asked for, and is forgotten when it is discarded', async () => {
  await openSheet();
  paste(line({ callsign: 'CWT001' }), line({ callsign: 'CWT002', date: '2031-05-07' }));
  await expect.poll(draft).toContain('CWT002');
  await open('/navigation/addNavPlan', { user: operator });
  await seen(page.getByText(/留有 2 行未提交的计划表/));
  expect(shown(0, 'callsign')).toBe('');
  await page.getByRole('button', { name: /恢\s?复/ }).click();
  await expect.poll(() => [shown(0, 'callsign'), shown(1, 'callsign')]).toEqual(['CWT001', 'CWT002']);
  await expect.poll(() => shown(1, 'pilots')).toBe('高翔');
  await expect.poll(draft).toContain('CWT002');
  await open('/navigation/addNavPlan', { user: operator });
  await page.getByRole('button', { name: /丢\s?弃/ }).click();
  await gone(page.getByText(/未提交的计划表/));
  expect(draft()).toBeUndefined();
});

test('two rows with one plan number are one plan with two sorties, saved as a draft', async () => {
  await openSheet();
  paste(
    line({ plan: '1', callsign: 'CWS001' }),
    line({ plan: '1', callsign: 'CWS001', etd: '1000', eta: '1100' }),
  );
  await seen(page.getByText('计划 1 · 架次 2 · 错误 0'));
  await expect.poll(() => shown(1, 'pilots')).toBe('高翔');
  await button('全部存为草稿').click();
  const link = css('[data-report=filed] a');
  await expect.element(link).toHaveAttribute('href', '/navigation/details?id=1');
  expect(bodies(saving)).toMatchObject([
    {
      plans: [{ tasks: [{ etd: '2031-05-06T00:00:00.000Z' }, { etd: '2031-05-06T02:00:00.000Z' }] }],
      submit: false,
    },
  ]);
});

test('the flights of one day are copied into the sheet for another; cancelled ones are left out', async () => {
  const [aircraft] = server().rows('aircraft');
  const times = { startTime: '2031-05-06T00:00:00.000Z', endTime: '2031-05-06T01:00:00.000Z' };
  const plans = server().add(
    'plan',
    { kind: 'quick', urgency: 'normal', company: 1, missionType: 1, state: 10, ...times },
    { kind: 'quick', urgency: 'normal', company: 1, missionType: 1, state: 12, ...times },
  );
  plans.forEach(({ id }, index) => {
    server().add('jobTask', {
      plan: id,
      sequence: 1,
      callsign: `CWD00${index + 1}`,
      aircraft: aircraft?.id,
      pilots: [pilot],
      etd: times.startTime,
      eta: times.endTime,
    });
  });
  await openSheet({ locale: 'en' });
  await button('Same as a day…').click();
  const dialog = page.getByRole('dialog', { name: 'Same as a day…' });
  for (const [label, typed] of [
    ['The flights of', day],
    ['once more on', '2031-05-20'],
  ] as const) {
    await dialog.getByLabelText(label).fill(typed);
    await userEvent.keyboard('{Enter}');
  }
  await number(dialog.getByRole('checkbox'), 2);
  await dialog.getByRole('button', { name: 'Take 1 into the sheet' }).click();
  await expect.poll(() => [shown(0, 'callsign'), shown(0, 'date')]).toEqual(['CWD001', '2031-05-20']);
  await expect.poll(() => [shown(0, 'aircraft'), shown(0, 'pilots')]).toEqual(['B-10QA', 'Gao Xiang']);
  expect([shown(0, 'etd'), shown(0, 'eta'), shown(1, 'callsign')]).toEqual(['08:00', '09:00', '']);
});

test('on a phone one plan is typed in its form', async () => {
  await open('/navigation/addNavPlan', { user: operator, phone: true });
  await seen(css('#field_tasks_0_etd'));
  expect(css('.sheet-grid').elements()).toHaveLength(0);
});
