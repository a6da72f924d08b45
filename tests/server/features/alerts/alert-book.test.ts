import { expect, test } from 'vitest';
import type { Watched } from '#domain/conflicts/nets/life-cycle.ts';
import { type AlertLevel, rankOf } from '#domain/conflicts/nets/safety-net.ts';
import { polygonWithin } from '#domain/geo/geojson.ts';
import { AppError } from '#domain/text/errors.ts';
import type { Records } from '#server/engine/records/records.ts';
import { createAlertBook } from '#server/features/alerts/alert-book.ts';
import type { LiveAlert } from '#server/features/alerts/live-alert.ts';
import { silentLog } from '#tests/support/database.ts';

/** Alerts that end before their record could be written. */

const noon = Date.parse('2026-06-10T04:00:00Z');

function alert(id: number, level: AlertLevel = 'caution', plans: number[] = []): LiveAlert {
  const key = `pairs:${id}`;
  const watched: Watched = {
    key,
    level,
    history: [rankOf(level)],
    countedAt: noon,
    levelSince: noon,
    levelSeenAt: noon,
    finding: {
      net: 'pairs',
      key,
      level,
      holds: level,
      reason: { key: 'alert.pairs.reason' },
      advice: 'alert.pairs.advice',
      contacts: [],
      targets: [],
      planIds: plans,
      approach: {
        timeS: 30,
        horizontalM: 200,
        verticalM: null,
        one: { latitude: 30, longitude: 104 },
        two: { latitude: 30, longitude: 104 },
      },
    },
  };
  return {
    ...{ id, key, watched, raisedAt: noon, announcedAt: noon + 200, plans, companies: [], followed: [] },
    ...{ place: polygonWithin([103, 29, 105, 31]), measured: null, record: null, wasStored: false },
  };
}

function bookOf(mostUnwritten?: number) {
  const written = new Map<number, Record<string, unknown>>();
  const told: string[] = [];
  const database = { isAway: false, onWrite: () => {} };
  const records = {
    transaction: async (work: (transaction: unknown) => Promise<unknown>) => {
      if (database.isAway) throw new AppError('unavailable', { key: 'database.away' });
      return work({ sql: null });
    },
    createMany: async (_: unknown, resource: string, rows: { id: number; values: object }[]) => {
      database.onWrite();
      return rows.map(({ id, values }) => {
        if (resource === 'encounter') written.set(id, { ...values });
        return { record: { ...values, id, version: 1 } };
      });
    },
  };
  const book = createAlertBook({
    records: records as unknown as Records,
    tracks: { follow: async () => undefined, of: async () => new Map(), forget: async () => undefined },
    webhooks: {
      tell: async (_, event, ...changes) => {
        told.push(...changes.map(({ id }) => `${event} ${id}`));
      },
    },
    sql: null as never,
    log: silentLog,
    areasOf: () => [4, 5],
    live: new Map(),
    onGone: () => undefined,
    ...(mostUnwritten === undefined ? {} : { mostUnwritten }),
  });
  return { book, written, told, database };
}

test('an alert that ends before it could be written is written once, as cleared', async () => {
  const { book, written, told } = bookOf();
  book.end(alert(1, 'advisory'), noon + 5_000);
  expect(await book.write(noon + 60_000, false)).toBe(true);
  expect(written.get(1)).toMatchObject({
    state: 'cleared',
    raisedAt: '2026-06-10T04:00:00.000Z',
    announcedAt: '2026-06-10T04:00:00.200Z',
    clearedAt: '2026-06-10T04:00:05.000Z',
    areas: [4, 5],
  });
  const details = JSON.parse(String(written.get(1)?.details));
  expect(details.approach).toBeNull();
  expect(details.predicted).toMatchObject({ horizontalM: 200 });
  expect(told).toEqual(['alertRaised 1', 'alertCleared 1']);
  expect(book.forgottenAt(noon + 60_000)).toBe(0);
});

test('when more alerts end than can be written, the least important are dropped, counted and reported for a while', async () => {
  const { book, written, database } = bookOf(4);
  database.isAway = true;
  book.end(alert(1, 'caution', [7]), noon);
  book.end(alert(2, 'warning'), noon + 1_000);
  book.end(alert(3), noon + 2_000);
  book.end(alert(4), noon + 3_000);
  expect(await book.write(noon + 3_000, false)).toBe(false);
  expect(book.forgottenAt(noon + 3_000)).toBe(0);
  book.end(alert(5), noon + 4_000);
  expect(book.forgottenAt(noon + 4_000)).toBe(3);
  database.isAway = false;
  expect(await book.write(noon + 5_000, false)).toBe(true);
  expect([...written.keys()].toSorted()).toEqual([1, 2]);
  expect(book.forgottenAt(noon + 10 * 60_000)).toBe(0);
});

test('a server that stops writes no further batch once its time is over', async () => {
  const { book, written, database } = bookOf();
  for (let id = 1; id <= 1_000; id++) book.end(alert(id), noon);
  database.onWrite = () => book.endWithin(0);
  expect(await book.write(noon + 1_000, false)).toBe(false);
  expect(written.size).toBe(200);
});
