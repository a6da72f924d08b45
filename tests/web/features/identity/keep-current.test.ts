import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { entryOf, keepCurrent } from '#web/features/identity/display/keep-current.ts';

/** A display loads itself anew after an upgrade, and at no other time. */

const page = (entry: string) =>
  `<!doctype html><html><head><script type="module" crossorigin src="/assets/${entry}.js"></script></head></html>`;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test.each([
  ['the page of a build', page('main-1a'), '/assets/main-1a.js'],
  ['its attributes in another order', '<script src="/a.js" type="module"></script>', '/a.js'],
  ['a page of a proxy', '<html><script src="/x.js"></script>Maintenance</html>', null],
  ['nothing', '', null],
])('the entry of %s', (_, html, entry) => expect(entryOf(html)).toBe(entry));

test.each<[string, () => Promise<string>, number]>([
  ['after an upgrade it loads itself anew', async () => page('main-2b'), 1],
  ['the same build changes nothing', async () => page('main-1a'), 0],
  ['a server that does not answer changes nothing', () => Promise.reject(new Error('away')), 0],
  ['a page of maintenance changes nothing', async () => '<html>back soon</html>', 0],
])('%s', async (_, ask, times) => {
  const reload = vi.fn();
  const stop = keepCurrent({ ask, html: page('main-1a'), reload });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(reload).toHaveBeenCalledTimes(times);
  stop();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(reload).toHaveBeenCalledTimes(times);
});
