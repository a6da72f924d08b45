import { QueryClientProvider } from '@tanstack/react-query';
import {
  type BillboardCollection,
  Cartesian3,
  type PrimitiveCollection,
  type Scene,
  SceneMode,
} from 'cesium';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { admin, mount, server, signIn } from '#tests/component/support/mount.tsx';
import type { HubState } from '#web/client/hub.ts';
import { queryClient } from '#web/client/query-client.ts';
import { GlobeView } from '#web/features/globe/globe-view.tsx';
import { createLightningLayer } from '#web/features/globe/scene/lightning-layer.ts';
import type { ShownStroke } from '#web/map/lightning/use-lightning.ts';
import { mapColours } from '#web/map/map-colours.ts';
import { createTargetStore } from '#web/map/target-store.ts';

/** Lightning on the globe: as on the flat map, and only of now. */

const minute = 60_000;
const settings = {
  center: [30.5, 104] as [number, number],
  zoom: 9,
  tileUrl: null,
  basemapUrl: null,
  boundariesUrl: null,
  coverage3d: [],
};

afterEach(() => void vi.restoreAllMocks());

test('each stroke is at its place in the colour of its age, and none is left from before', () => {
  const collections: BillboardCollection[] = [];
  const scene = {
    primitives: {
      add(one: BillboardCollection) {
        collections.push(one);
        return one;
      },
    } as unknown as PrimitiveCollection,
    globe: { depthTestAgainstTerrain: false },
    frameState: { mode: SceneMode.SCENE3D },
    requestRender: vi.fn(),
  } as unknown as Scene;
  const layer = createLightningLayer(scene);
  const { light } = mapColours;
  const stroke = (longitude: number, age: ShownStroke['age']): ShownStroke => ({
    longitude,
    latitude: 30,
    age,
    isInCloud: false,
  });
  layer.show([stroke(103, 'old'), stroke(104, 'recent'), stroke(105, 'new'), stroke(106, 'new')], light);
  const [signs] = collections;
  expect(signs?.length).toBe(4);
  const found = [0, 1, 2, 3].map((index) => signs?.get(index));
  found.forEach((one, index) => {
    expect(
      Cartesian3.distance(one?.position ?? Cartesian3.ZERO, Cartesian3.fromDegrees(103 + index, 30)),
    ).toBe(0);
  });
  const images = found.map((one) => one?.image);
  expect(images[2]).toBe(images[3]);
  expect(new Set(images).size).toBe(3);
  layer.show([stroke(104, 'old'), stroke(107, 'new')], light);
  expect(signs?.length).toBe(2);
  expect(signs?.get(0)).toBe(found[1]);
  expect(signs?.get(0).image).toBe(images[0]);
  layer.show([], light);
  expect(signs?.length).toBe(0);
  expect(scene.requestRender).toHaveBeenCalledTimes(3);
});

/** Without the scene: the graphics of this test's browser are switched off. */
async function showGlobe(hub: HubState | null): Promise<void> {
  const { getContext } = HTMLCanvasElement.prototype;
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(function (
    this: HTMLCanvasElement,
    ...[kind, options]: Parameters<typeof getContext>
  ) {
    return kind.startsWith('webgl') ? null : getContext.call(this, kind, options);
  } as typeof getContext);
  signIn(admin);
  const globe = (
    <GlobeView
      {...{ settings, hub }}
      cells={[]}
      webgl="software"
      store={createTargetStore()}
      alerts={[]}
      banner={null}
      links={() => null}
      flatPath="/"
    />
  );
  const router = createMemoryRouter([{ path: '/', element: globe }]);
  await mount(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
    { locale: 'en' },
  );
}

const note = page.getByText('1 lightning stroke in 60 min');

beforeEach(() => {
  server().call('Lightning', 'GetStrokes', () => ({
    at: Date.now(),
    shownForMs: 60 * minute,
    sources: 1,
    silent: 0,
    isCut: false,
    strokes: [1, Date.now() - 4 * minute, 104, 30.5, 1, -20],
  }));
});

test('it has its note, its switch and its legend', async () => {
  await showGlobe('connected');
  await expect.element(note).toBeVisible();
  await page.getByRole('button', { name: 'Legend' }).click();
  await expect.element(page.getByText('Stroke within cloud (hollow)')).toBeVisible();
  await page.getByRole('button', { name: 'Layers' }).click();
  await page.getByRole('checkbox', { name: 'Lightning' }).click();
  await expect.element(note).not.toBeInTheDocument();
});

test('a playback has none, and does not ask for any', async () => {
  await showGlobe(null);
  await page.getByRole('button', { name: 'Layers' }).click();
  await expect.element(page.getByRole('checkbox', { name: 'Rain (weather radar)' })).toBeVisible();
  expect(page.getByRole('checkbox', { name: 'Lightning' }).elements()).toHaveLength(0);
  expect(page.getByRole('button', { name: 'Legend' }).elements()).toHaveLength(0);
  expect(server().asked.some(({ path }) => path.endsWith('/GetStrokes'))).toBe(false);
});
