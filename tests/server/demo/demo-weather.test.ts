import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDemoWeather } from '#server/demo/demo-weather.ts';
import { createIntake } from '#server/features/information/intake.ts';
import { createWeatherReader } from '#server/features/weather/weather-reader.ts';
import { silentLog } from '#tests/support/database.ts';
import { type PlanWorld, startPlanWorld } from '#tests/support/plan-world.ts';

let world: PlanWorld;
beforeAll(async () => {
  world = await startPlanWorld();
});
afterAll(() => world?.close());

const counts = async () => {
  const rows = await world.sql
    .selectFrom('weatherReport')
    .select((query) => ['kind', 'state', query.fn.countAll<number>().as('count')])
    .where('isDemo', '=', true)
    .groupBy(['kind', 'state'])
    .execute();
  return Object.fromEntries(rows.map(({ kind, state, count }) => [`${kind} ${state}`, Number(count)]));
};

test('the demo has a day of weather behind it, goes on every half hour, and makes nothing twice', async () => {
  const { records, sql } = world;
  const readers = [createWeatherReader({ records })];
  const take = createIntake({ records, sql, readers }).take;
  const demo = createDemoWeather({ sql, take, clock: world.now, log: silentLog });
  world.setClock('2026-11-20T02:20:00Z');
  await demo.refresh();
  await demo.complete();
  const first = await counts();
  const stations = first['TAF current'] ?? 0;
  expect(stations).toBeGreaterThanOrEqual(5);
  expect(first).toEqual({
    'METAR current': 49 * stations,
    'TAF current': stations,
    'SIGMET current': 1,
    // For now and every three hours of the next twelve.
    'windsAloft current': 5 * stations,
  });
  const unreadable = await sql
    .selectFrom('informationMessage')
    .select(['raw', 'state'])
    .where('state', '!=', 'stored')
    .execute();
  expect(unreadable).toEqual([]);

  await demo.refresh();
  await demo.complete();
  expect(await counts()).toEqual(first);
  // Six hours later there are new forecasts, which replace the first, and another warning.
  world.setClock('2026-11-20T08:20:00Z');
  await demo.refresh();
  await demo.complete();
  const later = await counts();
  expect(later['METAR current']).toBe(61 * stations);
  expect([later['TAF current'], later['TAF superseded']]).toEqual([stations, stations]);
  expect(later['SIGMET current']).toBe(2);
  expect([later['windsAloft current'], later['windsAloft superseded']]).toEqual([7 * stations, 3 * stations]);
});
