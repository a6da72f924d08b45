import { sql as raw } from 'kysely';
import type { FlightRecord } from '#contract/flight-list.ts';
import type { Ability } from '#domain/identity/access.ts';
import { may, mayReadField } from '#domain/identity/access.ts';
import { compareFlights } from '#domain/plans/flight-order.ts';
import { delayMinutes, flightStatusLabel, flightStatusOf } from '#domain/plans/flight-status.ts';
import type { PlanState } from '#domain/plans/states.ts';
import type { Sql } from '#server/db/sql.ts';
import type { ChangeFeed } from '#server/kernel/changes.ts';
import type { Logger } from '#server/kernel/logger.ts';
import { expectedEnd } from './expected-end.ts';
import { statusFactsOf, statusNotesOf } from './flight-status-notes.ts';
import type { PlanParameters } from './plan-parameters.ts';
import { msOf } from './plan-rows.ts';

/** The flights of now, of all companies: each user is shown their part of it. */
export interface FlightListSource {
  /** Grows with each reading that found something else. */
  readonly revision: number;
  /** What this ability may see, in order. */
  seenBy(ability: Ability): FlightRecord[];
  refresh(): Promise<void>;
  close(): Promise<void>;
}

/** A flight with what decides who may see it. */
interface Listed {
  flight: FlightRecord;
  scope: { company: number | null; coverageIds: number[]; createdBy: number | null };
  taskScope: { company: number | null; coverageIds: number[]; createdBy: number | null };
}

const refreshMs = 10_000;
const hourMs = 3_600_000;

export function createFlightList(deps: {
  sql: Sql;
  changes: ChangeFeed;
  readParameters: () => Promise<PlanParameters>;
  clock: () => Date;
  log: Logger;
}): FlightListSource {
  const { sql, changes, clock, log } = deps;
  let listed: Listed[] = [];
  let written = '';
  let revision = 0;
  let wanted = false;
  let reading: Promise<void> | undefined;

  async function read(): Promise<void> {
    const nowMs = clock().getTime();
    const parameters = await deps.readParameters();
    const rows = await flightRows(sql, nowMs);
    const notes = await statusNotesOf(sql, [...new Set(rows.map(({ plan }) => plan))]);
    const found = rows.map((row) => {
      const ofFlight = (notes.get(row.plan) ?? []).filter(
        ({ jobTask }) => jobTask === null || jobTask === row.id,
      );
      const status = flightStatusOf(statusFactsOf(row, ofFlight, parameters), nowMs);
      const setByHand = ofFlight.findLast(({ source }) => source === 'hand');
      const times = { status: status.code, sobt: msOf(row.etd), vtt: 0, atot: msOf(row.takeoffAt) };
      const flight: FlightRecord = {
        id: row.id,
        callsign: row.callsign,
        s_FLT: status.code,
        label: flightStatusLabel(status.code),
        source: status.source,
        reason: status.source === 'hand' ? (setByHand?.reason ?? null) : null,
        sobt: iso(row.etd),
        vtt: times.vtt,
        atot: iso(row.takeoffAt),
        aldt: iso(row.realEta),
        eldt: iso(row.eldt),
        deP_A: row.from,
        arR_A: row.to,
        deP_AEn: row.fromEn,
        arR_AEn: row.toEn,
        delay: delayMinutes(times, nowMs),
        plan: {
          id: row.plan,
          planNumber: row.planNumber ?? `#${row.plan}`,
          state: row.state,
          companyName: row.companyName,
          companyNameEn: row.companyNameEn,
        },
      };
      const scope = { company: row.company, coverageIds: row.planAreas, createdBy: row.planAuthor };
      const taskScope = { company: row.taskCompany, coverageIds: row.taskAreas, createdBy: row.taskAuthor };
      return { flight, scope, taskScope };
    });
    const now = JSON.stringify(found);
    if (now === written) return;
    written = now;
    listed = found.sort((a, b) => compareFlights(a.flight, b.flight));
    revision++;
  }

  async function refresh(): Promise<void> {
    // A change that comes while we read is read right after.
    wanted = true;
    reading ??= (async () => {
      while (wanted) {
        wanted = false;
        await read().catch((error: unknown) => log.warn({ error }, 'the flight list could not be read'));
      }
      reading = undefined;
    })();
    await reading;
  }

  const unsubscribe = changes.subscribe(({ resource }) => {
    if (resource === 'plan' || resource === 'jobTask' || resource === 'flightStatus') void refresh();
  });
  const timer = setInterval(() => void refresh(), refreshMs).unref();

  return {
    get revision() {
      return revision;
    },
    seenBy: (ability) =>
      listed.flatMap(({ flight, scope, taskScope }) =>
        may(ability, 'read', 'plan', scope) && may(ability, 'read', 'jobTask', taskScope)
          ? [withoutHidden(ability, flight)]
          : [],
      ),
    refresh,
    async close() {
      unsubscribe();
      clearInterval(timer);
      await reading;
    },
  };
}

/** Which fields of which record a figure is made of: who may not see them has none. */
const madeOf = {
  sobt: ['jobTask', ['etd']],
  atot: ['plan', ['takeoffAt']],
  aldt: ['plan', ['realEta']],
  eldt: ['jobTask', ['eta']],
  deP_A: ['jobTask', ['departure', 'departurePoint']],
  arR_A: ['jobTask', ['destination', 'destinationPoint']],
  deP_AEn: ['jobTask', ['departure', 'departurePoint']],
  arR_AEn: ['jobTask', ['destination', 'destinationPoint']],
  delay: ['jobTask', ['etd']],
  reason: ['flightStatus', ['reason']],
} as const satisfies Partial<Record<keyof FlightRecord, readonly [string, readonly string[]]>>;

function withoutHidden(ability: Ability, flight: FlightRecord): FlightRecord {
  const closed = Object.entries(madeOf).flatMap(([figure, [resource, fields]]) =>
    fields.every((field) => mayReadField(ability, resource, field)) ? [] : [[figure, null] as const],
  );
  const named = mayReadField(ability, 'jobTask', 'callsign') ? {} : { callsign: flight.plan.planNumber };
  const plan = mayReadField(ability, 'plan', 'company')
    ? flight.plan
    : { ...flight.plan, companyName: null, companyNameEn: null };
  return { ...flight, ...Object.fromEntries(closed), ...named, plan };
}

const iso = (time: string | null) => (time === null ? null : new Date(time).toISOString());

interface Row {
  id: number;
  plan: number;
  planNumber: string | null;
  state: PlanState;
  callsign: string;
  etd: string;
  startTime: string | null;
  realEtd: string | null;
  realEta: string | null;
  takeoffAt: string | null;
  eldt: string | null;
  company: number;
  companyName: string | null;
  companyNameEn: string | null;
  planAreas: number[];
  planAuthor: number | null;
  taskCompany: number | null;
  taskAreas: number[];
  taskAuthor: number | null;
  from: string | null;
  to: string | null;
  fromEn: string | null;
  toEn: string | null;
}

/** In the air, of the next and the last hours, and what ended a short time ago. */
async function flightRows(sql: Sql, nowMs: number): Promise<Row[]> {
  const near = (hours: number) => new Date(nowMs + hours * hourMs).toISOString();
  const { rows } = await raw<Row>`
    select t.id, p.id as plan, p.plan_number as "planNumber", p.state, t.callsign, t.etd,
      p.start_time as "startTime", p.real_etd as "realEtd", p.company, c.name as "companyName", c.name_en as "companyNameEn",
      -- Of a plan with several flights the reported take-off is that of the first, the landing that of the last.
      case when t.sequence = s.first then p.takeoff_at end as "takeoffAt",
      case when t.sequence = s.last then p.real_eta end as "realEta",
      case when p.state = 9 and s.first = s.last then ${expectedEnd('p')} else t.eta end as eldt,
      p.coverage_ids as "planAreas", p.created_by as "planAuthor", t.company as "taskCompany",
      t.coverage_ids as "taskAreas", t.created_by as "taskAuthor",
      coalesce(dp.name, da.icao, da.name) as "from", coalesce(ep.name, ea.icao, ea.name) as "to",
      case when dp.id is not null then dp.name_en when da.icao is null then da.name_en end as "fromEn",
      case when ep.id is not null then ep.name_en when ea.icao is null then ea.name_en end as "toEn"
    from plan p join job_task t on t.plan = p.id and t.deleted_at is null
    cross join lateral (select min(o.sequence) as first, max(o.sequence) as last from job_task o
      where o.plan = p.id and o.deleted_at is null) as s
    left join company c on c.id = p.company
    left join airport da on da.id = t.departure left join takeoff_landing_point dp on dp.id = t.departure_point
    left join airport ea on ea.id = t.destination left join takeoff_landing_point ep on ep.id = t.destination_point
    where p.deleted_at is null and p.kind is distinct from 'standing' and (p.state = 9
      or (p.state between 4 and 8 and p.start_time < ${near(12)}::timestamptz and p.end_time > ${near(-6)}::timestamptz)
      or (p.state = 10 and p.real_eta > ${near(-2)}::timestamptz)
      or (p.state = 12 and p.start_time < ${near(12)}::timestamptz and p.updated_at > ${near(-1)}::timestamptz))
    order by t.id`.execute(sql);
  return rows;
}
