import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { EquipmentCoverage, EquipmentHistory, EquipmentSource } from '#contract/equipment.ts';
import { open, server } from '#tests/component/support/mount.tsx';
import { sampled } from '#tests/component/support/sampled.ts';
import { css, gone, seen, validated } from '#tests/component/support/ui.ts';

/** The screen of sources, gateways and terminals, with the history and the coverage of a source. */

const at = Date.UTC(2026, 10, 23, 5);
const span = (percent: number | null) => ({ percent, watched: percent === null ? 0 : 98.5 });
const source = (id: number, name: string, values: Partial<EquipmentSource>): EquipmentSource => ({
  id,
  name,
  type: 'Cat21',
  transport: 'udpUnicast',
  state: 'live',
  fault: null,
  lastAt: at - 2_000,
  recordsPerSecond: 12.4,
  delayP50S: 0.35,
  delayP95S: 1.2,
  day: span(100),
  week: span(99.9),
  month: span(93.2),
  recent: Array.from({ length: 96 }, (_, index) => (index < 20 ? null : 4 + (index % 7))),
  declared: 400,
  seen: 300,
  beyond: 2,
  gaps: 12,
  ...values,
});

const coverage: EquipmentCoverage = {
  id: 1,
  name: '成都 ADS-B',
  band: 'all',
  from: '2026-10-24',
  to: '2026-11-23',
  degrees: 0.05,
  leastReports: 3,
  hours: 240,
  declared: 400,
  site: [104, 30.5],
  rangeM: 60_000,
  area: null,
  bands: {
    all: { seen: 3, beyond: 1, gaps: 2, untested: 395 },
    low: { seen: 0, beyond: 0, gaps: 1, untested: 399 },
    middle: { seen: 3, beyond: 1, gaps: 1, untested: 396 },
    high: { seen: 0, beyond: 0, gaps: 0, untested: 400 },
    upper: { seen: 0, beyond: 0, gaps: 0, untested: 400 },
    unknown: { seen: 0, beyond: 0, gaps: null, untested: null },
  },
  seen: [[104, 30.5, 90, at]],
  beyond: [[106, 30.5, 9, at]],
  gaps: [[104.05, 30.5, 40, at]],
  untested: [[103.5, 30.4, 12]],
};

const history: EquipmentHistory = {
  id: 1,
  name: '成都 ADS-B',
  stepS: 900,
  slots: Array.from({ length: 96 }, (_, index) => ({
    at: at - (96 - index) * 900_000,
    rate: index === 5 ? null : 10 + (index % 5),
    delayP50S: index === 5 ? null : 0.3,
    delayP95S: index === 5 ? null : 1.1,
    availability: index === 5 ? null : 100,
  })),
  changes: [
    { at: at - 3_600_000, state: 'live' },
    { at: at - 3_700_000, state: 'lost' },
  ],
  days: [
    { day: '2026-11-22', ...span(98.7) },
    { day: '2026-11-23', ...span(100) },
  ],
  day: span(100),
  week: span(99.9),
  month: span(93.2),
  demoUntil: null,
};

function equipment(): void {
  server().call('Equipment', 'GetList', () => ({
    at,
    demoUntil: at - 86_400_000,
    sources: [
      source(1, '成都 ADS-B', {}),
      source(2, '西岭雷达', {
        state: 'dead',
        lastAt: at - 600_000,
        declared: null,
        gaps: 0,
        day: span(null),
      }),
      source(3, '坏版本站', { state: 'fault', fault: '很可能不是 2.x 版', delayP50S: null, delayP95S: null }),
    ],
    gateways: [
      {
        id: 1,
        name: 'AFTN 线路',
        kind: 'tcp',
        direction: 'both',
        state: 'late' as const,
        lastSentAt: at - 60_000,
        lastReceivedAt: null,
        waiting: 4,
        oldestAt: at - 1_800_000,
        sent: 20,
        received: 0,
        failed: 1,
        recent: Array.from({ length: 31 }, (_, index) => index),
      },
    ],
  }));
  server().call('Equipment', 'GetTerminals', ({ state }) => ({
    at,
    totalCount: 1,
    items: [
      {
        terminal: '780ab1',
        kind: 'transponder' as const,
        state: state === 'silent' ? ('silent' as const) : ('live' as const),
        aircraft: { id: 9, registration: 'B-70XN' },
        lastAt: at - 3_000,
        reportsPerMinute: 58.2,
        reports: 12_400,
        days: 12,
        sources: ['成都 ADS-B'],
      },
    ],
  }));
  server().call('Equipment', 'GetHistory', ({ id }) => ({ ...history, id: Number(id) }));
  server().call('Equipment', 'GetCoverage', ({ id, band }) => ({
    ...coverage,
    id: Number(id),
    band: String(band),
  }));
}

const path = '/statistics/equipmentMonitoring';
const row = (name: string) => page.getByRole('row').filter({ hasText: name });

test.each([
  [false, 'light'],
  [true, 'dark'],
] as const)('on a phone %s and %s each kind of equipment says how it goes', async (phone, theme) => {
  equipment();
  await open(path, { theme, phone });
  await seen(row('成都 ADS-B').getByText('正常'));
  await seen(row('成都 ADS-B').getByText('0.35 / 1.20 s'));
  await seen(row('成都 ADS-B').getByText('75.0% (300/400)'));
  await seen(row('成都 ADS-B').getByText('缺口 12'));
  await seen(row('西岭雷达').getByText('数据中断'));
  await seen(row('西岭雷达').getByText('未申明', { exact: false }));
  await seen(row('坏版本站').getByText('很可能不是 2.x 版'));
  await seen(page.getByText('以前的历史为演示数据', { exact: false }));
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth);
  await page.getByText('报文网关', { exact: true }).click();
  await seen(row('AFTN 线路').getByText('报文积压'));
  await page.getByText('机载终端', { exact: true }).click();
  await seen(row('780ab1').getByText('B-70XN'));
  await seen(row('780ab1').getByText('58.2 条/分'));
});

test('what is looked at is in the address, and comes back with it', async () => {
  equipment();
  const screen = await open(`${path}?state=dead`);
  await seen(row('西岭雷达'));
  await gone(row('成都 ADS-B'));
  await row('西岭雷达').getByRole('button', { name: '西岭雷达 的详情' }).click();
  await seen(page.getByRole('dialog').getByText('状态变化'));
  await seen(page.getByRole('dialog').getByText('✕ 中断'));
  await expect.poll(() => screen.at().search).toContain('source=2');
  await page.getByRole('dialog').getByText('覆盖', { exact: true }).click();
  await expect.poll(() => screen.at().search).toContain('tab=coverage');
  await seen(page.getByRole('dialog').getByText('无航迹，未知').first());
});

test.each(sampled(['zh-Hans', 'en']))('is accessible in both themes, in %s', async (locale) => {
  equipment();
  await open(path, { locale });
  await seen(css('.equipment-table tbody tr'));
  expect(await validated(path, '.equipment')).toEqual([]);
  await open(`${path}?source=1`, { locale });
  await seen(css('.equipment-changes li'));
  await seen(css('.cw-chart canvas'));
  expect(await validated('history', '.ant-drawer-content')).toEqual([]);
  await open(`${path}?source=1&tab=coverage&band=middle`, { locale });
  await seen(css('.cw-map-scale li'));
  await seen(
    page.getByRole('dialog').getByText(locale === 'en' ? '240 hours' : '240 小时', { exact: false }),
  );
  expect(await validated('coverage', '.ant-drawer-content')).toEqual([]);
});
