import { expect, onTestFinished, test, vi } from 'vitest';
import { mount, server } from '#tests/component/support/mount.tsx';
import { useLayers } from '#web/map/use-layers.ts';

/** Layers that reach so far ahead are loaded again before the slider passes their end. */

const hour = 3_600_000;
const shown = new Set(['notams', 'notices']);

function Layers() {
  const { states } = useLayers(shown, null);
  return <p>{Object.values(states).join(' ')}</p>;
}

test('NOTAM areas follow the clock where no record changes', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const asked: string[] = [];
  server().call('Notam', 'GetAreas', ({ to }) => {
    asked.push(to ?? '');
    return { items: [] };
  });
  await mount(<Layers />);
  await expect.poll(() => asked.length).toBe(1);
  expect(Date.parse(asked[0] ?? '') - Date.now()).toBeGreaterThan(25 * hour);
  vi.advanceTimersByTime(hour);
  await expect.poll(() => asked.length).toBe(2);
});
