import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { MessageItem } from '#contract/messages/message-shapes.ts';
import { planDetail, planNumber, taskView } from '#tests/component/plans/plan-sample.ts';
import { open, server } from '#tests/component/support/mount.tsx';
import { sampled } from '#tests/component/support/sampled.ts';
import { css, gone, number, seen, tooWide, typedIn, validated } from '#tests/component/support/ui.ts';

/** Receipts of plan messages: written, checked as one types, sent again, corrected. */

const receipts = '/intelligence/MessageReceipt';
const filed = '(FPL-B10QA-VG-C208/L-SDFG/SB1-ZUGH0230-K0280M0090 DCT-ZUGH0045-DOF/261121 REG/B10QA)';
let items: MessageItem[] = [];

function messageItem(id: number, values: Partial<MessageItem>): MessageItem {
  return {
    id,
    plan: null,
    planNumber: null,
    jobTask: null,
    company: null,
    companyName: null,
    direction: 'out',
    type: 'FPL',
    text: filed,
    envelope: null,
    callsign: 'B10QA',
    departure: 'ZUGH',
    destination: 'ZUGH',
    offBlockAt: '2026-11-21T02:30:00.000Z',
    priority: 'FF',
    addressees: ['ZUUUZPZX'],
    originator: null,
    filingTime: null,
    gateway: null,
    gatewayName: null,
    state: 'acknowledged',
    attempts: 1,
    nextAttemptAt: null,
    sentAt: null,
    acknowledgedAt: null,
    receivedAt: null,
    error: null,
    reference: null,
    createdAt: '2026-11-20T02:30:00.000Z',
    mayRetry: false,
    mayMend: false,
    mayMatch: false,
    mayIgnore: false,
    ...values,
  };
}

beforeEach(() => {
  items = [];
  server().add('plan', { id: 7, planNumber: planNumber(7) });
  server().call('Navigation', 'GetNAircraftById', () => planDetail(7, { tasks: [taskView(71)] }));
  server().call('MessageQuery', 'Known', () => ({ flights: [] }));
  server().call('MessageQuery', 'Compose', () => ({
    text: filed,
    priority: 'FF' as const,
    addressees: ['ZUUUZPZX'],
    faults: [],
  }));
  server().call('MessageQuery', 'Page', ({ states = [] }) => {
    const found = items.filter(({ state }) => states.length === 0 || states.includes(state));
    const counts = [...new Set(items.map(({ state }) => state))].map((state) => ({
      state,
      count: items.filter((one) => one.state === state).length,
    }));
    return { totalCount: found.length, items: found, counts };
  });
  server().call('MessageQuery', 'SendMessageQuery', () => ({ id: 99 }));
});

const drawer = css('.ant-drawer-content');
const text = css('#message-text');
const send = drawer.getByRole('button', { name: /^拍\s?发$/ });
const marked = css('.ant-drawer-content .message-text mark');
const button = (name: string | RegExp) => page.getByRole('button', { name });
const card = (callsign: string) => css('.message-card').filter({ hasText: callsign });
const bodies = (method: string) =>
  server()
    .asked.filter(({ path }) => path.endsWith(`/MessageQuery/${method}`))
    .map(({ body }) => body);

/** The letters that are selected in the text. */
function selected(): string {
  const area = text.element();
  return area instanceof HTMLTextAreaElement ? area.value.slice(area.selectionStart, area.selectionEnd) : '';
}

async function compose(): Promise<void> {
  await open(`${receipts}?plan=7`);
  await button('人工拍发').click();
  await drawer.getByRole('button', { name: '由计划生成' }).click();
  await expect.poll(() => typedIn(text)).toBe(filed);
}

test('a message is composed from its plan, checked as it is typed with the error at its column, and sent', async () => {
  await compose();
  await seen(drawer.getByText('FPL 报，未发现错误'));
  await text.fill(filed.replace('DOF/261121', 'DOF/261131'));
  await seen(drawer.getByText('没有 261131 这一天'));
  await expect.element(send).toBeDisabled();
  await expect.element(marked).toHaveTextContent('DOF/261131');
  // The way to the error is a button: its letters are then selected in the text.
  await drawer.getByRole('button', { name: /^第 \d+ 列，编组 18/ }).click();
  await expect.poll(selected).toContain('261131');
  // A field says its number and name to who comes by keyboard.
  const rules = css('.ant-drawer-content .message-field').filter({ hasText: /^VG$/ }).element();
  if (rules instanceof HTMLElement) rules.focus();
  await seen(page.getByRole('tooltip', { name: '编组 8：飞行规则及种类' }));
  expect(await validated('message with an error', '.ant-drawer-content')).toEqual([]);
  await text.fill(filed);
  await send.click();
  await seen(page.getByText('已排队，即将发出'));
  await gone(drawer);
  expect(bodies('SendMessageQuery')).toEqual([
    { plan: 7, text: filed, addressees: ['ZUUUZPZX'], priority: 'FF' },
  ]);
});

test('a delay that is not later than the time that was sent is refused as it is typed', async () => {
  server().call('MessageQuery', 'Known', () => ({
    flights: [
      {
        jobTask: 71,
        callsign: 'B10QA',
        departure: 'ZUGH',
        destination: 'ZUGH',
        departurePlace: null,
        destinationPlace: null,
        offBlockAt: '2026-11-21T02:30:00.000Z',
        dated: true,
      },
    ],
  }));
  await compose();
  await text.fill('(DLA-B10QA-ZUGH0230-ZUGH-DOF/261121)');
  await seen(drawer.getByText('延误报的时间须晚于已通知的 0230'));
  await expect.element(send).toBeDisabled();
  await text.fill('(DLA-B10QA-ZUGH0330-ZUGH-DOF/261121)');
  await seen(drawer.getByText('DLA 报，未发现错误'));
  await expect.element(send).toBeEnabled();
});

test('a message that failed is sent again, one or all; one with an error has no such button', async () => {
  items = [
    messageItem(1, {
      type: 'CNL',
      text: '(CNL-AGAIN1-ZUUU0230-ZUGH-0)',
      callsign: 'AGAIN1',
      state: 'failed',
      error: '发电地址“”不是八个字母',
      mayRetry: true,
      mayMend: true,
    }),
    messageItem(2, {
      text: filed.replace('SDFG', 'SDFGR'),
      callsign: 'B7315',
      state: 'failed',
      mayMend: true,
    }),
  ];
  server().call('MessageQuery', 'RetryMessageQuery', ({ ids, all }) => {
    items = items.filter(({ id, mayRetry }) => !(mayRetry && (all || ids?.includes(id))));
    return { retried: 1, faulty: all ? 1 : 0 };
  });
  await open(`${receipts}?states=failed`);
  await seen(card('AGAIN1').getByText('发电地址“”不是八个字母'));
  expect(card('B7315').getByRole('button', { name: /^重发/ }).elements()).toHaveLength(0);
  const again = [...items];
  await button('重发 CNL AGAIN1').click();
  await seen(page.getByText('1 份报文已重新排队', { exact: true }));
  await gone(card('AGAIN1'));
  items = again;
  await button('全部重发').click();
  await page.getByRole('dialog').getByRole('button', { name: '全部重发' }).click();
  await seen(page.getByText(/1 份报文已重新排队 另有 1 份报文有误/));
  expect(bodies('RetryMessageQuery')).toEqual([{ ids: [1] }, { all: true }]);
});

test('a message with an error is corrected at its column and takes the place of the one that failed', async () => {
  const broken = filed.replace('SDFG', 'SDFGR');
  items = [messageItem(2, { plan: 7, text: broken, callsign: 'B7315', state: 'failed', mayMend: true })];
  await open(`${receipts}?states=failed`);
  await button('更正 FPL B7315').click();
  await expect.poll(() => typedIn(text)).toBe(broken);
  await expect.element(marked).toHaveTextContent('SDFGR/SB1');
  await drawer.getByRole('button', { name: `第 ${broken.indexOf('SDFGR') + 1} 列，编组 10a` }).click();
  await expect.poll(selected).toBe('SDFGR/SB1');
  await text.fill(filed);
  await seen(drawer.getByText('FPL 报，未发现错误'));
  items = [];
  await send.click();
  await gone(card('B7315'));
  expect(bodies('SendMessageQuery')).toMatchObject([{ text: filed, replaces: 2 }]);
});

test('the states narrow the list with their counts, in the address; a message waits until it has a plan', async () => {
  items = [
    messageItem(1, { state: 'acknowledged' }),
    messageItem(3, {
      direction: 'in',
      type: 'DEP',
      text: '(DEP-NOBODY1-ZUUU0230-ZUGH-DOF/261121)',
      callsign: 'NOBODY1',
      state: 'waiting',
      error: '没有与之相符的飞行计划',
      mayMatch: true,
      mayIgnore: true,
    }),
  ];
  server().call('MessageQuery', 'Ignore', ({ id }) => {
    items = items.filter((one) => one.id !== id);
    return { id, state: 'ignored' as const, duplicate: false, reason: null };
  });
  const screen = await open(receipts);
  await number(css('.message-card'), 2);
  await button('待处理 1').click();
  await number(css('.message-card'), 1);
  expect(screen.at().searchParams.get('states')).toBe('waiting');
  await expect.element(button('待处理 1')).toHaveAttribute('aria-pressed', 'true');
  await seen(card('NOBODY1').getByText('没有与之相符的飞行计划'));
  await card('NOBODY1').getByRole('button', { name: '关联计划' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: '关联计划' }).click();
  await seen(dialog.getByText('请选择飞行计划。'));
  await dialog.getByRole('button', { name: /^取\s?消$/ }).click();
  await gone(dialog);
  await card('NOBODY1')
    .getByRole('button', { name: /^忽\s?略$/ })
    .click();
  await dialog.getByRole('button', { name: /^忽\s?略$/ }).click();
  await gone(card('NOBODY1'));
  expect(bodies('Ignore')).toEqual([{ id: 3 }]);
  expect(bodies('Match')).toEqual([]);
});

test.each(
  sampled([
    ['on a desk', {}],
    ['on a phone, in English', { phone: true, locale: 'en' as const }],
  ]),
)('the receipts are accessible and fit %s', async (_, look) => {
  items = [
    messageItem(1, {}),
    messageItem(2, { text: filed.replace('SDFG', 'SDFGR'), state: 'failed', mayMend: true }),
  ];
  await open(receipts, look);
  await number(css('.message-card'), 2);
  expect(await validated('receipts')).toEqual([]);
  expect(tooWide('main#content')).toBe(0);
});
