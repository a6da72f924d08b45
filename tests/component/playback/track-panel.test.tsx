import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
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
