import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { AlertStatistics } from '#contract/alerts.ts';
import { type AlertCounts, alertCounts } from '#domain/conflicts/alert-counts.ts';
import { json } from '#tests/component/support/fake-server.ts';
import { open, server } from '#tests/component/support/mount.tsx';
import { gone, seen, tooWide, validated } from '#tests/component/support/ui.ts';

/** How much alerts disturb: the goal in words, numbers that lead to their alerts, and the classification itself. */

const none = Object.fromEntries(alertCounts.map((name) => [name, 0])) as AlertCounts;
const some: AlertCounts = {
  ...{ raised: 20, acknowledged: 12, acknowledgedUnseen: 3, muted: 1 },
  ...{ confirmed: 8, nuisance: 1, false: 1 },
};
const answer: AlertStatistics = {
  from: '2026-06-09T04:00:00.000Z',
  to: '2026-06-10T04:00:00.000Z',
  timeZone: 'Asia/Shanghai',
  totals: some,
  kinds: [{ kind: 'pairs', perHour: 0.83, ...some }],
  areas: [
    { id: 5, name: '成都平原管辖区', ...some },
    { id: null, name: null, ...none, raised: 2 },
  ],
  hours: Array.from({ length: 24 }, (_, hour) => ({ hour, ...(hour === 9 ? some : none) })),
};
const app = '/api/services/app';
const asked = (path: string) => server().asked.filter((one) => one.path === `${app}/${path}`);
const tableOf = (name: string) => page.getByRole('table', { name });
const hrefs = (table: string, row: string) =>
  tableOf(table)
    .getByRole('row')
    .filter({ hasText: row })
    .getByRole('link')
    .elements()
    .map((one) => new URL(one.getAttribute('href') ?? '', 'http://x').searchParams);

beforeEach(() => {
  server().add('organizationUnit', {
    ...{ id: 5, displayName: '成都平原管辖区', code: '00002', kind: 'coverage' },
    area: { type: 'Polygon', coordinates: [] },
  });
  server().call('Alert', 'GetStatistics', () => answer);
  server().call('Alert', 'GetTimeline', () => [{ at: answer.from, kind: 'pairs', raised: 20 }]);
});

test('the share of nuisance is told against the goal, and leads to what is not classified', async () => {
  await open('/flightWatch/alertStatistics');
  await seen(page.getByText('占已判定 10 条的 20.0%，符合不超过 20% 的目标'));
  const link = page.getByRole('link', { name: '20 条中有 10 条未判定' });
  expect(link.element().getAttribute('href')).toContain('f.classification.null=1');

  server().call('Alert', 'GetStatistics', () => ({ ...answer, totals: { ...some, false: 2 } }));
  await open('/flightWatch/alertStatistics?hours=168');
  await seen(page.getByText('占已判定 11 条的 27.3%，超出不超过 20% 的目标'));
  server().call('Alert', 'GetStatistics', () => ({ ...answer, totals: { ...none, raised: 4 } }));
  await open('/flightWatch/alertStatistics?hours=720');
  await seen(page.getByText('该时段尚无已判定的告警'));
});

test('what the address chooses is asked for, is in every link, and is exported', async () => {
  await open('/flightWatch/alertStatistics?hours=168&kinds=pairs,areas&area=5');
  await seen(page.getByText('成都平原管辖区').first());
  const query = asked('Alert/GetStatistics').at(-1)?.query;
  expect([query?.get('hours'), query?.get('area'), query?.getAll('kinds')]).toEqual([
    '168',
    '5',
    ['pairs', 'areas'],
  ]);
  const [raised] = hrefs('按管辖区', '成都平原管辖区');
  expect(Object.fromEntries(raised ?? [])).toEqual({
    'f.raisedAt.between': `${answer.from},${answer.to}`,
    'f.kind.in': 'pairs,areas',
    'f.areas.in': '5',
  });
  const falseOnes = hrefs('按类别', '飞行冲突').at(-1);
  expect(Object.fromEntries(falseOnes ?? [])).toMatchObject({
    'f.kind.in': 'pairs',
    'f.areas.in': '5',
    'f.classification.in': 'false',
  });
  // Nine o'clock of the day is within the span once.
  const [atNine] = hrefs('按一日各时', '09:00');
  expect(JSON.parse(atNine?.get('filter') ?? '')).toEqual({
    operator: 'and',
    value: [
      {
        operator: 'or',
        value: [
          {
            field: 'raisedAt',
            operator: 'between',
            value: ['2026-06-10T01:00:00.000Z', '2026-06-10T01:59:59.999Z'],
          },
        ],
      },
    ],
  });
  server().on(`${app}/Alert/ExportStatisticsCsv`, () => json({}, 200));
  await page.getByRole('button', { name: '导出按管辖区' }).click();
  await page.getByRole('menuitem', { name: 'CSV' }).click();
  await expect
    .poll(() => Object.fromEntries(asked('Alert/ExportStatisticsCsv').at(-1)?.query ?? []))
    .toMatchObject({ table: 'areas', hours: '168', area: '5' });
});

test.each([{ phone: true }, { phone: false, locale: 'en', theme: 'dark' } as const])(
  'the screen is whole in either language and width (%o)',
  async (look) => {
    await open('/flightWatch/alertStatistics', look);
    await seen(page.getByText(look.phone ? '所有管辖区之外' : 'Outside every area').first());
    expect(tooWide('#content')).toBeLessThanOrEqual(0);
    expect(await validated('alert statistics', '#content')).toEqual([]);
  },
);

test('an alert is classified on its page: nuisance and false with a reason, confirmed without', async () => {
  const alert = {
    ...{ kind: 'pairs', level: 'caution', highestLevel: 'caution', state: 'cleared', alertKey: 'pairs:a|b' },
    ...{ reason: 'CWA1 与 CWB2 间隔不足', reasonEn: 'CWA1 and CWB2', raisedAt: '2026-06-10T02:00:00.000Z' },
  };
  server().add('encounter', { id: 7, ...alert });
  server().call('Alert', 'Classify', () => null);
  await open('/flightWatch/encounter');
  await seen(page.getByText('CWA1 与 CWB2 间隔不足').first());
  await page
    .getByRole('button', { name: /更多|操作/ })
    .last()
    .click();
  await page.getByRole('menuitem', { name: '判定' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: '误报' }).click();
  await dialog.getByRole('button', { name: '判定' }).click();
  await seen(dialog.getByText('请填写理由'));
  expect(asked('Alert/Classify')).toEqual([]);
  await dialog.getByRole('radio', { name: '属实' }).click();
  await dialog.getByRole('button', { name: '判定' }).click();
  await gone(dialog);
  expect(asked('Alert/Classify').at(-1)?.body).toEqual({ id: 7, classification: 'confirmed', reason: '' });
  await userEvent.keyboard('{Escape}');
});
