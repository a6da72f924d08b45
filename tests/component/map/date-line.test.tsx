import { afterEach, beforeEach, expect, test } from 'vitest';
import { mount, server } from '#tests/component/support/mount.tsx';
import { FlatMap } from '#web/map/flat-map.tsx';
import type { MapFeature } from '#web/map/layers/map-feature.ts';
import { mapColours } from '#web/map/map-colours.ts';
import { PickFeature } from '#web/map/plan-map.tsx';

/** An area across 180° on a map of the whole world: its two parts are at the two edges. */

/** At zoom 2. */
const worldPx = 1_024;

const sigmet: MapFeature = {
  id: 'weatherReport-1',
  geometry: {
    type: 'Polygon',
    coordinates: [
      [
        [170, -10],
        [-170, -10],
        [-170, 10],
        [170, 10],
        [170, -10],
      ],
    ],
  },
  style: { colour: 'sigmet', width: 2, inside: 'wash' },
  label: '',
  rank: 20,
  card: { title: 'SIGMET 1', facts: [] },
};

const groups = [{ id: 'weatherWarnings', features: [sigmet] }];
let picked: (MapFeature | null)[] = [];

beforeEach(() => {
  server().call('Map', 'GetSettings', () => ({
    center: [0, 0] as [number, number],
    zoom: 2,
    tileUrl: null,
    basemapUrl: null,
    boundariesUrl: null,
    coverage3d: [],
  }));
});
afterEach(() => {
  picked = [];
});

/** The longitudes, in whole degrees from the middle of the map, at which the colour of a SIGMET is drawn. */
function drawnDegrees(): number[] {
  const [red, green, blue] = [1, 3, 5].map((i) =>
    Number.parseInt(mapColours.light.sigmet.slice(i, i + 2), 16),
  );
  const found = new Set<number>();
  for (const canvas of document.querySelectorAll<HTMLCanvasElement>('.leaflet-overlay-pane canvas')) {
    const data = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
    const pxPerDeg = (worldPx / 360) * (canvas.width / canvas.clientWidth);
    for (let i = 0; i < data.length; i += 4)
      if (data[i] === red && data[i + 1] === green && data[i + 2] === blue && data[i + 3] === 255)
        found.add(Math.round((((i / 4) % canvas.width) + 0.5 - canvas.width / 2) / pxPerDeg));
  }
  return [...found].sort((a, b) => a - b);
}

test('is drawn and found at both edges, and nowhere between them', async () => {
  await mount(
    <FlatMap label="Map" view={{ latitude: 0, longitude: 0, zoom: 2 }} groups={groups}>
      <PickFeature onPick={(feature) => picked.push(feature)} />
    </FlatMap>,
  );
  await expect.poll(() => drawnDegrees().length).toBeGreaterThan(0);
  const degrees = drawnDegrees();
  expect(degrees.every((one) => Math.abs(one) > 168 && Math.abs(one) < 192)).toBe(true);
  for (const edge of [-190, -170, 170, 190])
    expect(degrees.some((one) => Math.abs(one - edge) <= 1)).toBe(true);

  const map = document.querySelector('.leaflet-container');
  const { left, top, width, height } = map?.getBoundingClientRect() ?? new DOMRect();
  const clickAt = (degreesFromMiddle: number) => {
    const at = {
      bubbles: true,
      clientX: left + width / 2 + (degreesFromMiddle * worldPx) / 360,
      clientY: top + height / 2,
    };
    for (const type of ['mousedown', 'mouseup', 'click']) map?.dispatchEvent(new MouseEvent(type, at));
  };
  for (const at of [-175, 0, 175]) clickAt(at);
  expect(picked.map((feature) => feature?.id)).toEqual([sigmet.id, undefined, sigmet.id]);
});
