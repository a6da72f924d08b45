import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { plainTarget, type Target } from '#domain/surveillance/track/target.ts';
import { createReportWatch } from '#server/features/surveillance/report-watch.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { silentLog } from '#tests/support/database.ts';
import { refusalOf } from '#tests/support/engine.ts';
import { type PlanWorld, startPlanWorld } from '#tests/support/plan-world.ts';

interface Proposal {
  id: number;
  plan: number;
  kind: string;
  at: string;
  mayDecide: boolean;
  airportName: string | null;
}

let world: PlanWorld;
/** Guanghan: where the demo's flights leave and land. */
let home: [number, number];
beforeAll(async () => {
  world = await startPlanWorld();
  const airport = await world.records.get(world.admin, 'airport', world.demo.airports.get('ZUGH|') ?? 0);
  home = (airport.position as { coordinates: [number, number] }).coordinates;
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.sql.updateTable('plan').set({ state: 12 }).where('state', '<', 10).execute();
  await world.sql
    .updateTable('flowInstance')
    .set({ state: 'withdrawn' })
    .where('state', '=', 'running')
    .execute();
});

const call = <T>(caller: Caller, path: string, input: object = {}) =>
  world.call(caller, path, input) as Promise<T>;

/** A plan that is released for ten past ten in the morning, Beijing. */
async function released(): Promise<number> {
  const { demo, operator, atmb } = world;
  world.setClock('2026-11-20T02:00:00Z');
  const { items } = await call<{ items: { id: number }[] }>(operator, 'Navigation/SaveNAircrafts', {
    submit: true,
    plans: [
      {
        missionType: demo.missionTypes.get('PATROL'),
        tasks: [
          {
            callsign: 'B10QA',
            aircraft: demo.aircraft.get('B-10QA'),
            pilots: [demo.pilots.get('高翔')],
            departure: demo.airports.get('ZUGH|'),
            destination: demo.airports.get('ZUGH|'),
            etd: '2026-11-21T02:00:00Z',
            eta: '2026-11-21T03:30:00Z',
            geometry: {
              type: 'LineString',
              coordinates: [
                [104.32, 31.6],
                [104.35, 31.65],
              ],
            },
            upper: { value: 900, unit: 'm', reference: 'AMSL' },
          },
        ],
      },
    ],
  });
  const id = items[0]?.id ?? 0;
  for (const stepIndex of [0, 1]) {
    await call(atmb, 'Navigation/DoFlyApprove', { id, decision: 'approve', stepIndex });
  }
  world.setClock('2026-11-21T01:50:00Z');
  await call(operator, 'Navigation/ApplyOpenDynamic', { id, realEtd: '2026-11-21T02:10:00Z' });
  await call(atmb, 'Navigation/DoFlyApprove', { id, decision: 'allow', stepIndex: 0 });
  return id;
}

/** What a server sees: one target, moved by the test. */
function watching(planId: number, id = '780c01') {
  const target: Target = {
    id,
    icao24: '780c01',
    callsign: 'B10QA',
    longitude: home[0],
    latitude: home[1],
    pressureAltitudeM: 500,
    geometricAltitudeM: 500,
    groundSpeedMps: 5,
    trackDeg: 0,
    verticalRateMps: 0,
    onGround: true,
    at: 0,
    sourceId: 1,
    planId,
    ...plainTarget,
  };
  const watch = createReportWatch({
    sql: world.sql,
    targets: { entries: () => [{ target }] },
    propose: world.navigation.proposals.propose,
    see: world.navigation.statusNotes.see,
    log: silentLog,
  });
  return {
    watch,
    async see(from: string, seconds: number, change: Partial<Target>) {
      await watch.refresh();
      Object.assign(target, change);
      for (let second = 0; second < seconds; second++) {
        target.at = Date.parse(from) + second * 1000;
        watch.tick(target.at);
      }
      await watch.settled();
    },
  };
}
const air: Partial<Target> = { onGround: false, groundSpeedMps: 50 };
const ground: Partial<Target> = { onGround: true, groundSpeedMps: 5 };
const proposals = async (caller: Caller) =>
  (await call<{ items: Proposal[] }>(caller, 'Navigation/GetProposals')).items;

describe('a report that surveillance proposes', () => {
  test('take-off and landing are proposed once, on two servers, told to the operator, and accepted by a person', async () => {
    const id = await released();
    const one = watching(id);
    const two = watching(id);
    world.changes.length = 0;
    world.setClock('2026-11-21T02:12:10Z');
    for (const server of [one, two]) await server.see('2026-11-21T02:11:00Z', 10, ground);
    await Promise.all([one, two].map((server) => server.see('2026-11-21T02:12:00Z', 10, air)));
    const [takeOff, ...more] = await proposals(world.operator);
    expect(more).toEqual([]);
    expect(takeOff).toMatchObject({
      plan: id,
      kind: 'takeOff',
      at: '2026-11-21T02:12:00.000Z',
      mayDecide: true,
    });
    expect(world.changes.filter(({ message }) => message?.type === 'plan.reportProposed')).toHaveLength(1);
    // The air traffic body sees it and leaves it to the operator; another company sees nothing.
    expect(await proposals(world.atmb)).toEqual([expect.objectContaining({ plan: id, mayDecide: false })]);
    expect(await proposals(world.operator2)).toEqual([]);
    expect(
      (await refusalOf(call(world.operator2, 'Navigation/AcceptProposal', { id: takeOff?.id }))).code,
    ).toBe('notFound');

    await call(world.operator, 'Navigation/AcceptProposal', { id: takeOff?.id, actualNum: 1 });
    expect(await world.records.get(world.operator, 'plan', id)).toMatchObject({
      state: 9,
      takeoffAt: '2026-11-21T02:12:00.000Z',
      actualNum: 1,
    });
    const { items: records } = await call<{
      items: { action: string; channel: string; operatedByName: string }[];
    }>(world.operator, 'OperateRecord/GetListById', { id });
    expect(records.at(-1)).toMatchObject({
      action: 'takeOff',
      channel: 'surveillance',
      operatedByName: 'HE Yuan',
    });
    expect(
      (await refusalOf(call(world.operator, 'Navigation/AcceptProposal', { id: takeOff?.id }))).text.key,
    ).toBe('plan.refused.proposalDecided');

    world.setClock('2026-11-21T03:20:10Z');
    await one.see('2026-11-21T03:20:00Z', 6, ground);
    const [landing] = await proposals(world.operator);
    expect(landing).toMatchObject({ plan: id, kind: 'landing', at: '2026-11-21T03:20:00.000Z' });
    await call(world.operator, 'Navigation/AcceptProposal', { id: landing?.id, at: '2026-11-21T03:19:00Z' });
    expect(await world.records.get(world.operator, 'plan', id)).toMatchObject({
      state: 10,
      realEta: '2026-11-21T03:19:00.000Z',
      landedAirport: null,
    });
    await Promise.all([one.watch.close(), two.watch.close()]);
  });

  test('is not made far from the aerodrome, of a replay, or for a moment of a wrong bit', async () => {
    const id = await released();
    const far = watching(id);
    await far.see('2026-11-21T02:12:00Z', 10, { ...air, longitude: home[0] + 0.2 });
    const replayed = watching(id, 'r3:780c01');
    await replayed.see('2026-11-21T02:12:00Z', 10, air);
    const wrong = watching(id);
    await wrong.see('2026-11-21T02:12:00Z', 2, air);
    await wrong.see('2026-11-21T02:12:02Z', 5, ground);
    expect(await proposals(world.operator)).toEqual([]);
    await Promise.all([far, replayed, wrong].map(({ watch }) => watch.close()));
  });

  test('goes when the operator reports by themselves, and stays away once dismissed', async () => {
    const id = await released();
    const server = watching(id);
    world.setClock('2026-11-21T02:12:10Z');
    await server.see('2026-11-21T02:12:00Z', 6, air);
    const [proposal] = await proposals(world.operator);
    await call(world.operator, 'Navigation/DismissProposal', { id: proposal?.id, reason: '试车' });
    const again = watching(id);
    await again.see('2026-11-21T02:12:00Z', 6, air);
    expect(await proposals(world.operator)).toEqual([]);
    await call(world.operator, 'Navigation/UpdateStateAndRealEta', {
      id,
      state: 9,
      realEta: '2026-11-21T02:12:00Z',
    });
    expect(await proposals(world.operator)).toEqual([]);
    await Promise.all([server, again].map(({ watch }) => watch.close()));
  });
});

test('a landing elsewhere is kept, changed and taken back with its report', async () => {
  const id = await released();
  const { operator, demo } = world;
  world.setClock('2026-11-21T02:30:00Z');
  await call(operator, 'Navigation/UpdateStateAndRealEta', { id, state: 9, realEta: '2026-11-21T02:12:00Z' });
  const other = [...demo.airports.values()].find((airport) => airport !== demo.airports.get('ZUGH|')) ?? 0;
  world.setClock('2026-11-21T03:20:00Z');
  const land = { id, state: 10, realEta: '2026-11-21T03:19:00Z', landedAirport: other };
  await call(operator, 'Navigation/UpdateStateAndRealEta', land);
  const stored = () => world.records.get(operator, 'plan', id);
  expect(await stored()).toMatchObject({ state: 10, landedAirport: other });
  // The place stays where only the time is mended; the destination itself is no other place.
  await call(operator, 'Navigation/EditUpdateStateAndRealEta', { id, realEta: '2026-11-21T03:18:00Z' });
  expect(await stored()).toMatchObject({ realEta: '2026-11-21T03:18:00.000Z', landedAirport: other });
  await call(operator, 'Navigation/EditUpdateStateAndRealEta', {
    id,
    realEta: '2026-11-21T03:18:00Z',
    landedAirport: demo.airports.get('ZUGH|'),
  });
  expect(await stored()).toMatchObject({ landedAirport: null });
  await call(operator, 'Navigation/EditUpdateStateAndRealEta', { ...land, state: 10 });
  await call(operator, 'Navigation/BackUpdateStateAndRealEta', { id });
  expect(await stored()).toMatchObject({ state: 9, realEta: null, landedAirport: null });
  const { items } = await call<{ items: { detail: { before?: { realEta?: string } } | null }[] }>(
    operator,
    'OperateRecord/GetListById',
    { id },
  );
  expect(items.at(-1)?.detail?.before?.realEta).toBe('2026-11-21T03:19:00.000Z');
});

describe('a detour', () => {
  async function flying(): Promise<{ id: number; task: number }> {
    const id = await released();
    world.setClock('2026-11-21T02:20:00Z');
    await call(world.operator, 'Navigation/UpdateStateAndRealEta', {
      id,
      state: 9,
      realEta: '2026-11-21T02:12:00Z',
    });
    const { items } = await call<{ items: { id: number }[] }>(world.operator, 'Navigation/GetJobTaskById', {
      id,
    });
    return { id, task: items[0]?.id ?? 0 };
  }
  const way = {
    type: 'LineString',
    coordinates: [
      [104.32, 31.6],
      [104.4, 31.7],
    ],
  };

  test('is applied for in flight, told to who audits, accepted, and flown', async () => {
    const { id, task } = await flying();
    world.changes.length = 0;
    const apply = { id, task, geometry: way, reason: '绕飞雷雨' };
    const { id: detour } = await call<{ id: number }>(world.operator, 'Navigation/ApplyDetour', apply);
    expect(world.changes.map(({ message }) => message?.type)).toContain('detour.applied');
    expect((await refusalOf(call(world.operator, 'Navigation/ApplyDetour', apply))).text.key).toBe(
      'plan.refused.detourOpen',
    );
    // Who applied does not answer it; another company finds nothing.
    const accept = { id, detour, accept: true };
    expect((await refusalOf(call(world.operator, 'Navigation/DecideDetour', accept))).code).toBe('forbidden');
    expect((await refusalOf(call(world.operator2, 'Navigation/DecideDetour', accept))).code).toBe('notFound');
    const { items: before } = await call<{ items: object[] }>(world.atmb, 'Navigation/GetDetours', { id });
    expect(before).toEqual([
      expect.objectContaining({ id: detour, state: 'open', mayDecide: true, reason: '绕飞雷雨' }),
    ]);

    await call(world.atmb, 'Navigation/DecideDetour', accept);
    expect(world.changes.map(({ message }) => message?.type)).toContain('detour.accepted');
    const { items: tasks } = await call<{ items: { geometry: object }[] }>(
      world.operator,
      'Navigation/GetJobTaskById',
      { id },
    );
    expect(tasks[0]?.geometry).toEqual(way);
    expect(await world.records.get(world.operator, 'plan', id)).toMatchObject({ state: 9, geometry: way });
    expect((await refusalOf(call(world.atmb, 'Navigation/DecideDetour', accept))).text.key).toBe(
      'plan.refused.noDetour',
    );
  });

  test('refused with a reason leaves the way as it was, and nothing is applied for on the ground', async () => {
    const { id, task } = await flying();
    const { id: detour } = await call<{ id: number }>(world.operator, 'Navigation/ApplyDetour', {
      id,
      task,
      geometry: way,
      reason: '绕飞雷雨',
    });
    const refuse = { id, detour, accept: false };
    expect((await refusalOf(call(world.atmb, 'Navigation/DecideDetour', refuse))).text.key).toBe(
      'plan.refused.reason',
    );
    await call(world.atmb, 'Navigation/DecideDetour', { ...refuse, comment: '军方活动' });
    const { items } = await call<{ items: { geometry: object }[] }>(
      world.operator,
      'Navigation/GetJobTaskById',
      { id },
    );
    expect(items[0]?.geometry).not.toEqual(way);
    const nothing = { id, task, reason: '绕飞雷雨' };
    expect((await refusalOf(call(world.operator, 'Navigation/ApplyDetour', nothing))).text.key).toBe(
      'plan.refused.noChange',
    );
    world.setClock('2026-11-21T03:30:00Z');
    await call(world.operator, 'Navigation/UpdateStateAndRealEta', {
      id,
      state: 10,
      realEta: '2026-11-21T03:20:00Z',
    });
    expect(
      (await refusalOf(call(world.operator, 'Navigation/ApplyDetour', { ...nothing, geometry: way }))).text
        .key,
    ).toBe('plan.refused.state');
  });

  test('into prohibited airspace is refused, and the old way is kept', async () => {
    const { id, task } = await flying();
    await world.records.create(world.admin, 'airspace', {
      name: '禁飞区',
      kind: 'prohibited',
      shape: 'polygon',
      geometry: {
        type: 'Polygon',
        coordinates: [
          [
            [104.6, 31.8],
            [104.7, 31.8],
            [104.7, 31.9],
            [104.6, 31.9],
            [104.6, 31.8],
          ],
        ],
      },
      lower: { value: 0, unit: 'm', reference: 'AMSL' },
      upper: { value: 3000, unit: 'm', reference: 'AMSL' },
    });
    const into = {
      type: 'LineString',
      coordinates: [
        [104.62, 31.82],
        [104.68, 31.88],
      ],
    };
    const refusal = await refusalOf(
      call(world.operator, 'Navigation/ApplyDetour', { id, task, geometry: into, reason: '绕飞雷雨' }),
    );
    expect(refusal.code).toBe('refused');
    expect(await call(world.operator, 'Navigation/GetDetours', { id })).toEqual({ items: [] });
  });
});
