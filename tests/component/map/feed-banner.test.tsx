import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { FeedState, FlyData } from '#contract/hub.ts';
import { mount, resize } from '#tests/component/support/mount.tsx';
import { FeedBanner } from '#web/map/feed-strip.tsx';
import { createTargetStore } from '#web/map/target-store.ts';
import '#web/map/panels.css';

/** What the map says of its sources: the gravest by name, the others as a number, and the map stays free. */

const plain = { recordsPerSecond: 0, errors: 0, deadAfterS: 10 };
const silent = (sourceId: number): FeedState => ({
  ...plain,
  sourceId,
  name: `雷达 ${sourceId} 号（西南方向的备用站）`,
  nameEn: `Radar ${sourceId} (stand-by site in the south-west)`,
  lastAt: Date.now() - 180_000,
});
const never = (sourceId: number): FeedState => ({
  ...plain,
  sourceId,
  name: `接收机 ${sourceId}`,
  nameEn: `Receiver ${sourceId}`,
  lastAt: null,
});
const fault = { key: 'track.doubt.edition', values: {} };
const faulty = (sourceId: number, more: Partial<FeedState> = {}): FeedState => ({
  ...never(sourceId),
  lastAt: Date.now(),
  fault,
  ...more,
});

function storeOf(feeds: FeedState[]) {
  const store = createTargetStore();
  const data: FlyData = { kind: 'picture', at: Date.now(), targets: [], removed: [], feeds };
  store.apply(data, performance.now());
  return store;
}

async function show(feeds: FeedState[], locale: 'en' | 'zh-Hans' = 'en', width = 1366) {
  const store = storeOf(feeds);
  await mount(
    <div style={{ display: 'flex', flexDirection: 'column', height: '100vh' }}>
      <FeedBanner store={store} hub="connected" />
      <div data-testid="map" style={{ flex: 1, minHeight: 0 }} />
    </div>,
    { locale },
  );
  await resize({ width, height: 768 });
}

const banner = () => page.getByRole('alert');
const heightOf = (element: Element) => element.getBoundingClientRect().height;

test.each([
  [1366, 48],
  [390, 64],
])('twelve silent and faulty sources take one line of %i pixels', async (width, most) => {
  const feeds = [never(1), faulty(2), ...Array.from({ length: 10 }, (_, n) => silent(n + 3))];
  await show(feeds, 'en', width);
  const line = page.getByRole('button', { expanded: false });
  await expect.element(line).toHaveTextContent(/12 sources are silent or faulty: *Radar 3/);
  await expect.element(line).toHaveTextContent('9 more');
  expect(heightOf(banner().element())).toBeLessThanOrEqual(most);
  expect(heightOf(page.getByTestId('map').element())).toBeGreaterThan(768 - most - 1);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
});

test('it opens by key to all of them, the gravest first, above the map and never on it', async () => {
  await show([never(1), faulty(2), ...Array.from({ length: 30 }, (_, n) => silent(n + 3))]);
  const line = page.getByRole('button', { expanded: false });
  await expect.element(line).toBeVisible();
  (line.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('button', { expanded: true })).toBeVisible();
  const items = page.getByRole('listitem').elements();
  expect(items).toHaveLength(32);
  expect(items[0]?.textContent).toContain('has been silent for 3 min');
  expect(items[30]?.textContent).toContain('Source "Receiver 2"');
  expect(items[31]?.textContent).toContain('has not sent anything yet');
  const under = banner().element().getBoundingClientRect().bottom;
  expect(page.getByTestId('map').element().getBoundingClientRect().top).toBeGreaterThanOrEqual(under);
  expect(under).toBeLessThan(768 / 2);
});

test('one source has its whole line; a fault is of what it is', async () => {
  await show([faulty(2, { isRecording: true })]);
  await expect.element(banner()).toHaveTextContent('Recording "Receiver 2"');
  expect(page.getByRole('button').elements()).toHaveLength(0);
});

test('in Chinese the sources have their Chinese names', async () => {
  await show([silent(3), silent(4)], 'zh-Hans');
  await expect.element(page.getByRole('button')).toHaveTextContent(/2 个数据源中断或有故障：.*雷达 3 号/);
});
