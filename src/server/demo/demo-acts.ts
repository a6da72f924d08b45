import { abilityOf } from '#domain/identity/access.ts';
import { defaultDeadlines } from '#domain/plans/deadlines.ts';
import { flightControllers } from '#domain/plans/readers.ts';
import { dayAfter } from '#domain/plans/working-days.ts';
import { AppError } from '#domain/text/errors.ts';
import { dayOf, onDay } from '#domain/time/wall-clock.ts';
import type { Database } from '#server/db/database.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { Navigation } from '#server/features/plans/navigation-calls.ts';
import type { Air, FlightsDeps } from '#server/flights.ts';
import { type Caller, systemCaller } from '#server/kernel/caller.ts';
import type { Logger } from '#server/kernel/logger.ts';
import type { Parameters } from '#server/kernel/parameters.ts';
import type { DemoFlightPlan, DemoOwner } from './demo-flights.ts';
import type { Demo } from './seed-demo.ts';

/** What tells a plan of the demo from one that a person filed. */
export const demoMark = '演示计划 / Demo plan';
/** The same, and that of earlier versions. */
export const demoMarks = [demoMark, '演示计划'];
export const minuteMs = 60_000;

/** What plans of the demo are filed and led with. */
export interface DemoFlightDeps {
  records: Records;
  database: Pick<Database, 'kysely' | 'locks'>;
  parameters: Pick<Parameters, 'all'>;
  /** The air that the server itself asks. */
  air: Air;
  orderRooms: FlightsDeps['orderRooms'];
  demo: Demo;
  clock: () => Date;
  log: Logger;
}

/** A plan of the demo that people's own plans stand in the way of is left out. */
export async function attempt(log: Logger, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const fields = error.extra.fields?.map(({ field, text }) => `${field}: ${text.key}`);
    log.warn({ reason: error.text.key, values: error.text.values, fields }, 'a demo plan was left out');
  }
}

/** Through which acts a plan is led, and when. Times are UTC ms. */
export interface DemoCourse {
  operator: Caller;
  atmb: Caller;
  id: number;
  flight: DemoFlightPlan;
  etd: number;
  eta: number;
  filedAt: number;
  /** When the demo is filled. */
  now: number;
  /** Minutes past the planned departure, minutes from take-off and landing to their reports, and sorties. */
  flown?: { late: number; reportDelay: number; sorties: number };
  setClock(at: number): void;
}

/** The mission as stored: earlier versions of the demo had it in Chinese alone. */
export function missionsOf(mission: string): string[] {
  return [mission, mission.split(' / ')[0] ?? mission];
}

/** Leads a plan from its filing to the state that the demo wants it in, each act at its own time. */
export async function take(navigation: Navigation, course: DemoCourse): Promise<void> {
  const { operator, atmb, id, flight, etd, eta, filedAt, now, setClock } = course;
  const { life, decisions, reports } = navigation;
  const approve = (stepIndex: number, comment: string | null = null) =>
    decisions.decide(atmb, { id, decision: 'approve', stepIndex, comment, restriction: null, assignees: [] });
  const later = (minutes: number) => setClock(filedAt + minutes * minuteMs);
  const { until } = flight;

  if (until === 'new') return;
  later(3);
  await life.submit(operator, id);
  if (until === 'submitted') return;
  if (until === 'withdrawn') {
    later(12);
    await life.withdraw(operator, id, flight.reason ?? null);
    return;
  }
  later(15);
  await decisions.takeUp(atmb, id);
  if (until === 'rejected') {
    const comment = flight.reason ?? null;
    await decisions.decide(atmb, {
      id,
      decision: 'reject',
      stepIndex: 0,
      comment,
      restriction: null,
      assignees: [],
    });
    return;
  }
  await approve(0, '资料齐全 / Documents complete');
  if (until === 'underAcceptance') return;
  later(25);
  await approve(1);
  if (until === 'approved') return;
  if (until === 'cancelled') {
    later(40);
    await life.cancel(operator, id, flight.reason ?? '');
    return;
  }
  // A departure far ahead is asked for early: nothing of the demo happens in the future.
  setClock(Math.min(etd - 40 * minuteMs, now - 10 * minuteMs));
  await life.applyRelease(operator, id, etd);
  if (until === 'releaseSubmitted') return;
  setClock(Math.min(etd - 30 * minuteMs, now - 5 * minuteMs));
  if (until === 'releaseRejected') {
    const comment = flight.reason ?? null;
    await decisions.decide(atmb, {
      id,
      decision: 'refuse',
      stepIndex: 0,
      comment,
      restriction: null,
      assignees: [],
    });
    return;
  }
  await decisions.decide(atmb, {
    id,
    decision: flight.restriction ? 'allowRestricted' : 'allow',
    stepIndex: 0,
    comment: null,
    restriction: flight.restriction ?? null,
    assignees: [],
  });
  if (until === 'released') return;
  const { late, reportDelay, sorties } = course.flown ?? { late: 2, reportDelay: 2, sorties: 1 };
  setClock(etd + (late + reportDelay) * minuteMs);
  await reports.report(operator, id, 9, etd + late * minuteMs, sorties);
  if (until === 'inFlight') return;
  setClock(eta + (reportDelay + 1) * minuteMs);
  await reports.report(operator, id, 10, eta, sorties);
}

/** Files a flight and leads it to its state. */
export async function file(
  navigation: Navigation,
  demo: Demo,
  flight: DemoFlightPlan,
  { etd, now, setClock }: Pick<DemoCourse, 'etd' | 'now' | 'setClock'>,
): Promise<void> {
  const rounded = Math.floor(etd / minuteMs) * minuteMs;
  const filedAt =
    flight.urgency === undefined
      ? Math.min(now - 120 * minuteMs, onDay(rounded, -1, '09:40', defaultDeadlines.timeZone))
      : rounded - 90 * minuteMs;
  const operator = operatorOf(demo, flight.owner);
  setClock(filedAt);
  const { id } = await navigation.editing.create(operator, inputOf(demo, flight, rounded));
  const eta = rounded + flight.minutes * minuteMs;
  await take(navigation, {
    operator,
    atmb: atmbOf(demo),
    id,
    flight,
    etd: rounded,
    eta,
    setClock,
    filedAt,
    now,
  });
}

export function inputOf(demo: Demo, flight: DemoFlightPlan, etd: number) {
  const id = (ids: ReadonlyMap<string, number>, key: string | undefined) => {
    if (key === undefined) return null;
    const found = ids.get(key);
    if (found === undefined) throw new Error(`demo: there is no record "${key}"`);
    return found;
  };
  const aircraft = id(demo.aircraft, flight.aircraft);
  const missionType = id(demo.missionTypes, flight.missionType);
  if (aircraft === null || missionType === null) throw new Error(`demo: ${flight.mission} is not complete`);
  return {
    ...(flight.term
      ? {
          kind: 'standing' as const,
          validFrom: dayOf(etd, defaultDeadlines.timeZone),
          validTo: dayAfter(dayOf(etd, defaultDeadlines.timeZone), flight.term.days - 1),
          weekdays: flight.term.weekdays,
        }
      : { kind: 'nextDay' as const }),
    urgency: flight.urgency ?? 'normal',
    company: demo.companies[flight.owner],
    missionType,
    mission: flight.mission,
    communications:
      '成都进近 119.7 MHz；广汉塔台 118.7 MHz / Chengdu Approach 119.7 MHz; Guanghan Tower 118.7 MHz',
    weatherMinima:
      '目视：能见度不小于 5 km，云底高不低于 450 m / VFR: visibility 5 km, ceiling 450 m or more',
    contact: flight.contact,
    phone: flight.phone,
    missionApproval: flight.missionApproval ?? null,
    remarks: demoMark,
    tasks: [
      {
        callsign: flight.callsign,
        aircraft,
        pilots: flight.pilots.flatMap((name) => id(demo.pilots, name) ?? []),
        departure: id(demo.airports, flight.departure),
        departurePoint: id(demo.takeoffLandingPoints, flight.departurePoint),
        destination: id(demo.airports, flight.destination),
        destinationPoint: id(demo.takeoffLandingPoints, flight.destinationPoint),
        airspace: id(demo.airspaces, flight.airspace),
        geometry: flight.geometry ?? null,
        corridorWidthM: flight.geometry?.type === 'LineString' ? 2_000 : null,
        etd: new Date(etd).toISOString(),
        eta: new Date(etd + flight.minutes * minuteMs).toISOString(),
        lower: flight.lower,
        upper: flight.upper,
        rules: 'V' as const,
        ssrCode: flight.ssrCode,
      },
    ],
  };
}

const users: Record<DemoOwner, { userName: string; name: string }> = {
  yunyi: { userName: 'operator', name: '何远' },
  shuxiang: { userName: 'operator2', name: '罗川' },
  xiling: { userName: 'agent', name: '程诺' },
};

/** The server acts in the name of the demo's people. */
function demoCaller(demo: Demo, userName: string, name: string, change: Partial<Caller['actor']>): Caller {
  const system = systemCaller('screen');
  return {
    ...system,
    ability: abilityOf([{ action: 'manage', subject: 'all' }]),
    actor: {
      ...system.actor,
      userId: demo.users.get(userName) ?? 0,
      userName,
      name,
      permissions: ['Pages.Navigation', 'Pages.Navigation.Create', 'Pages.StandingNAircraft.Create'],
      ...change,
    },
  };
}

export function operatorOf(demo: Demo, owner: DemoOwner): Caller {
  const { userName, name } = users[owner];
  const company = demo.companies[owner];
  const isAgent = owner === 'xiling';
  return demoCaller(demo, userName, name, {
    companyId: isAgent ? null : company,
    companyIds: [company],
    roles: [isAgent ? 'AGENT' : 'OM'],
  });
}

export function atmbOf(demo: Demo): Caller {
  return demoCaller(demo, 'atmb', '顾平', {
    roles: ['ATMB'],
    permissions: ['Pages.Navigation', ...flightControllers],
  });
}
