import { useState } from 'react';
import { MemoryRouter } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { FlyData } from '#contract/hub.ts';
import { plainTarget, type Target } from '#domain/surveillance/track/target.ts';
import { mount, resize, server } from '#tests/component/support/mount.tsx';
import { css, seen } from '#tests/component/support/ui.ts';
import { FlightsPanel } from '#web/map/flights-panel.tsx';
import { MapDock } from '#web/map/map-dock.tsx';
import { FeatureCardPanel } from '#web/map/target-card.tsx';
import { createTargetStore, type TargetStore } from '#web/map/target-store.ts';
import '#web/map/panels.css';

/** The panels beside the map in a narrow window: long names, cards of what was chosen, and the list that stays. */

const names = ['13800000000', '1581FDEMO000000', ...Array.from({ length: 20 }, (_, i) => `B70${10 + i}`)];

function fly(name: string): Target {
  return {
    id: name,
    icao24: null,
    callsign: name,
    latitude: 30,
    longitude: 104,
    pressureAltitudeM: null,
    geometricAltitudeM: 1_240,
    groundSpeedMps: 60,
    trackDeg: 90,
    verticalRateMps: 2,
    onGround: false,
    at: Date.now(),
    sourceId: 1,
    ...plainTarget,
    planId: null,
  };
}

function storeOf(): TargetStore {
  const store = createTargetStore();
  const data: FlyData = { kind: 'picture', at: Date.now(), targets: names.map(fly), removed: [], feeds: [] };
  store.apply(data, performance.now());
  return store;
}

const facts: [string, string][] = [
  ['24-bit address', '780C12'],
  ['Geometric height (ellipsoid)', '1,240 m · 4,068 ft WGS84'],
  ['Vertical rate', '+1.2 m/s · +236 ft/min'],
  ...Array.from({ length: 20 }, (_, i): [string, string] => [`Fact ${i}`, 'as it is']),
];

function Dock() {
  const [store] = useState(storeOf);
  const [chosen, setChosen] = useState<string | null>(null);
  return (
    <MemoryRouter>
      <div style={{ display: 'flex', height: 580 }}>
        <MapDock
          id="test"
          sections={[
            {
              id: 'flights',
              title: 'Flights',
              openAtFirst: true,
              content: (
                <FlightsPanel
                  store={store}
                  selectedId={chosen}
                  onChoose={({ target }) => setChosen(target.id)}
                />
              ),
            },
          ]}
          card={
            chosen && (
              <FeatureCardPanel
                card={{ title: chosen, subtitle: '', facts }}
                onClose={() => setChosen(null)}
              />
            )
          }
        />
      </div>
    </MemoryRouter>
  );
}

beforeEach(async () => {
  server();
  await mount(<Dock />, { locale: 'en' });
  await resize({ width: 1366, height: 768 });
});

const box = (element: Element) => element.getBoundingClientRect();

test('of a long name its beginning and its end are in sight, and it is told whole', async () => {
  await seen(page.getByTitle('1581FDEMO000000'));
  for (const row of css('.cw-flight').elements()) {
    const [, name, height, mark] = [...row.children];
    if (!name || !height || !mark) throw new Error('a row without its columns');
    const range = document.createRange();
    range.selectNodeContents(height);
    expect(box(name).right).toBeLessThanOrEqual(box(range as unknown as Element).left);
  }
  const inSight = (name: string) => {
    const [head, tail] = [...page.getByTitle(name).element().children];
    if (!head || !tail) throw new Error('a name in one piece');
    expect(tail.scrollWidth).toBeLessThanOrEqual(box(tail).width + 1);
    return box(head).width;
  };
  // Four characters in front and the ellipsis: what tells a phone's number from a serial number.
  expect(inSight('13800000000')).toBeGreaterThan(34);
  expect(inSight('1581FDEMO000000')).toBeGreaterThan(34);
});

test('the list is filtered by the name that it shows, a serial number too', async () => {
  await page.getByPlaceholder('Callsign, number or 24-bit address').fill('1581fdemo');
  await seen(page.getByTitle('1581FDEMO000000'));
  await expect
    .poll(() => css('.cw-flight').elements().length)
    .toBe(names.filter((name) => name.startsWith('1581FDEMO')).length);
});

test('what is chosen from the list leaves it in place, its row in sight', async () => {
  await page.getByText('B7018', { exact: true }).click();
  await seen(page.getByRole('region', { name: 'B7018' }));
  const row = () => box(css('[aria-selected=true]').element());
  const card = () => box(css('.cw-card').element());
  await expect.poll(() => row().bottom).toBeLessThanOrEqual(card().top + 1);
  expect(row().top).toBeGreaterThanOrEqual(box(css('.cw-dock-sections').element()).top);
  expect(card().bottom).toBeLessThanOrEqual(box(css('.cw-dock').element()).bottom);
});

test('on its card no value is broken within a figure or a word', async () => {
  await page.getByText('B7010', { exact: true }).click();
  for (const word of ['780C12', '1,240 m', '4,068 ft WGS84', '+236 ft/min']) {
    const shown = css('.cw-card').getByText(word, { exact: true });
    await seen(shown);
    expect(shown.element().getClientRects()).toHaveLength(1);
    expect(box(shown.element()).height).toBeLessThan(26);
  }
  for (const { scrollWidth, clientWidth } of css('.cw-card *').elements())
    if (clientWidth > 0) expect(scrollWidth).toBeLessThanOrEqual(clientWidth + 1);
});
