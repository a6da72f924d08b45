import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { json } from '#tests/component/support/fake-server.ts';
import { open, server } from '#tests/component/support/mount.tsx';
import { css, gone, seen } from '#tests/component/support/ui.ts';

const answer = (result: unknown) => json({ success: true, result, error: null });
const plan = {
  id: 7,
  version: 3,
  planNumber: 'FP202611210001',
  callsign: 'B10QA',
  company: 1,
  state: 8,
  stateText: '允许放飞（有限制）',
  kind: 'quick',
  mission: '管线巡查',
  contact: '何远',
  phone: '0838-5300001',
  weatherMinima: '目视',
  communications: '118.7',
  startTime: '2026-11-21T02:00:00.000Z',
  endTime: '2026-11-21T03:30:00.000Z',
  realEtd: '2026-11-21T02:10:00.000Z',
  takeoffAt: null,
  realEta: null,
  restricted: true,
  restriction: '不得高于 800 米',
  sFltText: 'CLD',
  actualNum: null,
  flightNum: null,
  delayMinutes: null,
  labels: { company: '四川云翼通用航空有限公司', departure: '广汉', destination: '广汉' },
};
const task = {
  id: 9,
  version: 1,
  sequence: 1,
  callsign: 'B10QA',
  registration: 'B-10QA',
  typeDesignator: 'C172',
  aircraft: 3,
  etd: plan.startTime,
  eta: plan.endTime,
  lower: { value: 600, unit: 'm', reference: 'AMSL' },
  upper: { value: 900, unit: 'm', reference: 'AMSL' },
  geometry: {
    type: 'Polygon',
    coordinates: [
      [
        [104, 31],
        [104.5, 31],
        [104.5, 31.5],
        [104, 31],
      ],
    ],
  },
  labels: { pilots: ['高翔'], departure: '广汉', destination: '广汉' },
};
const flow = {
  id: 1,
  kind: 'plan',
  kindText: '计划审批',
  state: 'approved',
  stepIndex: 1,
  steps: [
    {
      index: 0,
      name: '受理与初审',
      roles: [],
      who: ['空管单位'],
      assignees: [],
      quorum: 'any',
      timeLimitMinutes: null,
      onTimeout: 'remind',
      state: 'done',
      dueAt: null,
      decisions: [{ decision: 'approve', byName: '顾平', at: '2026-11-20T03:00:00.000Z', comment: '同意' }],
    },
  ],
};

test('a plan is a form on A4: what art. 13 asks for, its sorties, what was decided, and room to sign', async () => {
  server().on('/api/services/app/Navigation/GetNAircraftById', () =>
    answer({
      plan,
      tasks: [task],
      actions: [],
      flows: [flow],
      now: plan.startTime,
      timeZone: 'Asia/Shanghai',
    }),
  );
  server().on('/api/services/app/Navigation/GetFindingsById', () =>
    answer({ ok: true, findings: [], suggestions: [], offeredUrgencies: [] }),
  );
  await open('/navigation/details?id=7', { theme: 'dark' });
  await page.getByRole('button', { name: '打印' }).click();
  await seen(css('.cw-paper h1'));
  const paper = () => css('.cw-paper').element().textContent ?? '';
  const inOrder = [
    '通用航空飞行计划',
    'FP202611210001',
    '管线巡查',
    '目视',
    '118.7',
    '不得高于 800 米',
    'B-10QA C172',
    '600',
    '高翔',
    '31°00′00.0″N 104°00′00.0″E',
    '顾平',
    '批复单位签字',
  ];
  for (const text of inOrder) expect(paper()).toContain(text);
  // The corner that closes an area is not written twice.
  expect(paper().match(/31°00′00.0″N 104°00′00.0″E/g)).toHaveLength(1);
  const { width } = css('.cw-paper').element().getBoundingClientRect();
  expect(width).toBeLessThanOrEqual((210 / 25.4) * 96 + 1);
  const table = css('.cw-paper .cw-print-table').first().element().getBoundingClientRect();
  expect(table.width).toBeLessThan(width);
  const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
  await css('.cw-sheet-bar .ant-btn-primary').click();
  expect(print).toHaveBeenCalledOnce();
  await css('.cw-sheet-bar .ant-btn').last().click();
  await gone(css('.cw-paper'));
});
