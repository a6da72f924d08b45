import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { InputOf, OutputOf } from '#contract/services.ts';
import { direct } from '#domain/geo/geodesy.ts';
import { plainTarget } from '#domain/surveillance/track/target.ts';
import { createParameters } from '#server/db/stored-parameters.ts';
import { createPublishDraft } from '#server/features/approvals/publish-draft.ts';
import { createOpenMinutes, sightingOf, writeMinutes } from '#server/features/recording/recorded-minutes.ts';
import { makePartition, makeRecordingTables } from '#server/features/recording/recording-tables.ts';
import { noTerrain } from '#server/features/terrain/terrain.ts';
import { createWhatIf, type WhatIf } from '#server/features/what-if/index.ts';
import type { Service } from '#server/http/service.ts';
import { type Caller, systemCaller } from '#server/kernel/caller.ts';
import { silentLog } from '#tests/support/database.ts';
import { refusalOf } from '#tests/support/engine.ts';
import { clearPlans, planActs } from '#tests/support/plan-acts.ts';
import { type PlanWorld, startPlanWorld } from '#tests/support/plan-world.ts';

/** Plans and approvals of a past period evaluated again under changed rules, and the changes put in force. */

type Start = InputOf<'WhatIf', 'Start'>;
type Got = OutputOf<'WhatIf', 'Get'>;

let world: PlanWorld;
let whatIf: WhatIf;
beforeAll(async () => {
  world = await startPlanWorld();
  const { database, records, sql, navigation, now, feed } = world;
  whatIf = await createWhatIf({
    database,
    records,
    parameters: createParameters({ sql, changes: feed }),
    publishDraft: createPublishDraft({ records, flows: navigation.flows, clock: now }),
    terrain: { ...noTerrain, heldElevationAt: () => undefined },
    clock: now,
    log: silentLog,
  });
});
afterAll(() => world.close());

const { file, decide } = planActs(() => world);
const asked = (service: Service, name: string, input: object, caller: Caller) => {
  const method = service.methods.find((one) => one.name === name);
  if (!method) throw new Error(`there is no ${name}`);
  return method.handle(input, caller);
};
const call = (name: string, input: object, caller = world.admin) =>
  asked(whatIf.service, name, input, caller);

const november = { from: '2026-11-20T00:00:00Z', to: '2026-11-22T00:00:00Z' };
const evening = '2026-11-22T10:00:00Z';

/** Starts an evaluation on the evening of the 22nd, runs it, and gives what it found. */
async function evaluate(
  changes: Start['changes'],
  parts: Start['parts'] = ['plans', 'approvals'],
  period = november,
): Promise<Got> {
  world.setClock(evening);
  const { id } = (await call('Start', { title: '评估', ...period, parts, changes })) as { id: number };
  await whatIf.runner.runWaiting();
  return (await call('Get', { id })) as Got;
}

async function parameter(key: string): Promise<{ id: number; value: string | null }> {
  const row = await world.sql
    .selectFrom('parameter')
    .select(['id', 'value'])
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  return row;
}
const setting = async (key: string, value: string): Promise<Start['changes'][number]> => ({
  kind: 'field',
  resource: 'parameter',
  id: (await parameter(key)).id,
  field: 'value',
  value,
});

describe('plans', () => {
  afterEach(() => clearPlans(world));

  test('a stricter deadline refuses plans that were filed later, and names the rule; nothing is changed', async () => {
    const { id } = await file();
    const before = await parameter('deadline.submitTime');
    const { state, differences, result } = await evaluate([await setting('deadline.submitTime', '0800')]);
    expect(state).toBe('done');
    expect(differences).toMatchObject([
      { resource: 'parameter', field: 'value', before: before.value, after: '0800' },
    ]);
    expect(result?.plans).toMatchObject({ newlyRefused: 1, newlyAccepted: 0, differ: 1 });
    const [plan] = result?.plans?.items ?? [];
    expect(plan).toMatchObject({ id, before: 'accepted', after: 'refused', removed: [] });
    expect(plan?.added[0]?.level).toBe('error');
    expect(plan?.added[0]?.rule).toContain('371');
    expect(await parameter('deadline.submitTime')).toEqual(before);
  });

  test('an airspace that were prohibited refuses the plans in it, and is as it was', async () => {
    const { id } = await file();
    const geometry = {
      type: 'Polygon',
      coordinates: [
        [
          [103.5, 31],
          [106, 31],
          [106, 32],
          [103.5, 32],
          [103.5, 31],
        ],
      ],
    };
    const amsl = (value: number) => ({ value, unit: 'm', reference: 'AMSL' });
    const airspace = await world.records.untyped.create(systemCaller(), 'airspace', {
      name: '评估空域',
      kind: 'reporting',
      shape: 'polygon',
      geometry,
      lower: amsl(0),
      upper: amsl(3_000),
    });
    const before = await world.records.get(world.admin, 'airspace', airspace.id);
    const change = { kind: 'field', resource: 'airspace', id: airspace.id, field: 'kind' } as const;
    const { result } = await evaluate([{ ...change, value: 'prohibited' }], ['plans']);
    const plan = result?.plans?.items.find((one) => one.id === id);
    expect(plan).toMatchObject({ before: 'accepted', after: 'refused' });
    expect(plan?.added.map(({ message }) => message).join()).toContain('评估空域');
    expect(await world.records.get(world.admin, 'airspace', airspace.id)).toEqual(before);
  });

  test('a plan is checked against those filed before it, so that the order of filing counts on both sides', async () => {
    const first = await file();
    // Wide buffers make the second meet the first; the first had nothing to meet.
    const { demo, operator2 } = world;
    const crew = {
      callsign: 'B10SX',
      aircraft: demo.aircraft.get('B-10SX'),
      pilots: [demo.pilots.get('方磊')],
    };
    const second = await file({ task: crew }, operator2);
    const { result } = await evaluate([await setting('strategic.horizontalBufferM', '20000')], ['plans']);
    const ids = result?.plans?.items.map(({ id }) => id) ?? [];
    expect(ids).toContain(second.id);
    expect(ids).not.toContain(first.id);
  });
});

describe('approvals', () => {
  afterEach(() => clearPlans(world));

  test('a draft flow without the second step would have decided sooner, by the steps that remain', async () => {
    const { records } = world;
    const { id } = await file();
    world.setClock('2026-11-20T10:20:00+08:00');
    await decide(world.atmb, id, 'approve', 0);
    world.setClock('2026-11-20T11:00:00+08:00');
    await decide(world.atmb, id, 'approve', 1);
    const flow = await world.sql
      .selectFrom('flowConfig')
      .select(['id', 'version'])
      .where('documentKind', '=', 'plan')
      .executeTakeFirstOrThrow();
    const { steps } = await records.get(systemCaller(), 'flowConfig', flow.id);
    const draft = await records.update(world.admin, 'flowConfig', flow.id, flow.version, {
      steps: steps.slice(0, 1),
    });
    const { differences, result } = await evaluate([{ kind: 'flow', id: flow.id }], ['approvals']);
    expect(differences).toMatchObject([{ resource: 'flowConfig', id: flow.id, field: 'steps' }]);
    const item = result?.approvals?.items.find((one) => one.document === id);
    expect(item).toMatchObject({
      kind: 'plan',
      before: { outcome: 'approved', minutes: 60 },
      after: { outcome: 'approved', minutes: 20 },
    });
    expect(item?.before.steps).toHaveLength(2);
    expect(item?.after.steps).toHaveLength(1);
    const published = await records.get(systemCaller(), 'flowConfig', flow.id);
    expect(published.publishedVersion).toBe(1);
    await records.update(world.admin, 'flowConfig', flow.id, draft.version, { steps });
  });
});

describe('putting in force', () => {
  let put = 0;
  beforeEach(() => {
    put += 1;
  });

  test('the changes are made together, with who, when and why; a second time is refused', async () => {
    await evaluate([await setting('plan.longestTaskHours', '9')], ['plans']);
    const { id } = await latest();
    expect(await call('Apply', { id, reason: '缩短架次' })).toEqual({ applied: 1 });
    expect((await parameter('plan.longestTaskHours')).value).toBe('9');
    const record = await world.records.get(world.admin, 'whatIf', id);
    expect(record).toMatchObject({ state: 'applied', appliedBy: 1, appliedReason: '缩短架次' });
    const again = await refusalOf(call('Apply', { id, reason: '再次' }));
    expect(again.text.key).toBe('whatIf.refused.notDone');
  });

  test('refused where a record has changed since the evaluation', async () => {
    const change = await setting('plan.turnRoundMinutes', `${30 + put}`);
    await evaluate([change], ['plans']);
    const { id } = await latest();
    const row = await world.sql
      .selectFrom('parameter')
      .select(['id', 'version'])
      .where('key', '=', 'plan.turnRoundMinutes')
      .executeTakeFirstOrThrow();
    await world.records.update(world.admin, 'parameter', row.id, row.version, { value: '25' });
    const refusal = await refusalOf(call('Apply', { id, reason: '改动' }));
    expect(refusal.text.key).toBe('whatIf.refused.changed');
    expect((await parameter('plan.turnRoundMinutes')).value).toBe('25');
  });

  const latest = () =>
    world.sql.selectFrom('whatIf').select('id').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow();
});

describe('refused at its field', () => {
  const start = (rest: Partial<Start>) => {
    world.setClock(evening);
    return refusalOf(call('Start', { title: '评估', ...november, parts: ['plans'], changes: [], ...rest }));
  };

  test('a value that the record would refuse', async () => {
    const changes = [await setting('plan.longestTaskHours', 'many')];
    const refusal = await start({ changes });
    expect(refusal.extra.fields?.map(({ field }) => field)).toEqual(['changes.0.value']);
  });

  test('a field that the record does not have, or that no person sets', async () => {
    const { id } = await parameter('plan.longestTaskHours');
    for (const field of ['nosuch', 'version', '__proto__']) {
      const changes: Start['changes'] = [{ kind: 'field', resource: 'parameter', id, field, value: 1 }];
      expect((await start({ changes })).code).toMatch(/validation|forbidden/);
    }
  });

  test('changes that match what is in force, and periods that are none', async () => {
    const same = (await parameter('plan.longestTaskHours')).value ?? '';
    const changes = [await setting('plan.longestTaskHours', same)];
    expect((await start({ changes })).text.key).toBe('whatIf.invalid.nothing');
    expect((await start({ changes, to: november.from })).text.key).toBe('whatIf.invalid.order');
    expect((await start({ changes, from: '2026-09-01T00:00:00Z' })).text.key).toBe('whatIf.invalid.tooLong');
    const future = { from: '2026-12-01T00:00:00Z', to: '2026-12-02T00:00:00Z' };
    expect((await start({ changes, ...future })).text.key).toBe('whatIf.invalid.future');
  });
});

test('recorded traffic is replayed on both sides; what is not recorded is named', async () => {
  await makeRecordingTables(world.sql);
  const hour = { from: '2026-11-21T02:00:00Z', to: '2026-11-21T03:00:00Z' };
  const { state, result } = await evaluate([await setting('tactical.pairs.tauS', '90')], ['alerts'], hour);
  expect(state).toBe('done');
  expect(result?.alerts).toMatchObject({ differ: 0, raisedBefore: 0, raisedAfter: 0, items: [] });
  expect(result?.alerts?.leftOut.length).toBeGreaterThan(0);
});

test('of several changes an alert that differs names those that bear on it', async () => {
  await makeRecordingTables(world.sql);
  await makePartition(world.sql, '2026-11-21');
  const begin = Date.parse('2026-11-21T05:00:00Z');
  const west = { longitude: 101.5, latitude: 33.2 };
  const east = direct(direct(west, 90, 30_000), 0, 1_000);
  const minutes = createOpenMinutes();
  // Level at 60 m/s, they pass each other after 250 s, 1 km apart.
  for (let second = 0; second < 400; second += 1)
    for (const [id, from, trackDeg] of [
      ['7a0001', west, 90],
      ['7a0002', east, 270],
    ] as const)
      minutes.add(
        sightingOf({
          ...plainTarget,
          ...direct(from, trackDeg, 60 * second),
          ...{ id, icao24: id, callsign: id.toUpperCase(), trackDeg, groundSpeedMps: 60, verticalRateMps: 0 },
          ...{ pressureAltitudeM: 1_200, geometricAltitudeM: null, onGround: false, planId: null },
          ...{ at: begin + second * 1_000, sourceId: 1 },
        }),
      );
  await world.sql
    .transaction()
    .execute((transaction) => writeMinutes(transaction, minutes.before(Number.POSITIVE_INFINITY)));
  const changes = [
    await setting('plan.longestTaskHours', '6'),
    await setting('tactical.areas.bufferM', '700'),
    await setting('tactical.pairs.distanceM', '300'),
    await setting('tactical.pairs.advisoryDistanceM', '300'),
  ];
  const period = { from: '2026-11-21T05:00:00Z', to: '2026-11-21T05:15:00Z' };
  const { differences, result } = await evaluate(changes, ['alerts'], period);
  const pair = result?.alerts?.items.find(({ net }) => net === 'pairs');
  expect(pair).toMatchObject({ before: 'warning', after: null });
  const ids = pair?.causes.map((place) => differences[place]?.id);
  expect(ids).toEqual(changes.slice(2).map((change) => change.id));
});

test('one that is cancelled while it waits is never run', async () => {
  world.setClock(evening);
  const changes = [await setting('plan.longestTaskHours', '7')];
  const { id } = (await call('Start', { title: '取消', ...november, parts: ['plans'], changes })) as {
    id: number;
  };
  await call('Cancel', { id });
  await whatIf.runner.runWaiting();
  expect(await call('Get', { id })).toMatchObject({ state: 'cancelled', result: null });
});

test('what a killed server left running is begun again', async () => {
  world.setClock(evening);
  const changes = [await setting('plan.longestTaskHours', '6')];
  const { id } = (await call('Start', { title: '重启', ...november, parts: ['plans'], changes })) as {
    id: number;
  };
  await world.sql.updateTable('whatIf').set({ state: 'running' }).where('id', '=', id).execute();
  await whatIf.runner.runWaiting();
  expect(await call('Get', { id })).toMatchObject({ state: 'done' });
});
