import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { systemCaller } from '#server/kernel/caller.ts';
import { clearPlans, type Finding, planActs, planOfCompany } from '#tests/support/plan-acts.ts';
import { type PlanWorld, startPlanWorld } from '#tests/support/plan-world.ts';
import {
  conditions,
  forecast,
  layer,
  observation,
  visibility,
  warning,
  wind,
} from '#tests/support/weather.ts';
import { storeWeather } from '#tests/support/weather-reports.ts';

/** What the check of a plan finds in the weather. The plan flies at ten in Beijing on the 21st, for an hour. */

let world: PlanWorld;
const at = (hour: number, minute = 0) => Date.UTC(2026, 10, 21, hour, minute);

async function change(resource: string, id: number, values: object): Promise<void> {
  const { version } = await world.records.untyped.get(systemCaller(), resource, id);
  await world.records.transaction((transaction) =>
    world.records.untyped.update(systemCaller(), resource, id, Number(version), { ...values }, transaction),
  );
}

beforeAll(async () => {
  world = await startPlanWorld();
  await change('airport', world.demo.airports.get('ZUGH|') ?? 0, {
    runways: [{ designator: '13/31', headingTrue: 131 }],
  });
});
afterAll(() => world?.close());
beforeEach(async () => {
  world.setClock('2026-11-21T01:00:00Z');
  await world.sql.deleteFrom('weatherReport').execute();
  await clearPlans(world);
});

const line = {
  type: 'LineString',
  coordinates: [
    [106.4, 31.42],
    [106.6, 31.42],
  ],
};
const box = (west: number, east: number) => ({
  type: 'Polygon' as const,
  coordinates: [
    [
      [west, 31.3],
      [east, 31.3],
      [east, 31.5],
      [west, 31.5],
      [west, 31.3],
    ],
  ],
});

async function findings(task: object = {}): Promise<Finding[]> {
  const { tasks, ...plan } = planOfCompany(world, 'yunyi', { geometry: line, ...task });
  const answer = (await world.call(world.operator, 'Navigation/CheckErrors', { ...plan, tasks })) as {
    findings: Finding[];
  };
  return answer.findings.filter(({ code }) => /^(weather|conflict\.weather|night)/.test(code));
}
const said = (found: Finding[]) => found.map(({ code, field, message }) => [code, field, message]);

test('a SIGMET in the way warns, with its number, what it says and when both are there', async () => {
  const low = { lower: null, upper: { value: 3_000, unit: 'm' as const, reference: 'AMSL' as const } };
  await storeWeather(world.records, [
    warning({ area: box(106.45, 106.5), movement: null, validFrom: at(0), validTo: at(2, 30), ...low }),
    warning({ sequence: '3', area: box(106.45, 106.5), validFrom: at(0), validTo: at(2, 30) }),
    warning({ sequence: '4', area: box(106.45, 106.5), validFrom: at(4), validTo: at(5), ...low }),
  ]);
  expect(said(await findings())).toEqual([
    [
      'conflict.weather',
      'tasks.0.geometry',
      'It meets SIGMET ZBPE 2: severe turbulence (11-21 10:00 CST to 11-21 10:30 CST): SIGMET TEST=',
    ],
  ]);
});

test('a SIGMET that comes into the way as it moves warns as well', async () => {
  const low = { lower: null, upper: { value: 3_000, unit: 'm' as const, reference: 'AMSL' as const } };
  const east = { directionDeg: 90, speedMps: 10 };
  const time = { validFrom: at(0), validTo: at(4), ...low };
  await storeWeather(world.records, [
    warning({ area: box(105.5, 105.6), movement: east, ...time }),
    warning({ sequence: '3', area: box(105.5, 105.6), movement: 'stationary', ...time }),
    warning({ sequence: '4', area: box(107.5, 107.6), movement: east, ...time }),
    warning({
      sequence: '5',
      area: box(105.5, 105.6),
      forecastArea: box(106.75, 106.8),
      movement: null,
      ...time,
    }),
  ]);
  expect((await findings()).map(({ message }) => /SIGMET ZBPE \d/.exec(message)?.[0])).toEqual([
    'SIGMET ZBPE 2',
    'SIGMET ZBPE 5',
  ]);
});

test('a SIGMET that has moved on by then does not warn, and one that comes warns from when it is there', async () => {
  const low = { lower: null, upper: { value: 3_000, unit: 'm' as const, reference: 'AMSL' as const } };
  const time = { validFrom: at(0), validTo: at(4), ...low };
  await storeWeather(world.records, [
    // 72 km to the west by the time of take-off.
    warning({ area: box(106.45, 106.5), movement: { directionDeg: 270, speedMps: 10 }, ...time }),
    warning({
      sequence: '3',
      area: box(106.45, 106.5),
      forecastArea: box(108.4, 108.5),
      movement: null,
      ...time,
    }),
    warning({
      sequence: '4',
      area: box(107.5, 107.6),
      movement: { directionDeg: 270, speedMps: 10 },
      ...time,
    }),
  ]);
  const found = await findings();
  expect(said(found)).toEqual([
    [
      'conflict.weather',
      'tasks.0.geometry',
      'It meets SIGMET ZBPE 4: severe turbulence (11-21 10:00 CST to 11-21 11:00 CST): SIGMET TEST=',
    ],
  ]);
});

test('weather below the minima warns where the flight takes off and lands, by the surest report', async () => {
  await storeWeather(world.records, [
    observation({
      station: 'ZUGH',
      observedAt: at(0, 45),
      ...conditions({ ...visibility(4_000), cloud: [layer('BKN', 2_000)], wind: wind(130, 2) }),
    }),
    forecast({
      station: 'ZUGH',
      issuedAt: at(0),
      validFrom: at(0),
      validTo: at(20),
      changes: [
        {
          kind: 'TEMPO',
          from: at(2),
          to: at(5),
          conditions: conditions({ ...visibility(1_000), cloud: [layer('OVC', 600)] }),
        },
      ],
    }),
  ]);
  const found = await findings();
  expect(said(found.filter(({ field }) => field === 'tasks.0.departure'))).toEqual([
    [
      'weather.departure',
      'tasks.0.departure',
      'ZUGH at 11-21 10:00 CST: visibility observed 4000 m, below 5000 m: METAR TEST=',
    ],
    [
      'weather.departure',
      'tasks.0.departure',
      'ZUGH at 11-21 10:00 CST: ceiling possibly 600 ft, below 1000 ft: TAF TEST=',
    ],
  ]);
  expect(found.filter(({ code }) => code === 'weather.arrival')).toHaveLength(2);
  expect(found.every(({ level }) => level === 'warning')).toBe(true);
  // Under instrument rules the visual minima do not count.
  expect(await findings({ rules: 'I' })).toEqual([]);
});

test('a plan that was submitted is judged by the weather of now, not of when it was filed', async () => {
  const { id } = await planActs(() => world).file({ task: { geometry: box(106.45, 106.5) } });
  world.setClock('2026-11-21T01:00:00Z');
  await storeWeather(world.records, [
    observation({ station: 'ZUGH', observedAt: at(0, 45), ...conditions(visibility(800)) }),
  ]);
  const { findings: found } = (await world.call(world.atmb, 'Navigation/GetFindingsById', { id })) as {
    findings: Finding[];
  };
  const weather = found.filter(({ code }) => code.startsWith('weather'));
  expect(weather.map(({ code, field }) => [code, field])).toEqual([
    ['weather.departure', 'tasks.0.departure'],
  ]);
});

test('an operator and a type have minima of their own', async () => {
  await storeWeather(world.records, [
    observation({
      station: 'ZUGH',
      observedAt: at(0, 45),
      ...conditions({ ...visibility(6_000), noCloud: 'NSC' }),
    }),
  ]);
  expect(await findings()).toEqual([]);
  await change('company', world.demo.companies.yunyi, { minVisibilityM: 8_000 });
  const found = await findings();
  await change('company', world.demo.companies.yunyi, { minVisibilityM: null });
  // An observation says nothing of the landing two hours later.
  expect(said(found)).toEqual([
    [
      'weather.departure',
      'tasks.0.departure',
      'ZUGH at 11-21 10:00 CST: visibility observed 6000 m, below 8000 m: METAR TEST=',
    ],
  ]);
});

test('cross wind beyond the limit of the type warns, gusts counted, on the best runway', async () => {
  const { type } = await world.records.get(
    systemCaller(),
    'aircraft',
    world.demo.aircraft.get('B-10QA') ?? 0,
  );
  await change('aircraftType', type ?? 0, { maxCrosswindMps: 7 });
  await storeWeather(world.records, [
    observation({ station: 'ZUGH', observedAt: at(0, 45), wind: wind(41, 5, { gustMps: 9 }) }),
  ]);
  const found = await findings();
  expect(found).toHaveLength(1);
  expect(found[0]?.message).toMatch(
    /^ZUGH at 11-21 10:00 CST: cross wind observed 9\.0 m\/s, above 7 m\/s of the .+: METAR TEST=$/,
  );
  await storeWeather(world.records, [
    observation({ station: 'ZUGH', observedAt: at(0, 50), wind: wind(131, 15) }),
  ]);
  expect(await findings()).toEqual([]);
});

test('a newer forecast of nine hours hides no longer one, and one that is missing hides nothing', async () => {
  const fog = conditions({ ...visibility(300), noCloud: 'NSC' });
  await storeWeather(world.records, [
    forecast({
      station: 'ZUGH',
      issuedAt: at(0),
      validFrom: at(0),
      validTo: at(24),
      changes: [{ kind: 'FM', from: at(12), to: null, conditions: fog }],
    }),
    forecast({ station: 'ZUGH', issuedAt: at(0, 30), validFrom: at(0), validTo: at(9) }),
    forecast({ station: 'ZUGH', issuedAt: at(0, 45), validFrom: at(0), validTo: at(24), isMissing: true }),
  ]);
  const late = { etd: '2026-11-21T14:00:00Z', eta: '2026-11-21T15:00:00Z', rules: 'V' };
  const found = (await findings(late)).filter(({ code }) => code === 'weather.departure');
  expect(found.map(({ message }) => message)).toEqual([
    expect.stringContaining('visibility forecast 300 m, below 5000 m: TAF TEST='),
  ]);
  expect((await findings()).filter(({ code }) => code === 'weather.departure')).toEqual([]);
});

test('a forecast that begins later leaves the one before it until then', async () => {
  const fog = conditions({ ...visibility(300), noCloud: 'NSC' });
  const before = forecast({
    station: 'ZUGH',
    issuedAt: at(-6),
    validFrom: at(-6),
    validTo: at(18),
    base: fog,
  });
  await storeWeather(world.records, [before], { state: 'superseded' });
  await storeWeather(world.records, [
    forecast({ station: 'ZUGH', issuedAt: at(0, 50), validFrom: at(2, 30), validTo: at(26) }),
  ]);
  const messages = async () => (await findings()).map(({ field }) => field);
  // It takes off at two and lands at three.
  expect(await messages()).toEqual(['tasks.0.departure']);
  await world.sql
    .updateTable('weatherReport')
    .set({ state: 'cancelled' })
    .where('state', '=', 'superseded')
    .execute();
  expect(await messages()).toEqual([]);
});

test('the trend of an observation counts in its time', async () => {
  const trend = (from: number, to: number | null) => [
    { kind: 'TEMPO' as const, from, to, conditions: conditions({ ...visibility(600) }) },
  ];
  await storeWeather(world.records, [
    observation({ station: 'ZUGH', observedAt: at(1), trend: trend(at(2), null) }),
  ]);
  expect((await findings()).map(({ field, message }) => [field, message])).toEqual([
    ['tasks.0.departure', 'ZUGH at 11-21 10:00 CST: visibility possibly 600 m, below 5000 m: METAR TEST='],
    ['tasks.0.destination', expect.stringContaining('visibility possibly 600 m')],
  ]);
  await world.sql.deleteFrom('weatherReport').execute();
  await storeWeather(world.records, [
    observation({ station: 'ZUGH', observedAt: at(1), trend: trend(at(1, 10), at(1, 40)) }),
  ]);
  expect(await findings()).toEqual([]);
});

test('a report that is missing hides none that was made shortly before', async () => {
  await storeWeather(world.records, [
    observation({
      station: 'ZUGH',
      observedAt: at(0, 30),
      ...conditions({ ...visibility(800), noCloud: 'NSC' }),
    }),
    observation({ station: 'ZUGH', observedAt: at(1), isMissing: true, ...conditions() }),
  ]);
  expect((await findings()).map(({ message }) => message)).toEqual([
    expect.stringContaining('visibility observed 800 m, below 5000 m: METAR TEST='),
  ]);
});

test('weather on the way counts at the time of passing', async () => {
  const nanchong = [106.1, 30.8];
  const toNanchong = { type: 'LineString', coordinates: [[106.4, 31.42], nanchong] };
  await storeWeather(world.records, [
    forecast({
      station: 'ZUNC',
      issuedAt: at(0),
      validFrom: at(0),
      validTo: at(20),
      changes: [
        { kind: 'FM', from: at(2), to: null, conditions: conditions({ ...visibility(800), noCloud: 'NSC' }) },
      ],
    }),
  ]);
  const found = await findings({ geometry: toNanchong });
  expect(found.map(({ code, field }) => [code, field])).toEqual([['weather.enRoute', 'tasks.0.geometry']]);
  expect(found[0]?.message).toContain('visibility forecast 800 m');
  const early = { etd: '2026-11-21T01:05:00Z', eta: '2026-11-21T01:20:00Z', geometry: toNanchong };
  expect(await findings(early)).toEqual([]);
});

test('visual flight by night warns at both ends; instrument flight does not', async () => {
  const late = { etd: '2026-11-21T10:00:00Z', eta: '2026-11-21T11:00:00Z' };
  const found = await findings(late);
  // At Guanghan the sun sets at 18:02 that day, and twilight ends at 18:28.
  expect(found.map(({ code, field }) => [code, field])).toEqual([['night', 'tasks.0.destination']]);
  // The name of the place in the reader's language.
  expect(found[0]?.message).toMatch(/^At [ -~]+ 11-21 19:00/);
  expect(found[0]?.message).toMatch(
    /11-21 19:00 CST is night \(evening civil twilight ends 11-21 18:2\d CST, morning civil twilight begins 11-21 07:0\d CST\)/,
  );
  expect(await findings({ ...late, rules: 'I' })).toEqual([]);
  const before = await findings({ etd: '2026-11-20T22:30:00Z', eta: '2026-11-21T00:30:00Z' });
  expect(before.map(({ field }) => field)).toEqual(['tasks.0.departure']);
});
