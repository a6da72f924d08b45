import { QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { defaultCategoryLimits } from '#domain/weather/category.ts';
import { mount, server } from '#tests/component/support/mount.tsx';
import { observation, wind } from '#tests/support/weather.ts';
import { queryClient } from '#web/client/query-client.ts';
import { AerodromeTab } from '#web/features/aerodromes/aerodrome-tab.tsx';

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

async function show(more: object, minutesOld: number) {
  queryClient.clear();
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
  server().call('Briefing', 'Query', () => ({ items: [] }) as never);
  await mount(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <AerodromeTab resource={undefined as never} record={{ ...record, ...more } as never} />
      </MemoryRouter>
    </QueryClientProvider>,
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
