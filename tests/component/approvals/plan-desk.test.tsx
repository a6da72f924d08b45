import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { InboxItem } from '#contract/approvals/flow-config.ts';
import { isObject } from '#domain/text/narrow.ts';
import {
  checked,
  finding,
  planDetail,
  planNumber,
  savedPlan,
  stepDetail,
  taskView,
} from '#tests/component/plans/plan-sample.ts';
import { json, refused } from '#tests/component/support/fake-server.ts';
import { inputMethod, pressAs } from '#tests/component/support/input-method.ts';
import { found, open, resize, server } from '#tests/component/support/mount.tsx';
import { control, css, gone, number, seen, texts, typedIn, unchanged } from '#tests/component/support/ui.ts';

/** The desk of plans that wait for a decision: worked by keyboard, one document after the other. */

const call = (name: string) => `/api/services/app/Navigation/${name}`;
const success = (result: unknown) => json({ success: true, result, error: null });
let waiting: InboxItem[] = [];

function inboxItem(id: number): InboxItem {
  return {
    flowInstance: 100 + id,
    documentKind: 'plan',
    documentKindText: '计划审批',
    resource: 'plan',
    id,
    title: `${planNumber(id)} CWT${id}`,
    companyName: '云翼通航',
    missionTypeName: '电力',
    startTime: '2031-05-06T02:00:00.000Z',
    endTime: '2031-05-06T03:00:00.000Z',
    urgency: 'normal',
    state: 2,
    stateText: '受理中',
    stepIndex: 0,
    stepCount: 1,
    stepName: '初审',
    waitingSince: '2031-05-01T02:00:00.000Z',
    stepDueAt: null,
    decideBy: null,
    takenBy: null,
  };
}

/** Decided, it waits no more. */
function decide(id: number) {
  waiting = waiting.filter((item) => item.id !== id);
  return savedPlan(id, 4);
}

beforeEach(() => {
  waiting = [1, 2, 3].map(inboxItem);
  server().call('FlowConfig', 'GetInbox', () => ({ totalCount: waiting.length, items: waiting }));
  server().call('Navigation', 'GetNAircraft', () => ({ totalCount: 0, items: [] }));
  server().call('Navigation', 'GetDetours', () => ({ items: [] }));
  server().call('Navigation', 'GetFlightOrders', () => ({ items: [] }));
  server().call('Navigation', 'GetStepNaircraft', ({ nairid }) => stepDetail(Number(nairid)));
  server().call('Navigation', 'GetNAircraftById', ({ id }) =>
    planDetail(Number(id), {
      plan: { state: 2, callsign: `CWT${id}` },
      tasks: Array.from({ length: 12 }, (_, index) => taskView(index + 1, { sequence: index + 1 })),
    }),
  );
  server().call('Navigation', 'GetFindingsById', () => checked());
  server().call('Navigation', 'DoFlyApprove', ({ id }) => decide(id));
});

async function openDesk() {
  await open('/situation/dynamic');
  await number(css('.plan-queue button[data-plan]'), 3);
}

/** The plan that is open, by its id. */
const opened = () =>
  document.querySelector<HTMLElement>('.plan-queue button[aria-current=true]')?.dataset.plan;
const dialog = page.getByRole('dialog');
const decided = () =>
  server()
    .asked.filter(({ path }) => path === call('DoFlyApprove'))
    .map(({ body }) => body);

test('a queue is worked through by keys alone: after a decision the next document opens', async () => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  server().on(call('GetStepNaircraft'), async ({ query }) => {
    await released;
    return success(stepDetail(Number(query.get('nairid'))));
  });
  await openDesk();
  await userEvent.keyboard('a');
  await expect.poll(opened).toBe('1');
  // Pressed before the document is there: its dialog opens as soon as the document can be seen.
  await userEvent.keyboard('r');
  expect(dialog.elements()).toHaveLength(0);
  release();
  const reason = dialog.getByRole('textbox');
  await seen(reason);
  await unchanged(() => css('.plan-document').elements().length, 1);
  await css('[data-reason=R02]').click();
  await expect.poll(() => typedIn(reason)).toBe('R02 空域关闭或受限');
  await control('{Enter}');
  await gone(dialog);
  expect(decided()).toMatchObject([
    { id: 1, decision: 'reject', stepIndex: 0, comment: 'R02 空域关闭或受限' },
  ]);
  await expect.poll(opened).toBe('2');
  await number(css('.plan-queue button[data-plan]'), 2);
  await userEvent.keyboard('j');
  await expect.poll(opened).toBe('3');
  await userEvent.keyboard('k');
  await expect.poll(opened).toBe('2');
  await seen(css('.plan-decide [data-act=approve]'));
  await userEvent.keyboard('a');
  await seen(dialog);
  await control('{Enter}');
  await gone(dialog);
  await expect.poll(opened).toBe('3');
  expect(decided()[1]).toMatchObject({ id: 2, decision: 'approve' });
});

test('keys of a composition neither decide nor close the dialog; the characters are sent with Ctrl+Enter', async () => {
  await openDesk();
  await userEvent.keyboard('j');
  await seen(css('.plan-decide [data-act=reject]'));
  await userEvent.keyboard('r');
  const reason = dialog.getByRole('textbox');
  await reason.click();
  await inputMethod.compose('tianqi');
  await inputMethod.pressAll();
  pressAs({ isComposing: true, keyCode: 13, ctrlKey: true }, 'Enter');
  await seen(dialog);
  await unchanged(() => typedIn(reason), 'tianqi');
  expect(decided()).toEqual([]);
  await inputMethod.take('天气不够');
  await control('{Enter}');
  await gone(dialog);
  expect(decided()).toMatchObject([{ id: 1, decision: 'reject', comment: '天气不够' }]);
});

test('below the map of a document is how much there is in the air in its hours', async () => {
  server().call('Map', 'GetAirPicture', () => ({
    hours: { from: '2031-05-06T02:00:00.000Z', to: '2031-05-06T03:00:00.000Z' },
    own: [],
    others: [],
  }));
  await openDesk();
  await userEvent.keyboard('j');
  await expect.element(css('.cw-air-summary')).toHaveTextContent(/10:00.*11:00.*空域 0/);
});

test('the decisions are in the order of every bar and stay in view while the document is read', async () => {
  await openDesk();
  await resize({ width: 1600, height: 600 });
  await userEvent.keyboard('j');
  await seen(css('.plan-decide [data-act=approve]'));
  const acts = css('.plan-decide [data-act]').elements();
  expect(acts.map((one) => one.getAttribute('data-act'))).toEqual([
    'approve',
    'return',
    'reassign',
    'reject',
  ]);
  expect(acts[0]?.className).toContain('ant-btn-primary');
  expect(acts.at(-1)?.className).toContain('ant-btn-dangerous');
  const box = await found('.plan-open');
  await expect.poll(() => box.scrollHeight - box.clientHeight).toBeGreaterThan(200);
  box.scrollTo(0, box.scrollHeight);
  await expect.poll(() => box.scrollTop).toBeGreaterThan(200);
  const bar = await found('.plan-decide');
  const below = () => bar.getBoundingClientRect().top - box.getBoundingClientRect().top;
  await expect.poll(below).toBeGreaterThanOrEqual(-1);
  expect(below()).toBeLessThan(60);
});

test('several plans are approved together, each checked separately; those that are not say why and stay chosen', async () => {
  server().call('Navigation', 'GetFindingsById', ({ id }) =>
    checked({ findings: Number(id) === 2 ? [finding({ message: '航空器 B-10QA 不可用' })] : [] }),
  );
  server().on(call('DoFlyApprove'), ({ body }) => {
    const id = isObject(body) ? Number(body.id) : 0;
    return id === 3 ? refused('该步骤已由顾平批复', 409) : success(decide(id));
  });
  await openDesk();
  for (const id of [1, 2, 3]) {
    await page.getByRole('checkbox', { name: `选择 ${planNumber(id)} CWT${id}` }).click();
  }
  // A box that was ticked does not take the keys of the desk.
  await userEvent.keyboard('j');
  await expect.poll(opened).toBe('1');
  await page.getByRole('button', { name: '批准 3 份' }).click();
  await seen(dialog);
  await control('{Enter}');
  await number(css('[data-failed] li'), 2);
  await expect
    .poll(() => texts(css('[data-failed] li')))
    .toEqual([`${planNumber(2)} CWT2 航空器 B-10QA 不可用`, `${planNumber(3)} CWT3 该步骤已由顾平批复`]);
  // What a check finds is not sent for approval.
  expect(decided()).toMatchObject([
    { id: 1, decision: 'approve' },
    { id: 3, decision: 'approve' },
  ]);
  await number(css('.plan-queue-choice input:checked'), 2);
  await number(css('.plan-queue button[data-plan]'), 2);
});
