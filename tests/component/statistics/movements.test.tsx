import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { OutputOf } from '#contract/services.ts';
import type { RecordedFlight } from '#contract/statistics.ts';
import { noMovements } from '#domain/statistics/movements.ts';
import { open, server } from '#tests/component/support/mount.tsx';
import { css, number, seen, tooWide, validated } from '#tests/component/support/ui.ts';

/** Take-offs and landings by track beside the reports: numbers lead to their flights, flights to plan and playback. */

const head = { from: '2026-11-01', to: '2026-11-30', timeZone: 'Asia/Shanghai' };
const sums = { takeOffs: 4, landings: 3, inferred: 1, reportedTakeOffs: 6, reportedLandings: 5 };
const answer: OutputOf<'Statistics', 'GetMovements'> = {
  ...head,
  period: 'month',
  bucket: 'day',
  generatedAt: '2026-11-25T04:00:00Z',
  totals: { ...sums, takeOffs: 5 },
  withoutPlan: { ...noMovements, takeOffs: 2 },
  hasWithoutPlan: true,
  totalCount: 2,
  places: [
    { key: 'airport:7', name: '洛带机场', sums, withoutPlan: { ...noMovements, takeOffs: 2 } },
    { key: 'elsewhere', name: null, sums: { ...noMovements, takeOffs: 1 }, withoutPlan: noMovements },
  ],
};
const flight: RecordedFlight = {
  track: '780001',
  begunAt: '2026-11-20T02:05:00Z',
  icao24: '780001',
  callsign: 'B10QA',
  plan: 9,
  planNumber: 'FP2611200001',
  companyName: '云翼通航',
  takeOff: { at: '2026-11-20T02:05:00Z', place: '洛带机场', isInferred: false },
  reportedTakeOffAt: '2026-11-20T02:07:00Z',
  landing: { at: '2026-11-20T02:45:00Z', place: null, isInferred: true },
  reportedLandingAt: '2026-11-20T03:00:00Z',
  flightMinutes: 40,
  blockMinutes: null,
};

beforeEach(() => {
  server().call('Statistics', 'GetMovements', () => answer);
  server().call('Statistics', 'GetTrackFlights', () => ({
    ...head,
    totalCount: 2,
    items: [
      flight,
      {
        ...flight,
        track: '780002',
        callsign: null,
        icao24: '780002',
        plan: null,
        planNumber: null,
        companyName: null,
        reportedTakeOffAt: null,
        reportedLandingAt: null,
      },
    ],
  }));
});

const asked = (call: string) =>
  server().asked.filter(({ path }) => path === `/api/services/app/Statistics/${call}`);
const days = 'period=month&from=2026-11-01';

test('a number of take-offs leads to those flights, with the days and filters of the page', async () => {
  const screen = await open(`/statistics/NavigationBigData/movements?${days}&companies=4`, { locale: 'en' });
  await userEvent.click(page.getByTitle('Show the flights: Take-offs by track, 洛带机场'));
  await expect.poll(() => screen.at().pathname).toBe('/statistics/NavigationBigData/flights');
  await seen(page.getByText('Take-off: 洛带机场'));
  expect(asked('GetTrackFlights').at(-1)?.body).toMatchObject({
    period: 'month',
    from: '2026-11-01',
    companies: [4],
    part: 'withPlan',
    place: 'airport:7',
    movement: 'takeOff',
  });
  // Without the place, all flights of these plans.
  await userEvent.click(page.getByRole('img', { name: 'Close' }));
  await expect.poll(() => asked('GetTrackFlights').at(-1)?.body).not.toHaveProperty('place');
  expect(asked('GetTrackFlights').at(-1)?.body).toMatchObject({ part: 'withPlan', companies: [4] });
});

test('flights without a plan have their own columns, and lead to their own list', async () => {
  await open(`/statistics/NavigationBigData/movements?${days}`, { locale: 'en' });
  await userEvent.click(page.getByTitle('Show the flights: Take-offs without plan, 洛带机场'));
  await expect
    .poll(() => asked('GetTrackFlights').at(-1)?.body)
    .toMatchObject({ part: 'withoutPlan', place: 'airport:7', movement: 'takeOff' });
});

test('who may not see flights without a plan has no columns of them', async () => {
  server().call('Statistics', 'GetMovements', () => ({ ...answer, hasWithoutPlan: false }));
  await open(`/statistics/NavigationBigData/movements?${days}`, { locale: 'en' });
  await seen(page.getByTitle('Show the flights: Take-offs by track, 洛带机场'));
  expect(page.getByText('Take-offs without plan').elements()).toEqual([]);
});

test('a flight says what is inferred, by how much its report differs, and where its plan and playback are', async () => {
  await open(`/statistics/NavigationBigData/flights?${days}`, { locale: 'en' });
  await seen(page.getByText('differs by +15 min'));
  await number(page.getByText(/differs by/), 1);
  await seen(page.getByText('inferred', { exact: true }).first());
  await expect
    .element(page.getByRole('link', { name: 'FP2611200001' }))
    .toHaveAttribute('href', '/navigation/navigation/show/9');
  await expect
    .element(page.getByRole('link', { name: 'B10QA' }))
    .toHaveAttribute('href', '/flightWatch/trackPlayback?at=2026-11-20T02%3A05%3A00Z&track=780001');
  await page.getByRole('combobox', { name: 'Flights shown' }).click({ force: true });
  await css('.ant-select-item-option').filter({ hasText: 'Without plan' }).click();
  await expect.poll(() => asked('GetTrackFlights').at(-1)?.body).toMatchObject({ part: 'withoutPlan' });
});

test.each([
  ['movements', 'Export: Take-offs and landings', 'ExportMovements', {}],
  ['flights', 'Export: Flights by track', 'ExportTrackFlights', { part: 'all' }],
])('%s are saved as they are shown', async (path, button, call, more) => {
  await open(`/statistics/NavigationBigData/${path}?${days}`, { locale: 'en' });
  await userEvent.click(page.getByRole('button', { name: button }));
  await userEvent.click(page.getByText('Excel', { exact: true }));
  await expect
    .poll(() => asked(call).map(({ query }) => Object.fromEntries(query)))
    .toEqual([{ period: 'month', from: '2026-11-01', ...more }]);
});

test.each([
  ['movements', 'light'],
  ['flights', 'dark'],
] as const)('%s can be read by everyone, on a phone too', async (path, theme) => {
  await open(`/statistics/NavigationBigData/${path}?${days}`, { locale: 'zh-Hans', theme, phone: true });
  await seen(page.getByText('洛带机场').first());
  expect(await validated(path)).toEqual([]);
  expect(tooWide('.statistics-page')).toBe(0);
});
