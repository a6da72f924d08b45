import { sql as raw } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AlertList } from '#contract/alerts.ts';
import { direct, type Position } from '#domain/geo/geodesy.ts';
import { plainTarget } from '#domain/surveillance/track/target.ts';
import type { Sql } from '#server/db/sql.ts';
import { type AlertReplayInput, replayAlerts } from '#server/features/alerts/alert-replay.ts';
import { createOpenMinutes, sightingOf, writeMinutes } from '#server/features/recording/recorded-minutes.ts';
import { recordedTracks } from '#server/features/recording/recorded-tracks.ts';
import { type Sky, startSky } from '#tests/support/sky.ts';

/** Recorded traffic through the safety nets again, under the parameters and airspaces of now and others. */

let sky: Sky;
let sql: Sql;
let parameters: ReadonlyMap<string, string>;

beforeAll(async () => {
  sky = await startSky();
  sql = sky.server.database.database.kysely;
  const rows = await sql.selectFrom('parameter').select(['key', 'value']).execute();
  parameters = new Map(rows.flatMap(({ key, value }) => (value === null ? [] : [[key, value]])));
});
afterAll(() => sky?.close());

const terrain = { installed: false, heldElevationAt: () => undefined, elevationsAt: async () => [] };

function replay(fromMs: number, toMs: number, change: Partial<AlertReplayInput> = {}) {
  return replayAlerts({
    sql,
    fromMs,
    toMs,
    parameters,
    terrain,
    tracksBetween: (start, end) => recordedTracks(sql, { start, end, box: null, track: null }, sky.now()),
    progressed() {},
    signal: new AbortController().signal,
    pause: async () => {},
    ...change,
  });
}

/** A month ago: nothing else is recorded then. */
const begin = Date.UTC(2026, 4, 4, 8);
const minuteMs = 60_000;
const west: Position = { longitude: 101.5, latitude: 33.2 };

interface Flight {
  id: string;
  from: Position;
  trackDeg: number;
  /** Seconds after the beginning. */
  fromS: number;
  toS: number;
}

/** Level at 60 m/s, heard each second. */
async function record(flights: readonly Flight[], start = begin): Promise<void> {
  const minutes = createOpenMinutes();
  for (const { id, from, trackDeg, fromS, toS } of flights)
    for (let second = fromS; second < toS; second += 1)
      minutes.add(
        sightingOf({
          ...plainTarget,
          ...direct(from, trackDeg, 60 * (second - fromS)),
          id,
          icao24: id,
          callsign: id.toUpperCase(),
          pressureAltitudeM: 1_200,
          geometricAltitudeM: null,
          groundSpeedMps: 60,
          trackDeg,
          verticalRateMps: 0,
          onGround: false,
          at: start + second * 1_000,
          sourceId: sky.source.id,
          planId: null,
        }),
      );
  await sql
    .transaction()
    .execute((transaction) => writeMinutes(transaction, minutes.before(Number.POSITIVE_INFINITY)));
}

/** Two that pass each other after 250 s, 1 km apart. */
const meeting: Flight[] = [
  { id: '7a0001', from: west, trackDeg: 90, fromS: 0, toS: 400 },
  {
    id: '7a0002',
    from: direct(direct(west, 90, 30_000), 0, 1_000),
    trackDeg: 270,
    fromS: 0,
    toS: 400,
  },
];
const meetingEnds = begin + 12 * minuteMs;
const pairKey = 'pairs:7a0001|7a0002';

test('finds the alert of a pair once, and that both are not heard any more', async () => {
  await record(meeting);
  const { alerts, isCut, leftOut, looks, evaluatedToMs } = await replay(begin, meetingEnds);
  const pairs = alerts.filter(({ net }) => net === 'pairs');
  expect(pairs).toEqual([
    {
      net: 'pairs',
      key: pairKey,
      level: 'warning',
      raisedAt: expect.any(Number),
      clearedAt: expect.any(Number),
      reason: { key: 'alert.pairs.reason', values: { one: '7A0001', two: '7A0002' } },
      targets: [
        { id: '7a0001', callsign: '7A0001', icao24: '7a0001' },
        { id: '7a0002', callsign: '7A0002', icao24: '7a0002' },
      ],
      areaId: null,
      planIds: [],
      place: { latitude: expect.closeTo(west.latitude, 1), longitude: expect.closeTo(west.longitude, 0) },
    },
  ]);
  const [pair] = pairs;
  // Two to three minutes before they pass, and over soon after.
  expect((pair?.raisedAt ?? 0) - begin).toBeGreaterThan(60_000);
  expect((pair?.raisedAt ?? 0) - begin).toBeLessThan(130_000);
  expect((pair?.clearedAt ?? 0) - begin).toBeGreaterThan(250_000);
  expect((pair?.clearedAt ?? 0) - begin).toBeLessThan(290_000);
  expect(
    alerts
      .filter(({ net }) => net === 'lostSignal')
      .map(({ key }) => key)
      .sort(),
  ).toEqual(['lostSignal:7a0001', 'lostSignal:7a0002']);
  expect({ isCut, evaluatedToMs }).toEqual({ isCut: false, evaluatedToMs: meetingEnds });
  expect(looks).toBeGreaterThan(300);
  expect(leftOut.map(({ net }) => net)).toContain('emergency');
});

test('with a smaller separation the same pair raises none', async () => {
  const smaller = new Map([
    ...parameters,
    ['tactical.pairs.distanceM', '300'],
    ['tactical.pairs.advisoryDistanceM', '300'],
  ]);
  const { alerts } = await replay(begin, meetingEnds, { parameters: smaller });
  expect(alerts.map(({ key }) => key)).not.toContain(pairKey);
});

test('a connection with another prohibited airspace adds an alert of it', async () => {
  const present = await replay(begin, meetingEnds);
  expect(present.alerts.filter(({ net }) => net === 'areas')).toEqual([]);
  const middle = direct(west, 90, 15_000);
  const corner = (eastM: number, northM: number): [number, number] => {
    const place = direct(direct(middle, 90, eastM), 0, northM);
    return [place.longitude, place.latitude];
  };
  const ring = [corner(-2_000, -400), corner(2_000, -400), corner(2_000, 400), corner(-2_000, 400)];
  const geometry = { type: 'Polygon', coordinates: [[...ring, ring[0]]] };
  const changed = await sky.server.database.database.reads.connection().execute(async (own) => {
    try {
      await raw`create temporary table airspace as select * from airspace`.execute(own);
      const { rows } = await raw<{ id: number }>`
      update pg_temp.airspace set kind = 'prohibited', state = 1, open_state = null, shape = 'polygon', schedule = null,
        geometry = ${JSON.stringify(geometry)}, lower = null, upper = null, valid_from = null, valid_to = null
      where id = (select min(id) from pg_temp.airspace where deleted_at is null) returning id`.execute(own);
      await raw`create temporary table airspace_version as select * from airspace_version where airspace <> ${rows[0]?.id}`.execute(
        own,
      );
      const { alerts } = await replay(begin, meetingEnds, { sql: own });
      return { alerts, id: rows[0]?.id };
    } finally {
      await raw`discard temp`.execute(own);
    }
  });
  const areas = changed.alerts.filter(({ net }) => net === 'areas');
  expect(areas.map(({ level, areaId, targets }) => [level, areaId, targets[0]?.id])).toEqual([
    ['warning', changed.id, '7a0001'],
  ]);
  expect(areas[0]?.place?.latitude).toBeCloseTo(west.latitude, 1);
  expect(changed.alerts.map(({ key }) => key)).toContain(pairKey);
});

test('where nothing is recorded for minutes every alert ends', async () => {
  const start = Date.UTC(2026, 4, 5, 8);
  await record(
    [
      { id: '7a0011', from: west, trackDeg: 90, fromS: 0, toS: 120 },
      { id: '7a0012', from: direct(west, 90, 40_000), trackDeg: 90, fromS: 1_200, toS: 1_260 },
    ],
    start,
  );
  const { alerts, looks } = await replay(start, start + 30 * minuteMs);
  const [lost] = alerts;
  expect(lost?.key).toBe('lostSignal:7a0011');
  expect(lost?.clearedAt).toBeLessThanOrEqual(start + 425_000);
  expect(lost?.clearedAt).toBeGreaterThan(start + 400_000);
  // No second of the quiet time is evaluated.
  expect(looks).toBeLessThan(425 + 365);
});

test('ends with the most alerts that are wanted, and reports until when it came', async () => {
  const { alerts, isCut, evaluatedToMs } = await replay(begin, meetingEnds, { mostAlerts: 1 });
  expect(alerts.map(({ key }) => key)).toEqual([pairKey]);
  expect(isCut).toBe(true);
  expect(evaluatedToMs).toBeLessThan(meetingEnds);
});

test('ends where it is cancelled, and reports how far it is', async () => {
  const cancel = new AbortController();
  const progress: number[] = [];
  const work = replay(begin, meetingEnds, {
    signal: cancel.signal,
    progressed(atMs) {
      progress.push(atMs);
      if (progress.length === 2) cancel.abort(new Error('cancelled'));
    },
  });
  await expect(work).rejects.toThrow('cancelled');
  expect(progress).toEqual([begin + 2 * minuteMs, begin + 4 * minuteMs]);
});

test('what the live nets raised is found again, under the same key', async () => {
  const hub = await sky.server.hub('aiw', '/signalr-instant');
  const lists: AlertList[] = [];
  hub.on('getAlerts', (list: AlertList) => lists.push(list));
  const begun = sky.now();
  const metre = 1 / 95_600;
  const headOn = () => {
    const flownM = ((sky.now() - begun) / 1_000) * 60;
    const common = { latitude: 30.6, flightLevel: 40, groundSpeedKt: 116.6 };
    return [
      sky.over('780ba1', { ...common, longitude: 104 + flownM * metre, trackDeg: 90 }),
      sky.over('780ba2', { ...common, longitude: 104 + (9_000 - flownM) * metre, trackDeg: 270 }),
    ];
  };
  const live = () =>
    lists.at(-1)?.alerts.find(({ kind, targets }) => kind === 'pairs' && targets[0]?.id === '780ba1');
  await sky.flyUntil(headOn, () => live() !== undefined, 'the alert');
  // The recorder notes each second.
  const until = sky.now() + 1_500;
  await sky.flyUntil(headOn, () => sky.now() > until, 'another second');
  const { rows } = await raw<{ key: string }>`
    select alert_key as key from encounter where id = ${live()?.id ?? 0}`.execute(sql);
  const { alerts } = await replay(begun - minuteMs, sky.now());
  const again = alerts.find(({ net }) => net === 'pairs');
  expect(again?.key).toBe('pairs:780ba1|780ba2');
  if (rows[0]) expect(rows[0].key).toBe(again?.key);
  expect(again?.raisedAt).toBeLessThan(sky.now());
  expect(again?.raisedAt).toBeGreaterThanOrEqual(begun);
});
