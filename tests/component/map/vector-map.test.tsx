import { expect, test } from 'vitest';
import { mount, server } from '#tests/component/support/mount.tsx';
import { countryside, makePmtiles } from '#tests/support/pmtiles.ts';
import { FlatMap } from '#web/map/flat-map.tsx';
import { mapColours } from '#web/map/map-colours.ts';

const file = makePmtiles({ '5/25/12': countryside() }, [101.25, 31.95, 112.5, 40.98]);
const settings = {
  center: [34, 108] as [number, number],
  zoom: 6,
  tileUrl: null,
  boundariesUrl: null,
  coverage3d: [],
};

/** Whether a pixel of this colour is on a canvas of the base map. */
function painted(hex: string): boolean {
  const wanted = [1, 3, 5].map((i) => Number.parseInt(hex.slice(i, i + 2), 16));
  return [...document.querySelectorAll<HTMLCanvasElement>('.leaflet-tile-pane canvas')].some((canvas) => {
    const context = canvas.getContext('2d');
    if (!context || canvas.width === 0) return false;
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    for (let i = 0; i < data.length; i += 4)
      if (wanted.every((value, k) => Math.abs((data[i + k] ?? 0) - value) <= 1)) return true;
    return false;
  });
}

test.each(['light', 'dark'] as const)(
  'the installation’s base map is drawn in our colours, %s',
  async (theme) => {
    const ranges: (string | null)[] = [];
    server().call('Map', 'GetSettings', () => ({ ...settings, basemapUrl: '/files/basemap.pmtiles' }));
    server().on('/files/basemap.pmtiles', ({ headers }) => {
      const range = headers.get('range');
      ranges.push(range);
      const [, from = '0', to = '0'] = /bytes=(\d+)-(\d+)/.exec(range ?? '') ?? [];
      return new Response(file.slice(Number(from), Number(to) + 1), {
        status: 206,
        headers: { etag: '"1"' },
      });
    });
    await mount(
      <div style={{ width: 600, height: 400, position: 'relative' }}>
        <FlatMap label="map" view={{ latitude: 36.6, longitude: 106.9, zoom: 6 }} groups={[]} />
      </div>,
      { theme, locale: 'en' },
    );
    const colours = mapColours[theme];
    for (const colour of [colours.land, colours.wood, colours.water])
      await expect.poll(() => painted(colour), { timeout: 5000 }).toBe(true);
    expect(ranges[0]).toBe('bytes=0-16383');
    expect(document.body.textContent).toContain('OpenStreetMap');
  },
);

test('without one the built-in map is drawn, and no file is asked for', async () => {
  server().call('Map', 'GetSettings', () => ({ ...settings, basemapUrl: null }));
  await mount(
    <div style={{ width: 600, height: 400, position: 'relative' }}>
      <FlatMap label="map" view={{ latitude: 36.6, longitude: 106.9, zoom: 6 }} groups={[]} />
    </div>,
    { locale: 'en' },
  );
  await expect.poll(() => document.body.textContent).toContain('Natural Earth');
  expect(document.body.textContent).not.toContain('OpenStreetMap');
  expect(server().asked.some(({ path }) => path.includes('pmtiles'))).toBe(false);
});
