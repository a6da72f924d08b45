import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { plainTarget } from '#domain/surveillance/track/target.ts';
import { mount, server } from '#tests/component/support/mount.tsx';
import { seen } from '#tests/component/support/ui.ts';
import { TargetCard } from '#web/map/target-card.tsx';
import { createTargetStore } from '#web/map/target-store.ts';

/** The card of a target at this pressure altitude, beside an aerodrome that reports 1003 hPa. */
async function openCard(pressureAltitudeM: number, transitionAltitudeM: number): Promise<void> {
  server().call('Weather', 'GetQnh', () => ({
    qnh: { hpa: 1_003, station: 'ZUGH', observedAt: Date.UTC(2026, 5, 10, 1, 30), distanceM: 9_000 },
    transitionAltitudeM,
  }));
  const store = createTargetStore();
  const target = {
    ...plainTarget,
    id: 'a',
    icao24: null,
    callsign: 'B70QA',
    latitude: 30.9,
    longitude: 104.3,
    pressureAltitudeM,
    geometricAltitudeM: null,
    groundSpeedMps: 60,
    trackDeg: 90,
    verticalRateMps: 0,
    onGround: false,
    at: Date.now(),
    sourceId: 1,
    planId: null,
  };
  store.apply(
    { kind: 'picture', at: Date.now(), targets: [target], removed: [], feeds: [] },
    performance.now(),
  );
  await mount(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <TargetCard store={store} id="a" onCentre={() => undefined} onClose={() => undefined} />
      </MemoryRouter>
    </QueryClientProvider>,
    { locale: 'en' },
  );
}

test('up to the transition altitude the height is given by the pressure that is reported near', async () => {
  // operations.md 1.11: 1,000 ft at QNH 1003 are 720 ft.
  await openCard(304.8, 3_000);
  for (const part of ['220 m', '720 ft AMSL', 'QNH 1003 hPa ZUGH']) await seen(page.getByText(part));
});

test('above it the flight level counts, as pilots have set 1013.25 hPa there', async () => {
  await openCard(4_000, 3_000);
  await seen(page.getByText('FL131 (1013.25 hPa), above the transition altitude of 3,000 m AMSL'));
  await seen(page.getByText('QNH 1003 hPa ZUGH'));
  // What 4,000 m would be by the pressure there.
  await expect.poll(() => page.getByText('3,922 m').elements()).toHaveLength(0);
});
