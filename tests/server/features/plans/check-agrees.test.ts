import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { AppError } from '#domain/text/errors.ts';
import { type AirspaceWorld, startAirspaceWorld } from '#tests/support/airspace-world.ts';
import { clearPlans, filing, planActs } from '#tests/support/plan-acts.ts';

/** What a check lets pass is not refused when it is saved: both judge each field by the same rules. */

let air: AirspaceWorld;
beforeAll(async () => {
  air = await startAirspaceWorld();
});
afterAll(() => air.close());
afterEach(() => clearPlans(air.world));

const { planOf } = planActs(() => air.world);
const ring = (...corners: [number, number][]) => ({ type: 'Polygon', coordinates: [corners] });
const many = Array.from({ length: 10_001 }, (_, i): [number, number] => {
  const angle = (2 * Math.PI * i) / 10_000;
  return [103 + 0.01 * Math.cos(angle), 31 + 0.01 * Math.sin(angle)];
});
many[10_000] = many[0] ?? [0, 0];
const bowTie = ring([103, 31], [103.1, 31.1], [103.1, 31], [103, 31.1], [103, 31]);
const openRing = ring([103, 31], [103.1, 31], [103.1, 31.1], [103, 31.1]);
const tooMany = ring(...many);
const nowhere = ring([200, 31], [103.1, 31], [103.1, 31.1], [200, 31]);
const levelOverSea = { value: 50, unit: 'FL', reference: 'AMSL' };

const shapes: [string, object, string][] = [
  ['a bow tie', bowTie, 'geometry'],
  ['an open ring', openRing, 'geometry'],
  ['10,001 corners', tooMany, 'geometry'],
  ['a corner at 200°', nowhere, 'geometry'],
  ['a point at 200°', { type: 'Point', coordinates: [200, 31] }, 'geometry'],
];

describe('a plan', () => {
  interface Checked {
    ok: boolean;
    findings: { level: string; code: string; field: string }[];
  }
  const check = (plan: object) => air.world.call(air.world.operator, 'Navigation/CheckErrors', plan);
  const save = async (plan: object) => {
    try {
      await air.world.call(air.world.operator, 'Navigation/SaveNAircrafts', { plans: [plan] });
      return 'saved';
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return error.code;
    }
  };

  test.each<[string, object, string]>([
    ...shapes.map(([name, geometry, field]): [string, object, string] => [name, { geometry }, field]),
    ['a flight level over the sea', { upper: levelOverSea }, 'upper'],
    ['a height beyond all', { upper: { value: 200_000, unit: 'm', reference: 'AMSL' } }, 'upper.value'],
    ['a corridor without width', { corridorWidthM: 0 }, 'corridorWidthM'],
    ['a callsign of two words', { callsign: 'B10 QA' }, 'callsign'],
    ['a route as long as a book', { route: 'DCT '.repeat(400) }, 'route'],
    ['a code with an eight', { ssrCode: '7800' }, 'ssrCode'],
    ['an aerodrome that there is not', { departure: 999_999 }, 'departure'],
    ['an aircraft that there is not', { aircraft: 999_999 }, 'aircraft'],
    ['a pilot twice', { pilots: [1, 1] }, 'pilots'],
  ])('with %s is refused by both, at its field', async (_, task, field) => {
    air.world.setClock(filing);
    const plan = planOf({ task });
    expect(await save(plan)).toBe('validation');
    const found = (await check(plan)) as Checked;
    expect(found.ok).toBe(false);
    expect(found.findings).toContainEqual(
      expect.objectContaining({ level: 'error', code: 'field', field: `tasks.0.${field}` }),
    );
  });

  test.each<[string, object, string]>([
    ['a mission that there is not', { missionType: 999_999 }, 'missionType'],
    ['remarks as long as a book', { remarks: 'x'.repeat(5_000) }, 'remarks'],
  ])('with %s is refused by both', async (_, change, field) => {
    air.world.setClock(filing);
    const plan = { ...planOf(), ...change };
    expect(await save(plan)).toBe('validation');
    expect((await check(plan)) as Checked).toMatchObject({
      ok: false,
      findings: expect.arrayContaining([expect.objectContaining({ level: 'error', code: 'field', field })]),
    });
  });

  test('without an error is let pass by both', async () => {
    air.world.setClock(filing);
    expect((await check(planOf())) as Checked).toMatchObject({ ok: true });
    expect(await save(planOf())).toBe('saved');
  });
});

describe('an application for airspace', () => {
  test.each<[string, object, string]>([
    ...shapes
      .slice(0, 4)
      .map(([name, geometry, field]): [string, object, string] => [
        name,
        { shape: 'polygon', geometry },
        field,
      ]),
    ['a flight level over the sea', { upper: levelOverSea }, 'upper'],
    ['a name as long as a page', { name: 'x'.repeat(500) }, 'name'],
    ['a kind that there is not', { kind: 'castle' }, 'kind'],
    ['a class that there is not', { airspaceClass: 'W1' }, 'airspaceClass'],
    ['a frequency of no radio', { frequencyMhz: -1 }, 'frequencyMhz'],
    ['times of a ninth day', { schedule: [{ days: [9], startTime: '0800', endTime: '0900' }] }, 'schedule'],
    ['a unit that there is not', { controlUnit: 999_999 }, 'controlUnit'],
  ])('with %s is refused by both, at its field', async (_, change, field) => {
    const draft = {
      ...air.draft(),
      ...('geometry' in change ? { center: null, radiusM: null } : {}),
      ...change,
    };
    const saved = await air.call('operator', 'Save', draft);
    expect(saved.code).toBe('validation');
    const found = await air.done<{ ok: boolean; findings: { level: string; field: string }[] }>(
      'operator',
      'CheckErrors',
      draft,
    );
    expect(found.ok).toBe(false);
    const fields = found.findings
      .filter(({ level }) => level === 'error')
      .map((one) => one.field.split('.')[0]);
    expect(fields).toContain(field);
    if (field === 'upper') {
      expect(found.findings).toContainEqual(
        expect.objectContaining({ field, code: 'field', message: expect.stringMatching(/STD|1013|标准/) }),
      );
    }
    // Each of them once.
    expect(new Set(fields).size).toBe(fields.length);
  });

  test('of a narrow corridor past a pole is let pass by both', async () => {
    const line: [number, number][] = [
      [64.2408, 87.89056],
      [-117.7031, 88.3829],
    ];
    const draft = {
      ...air.draft(),
      shape: 'corridor',
      center: null,
      radiusM: null,
      centerline: { type: 'LineString', coordinates: line },
      widthM: 500,
    };
    const { findings } = await air.done<{ findings: { level: string; field: string }[] }>(
      'operator',
      'CheckErrors',
      draft,
    );
    expect(findings.filter(({ level }) => level === 'error')).toEqual([]);
    expect((await air.call('operator', 'Save', draft)).code).toBe('done');
  });
});
