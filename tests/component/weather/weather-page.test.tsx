import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { StationDetails, WeatherStation } from '#contract/weather.ts';
import { defaultCategoryLimits } from '#domain/weather/category.ts';
import { open, server } from '#tests/component/support/mount.tsx';
import { seen } from '#tests/component/support/ui.ts';
import { conditions, forecast, observation, visibility, warning, wind } from '#tests/support/weather.ts';

/** Weather of aerodromes: list, one aerodrome, warnings, by pointer and by keys. */

const now = Date.now();
const hour = 3_600_000;
const report = { id: 1, amendment: 'none', isDemo: false };
const judged = { at: now, oldAfterMin: 75, limits: defaultCategoryLimits };
const station = (name: string, more: Partial<WeatherStation> = {}): WeatherStation => ({
  station: name,
  airport: 1,
  name: `${name}机场`,
  nameEn: `${name} Airport`,
  position: { latitude: 30, longitude: 104 },
  observation: {
    ...report,
    raw: `METAR ${name} 020200Z 32008G14MPS CAVOK 16/05 Q1023=`,
    decoded: observation({
      station: name,
      observedAt: now - 20 * 60_000,
      wind: wind(320, 8, { gustMps: 14 }),
    }),
    category: 'VFR',
  },
  forecast: null,
  ...more,
});
const poor = station('ZUGH', {
  observation: {
    ...report,
    raw: 'METAR ZUGH 020000Z 00000MPS 0800 FG=',
    decoded: observation({
      station: 'ZUGH',
      observedAt: now - 2 * hour,
      ...conditions({ ...visibility(800), wind: wind(0, 0) }),
    }),
    category: 'LIFR',
  },
});
const area = {
  type: 'Polygon' as const,
  coordinates: [
    [
      [103, 29],
      [105, 29],
      [105, 31],
      [103, 29],
    ],
  ],
};
const decoded = warning({ area, validFrom: now - hour, validTo: now + hour });
const over = {
  ...report,
  id: 9,
  raw: 'ZUCK SIGMET 2 …=',
  decoded,
  area,
  lower: decoded.lower,
  upper: decoded.upper,
};

function weather() {
  const zuuu = station('ZUUU', {
    forecast: {
      ...report,
      raw: 'TAF ZUUU …=',
      decoded: forecast({
        validFrom: now - hour,
        validTo: now + 23 * hour,
        changes: [
          {
            kind: 'TEMPO',
            from: now + 2 * hour,
            to: now + 4 * hour,
            conditions: conditions({ ...visibility(3_000) }),
          },
          // At the same time, and better: it is not the worst that may be.
          {
            kind: 'PROB30',
            from: now + 2 * hour,
            to: now + 4 * hour,
            conditions: conditions({ ...visibility(6_000), noCloud: 'NSC' }),
          },
        ],
      }),
    },
  });
  server().call('Weather', 'GetStations', () => ({ ...judged, items: [poor, zuuu] }));
  server().call('Weather', 'GetStation', ({ station: name }): StationDetails => {
    const found = name === 'ZUGH' ? poor : zuuu;
    const history = [0, 1, 2].flatMap((index) =>
      found.observation
        ? [
            {
              ...found.observation,
              decoded: { ...found.observation.decoded, observedAt: now - index * hour },
            },
          ]
        : [],
    );
    return {
      ...judged,
      station: found,
      runways: [
        { designator: '02', headingDeg: 20 },
        { designator: '20', headingDeg: 200 },
      ],
      history,
      warnings: name === 'ZUUU' ? [over as StationDetails['warnings'][number]] : [],
    };
  });
  server().call('Weather', 'GetWarnings', () => ({
    at: now,
    items: [over as StationDetails['warnings'][number]],
  }));
}

test('an aerodrome is found, chosen with the arrow keys, and stands in the address', async () => {
  weather();
  const place = await open('/information/weatherInfor', { locale: 'en' });
  await expect.element(page.getByText('2 aerodromes')).toBeVisible();
  const list = page.getByRole('listbox');
  await list.click();
  await userEvent.keyboard('{End}');
  await expect.element(page.getByRole('article', { name: 'ZUUU' })).toBeVisible();
  expect(place.at().search).toBe('?station=ZUUU');
  await userEvent.keyboard('{ArrowUp}');
  await expect.element(page.getByRole('article', { name: 'ZUGH' })).toBeVisible();
  await expect
    .element(
      page
        .getByRole('article')
        .getByText('120 min', { exact: false })
        .or(page.getByRole('article').getByText('2 h ago · Old')),
    )
    .toBeVisible();
  await page.getByRole('searchbox').or(page.getByPlaceholder('Code or name')).first().fill('zuuu');
  await expect.element(page.getByText('1 aerodrome')).toBeVisible();
  await expect.element(page.getByRole('option')).toHaveTextContent('VFR');
});

/** A table of winds of this place and moment, with so many levels (metres AMSL). */
const windsOf = (id: number, station: string, heights: number[]) => ({
  id,
  station,
  name: null,
  nameEn: null,
  position: null,
  issuedAt: now,
  validAt: now,
  validFrom: now - hour,
  validTo: now + hour,
  isDemo: false,
  levels: heights.map((value) => ({
    altitude: { value, unit: 'm' as const, reference: 'AMSL' as const },
    directionDeg: 270,
    speedMps: 5,
    temperatureC: null,
  })),
});

test('heights stand from the lowest, also where the first place has not all of them', async () => {
  weather();
  server().call('Weather', 'GetWindsAloft', () => ({
    at: now,
    items: [windsOf(1, 'ZUBC', [900, 1_500]), windsOf(2, 'ZUGH', [600, 900])],
  }));
  await open('/information/weatherInfor?view=winds', { locale: 'en' });
  const heads = page.getByRole('table', { name: 'Winds aloft' }).getByRole('row').nth(0);
  await expect.element(heads).toHaveTextContent('Place600 m AMSL900 m AMSL1,500 m AMSL');
});

test('winds aloft stand by place and height, for the moment that is chosen', async () => {
  weather();
  const level = (value: number, directionDeg: number | null, speedMps: number | null) => ({
    altitude: { value, unit: 'm' as const, reference: 'AMSL' as const },
    directionDeg,
    speedMps,
    temperatureC: 4.4,
  });
  const table = {
    id: 1,
    station: 'ZUUU',
    name: '双流',
    nameEn: 'Shuangliu',
    position: null,
    issuedAt: now,
    isDemo: true,
  };
  const used = (at: number) => ({ validAt: at, validFrom: at - hour, validTo: at + hour });
  server().call('Weather', 'GetWindsAloft', () => ({
    at: now,
    items: [
      { ...table, ...used(now), levels: [level(900, 350.2, 7.8), level(1_500, null, 2)] },
      { ...table, id: 2, ...used(now + 3 * hour), levels: [level(900, 10, 20)] },
    ],
  }));
  await open('/information/weatherInfor', { locale: 'en' });
  await page.getByText('Winds aloft').click();
  const rows = page.getByRole('table', { name: 'Winds aloft' }).getByRole('row');
  await expect.element(rows.nth(0)).toHaveTextContent('900 m AMSL');
  await expect.element(rows.nth(1)).toHaveTextContent('ZUUU Shuangliu350° 8 m/s 4 °Cvariable 2 m/s 4 °C');
  await expect.element(page.getByText('Demo data')).toBeVisible();
});

test('the chosen one says raw text and words, wind against runways, forecast and warnings', async () => {
  weather();
  await open('/information/weatherInfor?station=zuuu', { locale: 'en' });
  const article = page.getByRole('article', { name: 'ZUUU' });
  await expect.element(article.getByText('METAR ZUUU 020200Z 32008G14MPS CAVOK 16/05 Q1023=')).toBeVisible();
  await expect
    .element(article.getByText(/From north-west \(320°\) at 8 m\/s \(16 kt\), gusting 14 m\/s/))
    .toBeVisible();
  const rows = article.getByRole('table').getByRole('row');
  await expect.element(rows.nth(1)).toHaveTextContent('02');
  await expect.element(rows.nth(1)).toHaveTextContent('4.0 m/s');
  await expect.element(rows.nth(1)).toHaveTextContent('6.9 m/s left');
  await expect.element(rows.nth(1)).toHaveTextContent('12.1 m/s');
  await expect.element(rows.nth(2)).toHaveTextContent('Tail wind 4.0 m/s');
  await expect.element(article.getByText(/Temporarily/)).toBeVisible();
  const possible = () =>
    [...document.querySelectorAll<HTMLElement>('.cw-forecast-part span:last-child')].map(
      ({ dataset }) => dataset.category,
    );
  await expect.poll(possible).toEqual(['none', 'IFR', 'none']);
  await expect.element(article.getByText('severe turbulence')).toBeVisible();
  await expect.element(article.getByText('Towards east at 36 km/h', { exact: false })).toBeVisible();
});

test('warnings are a list of their own, and a link to one leads there', async () => {
  weather();
  await open('/information/weatherInfor?warning=9', { locale: 'zh-Hans', theme: 'dark' });
  await seen(page.getByText('严重颠簸'));
  await seen(page.getByText('FL180 – FL340'));
  await seen(page.getByText('有效中'));
});

test('on a phone the list gives way to the aerodrome and comes back', async () => {
  weather();
  await open('/information/weatherInfor', { phone: true, theme: 'dark' });
  await page.getByRole('option').first().click();
  await expect.element(page.getByRole('article', { name: 'ZUGH' })).toBeVisible();
  await expect.element(page.getByRole('listbox')).not.toBeInTheDocument();
  await page.getByRole('button', { name: '机场' }).click();
  await expect.element(page.getByRole('listbox')).toBeVisible();
});
