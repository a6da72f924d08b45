import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { dayAfter } from '#domain/plans/working-days.ts';
import { dayOf } from '#domain/time/wall-clock.ts';
import { defaultCategoryLimits } from '#domain/weather/category.ts';
import { json } from '#tests/component/support/fake-server.ts';
import { mount, server } from '#tests/component/support/mount.tsx';
import { observation, wind } from '#tests/support/weather.ts';
import { queryClient } from '#web/client/query-client.ts';
import { AerodromeTab } from '#web/features/aerodromes/aerodrome-tab.tsx';
import { RefineFrame } from '#web/ui/refine-frame.tsx';

/** An aerodrome at a glance: hours and sun with their zone, wind by runway with its age. */

const now = Date.now();
const runway = { designator: '02/20', headingTrue: 20, lengthM: 3000, widthM: 45 };
const record = {
  id: 1,
  icao: 'ZWTS',
  name: '测试机场',
  nameEn: 'Test Airport',
  kind: 'ga',
  status: 'open',
  position: { type: 'Point', coordinates: [87.5, 43.9] },
  runways: [runway],
  hours: '0100-1000 UTC',
  timeZone: 'Asia/Urumqi',
  updatedAt: '2026-11-01T00:00:00.000Z',
};

const filesPath = '/api/records/airport/1/files';

async function show(more: object, minutesOld: number, files: object[] = [], items: object[] = []) {
  queryClient.clear();
  server().on(`GET ${filesPath}`, () => json(files));
  const decoded = observation({
    station: 'ZWTS',
    observedAt: now - minutesOld * 60_000,
    wind: wind(20, 8, { gustMps: 14 }),
  });
  const report = {
    id: 1,
    amendment: 'none',
    isDemo: false,
    raw: 'METAR …=',
    decoded,
    category: 'VFR' as const,
  };
  server().call('Weather', 'GetStation', () => ({
    at: now,
    oldAfterMin: 75,
    limits: defaultCategoryLimits,
    station: {
      station: 'ZWTS',
      airport: 1,
      name: '测试机场',
      nameEn: 'Test Airport',
      position: null,
      observation: report,
      forecast: null,
    },
    runways: [
      { designator: '02', headingDeg: 20 },
      { designator: '20', headingDeg: 200 },
    ],
    history: [],
    warnings: [],
  }));
  server().call('Briefing', 'Query', () => ({ items }) as never);
  await mount(
    <MemoryRouter>
      <RefineFrame>
        <AerodromeTab resource={undefined as never} record={{ ...record, ...more } as never} />
      </RefineFrame>
    </MemoryRouter>,
    { locale: 'en' },
  );
}

const fact = (name: string) =>
  page.getByText(name, { exact: true }).element().parentElement?.textContent ?? '';

test('hours that name their zone get no other, and the sun rises in the zone of the aerodrome', async () => {
  await show({}, 20);
  await expect.element(page.getByText('Hours', { exact: true })).toBeVisible();
  expect(fact('Hours')).toBe('Hours0100-1000 UTC');
  expect(fact('Sunrise and sunset today')).toMatch(/\d\d:\d\d – \d\d:\d\d UTC\+6$/);
  await show({ hours: '0700-2100' }, 20);
  await expect.poll(() => fact('Hours')).toContain('0700-2100 UTC+6');
});

test('the wind says its age, gusts count against the tail, and an old one is not drawn', async () => {
  await show({}, 20);
  const winds = page.getByRole('region', { name: 'Wind by runway' });
  await expect.element(winds).toHaveTextContent('20 min ago');
  await expect.element(winds.getByRole('row').nth(2)).toHaveTextContent('Tail wind 8.0 m/s (gusts 14.0 m/s)');
  await expect.element(page.getByText('020° 8 m/s')).toBeVisible();
  await show({}, 200);
  await expect.element(winds).toHaveTextContent('3 h ago · Old');
  await expect.element(page.getByText('020° 8 m/s')).not.toBeInTheDocument();
});

test('weekly hours name their days, and whether night operations are allowed is shown', async () => {
  const openTimes = [{ days: [1, 2, 3, 4, 5], startTime: '0800', endTime: '1800' }];
  await show({ openTimes, nightOperations: 'permission' }, 20);
  await expect.poll(() => fact('Hours')).toContain('Mon–Fri 08:00–18:00 UTC+6');
  expect(fact('Night operations')).toBe('Night operationsBy permission of the aerodrome');
  await show({}, 20);
  await expect.poll(() => fact('Night operations')).toBe('Night operationsNot recorded');
});

test('hours count by the public holidays', async () => {
  const today = dayOf(now, 'Asia/Urumqi');
  // Of the years of the days that count, so that both are published.
  for (const date of [`${dayAfter(today, -2).slice(0, 4)}-01-01`, `${today.slice(0, 4)}-01-01`])
    server().add('holiday', { date, name: '元旦', kind: 'holiday' });
  await show({ hours: 'DAILY EXC HOL 0000-2400' }, 20);
  await expect
    .poll(() => fact('Hours'))
    .toMatch(today.endsWith('-01-01') ? /· not open now$/ : /· open now$/);
  server().add('holiday', { date: today, name: '演练日', kind: 'holiday' });
  await show({ hours: 'DAILY EXC HOL 0000-2400' }, 20);
  await expect.poll(() => fact('Hours')).toContain('not open now');
});

test('charts among its files are listed and open as its files do; other files are not, and none is no heading', async () => {
  const file = (id: number, name: string, mediaType: string, kind: string | null) => ({
    id,
    name,
    mediaType,
    kind,
    size: 1_000,
    addedByName: '何远',
    createdAt: '2026-11-01T00:00:00.000Z',
    deletedAt: null,
  });
  const png =
    'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  server().on(`POST ${filesPath}/1/link`, () =>
    json({ page: '/preview?file=signed', file: png, expiresAt: '2026-12-01T10:00:00.000Z', inline: true }),
  );
  await show({}, 20, [
    file(1, 'ADC.png', 'image/png', 'chart'),
    file(2, '停机位图.pdf', 'application/pdf', null),
    file(3, 'chart of prices.xlsx', 'application/vnd.ms-excel', 'chart'),
    file(4, 'contract.pdf', 'application/pdf', null),
    file(5, 'fuel chart.pdf', 'application/pdf', 'other'),
  ]);
  const charts = page.getByRole('region', { name: 'Charts' });
  await expect.element(charts.getByRole('button', { name: 'ADC.png' })).toBeVisible();
  expect(
    charts
      .getByRole('button')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['ADC.png', '停机位图.pdf']);
  await expect.poll(() => charts.element().querySelector('img')?.src).toBe(png);
  await charts.getByRole('button', { name: 'ADC.png' }).click();
  await expect.element(page.getByRole('dialog').getByRole('img', { name: 'ADC.png' })).toBeVisible();
  const listed = () => server().asked.filter(({ path }) => path === filesPath).length;
  const before = listed();
  await show({}, 20, [file(4, 'contract.pdf', 'application/pdf', null)]);
  await expect.poll(listed).toBeGreaterThan(before);
  await expect.element(page.getByRole('region', { name: 'Charts' })).not.toBeInTheDocument();
});

test('plans around an aerodrome are headed as what they are', async () => {
  const plan = {
    key: 'plan:5',
    kind: 'plan',
    resource: 'plan',
    id: 5,
    title: 'B10QA FP001',
    zh: '已批准',
    en: 'Approved',
    raw: null,
    from: null,
    to: null,
    lower: null,
    upper: null,
    geometry: null,
    grave: false,
  };
  await show({}, 20, [], [plan]);
  const plans = page.getByRole('region', { name: 'Flight plans today within 10 km' });
  await expect.element(plans.getByText('B10QA FP001')).toBeVisible();
});
