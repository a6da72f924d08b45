import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AltimeterSetting, RouteWeather, StationDetails, WeatherStations } from '#contract/weather.ts';
import { createTransitionAltitude } from '#server/features/alerts/transition-altitude.ts';
import { aerodromeGroundOf } from '#server/features/terrain/aerodrome-ground.ts';
import { fieldsAround } from '#server/features/weather/fields-near.ts';
import { systemCaller } from '#server/kernel/caller.ts';
import { refusalOf } from '#tests/support/engine.ts';
import { clearPlans, filing, planOfCompany } from '#tests/support/plan-acts.ts';
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

/** Weather by aerodrome, by area and along a route. ZUGH is Guanghan (104.33, 30.95), ZUUU Chengdu (103.95, 30.57). */

let world: PlanWorld;
const at = (hour: number, minute = 0) => Date.UTC(2026, 10, 20, hour, minute);

beforeAll(async () => {
  world = await startPlanWorld();
});
afterAll(() => world?.close());
beforeEach(async () => {
  world.setClock(filing); // 02:00 UTC
  await world.sql.deleteFrom('weatherReport').execute();
  await clearPlans(world);
});

const stations = async (input: object = {}, caller = world.operator) =>
  (await world.call(caller, 'Weather/GetStations', input)) as WeatherStations;
const station = async (name: string, caller = world.operator) =>
  (await world.call(caller, 'Weather/GetStation', { station: name })) as StationDetails;

/** Changes a record as an administrator does. */
async function change(resource: 'airport' | 'company', id: number, values: object): Promise<void> {
  const { version } = await world.records.get(systemCaller(), resource, id);
  await world.records.transaction((transaction) =>
    world.records.untyped.update(systemCaller(), resource, id, version, { ...values }, transaction),
  );
}

const over = (west: number, south: number, east: number, north: number) => ({
  type: 'Polygon' as const,
  coordinates: [
    [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ],
  ],
});

describe('stations', () => {
  test('each has its newest observation that counts and the forecast that is valid, with its category', async () => {
    await storeWeather(world.records, [
      observation({ station: 'ZUGH', observedAt: at(1) }),
      observation({
        station: 'ZUGH',
        observedAt: at(1, 30),
        ...conditions({ ...visibility(3_000), cloud: [layer('BKN', 4_000)] }),
      }),
      observation({ station: 'ZUUU', observedAt: at(1, 30) }),
      forecast({ station: 'ZUGH', issuedAt: at(0), validFrom: at(0), validTo: at(24) }),
    ]);
    await storeWeather(
      world.records,
      [observation({ station: 'ZUGH', observedAt: at(1, 45), qnhHpa: 900 })],
      { state: 'superseded' },
    );
    const { items, oldAfterMin, limits } = await stations();
    expect(items.map(({ station, observation }) => [station, observation?.category])).toEqual([
      ['ZUGH', 'IFR'],
      ['ZUUU', 'VFR'],
    ]);
    expect(items[0]).toMatchObject({
      airport: world.demo.airports.get('ZUGH|'),
      observation: { decoded: { observedAt: at(1, 30) } },
      forecast: { decoded: { validTo: at(24) } },
    });
    expect(items[0]?.position?.latitude).toBeCloseTo(30.95, 1);
    expect(items[1]?.forecast).toBeNull();
    expect(oldAfterMin).toBe(75);
    expect(limits.instrument).toEqual({ visibilityM: 5_000, ceilingFt: 1_000 });
  });

  test('an operator is judged by its own minima', async () => {
    await storeWeather(world.records, [
      observation({
        station: 'ZUGH',
        observedAt: at(1, 30),
        ...conditions({ ...visibility(6_000), noCloud: 'NSC' }),
      }),
    ]);
    await change('company', world.demo.companies.yunyi, { minVisibilityM: 7_000, minCeilingM: 450 });
    expect((await stations()).items[0]?.observation?.category).toBe('IFR');
    expect((await stations()).limits.instrument).toEqual({ visibilityM: 7_000, ceilingFt: 1_476 });
    expect((await stations({}, world.operator2)).items[0]?.observation?.category).toBe('MVFR');
  });

  test('an area bounds them, and what reports without a record has no position', async () => {
    await storeWeather(world.records, [
      observation({ station: 'ZUGH', observedAt: at(1) }),
      observation({ station: 'ZBAA', observedAt: at(1) }),
      observation({ station: 'XXXX', observedAt: at(1) }),
    ]);
    const all = await stations();
    expect(all.items.map(({ station, position }) => [station, position === null])).toEqual([
      ['XXXX', true],
      ['ZBAA', false],
      ['ZUGH', false],
    ]);
    const near = await stations({ west: 103, south: 30, east: 105, north: 32 });
    expect(near.items.map(({ station }) => station)).toEqual(['ZUGH']);
  });
});

describe('one station', () => {
  test('has its last day newest first, its runways, and the warnings over it', async () => {
    await storeWeather(world.records, [
      observation({ station: 'ZUGH', observedAt: at(-21) }),
      observation({ station: 'ZUGH', observedAt: at(-23) }),
      observation({ station: 'ZUGH', observedAt: at(1) }),
      warning({ validFrom: at(1), validTo: at(5), area: over(104, 30, 105, 32), sequence: '1' }),
      warning({ validFrom: at(1), validTo: at(5), area: over(110, 30, 112, 32), sequence: '2' }),
      warning({ validFrom: at(-5), validTo: at(-1), area: over(104, 30, 105, 32), sequence: '3' }),
    ]);
    await change('airport', world.demo.airports.get('ZUGH|') ?? 0, {
      runways: [{ designator: '13/31', headingTrue: 131 }],
    });
    const details = await station('zugh');
    expect(details.history.map(({ decoded }) => decoded.observedAt)).toEqual([at(1), at(-21)]);
    expect(details.warnings.map(({ decoded }) => decoded.sequence)).toEqual(['1']);
    expect(details.runways).toEqual([
      { designator: '13', headingDeg: 131 },
      { designator: '31', headingDeg: 311 },
    ]);
  });

  test('one that nobody knows is not found', async () => {
    expect((await refusalOf(station('ZZZZ'))).code).toBe('notFound');
  });
});

describe('warnings', () => {
  test('are those that hold in a span, cancellations aside', async () => {
    await storeWeather(world.records, [
      warning({ validFrom: at(1), validTo: at(5), sequence: '1', area: over(104, 30, 105, 32) }),
      warning({ validFrom: at(6), validTo: at(9), sequence: '2' }),
      warning({ validFrom: at(1), validTo: at(5), sequence: '3', isCancellation: true, cancels: '1' }),
    ]);
    const sequences = async (input: object) =>
      (
        (await world.call(world.aiw, 'Weather/GetWarnings', input)) as {
          items: { decoded: { sequence: string } }[];
        }
      ).items.map(({ decoded }) => decoded.sequence);
    expect(await sequences({})).toEqual(['1', '2']);
    expect(await sequences({ from: '2026-11-20T05:00:00Z', to: '2026-11-20T07:00:00Z' })).toEqual(['2']);
    // What does not say where it is may be anywhere.
    expect(await sequences({ west: 80, south: 30, east: 90, north: 40 })).toEqual(['2']);
    const refused = await refusalOf(sequences({ from: '2026-11-20T05:00:00Z', to: '2026-11-20T05:00:00Z' }));
    expect(refused.text.key).toBe('weather.span.limits');
  });
});

describe('along a route', () => {
  const eastward = {
    line: [
      { longitude: 103.5, latitude: 30.95 },
      { longitude: 105.5, latitude: 30.95 },
    ],
    etd: '2026-11-20T04:00:00Z',
    eta: '2026-11-20T06:00:00Z',
    lower: { value: 900, unit: 'm', reference: 'AMSL' },
    upper: { value: 1_200, unit: 'm', reference: 'AMSL' },
  };

  test('a station is told for when the flight passes it, with what changes before', async () => {
    await storeWeather(world.records, [
      observation({ station: 'ZUGH', observedAt: at(1, 30) }),
      observation({ station: 'ZBAA', observedAt: at(1, 30) }),
      forecast({
        station: 'ZUGH',
        issuedAt: at(0),
        validFrom: at(0),
        validTo: at(24),
        changes: [
          {
            kind: 'FM',
            from: at(4),
            to: null,
            conditions: conditions({ ...visibility(4_000), noCloud: 'NSC', wind: wind(90, 3) }),
          },
          { kind: 'TEMPO', from: at(10), to: at(12), conditions: conditions({ ...visibility(500) }) },
        ],
      }),
      // A newer one of nine hours is over when the flight passes.
      forecast({ station: 'ZUGH', issuedAt: at(1), validFrom: at(0), validTo: at(3) }),
    ]);
    const weather = (await world.call(world.operator, 'Weather/GetRouteWeather', eastward)) as RouteWeather;
    expect(weather.lengthM).toBeCloseTo(191_000, -3);
    expect(weather.stations.map(({ station }) => station)).toEqual(['ZUGH']);
    const [passed] = weather.stations;
    expect(passed?.distanceM).toBeLessThan(1_000);
    expect(passed?.from).toBe(passed?.to);
    expect(((passed?.from ?? 0) - at(4)) / 60_000).toBeCloseTo(50, -1);
    expect(passed).toMatchObject({ prevailing: 'IFR', worst: 'IFR', observation: { category: 'VFR' } });
    expect(passed?.changes.map(({ kind }) => kind)).toEqual(['FM']);
  });

  const along = async (change: object) =>
    (await world.call(world.operator, 'Weather/GetRouteWeather', { ...eastward, ...change })) as RouteWeather;
  const poor = (metres: number) => conditions({ ...visibility(metres), noCloud: 'NSC', wind: wind(90, 3) });

  test('that comes back counts at take-off and landing and all the time between, over midnight too', async () => {
    await storeWeather(world.records, [
      forecast({
        station: 'ZUGH',
        issuedAt: at(0),
        validFrom: at(12),
        validTo: at(36),
        changes: [{ kind: 'FM', from: at(25), to: null, conditions: poor(800) }],
      }),
    ]);
    const home = { longitude: 104.33, latitude: 30.95 };
    const { stations: passed } = await along({
      line: [home, { longitude: 106.5, latitude: 30.95 }, home],
      etd: '2026-11-20T22:00:00Z',
      eta: '2026-11-21T02:00:00Z',
    });
    expect(passed).toMatchObject([{ station: 'ZUGH', from: at(22), to: at(26), prevailing: 'LIFR' }]);
    expect(passed[0]?.stretches.map(({ from, to }) => [from, to])).toEqual([
      [at(22), at(25)],
      [at(25), at(36)],
    ]);
    expect(passed[0]?.changes.map(({ kind }) => kind)).toEqual(['FM']);
  });

  test('has nothing where no station is near, and no category where the forecast begins later', async () => {
    await storeWeather(world.records, [
      observation({ station: 'ZUGH', observedAt: at(-21) }),
      observation({ station: 'ZUUU', observedAt: at(-25) }),
      forecast({ station: 'ZUGH', issuedAt: at(1), validFrom: at(6), validTo: at(30) }),
      forecast({ station: 'ZUUU', issuedAt: at(1), validFrom: at(0), validTo: at(24) }),
    ]);
    expect((await along({ withinM: 100 })).stations).toEqual([]);
    const { stations: passed } = await along({});
    expect(passed.map(({ station, observation: seen }) => [station, seen?.decoded.observedAt])).toEqual([
      ['ZUUU', undefined],
      ['ZUGH', at(-21)],
    ]);
    expect(passed[1]).toMatchObject({
      forecast: { decoded: { validFrom: at(6) } },
      stretches: [],
      prevailing: null,
      worst: null,
      changes: [],
    });
  });

  test('goes on in the next forecast where one ends', async () => {
    await storeWeather(world.records, [
      forecast({ station: 'ZUGH', issuedAt: at(0), validFrom: at(0), validTo: at(9) }),
      forecast({ station: 'ZUGH', issuedAt: at(1), validFrom: at(6), validTo: at(30), base: poor(800) }),
    ]);
    const home = { longitude: 104.33, latitude: 30.95 };
    const { stations: passed } = await along({
      line: [home, { longitude: 106.5, latitude: 30.95 }, home],
      etd: '2026-11-20T04:00:00Z',
      eta: '2026-11-20T12:00:00Z',
    });
    expect(passed[0]?.stretches.map(({ from, to }) => [from, to])).toEqual([
      [at(4), at(9)],
      [at(9), at(30)],
    ]);
    expect(passed[0]?.prevailing).toBe('LIFR');
  });

  test('a warning of a whole region without a recorded boundary is named as not compared', async () => {
    const low = { lower: null, upper: { value: 1_500, unit: 'm' as const, reference: 'AMSL' as const } };
    await storeWeather(world.records, [
      warning({ sequence: 'anywhere', validFrom: at(3), validTo: at(5), area: null, ...low }),
      warning({ sequence: 'high', validFrom: at(3), validTo: at(5), area: null }),
      warning({ sequence: 'over', validFrom: at(1), validTo: at(4), area: null, ...low }),
    ]);
    const { warnings, unplaced } = (await world.call(
      world.operator,
      'Weather/GetRouteWeather',
      eastward,
    )) as RouteWeather;
    expect(warnings).toEqual([]);
    expect(unplaced.map(({ decoded }) => decoded.sequence)).toEqual(['anywhere']);
  });

  test('a warning is told where it is met in place, height and time', async () => {
    const low = { lower: null, upper: { value: 1_500, unit: 'm' as const, reference: 'AMSL' as const } };
    const area = over(104, 30, 104.5, 32);
    await storeWeather(world.records, [
      warning({ sequence: 'met', validFrom: at(3), validTo: at(5), area, movement: null, ...low }),
      warning({ sequence: 'high', validFrom: at(3), validTo: at(5), area }),
      warning({ sequence: 'over', validFrom: at(1), validTo: at(4), area, ...low }),
      warning({ sequence: 'aside', validFrom: at(3), validTo: at(5), area: over(106, 30, 107, 32), ...low }),
    ]);
    const { warnings } = (await world.call(
      world.operator,
      'Weather/GetRouteWeather',
      eastward,
    )) as RouteWeather;
    expect(warnings.map(({ warning }) => warning.decoded.sequence)).toEqual(['met']);
    expect(warnings[0]).toMatchObject({ from: at(4), to: at(5), altitudeCompared: true });
    const [stretch] = warnings[0]?.along ?? [];
    expect(stretch?.fromM).toBeCloseTo(47_000, -4);
    expect(stretch?.toM).toBeCloseTo(96_000, -4);
  });

  test('of a plan it follows its sorties, for those who may read it', async () => {
    const { items } = (await world.call(world.operator, 'Navigation/SaveNAircrafts', {
      plans: [planOfCompany(world, 'yunyi', { geometry: over(106.4, 31.4, 106.6, 31.45) })],
      submit: true,
    })) as { items: { id: number }[] };
    const plan = items[0]?.id;
    await storeWeather(world.records, [
      observation({ station: 'ZUNC', observedAt: at(1, 30) }),
      observation({ station: 'ZBAA', observedAt: at(1, 30) }),
    ]);
    const weather = (await world.call(world.operator, 'Weather/GetRouteWeather', {
      plan,
      withinM: 80_000,
    })) as RouteWeather;
    expect(weather.lengthM).toBeNull();
    expect(weather.stations).toMatchObject([
      {
        station: 'ZUNC',

        alongM: null,
        from: Date.UTC(2026, 10, 21, 2),
        to: Date.UTC(2026, 10, 21, 3),
      },
    ]);
    expect(weather.stations[0]?.distanceM).toBeGreaterThan(50_000);
    expect(weather.stations[0]?.distanceM).toBeLessThan(80_000);
    const refused = await refusalOf(
      world.call(world.operator2, 'Weather/GetRouteWeather', { plan, withinM: 80_000 }),
    );
    expect(refused.code).toBe('notFound');
  });

  test('the lowest pressure that is reported along it, and the nearest to a place', async () => {
    await storeWeather(world.records, [
      observation({ station: 'ZUGH', observedAt: at(1, 30), qnhHpa: 1_008 }),
      observation({ station: 'ZUUU', observedAt: at(1, 30), qnhHpa: 1_006 }),
      observation({ station: 'ZBAA', observedAt: at(1, 30), qnhHpa: 990 }),
    ]);
    const { qnh } = (await world.call(world.operator, 'Weather/GetRouteWeather', eastward)) as RouteWeather;
    expect(qnh).toMatchObject({ hpa: 1_006, station: 'ZUUU', observedAt: at(1, 30) });
    const of = async (latitude: number, longitude: number) =>
      ((await world.call(world.operator, 'Weather/GetQnh', { latitude, longitude })) as AltimeterSetting).qnh;
    expect(await of(30.95, 104.33)).toMatchObject({ hpa: 1_008, station: 'ZUGH' });
    // Nobody near: it is not guessed.
    expect(await of(45, 85)).toBeNull();
  });

  test('the transition altitude is that of the nearest aerodrome which publishes one, otherwise the parameter', async () => {
    const plateau = { latitude: 29.3, longitude: 90.9, elevationM: 3_570, transitionM: 5_400 };
    const altitudeAt = createTransitionAltitude({
      aerodromes: async () => aerodromeGroundOf([plateau]),
      parameters: { all: async () => new Map([['tactical.heights.transitionAltitudeM', '2700']]) },
    });
    expect(await altitudeAt({ latitude: 29.5, longitude: 91 })).toBe(5_400);
    expect(await altitudeAt({ latitude: 45, longitude: 85 })).toBe(2_700);
    const answer = await world.call(world.operator, 'Weather/GetQnh', { latitude: 45, longitude: 85 });
    expect(answer).toEqual({ qnh: null, transitionAltitudeM: 3_000 });
  });

  test('wind and temperature of each leg at its height and time, and all that is forecast aloft', async () => {
    const level = (value: number, directionDeg: number, speedMps: number) => ({
      altitude: { value, unit: 'm' as const, reference: 'AMSL' as const },
      directionDeg,
      speedMps,
      temperatureC: 10,
    });
    const table = {
      kind: 'windsAloft' as const,
      issuedAt: at(0),
      validFrom: at(3),
      validTo: at(7),
      position: null,
    };
    await storeWeather(world.records, [
      { ...table, station: 'ZUGH', validAt: at(5), levels: [level(600, 90, 8), level(1_500, 90, 12)] },
      {
        ...table,
        station: 'ZUGH',
        validAt: at(9),
        validFrom: at(7),
        validTo: at(11),
        levels: [level(600, 0, 30)],
      },
      { ...table, station: 'XXXX', validAt: at(5), levels: [level(600, 0, 30)] },
    ]);
    const asked = (value: number, reference: 'AMSL' | 'AGL') => ({
      ...eastward,
      upper: { value, unit: 'm', reference },
    });
    const winds = async (input: object) =>
      ((await world.call(world.operator, 'Weather/GetRouteWeather', input)) as RouteWeather).winds;
    const [leg, ...more] = await winds(asked(1_050, 'AMSL'));
    expect(more).toEqual([]);
    expect(leg).toMatchObject({
      fromM: 0,
      level: { value: 1_050 },
      wind: { station: 'ZUGH', validAt: at(5) },
    });
    expect(leg?.wind?.speedMps).toBeCloseTo(10, 1);
    // It flies to the east, into the wind.
    expect(leg?.headMps).toBeCloseTo(10, 0);
    expect(Math.abs(leg?.crossMps ?? 9)).toBeLessThan(0.5);
    // A height above ground that is not known has no wind, and says why.
    expect(await winds(asked(300, 'AGL'))).toMatchObject([{ isHeightKnown: false, ground: [], wind: null }]);
    // Where a leg begins or ends at an aerodrome, its elevation stands in, and says so; of two the mean.
    const airport = async (icao: string) => world.demo.airports.get(`${icao}|`) ?? 0;
    const elevation = (value: number) => ({ elevation: { value, unit: 'm', reference: 'AMSL' } });
    await change('airport', await airport('ZUGH'), elevation(400));
    await change('airport', await airport('ZUUU'), elevation(600));
    const fromGuanghan = { longitude: 104.35, latitude: 30.97 };
    const wild = { longitude: 105.5, latitude: 30.95 };
    const one = { ...asked(300, 'AGL'), line: [fromGuanghan, wild] };
    expect(await winds(one)).toMatchObject([
      { isHeightKnown: true, ground: [{ name: 'ZUGH', elevationM: 400 }], wind: { station: 'ZUGH' } },
    ]);
    // One without an indicator goes by its name, in the reader's language.
    await change('airport', await airport('ZUGH'), { icao: null, localCode: null });
    const names = async (locale: 'en' | 'zh-Hans') => {
      const { latitude, longitude } = fromGuanghan;
      const found = await fieldsAround(world, { ...world.operator, locale }, { latitude, longitude });
      return found.map(({ name }) => name).join();
    };
    expect(await names('en')).toMatch(/Guanghan/);
    expect(await names('zh-Hans')).toMatch(/广汉/);
    await change('airport', await airport('ZUGH'), { icao: 'ZUGH' });
    const chengdu = { longitude: 103.95, latitude: 30.58 };
    const [both] = await winds({ ...asked(550, 'AGL'), line: [chengdu, fromGuanghan] });
    expect(both?.ground.map(({ name }) => name)).toEqual(['ZUUU', 'ZUGH']);
    // 500 + 550 m: in the middle between both levels.
    expect(both?.wind?.speedMps).toBeCloseTo(10, 1);
    // Nothing has to stand in for a height above mean sea level.
    expect(await winds({ ...asked(1_050, 'AMSL'), line: [fromGuanghan, wild] })).toMatchObject([
      { ground: [] },
    ]);
    const { items } = (await world.call(world.operator, 'Weather/GetWindsAloft', {})) as {
      items: { station: string; position: object | null }[];
    };
    expect(items.map(({ station, position }) => [station, position === null])).toEqual([
      ['XXXX', true],
      ['ZUGH', false],
      ['ZUGH', false],
    ]);
  });

  test('a line that arrives before it departs is refused at its field', async () => {
    const refused = await refusalOf(
      world.call(world.operator, 'Weather/GetRouteWeather', { ...eastward, eta: '2026-11-20T04:00:00Z' }),
    );
    expect(refused.extra.fields?.[0]?.field).toBe('eta');
  });
});
