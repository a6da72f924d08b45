import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AirPicture } from '#contract/map.ts';
import { resources } from '#resources';
import { systemCaller } from '#server/kernel/caller.ts';
import { callerWith, refusalOf } from '#tests/support/engine.ts';
import { amsl, planOfCompany } from '#tests/support/plan-acts.ts';
import { type PlanWorld, startPlanWorld } from '#tests/support/plan-world.ts';

let world: PlanWorld;
/** Of yunyi: along latitude 31.42 for about 19 km, between 900 and 1,200 m AMSL, at ten for an hour. */
let route: number;
let crossing: number;
let later: number;
let closed: number;
let open: number;

const line = (west: number, east: number, latitude = 31.42) => ({
  type: 'LineString',
  coordinates: [
    [west, latitude],
    [east, latitude],
  ],
});
const box = (west: number, east: number, south = 31.3, north = 31.5) => ({
  type: 'Polygon',
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

async function filed(who: 'yunyi' | 'shuxiang', task: object): Promise<number> {
  const caller = who === 'yunyi' ? world.operator : world.operator2;
  const answer = (await world.call(caller, 'Navigation/SaveNAircrafts', {
    plans: [planOfCompany(world, who, task)],
    submit: true,
  })) as { items: { id: number }[] };
  return answer.items[0]?.id ?? 0;
}

const make = (resource: string, values: object) =>
  world.records.transaction(
    async (transaction) =>
      (await world.records.untyped.create(systemCaller(), resource, { ...values }, transaction)).id,
  );
const airspace = (name: string, geometry: object, limits: object = {}) =>
  make('airspace', {
    name,
    kind: 'temporary',
    shape: 'polygon',
    state: 1,
    openState: 'open',
    lower: amsl(0),
    upper: amsl(1_000),
    geometry,
    ...limits,
  });

const pictureOf = async (id: number, caller = world.atmb2, resource = 'plan') =>
  (await world.call(caller, 'Map/GetAirPicture', { resource, id })) as AirPicture;

beforeAll(async () => {
  world = await startPlanWorld();
  world.setClock('2026-11-20T10:00:00+08:00');
  route = await filed('yunyi', { geometry: line(106.4, 106.6) });
  crossing = await filed('shuxiang', {
    geometry: line(106.5, 106.7),
    lower: amsl(1_500),
    upper: amsl(1_800),
  });
  later = await filed('shuxiang', {
    geometry: line(106.4, 106.6),
    etd: '2026-11-21T05:00:00Z',
    eta: '2026-11-21T06:00:00Z',
  });
  open = await airspace('开放区', box(106.45, 106.5));
  closed = await airspace('关闭区', box(106.55, 106.65));
  await make('airspaceEvent', {
    airspace: closed,
    kind: 'close',
    from: '2026-11-21T02:30:00Z',
    to: '2026-11-21T08:00:00Z',
    at: '2026-11-20T02:00:00Z',
    reason: '演习',
  });
  await make('notice', {
    title: '焰火',
    kind: 'control',
    level: 2,
    content: '焰火',
    area: box(106.41, 106.42),
    lower: amsl(0),
    upper: amsl(300),
    startTime: '2026-11-21T00:00:00Z',
    endTime: '2026-11-21T12:00:00Z',
  });
  const notam = (number: string, values: object) =>
    make('notam', {
      number,
      type: 'N',
      fir: 'ZPKM',
      qCode: 'QRTCA',
      validFrom: '2026-11-20T00:00:00Z',
      validTo: '2026-11-30T00:00:00Z',
      text: 'TEMPORARY RESTRICTED AREA',
      area: box(106.43, 106.44),
      areaFrom: 'text',
      lower: amsl(0),
      upper: amsl(1_000),
      state: 'current',
      kind: 'notam',
      isChecklist: false,
      ...values,
    });
  await notam('A0001/26', { schedule: 'DAILY 0230-0245' });
  await notam('A0002/26', { qCode: 'QWULW' });
  await notam('A0003/26', { qCode: 'QRTCD' });
});
afterAll(() => world.close());

const one = (picture: AirPicture, resource: string, label: string) =>
  picture.others.find((room) => room.resource === resource && room.label === label);

describe('the air around a plan', () => {
  test('is apart by the bounds of the ground, or has the bounds in figures', async () => {
    const above = await airspace('高空区', box(106.4, 106.6, 31.7, 31.9), {
      lower: amsl(6_000),
      upper: amsl(9_000),
    });
    const beside = await airspace('低空区', box(106.4, 106.6, 31.7, 31.9), {
      lower: amsl(600),
      upper: amsl(900),
    });
    const flight = await filed('yunyi', {
      geometry: line(106.45, 106.55, 31.8),
      etd: '2026-11-21T05:00:00Z',
      eta: '2026-11-21T06:00:00Z',
      lower: null,
      upper: { value: 300, unit: 'm', reference: 'AGL' },
    });
    const { others } = await pictureOf(flight);
    const meetingOf = (id: number) => others.find((room) => room.id === id)?.meets[0];
    expect(meetingOf(above)).toMatchObject({ height: 'apart', bounds: null });
    expect(meetingOf(beside)).toMatchObject({
      height: 'unknown',
      bounds: {
        why: 'ground',
        ownHeights: expect.stringMatching(/^GND – [\d,]+ m AMSL$/),
        otherHeights: '600 – 900 m AMSL',
        ground: expect.stringMatching(/^-?[\d,]+ – [\d,]+$/),
      },
    });
  });

  test('has its route with its length, and the plans of its hours where they come together', async () => {
    const picture = await pictureOf(route);
    expect(picture.hours).toEqual({ from: '2026-11-21T02:00:00.000Z', to: '2026-11-21T03:00:00.000Z' });
    expect(picture.own).toMatchObject([{ part: 0, label: 'B10QA', lower: amsl(900), marginM: 500 }]);
    expect(picture.own[0]?.lengthM).toBeCloseTo(19_020, -2);
    const plans = picture.others.filter(({ resource }) => resource === 'plan');
    expect(plans.map(({ id }) => id)).toContain(crossing);
    expect(plans.map(({ id }) => id)).not.toContain(later);
    const [meeting] = plans.find(({ id }) => id === crossing)?.meets ?? [];
    // Each keeps 500 m to its side and end: from a kilometre before the middle on.
    expect(meeting).toMatchObject({ part: 0, height: 'apart' });
    expect(meeting?.along).toHaveLength(1);
    expect(meeting?.along?.[0]?.fromM).toBeCloseTo(8_500, -2.4);
    expect(meeting?.along?.[0]?.toM).toBeCloseTo(19_020, -2);
  });

  test('has airspaces as they are in those hours, open or closed', async () => {
    const picture = await pictureOf(route);
    expect(one(picture, 'airspace', '开放区')).toMatchObject({
      id: open,
      openState: 'open',
      inTheWay: false,
      meets: [{ part: 0, height: 'shared' }],
    });
    expect(one(picture, 'airspace', '关闭区')).toMatchObject({
      id: closed,
      openState: 'closed',
      inTheWay: true,
      times: [{ from: '2026-11-21T02:30:00.000Z', to: '2026-11-21T03:00:00.000Z' }],
      meets: [{ from: '2026-11-21T02:30:00.000Z', to: '2026-11-21T03:00:00.000Z', height: 'shared' }],
    });
    const before = await pictureOf(later);
    expect(one(before, 'airspace', '关闭区')?.openState).toBe('closed');
  });

  test('has notices with the heights that they speak of', async () => {
    const picture = await pictureOf(route);
    expect(one(picture, 'notice', '焰火')).toMatchObject({
      kind: 'control',
      upper: amsl(300),
      meets: [{ height: 'apart' }],
    });
  });

  test('has NOTAMs with the hours of their schedule, told by what they do to a plan', async () => {
    const picture = await pictureOf(route);
    expect(one(picture, 'notam', 'A0001/26')).toMatchObject({
      kind: 'hold',
      inTheWay: true,
      times: [{ from: '2026-11-21T02:30:00.000Z', to: '2026-11-21T02:45:00.000Z' }],
      meets: [{ from: '2026-11-21T02:30:00.000Z', to: '2026-11-21T02:45:00.000Z', height: 'shared' }],
    });
    expect(one(picture, 'notam', 'A0002/26')).toMatchObject({ kind: 'warn', inTheWay: false });
    // One that gives the air back is in nobody's way.
    expect(one(picture, 'notam', 'A0003/26')).toBeUndefined();
    expect(one(await pictureOf(route, world.operator), 'notam', 'A0001/26')).toBeDefined();
  });

  test("an operator sees it with what is theirs to read, and nothing of another company's plan", async () => {
    const picture = await pictureOf(route, world.operator);
    expect(picture.own).toHaveLength(1);
    expect(picture.others.filter(({ resource }) => resource === 'plan')).toEqual([]);
    expect(await refusalOf(pictureOf(crossing, world.operator))).toMatchObject({ code: 'notFound' });
  });
});

describe('whom a role keeps a field from', () => {
  const without = (resource: string, hidden: string[]) => {
    const { actor } = world.atmb2;
    const recordRules = [{ resource, hidden }];
    return callerWith(resources, {
      ...actor,
      grants: [{ role: 'ATMB', permissions: actor.permissions, recordRules }],
    });
  };

  test.each([
    ['plan', 'jobTask', 'upper'],
    ['plan', 'jobTask', 'geometry'],
    ['airspace', 'airspace', 'lower'],
    ['notice', 'notice', 'area'],
    ['notam', 'notam', 'area'],
  ] as const)('sees no %s in the air without %s.%s', async (kind, resource, field) => {
    const whole = await pictureOf(open, world.atmb2, 'airspace');
    expect(whole.others.map((room) => room.resource)).toContain(kind);
    const caller = without(resource, [field]);
    const asked = kind === 'airspace' ? pictureOf(route, caller) : pictureOf(open, caller, 'airspace');
    expect((await asked).others.map((room) => room.resource)).not.toContain(kind);
  });

  test('sees numbers in place of the names', async () => {
    const plans = await pictureOf(open, without('plan', ['planNumber']), 'airspace');
    expect(plans.others.find(({ resource, id }) => resource === 'plan' && id === route)?.label).toBe(
      `#${route}`,
    );
    const own = await pictureOf(route, without('jobTask', ['callsign']));
    expect(own.own[0]?.label).not.toContain('B10QA');
    const titles = await pictureOf(route, without('notice', ['title']));
    expect(one(titles, 'notice', '焰火')).toBeUndefined();
  });
});

test('the air around an airspace has the plans of the hours in which it is used', async () => {
  const picture = await pictureOf(open, world.atmb2, 'airspace');
  expect(picture.own).toMatchObject([{ part: 0, lengthM: null, upper: amsl(1_000) }]);
  expect(picture.own[0]?.times[0]?.from).toBe('2026-11-20T02:00:00.000Z');
  const meeting = picture.others.find(({ resource, id }) => resource === 'plan' && id === route)?.meets[0];
  expect(meeting).toMatchObject({
    along: null,
    from: '2026-11-21T02:00:00.000Z',
    to: '2026-11-21T03:00:00.000Z',
    height: 'shared',
  });
});
