import { expect, test } from 'vitest';
import type { AlertView } from '#contract/alerts.ts';
import {
  alertsFor,
  createAlertPicture,
  mostListed,
  type ToldAlerts,
} from '#server/features/alerts/alert-picture.ts';
import { conflictsOf } from '#server/features/alerts/alert-views.ts';

const channels = ['encounter:all'];

function view(id: number, change: Partial<AlertView> = {}): AlertView {
  return {
    id,
    kind: 'pairs',
    level: 'warning',
    state: 'announced',
    raisedAt: id,
    acknowledgedBy: null,
    acknowledgedAt: null,
    mutedUntil: null,
    muteReason: null,
    reason: { key: 'alert.pairs.reason', values: { one: '云', two: '雨' } },
    advice: 'alert.pairs.advice',
    contacts: [],
    targets: [],
    planIds: [],
    distanceM: null,
    verticalM: null,
    approach: null,
    ...change,
  };
}

const aircraft = (...ids: string[]) => ids.map((id) => ({ id, callsign: id, latitude: 30, longitude: 104 }));
const told = (views: AlertView[]): Omit<ToldAlerts, 'from'> => ({
  at: 1_000,
  items: views.map((one) => ({ view: one, channels, isLeft: false })),
  more: 0,
  lacks: [],
});

/** Two servers joined by what carries messages of at most so many bytes. */
function servers(mostBytes: number) {
  const handlers: ((message: unknown) => void)[] = [];
  const sizes: number[] = [];
  const lost = new Set<number>();
  const backplane = {
    mostBytes,
    publish(_subject: string, message: unknown) {
      const text = JSON.stringify(message);
      sizes.push(Buffer.byteLength(text));
      if (lost.has(sizes.length)) return;
      for (const handler of handlers) handler(JSON.parse(text));
    },
    subscribe(_subject: string, handler: (message: unknown) => void) {
      handlers.push(handler);
      return () => undefined;
    },
  };
  const hub = () => ({
    prepare(): never {
      throw new Error('nobody hears');
    },
  });
  const [here, there] = ['here', 'there'].map((id) =>
    createAlertPicture({ id, backplane, hearers: () => [], hub }),
  );
  if (!here || !there) throw new Error('there are two');
  return { here, there, sizes, lost };
}

test('alerts reach another server whole, in messages that are never larger than what is carried', () => {
  const { here, there, sizes } = servers(20_000);
  const views = Array.from({ length: 300 }, (_, id) => view(id));
  here.tell(told(views));
  expect(sizes.length).toBeGreaterThan(5);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(20_000);
  expect(there.last?.items.map((item) => item.view.id)).toEqual(views.map(({ id }) => id));
  here.tell({ ...told([]), at: 2_000 });
  expect(there.last).toMatchObject({ at: 2_000, items: [] });
});

test('a list of which a part was lost is given up, and the next one is whole', () => {
  const { here, there, lost } = servers(20_000);
  const views = Array.from({ length: 300 }, (_, id) => view(id));
  lost.add(2);
  here.tell(told(views));
  expect(there.last).toBeNull();
  here.tell({ ...told(views), at: 2_000 });
  expect(there.last?.items).toHaveLength(300);
});

test('a conflict item has no time before now', () => {
  const place = { latitude: 30, longitude: 104 };
  const approach = (at: number) => ({ at, horizontalM: 0, verticalM: 0, one: place, two: place });
  const alerts = [4_000, 1_000, -9_000].map((at, id) =>
    view(id, { targets: aircraft('a', 'b'), approach: approach(at) }),
  );
  expect(conflictsOf(alerts, 1_000).map(({ timeS }) => timeS)).toEqual([3, 0, 0]);
});

test('a list is by level, then by the time to the closest approach', () => {
  const approach = (at: number) => ({
    at,
    horizontalM: 1,
    verticalM: 1,
    one: { latitude: 30, longitude: 104 },
    two: null,
  });
  const { alerts } = alertsFor(
    told([
      view(1, { level: 'caution', approach: approach(2_000) }),
      view(2),
      view(3, { approach: approach(60_000) }),
      view(4, { approach: approach(9_000) }),
      view(5, { state: 'acknowledged', approach: approach(1_500) }),
      view(6),
    ]),
    new Set(channels),
  );
  expect(alerts.map(({ id }) => id)).toEqual([4, 3, 6, 2, 1, 5]);
});

test('of one level the alert of a flight with a plan is listed, however many others there are', () => {
  const others = Array.from({ length: 2 * mostListed }, (_, i) =>
    view(i, { level: 'caution', targets: aircraft(`s${2 * i}`, `s${2 * i + 1}`), raisedAt: 5_000 }),
  );
  const planned = view(99_998, { level: 'caution', planIds: [7], targets: aircraft('a', 'b'), raisedAt: 0 });
  const lesser = view(99_999, { level: 'advisory', planIds: [8], targets: aircraft('c', 'd') });
  const { alerts } = alertsFor(told([...others, planned, lesser]), new Set(channels));
  expect(alerts).toHaveLength(mostListed);
  expect(alerts.at(-1)?.id).toBe(planned.id);
});

test('a crowd of a few aircraft does not crowd out the alert of another, and what is not listed is counted', () => {
  const crowd = Array.from({ length: 50 }, (_, one) =>
    Array.from({ length: one }, (_, two) =>
      view(one * 100 + two, { targets: aircraft(`s${one}`, `s${two}`) }),
    ),
  ).flat();
  const pair = view(99_999, { level: 'advisory', targets: aircraft('a', 'b'), raisedAt: 0 });
  const { alerts, lacks } = alertsFor(told([...crowd, pair]), new Set(channels));
  expect(alerts).toHaveLength(mostListed);
  expect(alerts.at(-1)?.id).toBe(pair.id);
  expect(lacks).toEqual([{ key: 'alert.list.more', values: { count: crowd.length + 1 - mostListed } }]);
});
