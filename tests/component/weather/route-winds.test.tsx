import { QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { RouteWeather, RouteWind } from '#contract/weather.ts';
import { defaultCategoryLimits } from '#domain/weather/category.ts';
import { mount, server } from '#tests/component/support/mount.tsx';
import { conditions, visibility, warning } from '#tests/support/weather.ts';
import { queryClient } from '#web/client/query-client.ts';
import { PlanWeather } from '#web/features/weather/route-weather.tsx';

/** Weather along a plan on its page: wind by legs, a wide table in a narrow column, and the aerodromes. */

const now = Date.now();
const hour = 3_600_000;
const leg = (fromM: number, more: Partial<RouteWind> = {}): RouteWind => ({
  part: 0,
  fromM,
  toM: fromM + 40_000,
  from: now,
  to: now + hour,
  courseDeg: 90,
  level: { value: 300, unit: 'm', reference: 'AGL' },
  isHeightKnown: true,
  ground: [{ name: 'ZUGH', elevationM: 468.2, distanceM: 2_100 }],
  wind: {
    id: 1,
    station: '3030N10412E',
    distanceM: 61_000,
    isDemo: true,
    issuedAt: now - hour,
    validAt: now,
    validFrom: now - hour,
    validTo: now + hour,
    directionDeg: 270,
    speedMps: 12,
    temperatureC: 4,
  },
  headMps: -12,
  crossMps: 0,
  ...more,
});
const weather: RouteWeather = {
  at: now,
  oldAfterMin: 75,
  limits: defaultCategoryLimits,
  withinM: 50_000,
  lengthM: 80_000,
  stations: [],
  qnh: null,
  winds: [
    leg(0),
    leg(40_000, { isHeightKnown: false, ground: [], wind: null, headMps: null, crossMps: null }),
  ],
  unplaced: [],
  warnings: [
    {
      warning: {
        id: 9,
        raw: 'SIGMET',
        amendment: 'none',
        isDemo: false,
        decoded: warning({ validFrom: now - hour, validTo: now + hour }),
        area: null,
        isWholeRegion: true,
        lower: null,
        upper: null,
      },
      part: 0,
      from: now,
      to: now + hour,
      along: [{ fromM: 1_000, toM: 2_000 }],
      altitudeCompared: false,
    },
  ],
};

const shown = (width: number, more: Partial<RouteWeather> = {}) => {
  queryClient.clear();
  server().call('Weather', 'GetRouteWeather', () => ({ ...weather, ...more }));
  return mount(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <div style={{ width }}>
          <PlanWeather id={7} limits={[]} />
        </div>
      </MemoryRouter>
    </QueryClientProvider>,
    { locale: 'en' },
  );
};

test('the table scrolls in a box of its own that keys reach, and nothing beside it is cut off', async () => {
  await shown(340);
  const box = page.getByRole('region', { name: 'Wind and temperature by leg, scrolls sideways' });
  await expect.element(box).toHaveAttribute('tabindex', '0');
  const element = box.element();
  expect(element.scrollWidth).toBeGreaterThan(element.clientWidth);
  expect(getComputedStyle(element).overflowX).toBe('auto');
  expect(element.clientWidth).toBeLessThanOrEqual(340);
  const whole = document.querySelector('.cw-route-weather');
  expect(whole?.scrollWidth).toBeLessThanOrEqual(whole?.clientWidth ?? 0);
  const line = document.querySelector('.cw-route-warnings > li');
  expect(line?.scrollWidth).toBeLessThanOrEqual(line?.clientWidth ?? 0);
});

test('an elevation that stands in for the ground is named', async () => {
  await shown(1_200);
  const rows = page.getByRole('table', { name: 'Wind and temperature by leg' }).getByRole('row');
  await expect
    .element(rows.nth(1))
    .toHaveTextContent('Ground unknown: elevation of ZUGH used (468 m AMSL, 2 km away)');
  await expect.element(rows.nth(2)).toHaveTextContent('Height above ground: the ground is not known here');
});

test('each stretch of a forecast has its hours, and where it ends before the flight that is said', async () => {
  const passing = { from: now + hour, to: now + 4 * hour };
  const stretch = (from: number, to: number, metres: number) => ({
    from: now + from * hour,
    to: now + to * hour,
    prevailing: conditions({ ...visibility(metres) }),
    possible: [],
  });
  const place = { airport: 1, name: '广汉', nameEn: 'Guanghan', position: null, observation: null };
  const station = { ...place, ...passing, forecast: null, distanceM: 0, alongM: 0, changes: [] };
  const judged = { prevailing: 'LIFR', worst: 'LIFR' } as const;
  await shown(800, {
    stations: [
      { ...station, ...judged, station: 'ZUGH', stretches: [stretch(0, 2, 9_000), stretch(2, 3, 800)] },
      { ...station, ...judged, station: 'ZUUU', stretches: [stretch(0, 5, 800)] },
    ],
  });
  await expect.element(page.getByText('The forecast covers only part of that time')).toBeVisible();
  const items = document.querySelectorAll('.cw-route-stations > li');
  expect([...items].map((item) => item.querySelectorAll('ul > li').length)).toEqual([2, 0]);
  expect(items[0]?.textContent).toMatch(/9 km.*800 m/);
  expect(items[1]?.textContent).toContain('800 m');
  expect(items[1]?.textContent).not.toContain('only part');
});
