import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemCaller } from '#server/kernel/caller.ts';
import { amsl, planOfCompany } from '#tests/support/plan-acts.ts';
import { type PlanWorld, startPlanWorld } from '#tests/support/plan-world.ts';

interface Check {
  ok: boolean;
  findings: {
    level: string;
    code: string;
    field: string;
    message: string;
    shape: { geometry: { type: string }; marginM: number; from: string | null } | null;
    altitudeCompared: boolean | null;
  }[];
  suggestions: {
    kind: string;
    task: number;
    etd?: string;
    eta?: string;
    lower?: { value: number };
    upper?: { value: number };
  }[];
}

let world: PlanWorld;
beforeAll(async () => {
  world = await startPlanWorld();
  world.setClock('2026-11-20T10:00:00+08:00');
});
afterAll(() => world.close());

const planOf = (who: 'yunyi' | 'shuxiang', task: object = {}) =>
  planOfCompany(world, who, {
    geometry: {
      type: 'LineString',
      coordinates: [
        [106.4, 31.42],
        [106.45, 31.42],
      ],
    },
    ...task,
  });
const check = async (plan: object, caller = world.operator2) =>
  (await world.call(caller, 'Navigation/CheckErrors', plan)) as Check;

describe('what stands in the air', () => {
  test('is shown with its extent and the shared time, and free times and levels are offered that hold', async () => {
    await world.call(world.operator, 'Navigation/SaveNAircrafts', { plans: [planOf('yunyi')], submit: true });
    const found = await check(planOf('shuxiang'));
    expect(found.ok).toBe(false);
    expect(found.findings.find(({ code }) => code === 'conflict.plan')).toMatchObject({
      level: 'error',
      field: 'tasks.0.geometry',
      altitudeCompared: true,
      shape: {
        geometry: { type: 'LineString' },
        marginM: 500,
        from: '2026-11-21T02:00:00.000Z',
        lower: amsl(900),
      },
    });
    expect(found.suggestions).toMatchObject([
      { kind: 'time', task: 0, etd: '2026-11-21T01:00:00.000Z', eta: '2026-11-21T02:00:00.000Z' },
      { kind: 'time', task: 0, etd: '2026-11-21T03:00:00.000Z', eta: '2026-11-21T04:00:00.000Z' },
      { kind: 'level', task: 0, lower: { value: 600 }, upper: { value: 900 } },
      { kind: 'level', task: 0, lower: { value: 1200 }, upper: { value: 1500 } },
    ]);
    for (const { etd, eta, lower, upper } of found.suggestions) {
      const changed = { ...(etd ? { etd, eta } : {}), ...(lower ? { lower, upper } : {}) };
      const again = await check(planOf('shuxiang', changed));
      expect(again.findings.filter(({ code }) => code === 'conflict.plan')).toEqual([]);
    }
  });

  describe('of a plan above ground that nobody measured', () => {
    const low = { lower: null, upper: { value: 300, unit: 'm', reference: 'AGL' } };
    const flightLevel = (value: number) => ({ value, unit: 'FL', reference: 'STD' });
    const closed = (name: string, lower: object, upper: object) =>
      world.records.transaction((transaction) =>
        world.records.untyped.create(
          systemCaller(),
          'airspace',
          {
            name,
            kind: 'prohibited',
            shape: 'polygon',
            state: 1,
            lower,
            upper,
            geometry: {
              type: 'Polygon',
              coordinates: [
                [
                  [106.3, 31.5],
                  [106.5, 31.5],
                  [106.5, 31.7],
                  [106.3, 31.7],
                  [106.3, 31.5],
                ],
              ],
            },
          },
          transaction,
        ),
      );
    const there = { ...low, geometry: { type: 'Point', coordinates: [106.4, 31.6] } };

    test('is found where the bounds of its heights meet, with the bounds in figures', async () => {
      const found = await check(planOf('shuxiang', low));
      const [conflict] = found.findings.filter(({ code }) => code === 'conflict.plan');
      expect(conflict?.altitudeCompared).toBe(false);
      expect(conflict?.message).toMatch(
        /heights may overlap: GND – 1,150 m AMSL against 900 – 1,200 m AMSL \(ground taken as 140 – 850 m AMSL\)/,
      );
    });

    test('is not found below what begins higher than the bounds reach', async () => {
      await closed('高空禁区', amsl(6_000), amsl(9_000));
      await closed('高层禁区', flightLevel(200), flightLevel(400));
      const conflicts = async () =>
        (await check(planOf('shuxiang', there))).findings.filter(({ code }) => code === 'conflict.airspace');
      expect(await conflicts()).toEqual([]);
      await closed('低空禁区', amsl(500), amsl(900));
      expect(await conflicts()).toMatchObject([
        { altitudeCompared: false, message: expect.stringContaining('against 500 – 900 m AMSL') },
      ]);
    });
  });

  test('airspace granted to another is refused by the article that asks for consent', async () => {
    const { id } = await world.records.untyped.create(world.admin, 'airspace', {
      name: '专用空域',
      kind: 'temporary',
      shape: 'polygon',
      validFrom: '2026-11-01T00:00:00Z',
      validTo: '2026-12-20T16:00:00Z',
      sharing: 'exclusive',
      company: world.demo.companies.yunyi,
      lower: amsl(500),
      upper: amsl(900),
      geometry: {
        type: 'Polygon',
        coordinates: [
          [
            [107.3, 31.5],
            [107.5, 31.5],
            [107.5, 31.7],
            [107.3, 31.7],
            [107.3, 31.5],
          ],
        ],
      },
    });
    await world.sql.updateTable('airspace').set({ state: 1 }).where('id', '=', id).execute();
    const through = {
      lower: amsl(600),
      upper: amsl(700),
      geometry: { type: 'Point', coordinates: [107.4, 31.6] },
    };
    const { findings } = await check(planOf('shuxiang', through));
    expect(findings.filter(({ code }) => code === 'conflict.airspace')).toMatchObject([
      { level: 'error', rule: expect.stringContaining('Order 371, art. 11') },
    ]);
  });

  test('a stop of activity refuses, a control notice warns, one for others is none', async () => {
    const area = {
      type: 'Polygon',
      coordinates: [
        [
          [100, 25],
          [100.2, 25],
          [100.2, 25.2],
          [100, 25.2],
          [100, 25],
        ],
      ],
    };
    const through = {
      geometry: {
        type: 'LineString',
        coordinates: [
          [99.9, 25.1],
          [100.3, 25.1],
        ],
      },
    };
    const times = { startTime: '2026-11-21T00:00:00Z', endTime: '2026-11-21T12:00:00Z' };
    const notice = (values: object) =>
      world.records.untyped.create(systemCaller(), 'notice', {
        title: 'n',
        content: 'n',
        area,
        ...times,
        ...values,
      });
    const levels = async () =>
      (await check(planOf('shuxiang', through))).findings
        .filter(({ code }) => code === 'conflict.notice')
        .map(({ level }) => level)
        .sort();
    expect(await levels()).toEqual([]);
    await notice({ kind: 'control' });
    expect(await levels()).toEqual(['warning']);
    await notice({ kind: 'stopActivity', companies: [world.demo.companies.yunyi] });
    expect(await levels()).toEqual(['warning']);
    await notice({ kind: 'stopActivity' });
    expect(await levels()).toEqual(['error', 'warning']);
  });

  test('a refused submission leaves the draft as it was', async () => {
    const draft = (await world.call(world.operator2, 'Navigation/AddNAircraft', planOf('shuxiang'))) as {
      id: number;
    };
    await expect(
      world.call(world.operator2, 'Navigation/SaveNAircrafts', { ids: [draft.id], submit: true }),
    ).rejects.toMatchObject({ code: 'refused' });
    const row = await world.sql
      .selectFrom('plan')
      .selectAll()
      .where('id', '=', draft.id)
      .executeTakeFirstOrThrow();
    expect([row.state, row.submittedAt]).toEqual([0, null]);
  });
});

describe('what is offered', () => {
  const hour = (day: number, n: number) => `2026-11-${day}T0${n}:00:00.000Z`;
  const times = (found: Check) =>
    found.suggestions.filter(({ kind }) => kind === 'time').map(({ task, etd }) => [task, etd]);

  test('is no time at which another sortie of the plan has the aircraft', async () => {
    const [first] = planOf('shuxiang').tasks;
    const second = {
      ...first,
      geometry: { type: 'Point', coordinates: [105.5, 31.9] },
      etd: hour(21, 3),
      eta: hour(21, 4),
    };
    const found = await check({ ...planOf('shuxiang'), tasks: [first, second] });
    expect(times(found)).toEqual([
      [0, hour(21, 1)],
      [0, hour(21, 4)],
    ]);
  });

  test('for a standing plan holds on every day of its term, once', async () => {
    const nextDay = { etd: hour(22, 3), eta: hour(22, 4) };
    await world.call(world.operator, 'Navigation/SaveNAircrafts', {
      plans: [planOf('yunyi', nextDay)],
      submit: true,
    });
    const term = { kind: 'standing', validFrom: '2026-11-21', validTo: '2026-11-22' };
    const found = await check({ ...planOf('shuxiang'), ...term });
    expect(times(found)).toEqual([
      [0, hour(21, 1)],
      [0, hour(21, 4)],
    ]);
    expect(found.suggestions.filter(({ kind }) => kind === 'level')).toMatchObject([
      { lower: { value: 600 } },
      { lower: { value: 1200 } },
    ]);
  });
});
