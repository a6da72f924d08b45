import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { AuditItem, AuditTimeline } from '#contract/approvals/audit.ts';
import { auditState } from '#domain/approvals/audit.ts';
import { example } from '#tests/component/support/example.ts';
import type { Row } from '#tests/component/support/fake-server.ts';
import { admin, open, server } from '#tests/component/support/mount.tsx';
import { person } from '#tests/component/support/people.ts';
import { sampled } from '#tests/component/support/sampled.ts';
import { choose, control, css, gone, number, seen, validated } from '#tests/component/support/ui.ts';

/** The auditor's desk: the queue by keys, changed fields, decisions, and the reason where there is none to take. */

const at = '2026-06-09T02:00:00.000Z';
const dueAt = '2036-06-11T02:00:00.000Z';

/** The aircraft of the queue, in its order. */
let ids: number[];
let may: AuditTimeline['may'];

const itemOf = (id: number): AuditItem => ({
  flowInstance: 100 + id,
  resource: 'aircraft',
  kindText: '航空器审核',
  id,
  title: `B-${id}SD`,
  subtitle: null,
  company: 1,
  companyName: '四川云翼通用航空有限公司',
  state: auditState.waiting,
  stateText: '审核中',
  flowState: 'running',
  stepIndex: 0,
  stepCount: 1,
  stepName: '空管单位审核',
  submittedAt: at,
  waitingSince: at,
  stepDueAt: dueAt,
  endedAt: null,
  applicantName: '张三',
  mine: true,
  expiry: null,
});

const timelineOf = (id: number): AuditTimeline => ({
  resource: 'aircraft',
  id,
  title: `B-${id}SD`,
  version: 2,
  state: auditState.waiting,
  stateText: '审核中',
  opinion: null,
  papers: [],
  expiry: null,
  stepIndex: 0,
  mine: true,
  mayReturn: true,
  mayReassign: true,
  may,
  flows: [
    {
      id: 100 + id,
      kind: 'aircraft',
      kindText: '航空器审核',
      state: 'running',
      stepIndex: 0,
      takenByName: null,
      takenAt: null,
      startedAt: at,
      endedAt: null,
      applicantName: '张三',
      comment: null,
      flowVersion: 1,
      flowName: '航空器审核',
      steps: [
        {
          index: 0,
          name: '空管单位审核',
          roles: ['ATMB'],
          who: ['空管单位'],
          assignees: [],
          quorum: 'any',
          timeLimitMinutes: null,
          onTimeout: 'none',
          state: 'waiting',
          dueAt,
          decisions: [],
        },
      ],
    },
  ],
  events: [],
  baseline: { at, byName: '李四' },
  changes: [{ field: 'seats', before: 4, after: 6 }],
});

beforeEach(async () => {
  may = { approve: null, return: null, reassign: null, reject: null };
  ids = [];
  for (const _ of [1, 2, 3]) ids.push((await example('aircraft', { seats: 6 })).id);
  server().call('Audit', 'GetInbox', () => ({
    totalCount: ids.length,
    items: ids.map(itemOf),
    counts: { '-1': 0, '0': ids.length, '1': 0, '2': 0, '3': 0, all: ids.length },
    waiting: { aircraft: ids.length },
  }));
  server().call('Audit', 'GetTimeline', ({ id }) => timelineOf(Number(id)));
});

const queue = () => css('.plan-queue button[data-record]');
const chosen = () =>
  queue()
    .elements()
    .findIndex((line) => line.getAttribute('aria-current') === 'true');
const dialog = () => page.getByRole('dialog');

test('J and K go through the queue, and what has changed since the last acceptance is marked', async () => {
  const screen = await open('/baseManage/aircraftAudit', { user: person('ATMB') });
  await number(queue(), 3);
  expect(chosen()).toBe(-1);
  for (const [key, place] of [
    ['j', 0],
    ['j', 1],
    ['j', 2],
    ['k', 1],
  ] as const) {
    await userEvent.keyboard(key);
    await expect.poll(chosen).toBe(place);
  }
  expect(screen.at().searchParams.get('id')).toBe(String(ids[1]));
  await seen(page.getByRole('heading', { level: 2, name: `B-${ids[1]}SD` }));
  await seen(css('.cw-changes th').filter({ hasText: '座位数' }));
  await seen(css('.audit-was').filter({ hasText: '4' }));
  await number(css('.audit-was'), 1);
  await seen(css('.audit-steps summary [data-state=waiting]'));
});

test('a refusal needs its reason, and the next of the queue follows it', async () => {
  const decided: unknown[] = [];
  server().call('Audit', 'Decide', (input) => {
    decided.push(input);
    const { id } = input;
    ids = ids.filter((one) => one !== id);
    return { resource: 'aircraft', id, state: auditState.refused };
  });
  const [first = 0, second] = ids;
  const screen = await open(`/baseManage/aircraftAudit?id=${first}`, { user: person('ATMB') });
  await seen(page.getByRole('heading', { level: 2, name: `B-${first}SD` }));
  await userEvent.keyboard('r');
  await dialog().getByRole('button', { name: '驳回', exact: true }).click();
  await seen(page.getByText('请填写“驳回”的原因'));
  expect(decided).toEqual([]);
  await dialog().getByRole('textbox').fill('适航证不清晰');
  await control('{Enter}');
  await gone(dialog());
  expect(decided).toEqual([
    { resource: 'aircraft', id: first, decision: 'reject', stepIndex: 0, comment: '适航证不清晰' },
  ]);
  await expect.poll(() => screen.at().searchParams.get('id')).toBe(String(second));
  await number(queue(), 2);

  // The address is a moment ahead of the page: the keys act on the document that is shown.
  await seen(page.getByRole('heading', { level: 2, name: `B-${second}SD` }));
  await seen(css('[data-act=approve]'));
  await userEvent.keyboard('a');
  await seen(dialog());
  await control('{Enter}');
  await gone(dialog());
  expect(decided.at(-1)).toEqual({ resource: 'aircraft', id: second, decision: 'approve', stepIndex: 0 });
});

test('the desk shows why the user may not decide, and the keys do nothing', async () => {
  const why = '审批流程未指定您审批当前步骤';
  may = { approve: why, return: why, reassign: why, reject: why };
  await open(`/baseManage/aircraftAudit?accept=3&id=${ids[0]}`);
  await seen(page.getByRole('alert').filter({ hasText: why }));
  await expect.element(css('[data-act=approve]')).toBeDisabled();
  await userEvent.keyboard('a');
  await userEvent.keyboard('j');
  await expect.poll(chosen).toBe(1);
  expect(dialog().elements()).toEqual([]);
});

test.each(sampled([false, true]))('axe finds nothing on the desk (phone: %s)', async (phone) => {
  await open(`/baseManage/aircraftAudit?id=${ids[0]}`, { phone, user: person('ATMB') });
  await seen(css('.audit-was'));
  expect(await validated('desk')).toEqual([]);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth);
});

test.each([
  ['an operator sees the certification of their own company', 1],
  ['who sees several companies chooses one', 2],
])('%s', async (_, count) => {
  const path = '/baseManage/qualificationManagement';
  const companies: Row[] = [];
  for (const name of ['云翼通航', '蓝天通航'].slice(0, count))
    companies.push(await example('company', { name, examineState: auditState.accepted }));
  // The server lists those that the user may see.
  server()
    .rows('company')
    .splice(0, Number.POSITIVE_INFINITY, ...companies);
  server().call('Audit', 'GetTimeline', ({ id }) => ({
    ...timelineOf(Number(id)),
    resource: 'company',
    state: auditState.accepted,
    stepIndex: null,
    may: {},
    flows: [],
    changes: [],
  }));
  const [own] = companies;
  if (!own) throw new Error('there is no company');
  const operator = person('OM', { companyId: own.id, companyIds: [own.id] });
  await open(path, { user: count === 1 ? operator : admin });
  await seen(css('.plan-state-line').getByText('认证通过'));
  const choice = page.getByRole('combobox', { name: '选择企业' });
  await number(choice, count - 1);
  if (count > 1) await choose(choice, '蓝天');
  await seen(css('.plan-state-line').getByText(count > 1 ? '蓝天通航' : '云翼通航'));
});

test('on English pages a company goes by its English name', async () => {
  const made = [
    await example('company', { name: '云翼通航', nameEn: 'Yunyi', examineState: auditState.accepted }),
    await example('company', { name: '蓝天通航', nameEn: 'Blue Sky', examineState: auditState.accepted }),
  ];
  server()
    .rows('company')
    .splice(0, Number.POSITIVE_INFINITY, ...made);
  server().call('Audit', 'GetTimeline', ({ id }) => ({
    ...timelineOf(Number(id)),
    resource: 'company',
    may: {},
    flows: [],
    changes: [],
  }));
  await open('/baseManage/qualificationManagement', { user: admin, locale: 'en' });
  await seen(css('.plan-state-line').getByText(/Yunyi|Blue Sky/));
  await expect.element(css('.ant-select-selection-item').first()).toHaveTextContent(/Yunyi|Blue Sky/);
});
