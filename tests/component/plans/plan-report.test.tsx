import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { OutputOf } from '#contract/services.ts';
import type { ReportMetrics } from '#domain/plans/report-metrics.ts';
import { noPlans, noWork } from '#domain/statistics/measures.ts';
import { found, open, server } from '#tests/component/support/mount.tsx';
import { sampled } from '#tests/component/support/sampled.ts';
import { css, gone, seen, texts, tooWide, validated } from '#tests/component/support/ui.ts';

/** Reports of plans, and how wide tables of statistics are read on a phone. */

const metrics: ReportMetrics = {
  plans: 20,
  pending: 2,
  approved: 14,
  rejected: 3,
  revoked: 1,
  cancelled: 2,
  lapsed: 1,
  inFlight: 1,
  flown: 8,
  sorties: 12,
  minutes: 630,
  departed: 9,
  onTime: 6,
  lateReports: 1,
  missingReports: 0,
};
const head = {
  period: 'month',
  from: '2026-06-01',
  to: '2026-06-30',
  bucket: 'day' as const,
  timeZone: 'Asia/Shanghai',
  generatedAt: '2026-06-10T02:00:00.000Z',
  onTimeMinutes: 15,
  lateReportMinutes: 10,
};
const line = { id: 1, name: '四川云翼通用航空有限公司', ...metrics };

beforeEach(() => {
  server().call('Navigation', 'GetNAircraftReport', ({ period = 'month' }) => ({
    ...head,
    period,
    totals: metrics,
    series: [{ key: '2026-06-02', ...metrics }],
    companies: [line],
    missionTypes: [{ ...line, name: '电力巡线' }],
    aircraftTypes: [{ ...line, name: 'C172' }],
    airports: [{ ...line, name: '广汉' }],
  }));
  server().call('Navigation', 'GetFlyTypeNameList', () => ({
    ...head,
    keys: ['2026-06-02'],
    items: [{ id: 1, name: '电力巡线', points: [{ key: '2026-06-02', ...metrics }] }],
  }));
  server().call('Navigation', 'GetFlyTypeNameUnit', () => ({
    ...head,
    items: [{ company: 1, companyName: line.name, values: [{ ...line, name: '电力巡线' }] }],
  }));
});

const report = '/statistics/navigationForms';
const total = (name: string) => css(`.report-totals [data-figure=${name}] strong`);

test('a report counts every plan once, its tables have the same totals, and it is printed whole', async () => {
  await open(report);
  await expect.element(total('plans')).toHaveTextContent('20');
  await expect.element(total('onTimeRate')).toHaveTextContent('66.7%');
  await seen(css('.report-charts canvas'));
  // Every plan has one outcome: the parts add up to the plans.
  const outcome = page
    .getByRole('img', { name: /^计划去向/ })
    .element()
    .getAttribute('aria-label');
  const parts = (outcome?.match(/\d+/g) ?? []).map(Number);
  expect(parts).toHaveLength(8);
  expect(parts.reduce((sum, part) => sum + part, 0)).toBe(metrics.plans);
  await page.getByRole('tab', { name: '按运行单位' }).click();
  const summary = css('.report-tables .ant-tabs-tabpane-active .ant-table-summary td');
  await expect.poll(() => texts(summary).slice(0, 2)).toEqual(['合计', '20']);
  expect(await validated('report')).toEqual([]);

  await page.getByRole('button', { name: '打印' }).click();
  const paper = css('.cw-paper');
  await seen(paper.getByRole('heading', { name: '按任务性质' }));
  // The sums, the time, and the four groups.
  await expect.poll(() => css('.cw-paper .cw-print-table').elements()).toHaveLength(6);
  const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
  await css('.cw-sheet-bar .ant-btn-primary').click();
  expect(print).toHaveBeenCalledOnce();
  print.mockRestore();
  await css('.cw-sheet-bar .ant-btn').last().click();
  await gone(paper);
});

test('the period of a report is in its address and in the question', async () => {
  const screen = await open(`${report}?from=2026-06-10`);
  await expect.element(page.getByTestId('report-span')).toHaveTextContent('2026-06-01 – 2026-06-30');
  await page.getByText('年报').click();
  await expect.element(page.getByTestId('report-span')).toHaveTextContent('2026-01-01 – 2026-12-31');
  expect(screen.at().searchParams.get('period')).toBe('year');
  await expect
    .poll(() => server().asked.findLast(({ path }) => path.endsWith('/GetNAircraftReport'))?.body)
    .toMatchObject({ period: 'year' });
  await open(`${report}${screen.at().search}`);
  await expect.element(page.getByTestId('report-span')).toHaveTextContent('2026-01-01 – 2026-12-31');
});

test.each(
  sampled([
    ['on a phone', { phone: true }],
    ['in English', { locale: 'en' as const }],
  ]),
)('a report is accessible %s', async (_, look) => {
  await open(report, look);
  await seen(css('.report-charts canvas'));
  expect(await validated('report')).toEqual([]);
  expect(tooWide('main')).toBe(0);
});

test('a stored report shows its mission types, of which it has the totals alone', async () => {
  server().call('ReportResult', 'Get', () => ({
    name: 'Daily figures',
    dueAt: head.generatedAt,
    report: {
      ...head,
      period: 'month' as const,
      totals: metrics,
      series: [{ key: '2026-06-02', ...metrics }],
      companies: [line],
      missionTypes: [{ ...line, name: 'Power line patrol' }],
      aircraftTypes: [],
      airports: [],
    },
  }));
  await open('/statistics/reportResult/1', { locale: 'en' });
  await seen(page.getByRole('heading', { name: 'Daily figures' }));
  await seen(
    css('.report-charts .ant-card')
      .nth(2)
      .getByRole('img', { name: /Power line patrol 20/ }),
  );
});

type Answer = OutputOf<'Statistics', 'GetPlans'>;
const sums = { ...noPlans, plans: 9, flown: 5 };
const plans: Answer = {
  ...head,
  totals: sums,
  series: [{ key: '2026-06-02', ...sums }],
  groups: [{ by: 'company', items: [{ key: '1', id: 1, name: line.name, ...sums }], totalCount: 1 }],
  source: 'sums',
  pending: 0,
  check: null,
};

test.each(['NavigationBigData', 'navigationFSS', 'navigationFSSNew'])(
  'on a phone the wide table of %s scrolls in its own box, with the names in place',
  async (path) => {
    server().call('Statistics', 'GetPlans', () => plans);
    server().call('Statistics', 'GetHeat', () => ({ ...head, of: 'plans', degrees: 0.05, cells: [] }));
    const work = { ...noWork, decisions: 7 };
    server().call('Statistics', 'GetWork', () => ({
      ...head,
      totals: work,
      series: [{ key: '2026-06-02', ...work }],
      kinds: [{ kind: 'plan' as const, ...work }],
      people: [{ id: 12, name: '顾平', ...work }],
      waiting: [],
    }));
    server().call('Mobile', 'FssMonthStatistics', () => ({
      year: 2026,
      timeZone: head.timeZone,
      items: [{ key: '2026-06', from: head.from, to: head.to, work, before: noWork, yearBefore: noWork }],
    }));
    await open(`/statistics/${path}`, { phone: true });
    const tables = css('.statistics-page .ant-table-content:visible');
    await seen(tables);
    const box = tables.last().element();
    const name = box.querySelector('tbody .ant-table-cell-fix-left, tbody .ant-table-cell-fix-start');
    const left = () => name?.getBoundingClientRect().left;
    const before = left();
    expect(before).toBeDefined();
    box.scrollLeft = 10_000;
    await expect.poll(() => box.scrollLeft).toBeGreaterThan(0);
    expect(left()).toBe(before);
    await found('main');
    expect(tooWide('main')).toBe(0);
  },
);
