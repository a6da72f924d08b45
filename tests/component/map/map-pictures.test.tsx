import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Lightning } from '#contract/lightning.ts';
import type { RainPictures, RainState } from '#contract/weather-radar.ts';
import { tileSide } from '#domain/terrain/tile.ts';
import { open, server } from '#tests/component/support/mount.tsx';
import { wallDigits } from '#web/client/clock.ts';
import { queryClient } from '#web/client/query-client.ts';
import { mapColours } from '#web/map/map-colours.ts';

/** What lies below all that is drawn on the map: rain of weather radars, shading and contours of the terrain. */

const minute = 60_000;

beforeEach(() => {
  server().call('Map', 'GetSettings', () => ({
    center: [30.5, 104] as [number, number],
    zoom: 9,
    tileUrl: null,
    basemapUrl: null,
    boundariesUrl: null,
    coverage3d: [],
  }));
  server().call('Navigation', 'GetActiveNAircrafts', () => ({ items: [] }));
});

/** The slider stands ten minutes ahead. */
async function later(): Promise<void> {
  page
    .getByRole('slider', { name: /^(Time shown|情报时间)$/ })
    .element()
    .focus();
  await userEvent.keyboard('{ArrowRight}');
}

const clockTime = (at: number) => wallDigits(at).slice(11, 16);

const section = (name: string) => page.getByRole('button', { name, exact: true });

/** The pixels of the canvases that a selector finds. */
function* pixelsOf(selector: string): Generator<[red: number, green: number, blue: number, alpha: number]> {
  for (const canvas of document.querySelectorAll<HTMLCanvasElement>(selector)) {
    if (canvas.width === 0) continue;
    const data = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
    for (let i = 0; i < data.length; i += 4)
      yield [data[i] ?? 0, data[i + 1] ?? 0, data[i + 2] ?? 0, data[i + 3] ?? 0];
  }
}

/** Whether a pixel of this colour is there, at any opacity from a quarter on. */
function isPainted(selector: string, hex: string): boolean {
  const wanted = [1, 3, 5].map((i) => Number.parseInt(hex.slice(i, i + 2), 16));
  for (const pixel of pixelsOf(selector))
    if (pixel[3] > 60 && wanted.every((value, k) => Math.abs((pixel[k] ?? 0) - value) <= 4)) return true;
  return false;
}

describe('lightning', () => {
  const canvas = '.leaflet-clearway-lightning-pane canvas';
  const stroke = (id: number, ageMin: number, longitude: number, kind = 1) => [
    id,
    Date.now() - ageMin * minute,
    longitude,
    30.5,
    kind,
    -20,
  ];
  const answer = (values: Partial<Lightning> = {}): Lightning => ({
    at: Date.now(),
    shownForMs: 60 * minute,
    sources: 1,
    silent: 0,
    isCut: false,
    strokes: [],
    ...values,
  });

  test('is drawn by age, and says how much there was and when the last', async () => {
    server().call('Lightning', 'GetStrokes', () =>
      answer({ strokes: [...stroke(1, 40, 103.9), ...stroke(2, 4, 104), ...stroke(3, 61, 104.1)] }),
    );
    await open('/flightWatch/situationmap', { locale: 'en' });
    await expect.element(page.getByText('2 lightning strokes in 60 min')).toBeVisible();
    await expect.element(page.getByText(/latest [45] min ago/)).toBeVisible();
    const { strokeNew, strokeOld } = mapColours.light;
    await expect.poll(() => isPainted(canvas, strokeNew)).toBe(true);
    expect(isPainted(canvas, strokeOld)).toBe(true);
    await section('Layers').click();
    await page.getByRole('checkbox', { name: 'Lightning' }).click();
    await expect.poll(() => isPainted(canvas, strokeNew)).toBe(false);
    expect(document.querySelector('.cw-picture-note')).toBeNull();
  });

  test('that is not known is not told as none', async () => {
    server().call('Lightning', 'GetStrokes', () => answer({ silent: 1 }));
    await open('/flightWatch/situationmap', { locale: 'en' });
    await expect.element(page.getByText('no data from the lightning network')).toBeVisible();
    expect(document.body.textContent).not.toContain('No lightning detected');
  });

  test('that nobody located says so; without a source nothing is said', async () => {
    server().call('Lightning', 'GetStrokes', () => answer());
    await open('/flightWatch/situationmap', { locale: 'en' });
    await expect.element(page.getByText('No lightning detected in 60 min')).toBeVisible();
  });

  test('is hidden while the map shows a later time, and its note gives the time of the observation', async () => {
    server().call('Lightning', 'GetStrokes', () => answer({ strokes: stroke(1, 4, 104) }));
    await open('/flightWatch/situationmap');
    const { strokeNew } = mapColours.light;
    await expect.poll(() => isPainted(canvas, strokeNew)).toBe(true);
    await later();
    await expect
      .element(page.getByText(/闪电为截至 \d\d:\d\d CST 的观测，不是预报，所选时间不显示/))
      .toBeVisible();
    await expect.poll(() => isPainted(canvas, strokeNew)).toBe(false);
    await section('现在').click();
    await expect.poll(() => isPainted(canvas, strokeNew)).toBe(true);
    await expect.element(page.getByText('60 分钟内闪电 1 次')).toBeVisible();
  });

  test('of which no network reports stays unknown at a later time', async () => {
    server().call('Lightning', 'GetStrokes', () => answer({ silent: 1 }));
    await open('/flightWatch/situationmap', { locale: 'en' });
    await expect.element(page.getByText('no data from the lightning network')).toBeVisible();
    await later();
    await expect.element(page.getByText('no data from the lightning network')).toBeVisible();
    expect(document.body.textContent).not.toContain('Lightning is observed');
  });

  test('of a network that fell silent is known until its last stroke', async () => {
    const strokes = stroke(1, 20, 104);
    const last = clockTime(strokes[1] ?? 0);
    server().call('Lightning', 'GetStrokes', () => answer({ silent: 1, strokes }));
    await open('/flightWatch/situationmap', { locale: 'en' });
    await expect.element(page.getByText('1 lightning stroke in 60 min')).toBeVisible();
    await later();
    await expect
      .element(page.getByText(`Lightning is observed (until ${last} CST), not forecast`))
      .toBeVisible();
  });

  test('that cannot be loaded has a line of its own next to what is known from before', async () => {
    server().call('Lightning', 'GetStrokes', () => answer({ strokes: stroke(1, 4, 104) }));
    server().call('WeatherRadar', 'GetPictures', () => ({
      at: Date.now(),
      dimAfterMs: 10 * minute,
      dropAfterMs: 30 * minute,
      items: [],
    }));
    await open('/flightWatch/situationmap', { locale: 'en' });
    await expect.element(page.getByText('1 lightning stroke in 60 min')).toBeVisible();
    server().on('/api/services/app/Lightning/GetStrokes', () => new Response('{}', { status: 503 }));
    server().on('/api/services/app/WeatherRadar/GetPictures', () => new Response('{}', { status: 503 }));
    await queryClient.invalidateQueries({ queryKey: ['lightning'] });
    await queryClient.invalidateQueries({ queryKey: ['rain', 'pictures'] });
    const failure = (text: string) => page.getByRole('alert').filter({ hasText: text });
    await expect.element(failure('Lightning')).toHaveTextContent('Lightning could not be loaded. Retry');
    await expect
      .element(failure('weather radar'))
      .toHaveTextContent('The weather radar pictures could not be loaded. Retry');
    await expect.element(page.getByText('1 lightning stroke in 60 min')).toBeVisible();
  });

  test('that cannot be loaded says so and is asked for again', async () => {
    server().on('/api/services/app/Lightning/GetStrokes', () => new Response('{}', { status: 503 }));
    await open('/flightWatch/situationmap', { locale: 'en' });
    const note = page.getByRole('alert').filter({ hasText: 'Lightning' });
    await expect.element(note).toBeVisible();
    server().call('Lightning', 'GetStrokes', () => answer({ sources: 0 }));
    await note.getByRole('button', { name: 'Retry' }).click();
    await expect.poll(() => document.querySelector('.cw-picture-note')).toBeNull();
  });
});

describe('rain', () => {
  const canvas = '.leaflet-clearway-rain-pane canvas';
  const state = (id: string, ageMin: number, values: Partial<RainState> = {}): RainState => ({
    id,
    sourceId: 1,
    name: `Radar ${id}`,
    kind: 'areas',
    at: Date.now() - ageMin * minute,
    isWhole: true,
    bounds: [103.8, 30.3, 104.2, 30.7],
    projection: null,
    ...values,
  });
  const pictures = (...items: RainState[]): RainPictures => ({
    at: Date.now(),
    dimAfterMs: 10 * minute,
    dropAfterMs: 30 * minute,
    items,
  });

  test('is drawn by intensity, and says how old it is and how heavy', async () => {
    server().call('WeatherRadar', 'GetPictures', () => pictures(state('a1:25/8', 3)));
    server().call('WeatherRadar', 'GetAreas', () => ({
      at: Date.now(),
      levels: [
        { level: 2 as const, rings: [[103.8, 30.3, 104.2, 30.3, 104.2, 30.7, 103.8, 30.7]] },
        { level: 5 as const, rings: [[103.9, 30.4, 104.0, 30.4, 104.0, 30.5, 103.9, 30.5]] },
      ],
    }));
    await open('/flightWatch/situationmap', { locale: 'en' });
    const list = page.getByRole('list', { name: 'Rain by weather radar' });
    await expect.element(list.getByText('3 min old')).toBeVisible();
    await expect.element(list.getByText('up to intense')).toBeVisible();
    const { rain2, rain5 } = mapColours.light;
    await expect.poll(() => isPainted(canvas, rain2)).toBe(true);
    expect(isPainted(canvas, rain5)).toBe(true);
    expect(
      server()
        .asked.find(({ path }) => path.endsWith('/WeatherRadar/GetAreas'))
        ?.query.get('id'),
    ).toBe('a1:25/8');

    // Switched off it is gone, with what was said of it.
    await section('Layers').click();
    await page.getByRole('checkbox', { name: 'Rain (weather radar)' }).click();
    await expect.poll(() => isPainted(canvas, rain2)).toBe(false);
    expect(document.querySelector('.cw-picture-note')).toBeNull();
  });

  test('that is old is dimmed and says so; what is older is not shown', async () => {
    server().call('WeatherRadar', 'GetPictures', () =>
      pictures(state('a1', 12, { isWhole: false }), state('a2', 31)),
    );
    server().call('WeatherRadar', 'GetAreas', () => ({
      at: Date.now(),
      levels: [{ level: 3 as const, rings: [[103.8, 30.3, 104.2, 30.3, 104.2, 30.7, 103.8, 30.7]] }],
    }));
    await open('/flightWatch/situationmap', { locale: 'en' });
    const list = page.getByRole('list', { name: 'Rain by weather radar' });
    await expect.element(list.getByText('12 min old')).toBeVisible();
    await expect.element(list.getByText('out of date')).toBeVisible();
    await expect.element(list.getByText('incomplete')).toBeVisible();
    await expect.poll(() => list.getByRole('listitem').elements()).toHaveLength(1);
    expect(server().asked.some(({ query }) => query.get('id') === 'a2')).toBe(false);
    // Fainter than half of what new rain is.
    const strongest = () => {
      let most = 0;
      for (const [, , , alpha] of pixelsOf(canvas)) most = Math.max(most, alpha);
      return most;
    };
    await expect.poll(strongest).toBeGreaterThan(20);
    expect(strongest()).toBeLessThan(110);
  });

  test('is hidden while the map shows a later time, and its note gives the time of the observation', async () => {
    const shown = state('a1', 3);
    server().call('WeatherRadar', 'GetPictures', () => pictures(shown));
    server().call('WeatherRadar', 'GetAreas', () => ({
      at: Date.now(),
      levels: [{ level: 5 as const, rings: [[103.8, 30.3, 104.2, 30.3, 104.2, 30.7, 103.8, 30.7]] }],
    }));
    await open('/flightWatch/situationmap', { locale: 'en' });
    const { rain5 } = mapColours.light;
    await expect.poll(() => isPainted(canvas, rain5)).toBe(true);
    await later();
    const note = `Rain is observed (${clockTime(shown.at)} CST), not forecast: not shown for the chosen time`;
    await expect.element(page.getByText(note)).toBeVisible();
    await expect.poll(() => isPainted(canvas, rain5)).toBe(false);
    expect(page.getByRole('alert').filter({ hasText: 'Rain' }).elements()).toHaveLength(0);
    await userEvent.keyboard('{Home}');
    await expect.poll(() => isPainted(canvas, rain5)).toBe(true);
    await expect.element(page.getByText(note)).not.toBeInTheDocument();
  });

  test('an image is laid over its bounds', async () => {
    const drawn = document.createElement('canvas');
    drawn.width = 4;
    drawn.height = 4;
    const ink = drawn.getContext('2d');
    if (ink) ink.fillStyle = '#c81e5a';
    ink?.fillRect(0, 0, 4, 4);
    const blob = await new Promise<Blob | null>((resolve) => drawn.toBlob(resolve));
    server().call('WeatherRadar', 'GetPictures', () =>
      pictures(state('i7', 0, { kind: 'image', projection: 'geographic' })),
    );
    server().on('/api/services/app/WeatherRadar/GetImage', () => new Response(blob));
    await open('/flightWatch/situationmap', { locale: 'en' });
    await expect.poll(() => isPainted(canvas, '#c81e5a')).toBe(true);
    await expect.element(page.getByText('less than 1 min old')).toBeVisible();
  });

  test('that cannot be loaded says so and is asked for again', async () => {
    server().on('/api/services/app/WeatherRadar/GetPictures', () => new Response('{}', { status: 503 }));
    await open('/flightWatch/situationmap', { locale: 'en' });
    const note = page.getByRole('alert').filter({ hasText: 'weather radar' });
    await expect.element(note).toBeVisible();
    server().call('WeatherRadar', 'GetPictures', () => pictures());
    await note.getByRole('button', { name: 'Retry' }).click();
    await expect.poll(() => document.querySelector('.cw-picture-note')).toBeNull();
  });
});

describe('terrain', () => {
  const canvas = '.cw-terrain canvas';
  /** Slopes of the same steepness in every tile. */
  const heights = () => {
    const bytes = new DataView(new ArrayBuffer(tileSide * tileSide * 2));
    for (let i = 0; i < tileSide * tileSide; i++)
      bytes.setInt16(2 * i, 20 * ((i % tileSide) + Math.floor(i / tileSide)), true);
    return btoa(String.fromCharCode(...new Uint8Array(bytes.buffer)));
  };

  test('is shaded where it is installed, and contours are drawn when they are asked for', async () => {
    server().call('Terrain', 'GetCoverage', () => ({
      cells: [
        { south: 30, west: 103 },
        { south: 30, west: 104 },
      ],
    }));
    const encoded = heights();
    server().call('Terrain', 'GetTile', () => ({ heights: encoded }));
    await open('/flightWatch/situationmap', { locale: 'en' });
    await expect.poll(() => [...pixelsOf(canvas)].some(([, , , alpha]) => alpha > 20)).toBe(true);
    expect(isPainted(canvas, mapColours.light.contour)).toBe(false);
    await section('Layers').click();
    await page.getByRole('checkbox', { name: 'Contours (m AMSL)' }).click();
    await expect.poll(() => isPainted(canvas, mapColours.light.contour)).toBe(true);
    const asked = server().asked.filter(({ path }) => path.endsWith('/GetTile'));
    const tiles = asked.map(({ query }) => `${query.get('level')} ${query.get('x')} ${query.get('y')}`);
    expect(new Set(tiles).size).toBe(tiles.length);
  });

  test('says that there is none where none is installed, and asks for nothing', async () => {
    await open('/flightWatch/situationmap', { locale: 'en' });
    await section('Layers').click();
    await expect.element(page.getByRole('checkbox', { name: 'Terrain shading' })).toBeDisabled();
    await expect.element(page.getByText('No terrain data').first()).toBeVisible();
    expect(server().asked.some(({ path }) => path.endsWith('/GetTile'))).toBe(false);
  });
});

describe('a layer of records', () => {
  const position = { type: 'Point', coordinates: [104, 30.5] };
  const banner = page.getByRole('alert').filter({ hasText: 'Obstacles' });

  test('with more than the map shows says so over the map', async () => {
    server().add(
      'obstacle',
      ...Array.from({ length: 10_001 }, (_, index) => ({ name: `Mast ${index}`, position })),
    );
    await open('/flightWatch/situationmap', { locale: 'en' });
    await expect.element(banner).toHaveTextContent('There are more than the map can show');
  });

  test('that could not be loaded says so over the map', async () => {
    server().on('/api/records/obstacle', () => new Response('{}', { status: 500 }));
    await open('/flightWatch/situationmap', { locale: 'en' });
    await expect.element(banner).toHaveTextContent('Not loaded; what is shown may be out of date.');
  });
});
