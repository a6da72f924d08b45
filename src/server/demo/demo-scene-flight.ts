import { planState } from '#domain/plans/states.ts';
import type { Airspace } from '#domain/record/records.gen.ts';
import { createFlights } from '#server/flights.ts';
import { type Rounds, startRounds } from '#server/jobs/rounds.ts';
import { ensure } from '#server/seed/ensure.ts';
import { sceneFleet } from './data/fleet.ts';
import { amsl, circle } from './data/shapes.ts';
import {
  atmbOf,
  attempt,
  type DemoFlightDeps,
  demoMarks,
  file,
  minuteMs,
  missionsOf,
  operatorOf,
} from './demo-acts.ts';
import type { DemoFlightPlan } from './demo-flights.ts';
import { planned, plannedRoute } from './demo-scenes.ts';
import { sceneSource } from './demo-visitors.ts';
import { type Demo, ensureFleet } from './seed-demo.ts';

const hourMs = 60 * minuteMs;

/** Once an hour: its take-off is reported late, an order waits for its crew, and it lands long after its time. */
export const sceneFlight: DemoFlightPlan = {
  owner: 'shuxiang',
  contact: '许晴 XU Qing',
  phone: '028-84900002',
  until: 'released',
  missionType: 'TRAINING',
  mission: '北川本场航线训练（告警演示） / Circuits at Beichuan (alert demo)',
  callsign: planned.callsign,
  aircraft: 'B-10SV',
  pilots: ['周岩'],
  departs: { kind: 'minutes', fromNow: 0 },
  minutes: 15,
  keepMinutes: 0,
  departure: 'ZUBC|',
  destination: 'ZUBC|',
  geometry: { type: 'LineString', coordinates: plannedRoute },
  lower: amsl(900),
  upper: amsl(1_300),
  ssrCode: '3316',
};

/** What becomes of it, minutes after its departure; the nets are patient for 15 min with its take-off and 30 with its landing. */
const acts = { reported: 17, recalled: 20, acknowledged: 24, landed: 50 };

/** Where the sightseers of the scenes fly: it may hold three of them, and none below its minimum. */
const sightseeing = (day: (days: number) => string): Airspace => ({
  name: '龙门山观光空域（告警演示）',
  nameEn: 'Longmenshan sightseeing area (alert demo)',
  designator: 'LMX01',
  kind: 'temporary',
  airspaceClass: 'G',
  state: 1,
  acceptState: '1',
  auditState: 1,
  openState: 'open',
  validFrom: `${day(-30)}T00:00:00.000Z`,
  validTo: `${day(300)}T00:00:00.000Z`,
  ...circle([103.4, 31.3], 9_000),
  lower: amsl(1_000),
  upper: amsl(3_500),
  densityLimit: 3,
  minimumAltitudeM: 1_500,
});

/** Does what is due to the flight, filing it anew each hour. */
export function createSceneFlight(deps: DemoFlightDeps): { act(): Promise<void> } {
  const { records, database, air, parameters, orderRooms, clock, log } = deps;
  const sql = database.kysely;
  let at = 0;
  const navigation = createFlights({
    records,
    database,
    parameters,
    air,
    orderRooms,
    clock: () => new Date(at),
  });
  const operator = operatorOf(deps.demo, sceneFlight.owner);
  const atmb = atmbOf(deps.demo);
  let settled: Demo | null = null;

  /** Adds what the scenes need, only where they are flown: elsewhere it would lengthen lists without reason. */
  async function settle(now: number): Promise<Demo> {
    const day = (days: number) => new Date(now + days * 24 * hourMs).toISOString().slice(0, 10);
    await ensure(records, 'airspace', ['designator'], [sightseeing(day)]);
    const fleet = await ensureFleet(records, sceneFleet(day), (name) => deps.demo.companies[name]);
    return { ...deps.demo, ...fleet };
  }

  async function isOn(): Promise<boolean> {
    const source = await sql
      .selectFrom('surveillanceSource')
      .select('id')
      .where('name', '=', sceneSource)
      .where('enabled', '=', true)
      .where('deletedAt', 'is', null)
      .executeTakeFirst();
    return source !== undefined;
  }

  async function begin(now: number): Promise<void> {
    if (!(await isOn())) return;
    settled ??= await settle(now);
    const etd = Math.floor(now / hourMs) * hourMs + planned.departs * minuteMs;
    if (now >= etd) return;
    await file(navigation, settled, sceneFlight, {
      etd,
      now,
      setClock: (to) => {
        at = to;
      },
    });
  }

  async function goOn(id: number, state: unknown, etd: number, now: number): Promise<void> {
    const minute = (now - etd) / minuteMs;
    if (state === planState.releaseAllowed && minute >= acts.reported) {
      await navigation.reports.report(
        operator,
        id,
        9,
        etd + (planned.leaves - planned.departs) * minuteMs,
        1,
      );
    } else if (state === planState.inFlight && minute >= acts.landed) {
      await navigation.reports.report(operator, id, 10, now, 1);
    } else if (state === planState.inFlight && minute >= acts.recalled) {
      const [order] = await navigation.orders.ofPlan(atmb, id);
      if (!order)
        await navigation.orders.order(
          atmb,
          id,
          'recall',
          '已过预计落地时间，请返场 / Past estimated landing time, return to base',
        );
      else if (order.state === 'open' && minute >= acts.acknowledged)
        await navigation.orders.acknowledge(operator, id, order.id);
    }
  }

  return {
    async act() {
      const now = clock().getTime();
      const plan = await sql
        .selectFrom('plan')
        .select(['id', 'state', 'startTime'])
        .where('remarks', 'in', demoMarks)
        .where('mission', 'in', missionsOf(sceneFlight.mission))
        .where('state', 'in', [planState.releaseAllowed, planState.inFlight])
        .where('deletedAt', 'is', null)
        .orderBy('id')
        .executeTakeFirst();
      at = now;
      await attempt(log, () =>
        plan ? goOn(plan.id, plan.state, Date.parse(String(plan.startTime)), now) : begin(now),
      );
    },
  };
}

/** Every minute, and not before the first is over: what only starts and ends, as a test does, has none of it. */
export const startSceneFlight = (deps: DemoFlightDeps): Rounds =>
  startRounds(createSceneFlight(deps).act, minuteMs, (error) =>
    deps.log.warn({ error }, 'the flight of the scenes was not led on'),
  );
