import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { pressuresOf, readPressures } from '#server/features/weather/pressures.ts';
import { filing } from '#tests/support/plan-acts.ts';
import { type PlanWorld, startPlanWorld } from '#tests/support/plan-world.ts';
import { observation } from '#tests/support/weather.ts';
import { storeWeather } from '#tests/support/weather-reports.ts';

/** The pressure by which heights of targets count. ZUGH is Guanghan (104.33, 30.95), ZUUU Chengdu (103.95, 30.57). */

let world: PlanWorld;
const minute = 60_000;
const now = Date.parse(filing);
const near = { latitude: 30.96, longitude: 104.35 };

beforeAll(async () => {
  world = await startPlanWorld();
});
afterAll(() => world?.close());
beforeEach(async () => {
  await world.sql.deleteFrom('weatherReport').execute();
});

const report = (station: string, qnhHpa: number | null, ago: number) =>
  observation({ station, qnhHpa, observedAt: now - ago });

test('is that of the nearest aerodrome, with what it may be off', async () => {
  await storeWeather(world.records, [
    report('ZUGH', 1_020, 20 * minute),
    report('ZUUU', 1_010, 10 * minute),
    report('ZUGH', 1_019, 50 * minute),
  ]);
  const pressures = await readPressures(world.sql, now, new Map());
  expect(pressures.at(near, now)).toEqual({ lowest: 1_017, highest: 1_023 });
  expect(pressures.at({ latitude: 30.56, longitude: 103.94 }, now)).toEqual({
    lowest: 1_007,
    highest: 1_013,
  });
});

test('is nobody’s far away, long ago, or where none is said', async () => {
  await storeWeather(world.records, [report('ZUGH', 1_020, 80 * minute), report('ZUUU', null, 10 * minute)]);
  const pressures = await readPressures(world.sql, now, new Map());
  expect(pressures.at(near, now)).toEqual({ lowest: 1_017, highest: 1_023 });
  expect(pressures.at(near, now + 11 * minute)).toBeNull();
  expect(pressures.at({ latitude: 36, longitude: 104.35 }, now)).toBeNull();
  const strict = await readPressures(world.sql, now, new Map([['weather.qnhForMin', '60']]));
  expect(strict.at(near, now)).toBeNull();
});

test('of ten thousand places is the same when it is asked again', () => {
  const reported = Array.from({ length: 300 }, (_, i) => ({
    station: `Z${i}`,
    position: { latitude: 22 + (i % 20), longitude: 90 + Math.floor(i / 20) * 2 },
    qnhHpa: 1_000 + (i % 30),
    observedAt: now,
  }));
  const pressures = pressuresOf(reported, { withinM: 100_000, forMs: 90 * minute });
  const asked = Array.from({ length: 10_000 }, (_, i) => ({
    latitude: 22 + (i % 100) / 5,
    longitude: 90 + Math.floor(i / 100) / 4,
  }));
  const first = asked.map((place) => pressures.at(place, now));
  expect(asked.map((place) => pressures.at(place, now))).toEqual(first);
  expect(first.filter((found) => found !== null).length).toBeGreaterThan(3_000);
});
