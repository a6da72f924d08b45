import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { packPositions } from '#domain/surveillance/recording/positions.ts';
import { open, server } from '#tests/component/support/mount.tsx';
import { seen } from '#tests/component/support/ui.ts';

test('the figures of a track are asked for once while its day goes on, and stay', async () => {
  const requested: (string | undefined)[] = [];
  server().call('Playback', 'GetDensity', () => ({ items: [] }));
  server().call('Playback', 'GetAlerts', () => ({ items: [] }));
  server().call('Playback', 'GetTracks', ({ track }) => {
    if (typeof track === 'string') requested.push(track);
    return { items: [] };
  });
  await open('/flightWatch/trackPlayback?track=4b1803', { locale: 'en' });
  const figures = page.getByRole('region', { name: 'This track' });
  await seen(figures);
  // The page is drawn anew four times a second.
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  expect(requested).toEqual(['4b1803']);
});

test('an anonymous address is shown as one', async () => {
  const minute = Math.floor(Date.now() / 60_000) * 60_000 - 3_600_000;
  const position = {
    ...{ at: minute + 1_000, latitude: 30.5, longitude: 104, pressureAltitudeM: 900 },
    ...{ geometricAltitudeM: null, amslAltitudeM: null, groundSpeedMps: 50, trackDeg: 90 },
    ...{ verticalRateMps: 0, onGround: false, isCoasting: false },
  };
  const data = btoa(String.fromCharCode(...packPositions([position, { ...position, at: minute + 9_000 }])));
  const track = {
    ...{ track: 't:5::~3c4a12', icao24: null, addressType: 'anonymous' as const, callsign: 'B7001' },
    ...{ sourceId: 5, planId: null, minutes: [{ at: new Date(minute).toISOString(), data }] },
  };
  server().call('Playback', 'GetDensity', () => ({ items: [] }));
  server().call('Playback', 'GetAlerts', () => ({ items: [] }));
  server().call('Playback', 'GetTracks', ({ track: asked }) => ({
    items: asked === undefined ? [] : [track],
  }));
  await open('/flightWatch/trackPlayback?track=t:5::~3c4a12', { locale: 'en' });
  const figures = page.getByRole('region', { name: 'This track' });
  await seen(figures.getByText('~3c4a12 · Anonymous address, chosen by the aircraft'));
});
