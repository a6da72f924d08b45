import { describe, expect, it, test } from 'vitest';
import { airspaceFigureNames, sharedFigures } from '#domain/conflicts/nets/figures.ts';
import { nets } from '#domain/conflicts/nets/index.ts';
import { permissionNames } from '#domain/identity/permissions.ts';
import { defaultDeadlines } from '#domain/plans/deadlines.ts';
import { eachField } from '#domain/record/record-schema.ts';
import { resources } from '#resources';
import {
  figuresOfClass,
  heightValues,
  netValues,
  separationOfClass,
  steadinessValues,
} from '#server/features/alerts/net-parameters.ts';
import { readPlanParameters } from '#server/features/plans/plan-parameters.ts';
import { airportOf } from '#server/seed/airport-rows.ts';
import { aircraftTypes } from '#server/seed/data/aircraft-types.ts';
import { airportRows } from '#server/seed/data/airports.gen.ts';
import { dictionaries } from '#server/seed/data/dictionaries.ts';
import { missionTypes } from '#server/seed/data/mission-types.ts';
import { parameters } from '#server/seed/data/parameters.ts';
import { roles } from '#server/seed/data/roles.ts';

const airports = airportRows.map(airportOf);

describe('aerodromes', () => {
  it('are China’s, told apart, and its neighbours’', () => {
    const ofChina = airports.filter(({ country }) => country === 'CN');
    const count = (kind: string) => ofChina.filter((airport) => airport.kind === kind).length;
    expect(count('civil')).toBeGreaterThan(200);
    expect(count('ga')).toBeGreaterThan(80);
    expect(count('heliport')).toBeGreaterThan(40);
    const countries = new Set(airports.map(({ country }) => country));
    for (const neighbour of ['HK', 'MO', 'TW', 'KR', 'JP', 'MN', 'RU', 'KZ', 'VN', 'IN', 'NP']) {
      expect(countries).toContain(neighbour);
    }
  });

  // ICAO, three letters, kind, longitude and latitude of the reference point (to 0.05°), elevation (to 60 ft).
  test.each([
    ['ZBAA', 'PEK', 'civil', 116.58, 40.08, 116],
    ['ZUUU', 'CTU', 'civil', 103.95, 30.57, 1625],
    ['ZUGH', 'GHN', 'ga', 104.33, 30.95, 1531],
    ['VHHH', 'HKG', 'civil', 113.91, 22.31, 28],
    ['RJTT', 'HND', 'civil', 139.78, 35.55, 35],
  ])('%s is where it is', (icao, iata, kind, longitude, latitude, elevationFt) => {
    const airport = airports.find((one) => one.icao === icao);
    expect(airport).toMatchObject({ iata, kind });
    const [lon = 0, lat = 0] = airport?.position.coordinates ?? [];
    expect(Math.abs(lon - longitude)).toBeLessThan(0.05);
    expect(Math.abs(lat - latitude)).toBeLessThan(0.05);
    expect(Math.abs((airport?.elevation?.value ?? 0) - elevationFt)).toBeLessThan(60);
  });

  it('have one identity each, and say where they come from', () => {
    const keys = airports.map(({ icao, localCode }) => icao ?? localCode);
    expect(keys.every(Boolean)).toBe(true);
    expect(new Set(keys).size).toBe(keys.length);
    expect(airports.every(({ source }) => source?.includes('ODbL 1.0'))).toBe(true);
  });

  it('have Chinese names in China, but for a few', () => {
    const ofChina = airports.filter(({ country }) => country === 'CN');
    const named = ofChina.filter(({ name }) => /[\u4e00-\u9fff]/.test(name));
    expect(named.length / ofChina.length).toBeGreaterThan(0.9);
  });

  it('of the demo are general aviation fields', () => {
    for (const key of ['ZUGH', 'HZU', 'CN-0247', 'CN-0246', 'CN-0471']) {
      expect(airports.find(({ icao, localCode }) => (icao ?? localCode) === key)?.kind, key).toBe('ga');
    }
  });
});

describe('aircraft types', () => {
  it('are at least eighty, each of them once', () => {
    expect(aircraftTypes.length).toBeGreaterThanOrEqual(80);
    const keys = aircraftTypes.map(
      ({ designator, manufacturer, model }) => `${designator} ${manufacturer} ${model}`,
    );
    expect(new Set(keys).size).toBe(keys.length);
  });

  test.each([
    ['C172', 'landplane', 1, 'piston', 'L'],
    ['Y12', 'landplane', 2, 'turboprop', 'L'],
    ['AS50', 'helicopter', 1, 'turboshaft', 'L'],
    ['MI8', 'helicopter', 2, 'turboshaft', 'M'],
    ['GLF5', 'landplane', 2, 'jet', 'M'],
    ['GYRO', 'gyrocopter', 1, 'piston', 'L'],
  ])('%s is a %s', (designator, category, engineCount, engineType, wtc) => {
    expect(aircraftTypes.find((type) => type.designator === designator)).toMatchObject({
      category,
      engineCount,
      engineType,
      wtc,
    });
  });
});

describe('dictionaries', () => {
  const codes = new Map(dictionaries.map(({ code, items }) => [code, new Set(items.map(([item]) => item))]));

  it('are those that the schemas ask for', () => {
    const requested = new Set<string>();
    for (const { schema } of resources) {
      eachField(schema, (_, field) => {
        if (field['x-dictionary']) requested.add(field['x-dictionary']);
      });
    }
    expect([...requested].filter((code) => !codes.has(code))).toEqual([]);
  });

  it('hold no code twice', () => {
    for (const { code, items } of dictionaries) expect(codes.get(code)?.size, code).toBe(items.length);
  });

  it('hold what the other seeds choose', () => {
    for (const { nature } of missionTypes) expect(codes.get('missionNature')).toContain(nature);
    for (const { region } of airports) if (region) expect(codes.get('region')).toContain(region);
    for (const { runways } of airports) {
      for (const { surface } of runways ?? []) if (surface) expect(codes.get('surface')).toContain(surface);
    }
  });
});

describe('parameters', () => {
  it('hold the figures that the code begins with, under the keys that it reads', async () => {
    const values = new Map(parameters.map(({ key, value }) => [key, value ?? '']));
    const stored = await readPlanParameters({ all: async () => values });
    const law = Object.fromEntries(
      Object.entries(defaultDeadlines).map(([name, value]) => [
        name,
        String(value).replace(/^(\d\d):(\d\d)$/, '$1$2'),
      ]),
    );
    const deadlines = Object.fromEntries(
      Object.entries(stored.deadlines).map(([name, value]) => [name, String(value)]),
    );
    expect(deadlines).toEqual(law);
    const unseeded = await readPlanParameters({ all: async () => new Map() });
    expect(stored).toEqual({ ...unseeded, deadlines: stored.deadlines });
    const read = new Set<string>();
    const spy = { get: (key: string) => void read.add(key) };
    await readPlanParameters({ all: async () => Object.assign(new Map<string, string>(), spy) });
    expect(read.size).toBeGreaterThan(15);
    expect([...read].filter((key) => !values.has(key))).toEqual([]);
  });

  it('hold every figure of every safety net, and no other', () => {
    const values = new Map(parameters.map(({ key, value }) => [key, value ?? '']));
    const own = Object.fromEntries(
      nets.map((net) => [
        net.name,
        Object.fromEntries(Object.entries(net.parameters).map(([name, { value }]) => [name, value])),
      ]),
    );
    expect(netValues(values)).toEqual(own);
    expect([heightValues(values), steadinessValues(values)]).toEqual([
      heightValues(new Map()),
      steadinessValues(new Map()),
    ]);
    const figures = [...Object.values(own), ...Object.values(sharedFigures)].flatMap((one) =>
      Object.keys(one),
    ).length;
    expect([...values.keys()].filter((key) => /^tactical\.(?!class)/.test(key))).toHaveLength(figures);
    values.set('tactical.pairs.warningS', '40').set('tactical.pairs.cautionS', '-1');
    expect(netValues(values).pairs).toMatchObject({ warningS: 40 });
    expect(netValues(values).pairs).not.toHaveProperty('cautionS');
  });

  it('leave the separation of a class to all, until somebody states it', () => {
    const values = new Map(parameters.map(({ key, value }) => [key, value ?? '']));
    expect(separationOfClass(values, 'C')).toEqual({ separationM: null, separationVerticalM: null });
    values.set('tactical.classC.separationM', '5000');
    expect(separationOfClass(values, 'C').separationM).toBe(5_000);
    expect(separationOfClass(values, null).separationM).toBeNull();
  });

  it('let an airspace of a class have figures of its own, each of those that an airspace may state', () => {
    const values = new Map(parameters.map(({ key, value }) => [key, value ?? '']));
    expect(figuresOfClass(values, 'C')).toEqual({});
    const ofC = [...values.keys()].filter((key) => /^tactical\.classC\.[a-z]+\./i.test(key));
    expect(ofC.map((key) => key.slice('tactical.classC.'.length)).sort()).toEqual(
      [...airspaceFigureNames].sort(),
    );
    values.set('tactical.classC.pairs.warningS', '40');
    expect(figuresOfClass(values, 'C')).toEqual({ 'pairs.warningS': 40 });
    expect(figuresOfClass(values, null)).toEqual({});
    const stated = resources.find(({ name }) => name === 'airspace')?.schema.properties.alertFigures;
    expect(stated?.items?.properties?.figure?.enum).toEqual(airspaceFigureNames);
  });

  it('say what they are and where they come from', () => {
    for (const { key, source, sourceEn, help, helpEn, name, nameEn } of parameters) {
      expect([source, sourceEn, help, helpEn, name, nameEn].every(Boolean), key).toBe(true);
    }
    expect(new Set(parameters.map(({ key }) => key)).size).toBe(parameters.length);
  });
});

describe('roles', () => {
  it('are those of the decisions, with permissions that exist', () => {
    expect(roles.map(({ name }) => name)).toEqual(['Admin', 'OM', 'AGENT', 'ATMB', 'AIW']);
    for (const { permissions } of roles) {
      expect((permissions ?? []).filter((name) => !permissionNames.includes(name))).toEqual([]);
    }
  });

  it('keep the sides apart: who files does not audit, who audits does not file', () => {
    const of = (name: string): string[] => roles.find((role) => role.name === name)?.permissions ?? [];
    expect(of('OM')).toContain('Pages.Navigation.Create');
    expect(of('OM')).not.toContain('Pages.BaseManage.Craft_Audit');
    expect(of('ATMB')).toContain('Pages.BaseManage.Craft_Audit');
    expect(of('ATMB')).not.toContain('Pages.Navigation.Create');
    expect(of('AIW')).toEqual([
      'Pages.AirspaceApproval',
      'Pages.FlightWatch.Navigation_3D',
      'Pages.FlightWatch.Trackreplay',
      'Pages.Chat',
    ]);
    expect(of('AGENT')).toEqual(expect.arrayContaining(of('OM')));
  });
});
