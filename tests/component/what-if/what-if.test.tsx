import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { OutputOf } from '#contract/services.ts';
import { json, refused } from '#tests/component/support/fake-server.ts';
import { open, server } from '#tests/component/support/mount.tsx';
import { choose, css, gone, seen, tooWide, validated } from '#tests/component/support/ui.ts';

/** Rule changes tried on past days: what is sent, what would differ, and putting the changes in force. */

const start = '/api/services/app/WhatIf/Start';
const bodyOf = (path: string) => server().asked.find((one) => one.path === path)?.body;

function parameter() {
  server().add('parameter', {
    id: 7,
    key: 'plan.longestTaskHours',
    group: 'plan',
    name: '最长架次',
    nameEn: 'Longest sortie',
    value: '12',
    valueType: 'integer',
    unit: 'h',
  });
}

const parameterPicker = () => page.getByRole('combobox', { name: '参数', exact: true });

async function fill() {
  await open('/statistics/whatIf/create');
  await seen(page.getByLabelText('名称', { exact: true }));
  await page.getByLabelText('名称', { exact: true }).fill('更短的架次');
  await choose(parameterPicker(), '最长架次');
  await seen(page.getByText('现行'));
}

test('a changed parameter is sent with the period and the parts, and leads to its result', async () => {
  parameter();
  server().add('whatIf', { id: 3, title: '更短的架次', state: 'running', parts: ['plans'] });
  server().call('WhatIf', 'Start', () => ({ id: 3 }));
  server().call('WhatIf', 'Get', () => ({
    id: 3,
    state: 'running',
    progress: 0.4,
    differences: [],
    result: null,
  }));
  await fill();
  await css('[id$="_value"]').fill('9');
  await page.getByRole('button', { name: '开始评估' }).click();
  await seen(page.getByText('正在评估'));
  expect(bodyOf(start)).toMatchObject({
    title: '更短的架次',
    parts: ['plans', 'approvals', 'alerts'],
    changes: [{ kind: 'field', resource: 'parameter', id: 7, field: 'value', value: '9' }],
  });
  await expect.poll(() => page.getByRole('progressbar').element().getAttribute('aria-valuenow')).toBe('40');
});

test('what is missing, and what the server refuses, is shown at its field; nothing typed is lost', async () => {
  parameter();
  await open('/statistics/whatIf/create');
  await page.getByRole('button', { name: '开始评估' }).click();
  await expect.poll(() => css('.what-if-error').elements().length).toBe(2);
  expect(bodyOf(start)).toBeUndefined();

  server().on(start, () =>
    json(
      {
        success: false,
        result: null,
        error: {
          code: 0,
          message: '填写有误',
          details: null,
          validationErrors: [{ message: '请填写整数', members: ['changes.0.value'] }],
        },
      },
      400,
    ),
  );
  await page.getByLabelText('名称', { exact: true }).fill('更短的架次');
  await choose(parameterPicker(), '最长架次');
  await css('[id$="_value"]').fill('many');
  await page.getByRole('button', { name: '开始评估' }).click();
  await seen(page.getByText('请填写整数'));
  await expect.element(css('[id$="_value"]')).toHaveValue('many');
});

const done: OutputOf<'WhatIf', 'Get'> = {
  id: 3,
  state: 'done',
  progress: 1,
  differences: [
    { resource: 'parameter', id: 7, label: '最长架次', field: 'value', before: '12', after: '9' },
  ],
  result: {
    plans: {
      evaluated: 40,
      differ: 1,
      newlyRefused: 1,
      newlyAccepted: 0,
      items: [
        {
          id: 11,
          planNumber: 'FP202606090001',
          companyName: '云翼通航',
          at: '2026-06-09T02:00:00Z',
          state: 10,
          before: 'accepted',
          after: 'refused',
          added: [{ level: 'error', message: '架次超过 9 小时', rule: '计划填报要求' }],
          removed: [],
        },
      ],
    },
    approvals: {
      evaluated: 12,
      differ: 1,
      outcomeDiffers: 0,
      minutesBefore: 60,
      minutesAfter: 20,
      lateBefore: 1,
      lateAfter: 0,
      items: [
        {
          kind: 'plan',
          resource: 'plan',
          document: 11,
          label: 'FP202606090001',
          submittedAt: '2026-06-09T02:00:00Z',
          before: { flow: '通用', steps: ['受理', '批复'], outcome: 'approved', minutes: 60, inTime: false },
          after: { flow: '通用', steps: ['受理'], outcome: 'approved', minutes: 20, inTime: true },
        },
      ],
    },
    alerts: {
      evaluated: 5,
      differ: 1,
      raisedBefore: 5,
      raisedAfter: 4,
      items: [
        {
          net: 'pairs',
          before: 'caution',
          after: null,
          raisedAt: '2026-06-09T03:00:00Z',
          clearedAt: null,
          earlierS: 0,
          reason: '55 秒后相距 900 m',
          targets: ['B10QA', 'B10SX'],
          track: 't1',
          causes: [0],
        },
      ],
      leftOut: ['未记录紧急代码'],
    },
  },
};

function evaluated(state: string) {
  parameter();
  server().add('whatIf', { id: 3, title: '更短的架次', state, parts: ['plans', 'approvals', 'alerts'] });
  server().call('WhatIf', 'Get', () => ({ ...done, state: String(server().row('whatIf', 3).state) }));
}

test.each([{ phone: true }, { phone: false, locale: 'en', theme: 'dark' } as const])(
  'each difference is shown with its reason and leads to what it is about (%o)',
  async (look) => {
    evaluated('done');
    await open('/statistics/whatIf/3', look);
    await seen(page.getByText('架次超过 9 小时'));
    const links = [...document.querySelectorAll('.what-if-result a')].map((one) => one.getAttribute('href'));
    expect(links).toContain('/navigation/details?id=11');
    expect(links.some((href) => href?.startsWith('/flightWatch/trackPlayback?at=2026-06-09T03'))).toBe(true);
    await seen(page.getByText('55 秒后相距 900 m'));
    // A single change is the cause of everything.
    expect(document.querySelector('.what-if-result')?.textContent).not.toMatch(/相关变更|Changes that bear/);
    expect(tooWide('#content')).toBeLessThanOrEqual(0);
    expect(await validated('evaluation', '.what-if-result')).toEqual([]);
  },
);

test('the changes are put in force with a reason; a refusal is shown in the dialog', async () => {
  evaluated('done');
  server().on('/api/services/app/WhatIf/Apply', () => refused('最长架次在评估后已有变动'));
  await open('/statistics/whatIf/3');
  await page.getByRole('button', { name: '使变更生效' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: '使变更生效' }).click();
  await seen(dialog.getByText('必填'));
  await dialog.getByLabelText('理由').fill('缩短架次');
  await dialog.getByRole('button', { name: '使变更生效' }).click();
  await seen(dialog.getByText('最长架次在评估后已有变动'));
  server().call('WhatIf', 'Apply', () => {
    server().change('whatIf', 3, { state: 'applied' });
    return { applied: 1 };
  });
  await dialog.getByRole('button', { name: '使变更生效' }).click();
  await gone(dialog);
  await seen(page.getByText('变更已生效', { exact: true }));
  expect(
    server()
      .asked.filter(({ path }) => path.endsWith('/Apply'))
      .at(-1)?.body,
  ).toEqual({ id: 3, reason: '缩短架次' });
});

test('of several changes each differing alert names those that bear on it', async () => {
  evaluated('done');
  const alerts = done.result?.alerts;
  if (!done.result || !alerts) throw new Error('no alerts');
  const [first] = alerts.items;
  if (!first) throw new Error('no alert');
  const result = {
    ...done.result,
    alerts: {
      ...alerts,
      differ: 2,
      items: [
        { ...first, causes: [0, 1] },
        { ...first, raisedAt: '2026-06-09T04:00:00Z', causes: [] },
      ],
    },
  };
  const area = { resource: 'airspace' as const, id: 5, label: '训练空域', before: 1, after: 2 };
  const differences = [...done.differences, { ...area, field: 'lower' }, { ...area, field: 'upper' }];
  server().call('WhatIf', 'Get', () => ({ ...done, differences, result }));
  await open('/statistics/whatIf/3');
  const section = page.getByRole('region', { name: '告警' });
  await seen(section.getByText('相关变更'));
  await expect
    .poll(() => [...document.querySelectorAll('.what-if-reasons li')].map((one) => one.textContent))
    .toEqual(expect.arrayContaining(['最长架次', '训练空域: 下限']));
  await seen(section.getByText('无法归于某项变更'));
});
