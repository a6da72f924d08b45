import { type Static, Type } from '@sinclair/typebox';
import { documentKinds } from '#domain/approvals/flow.ts';
import { reportBuckets, reportPeriods } from '#domain/plans/report-period.ts';
import {
  decisionParts,
  planKeys,
  planMeasures,
  workMeasures,
  workTables,
  workUnits,
} from '#domain/statistics/measures.ts';
import { movementMeasures, movementPlace, trackFlightParts } from '#domain/statistics/movements.ts';
import { statisticsReaders } from '#domain/statistics/readers.ts';
import { call, tableCalls } from './call.ts';
import { id, pageOf, window } from './input.ts';
import { nullable } from './nullable.ts';

const service = ['Pages.Statistics.NavigationFSS'];

const day = (description: string) => Type.Optional(Type.String({ maxLength: 10, description }));
const ids = Type.Optional(Type.Array(Type.Integer({ minimum: 1 }), { maxItems: 200 }));
const span = {
  period: Type.Optional(
    Type.Union(
      reportPeriods.map((one) => Type.Literal(one)),
      { description: 'default: month' },
    ),
  ),
  from: day('YYYY-MM-DD: a day of the period, or the first of a custom one; default: today'),
  to: day('YYYY-MM-DD: the last day of a custom period'),
};
const filters = { companies: ids, missionTypes: ids, aircraftTypes: ids, airports: ids };
const planKey = Type.Union(planKeys.map((one) => Type.Literal(one)));
const plansInput = Type.Object({
  ...span,
  ...filters,
  by: Type.Optional(Type.Array(planKey, { maxItems: planKeys.length, description: 'default: every key' })),
});

const numbers = <N extends string>(names: readonly N[]) =>
  Type.Object(
    Object.fromEntries(names.map((name) => [name, Type.Number()])) as Record<
      N,
      ReturnType<typeof Type.Number>
    >,
  );
const planSums = numbers(planMeasures);
const workSums = numbers(workMeasures);

const head = {
  period: Type.String(),
  /** Days on the wall of `timeZone`, both included. */
  from: Type.String(),
  to: Type.String(),
  bucket: Type.Union(reportBuckets.map((one) => Type.Literal(one))),
  timeZone: Type.String(),
  generatedAt: Type.String(),
};
const keyed = Type.Object({ key: Type.String() });
const group = Type.Object({
  by: planKey,
  /** The busiest; of how many there are. */
  items: Type.Array(
    Type.Intersect([
      keyed,
      Type.Object({ id: nullable(Type.Integer()), name: nullable(Type.String()) }),
      planSums,
    ]),
  ),
  totalCount: Type.Integer(),
});
export type PlanGroup = Static<typeof group>;

const check = nullable(
  Type.Object({
    /** The last full recount, UTC. */
    at: Type.String(),
    days: Type.Integer(),
    /** Days and companies whose sums were wrong, and have been counted again since. */
    differences: Type.Array(
      Type.Object({ day: Type.String(), company: Type.Integer(), rows: Type.Integer() }),
    ),
  }),
);

/** Days on the wall of `timeZone`, both included. */
const days = { from: Type.String(), to: Type.String(), timeZone: Type.String() };
const movements = numbers(movementMeasures);
const place = Type.Object({
  /** `airport:3`, `point:5`, or `elsewhere`. */
  key: Type.String(),
  /** Null: elsewhere. */
  name: nullable(Type.String()),
  sums: movements,
  /** Of flights of no plan; none where the caller may not see them. */
  withoutPlan: movements,
});
export type PlaceMovements = Static<typeof place>;
const movementsInput = Type.Object({ ...span, ...filters });
const flightsInput = Type.Object({
  ...movementsInput.properties,
  part: Type.Optional(
    Type.Union(
      trackFlightParts.map((one) => Type.Literal(one)),
      {
        description:
          'default: all; differing: those whose report differs from the track by more than five minutes',
      },
    ),
  ),
  place: Type.Optional(
    Type.String({
      pattern: movementPlace.source,
      maxLength: 24,
      description: 'airport:ID, point:ID or elsewhere; default: anywhere',
    }),
  ),
  movement: Type.Optional(
    Type.Union([Type.Literal('takeOff'), Type.Literal('landing')], {
      description: 'only flights that took off, or landed, at the place; default: either',
    }),
  ),
});
const end = Type.Object({
  /** UTC. */
  at: Type.String(),
  /** Null: away from every place that is recorded. */
  place: nullable(Type.String()),
  /** The ground was not seen: the track begins or ends low at the place. */
  isInferred: Type.Boolean(),
});
const trackFlight = Type.Object({
  track: Type.String(),
  /** When the track was first in the air, UTC: one track has one flight of it. */
  begunAt: Type.String(),
  icao24: nullable(Type.String()),
  callsign: nullable(Type.String()),
  plan: nullable(id),
  planNumber: nullable(Type.String()),
  companyName: nullable(Type.String()),
  takeOff: nullable(end),
  /** As it was reported, UTC: the take-off of a plan's first flight and the landing of its last. */
  reportedTakeOffAt: nullable(Type.String()),
  landing: nullable(end),
  reportedLandingAt: nullable(Type.String()),
  /** From take-off to landing, and from leaving the stand to standing again; null: one of the two was not seen. */
  flightMinutes: nullable(Type.Number()),
  blockMinutes: nullable(Type.Number()),
});
export type RecordedFlight = Static<typeof trackFlight>;

const documentKind = Type.Union(documentKinds.map((one) => Type.Literal(one)));
const workInput = Type.Object({ ...span, companies: ids });
const work = Type.Object({
  ...head,
  totals: workSums,
  series: Type.Array(Type.Intersect([keyed, workSums])),
  kinds: Type.Array(Type.Intersect([Type.Object({ kind: documentKind }), workSums])),
  people: Type.Array(
    Type.Intersect([Type.Object({ id: nullable(Type.Integer()), name: nullable(Type.String()) }), workSums]),
  ),
  /** What waits for a decision now. */
  waiting: Type.Array(
    Type.Object({
      kind: documentKind,
      count: Type.Integer(),
      /** Past the limit of their step. */
      overdue: Type.Integer(),
      oldestAt: nullable(Type.String()),
    }),
  ),
});
export type ServiceWork = Static<typeof work>;

const kind = Type.Optional(documentKind);
/** The record that was or is decided on; its name is null where it is in the trash. */
const aboutDocument = {
  kind: documentKind,
  resource: Type.String(),
  document: id,
  name: nullable(Type.String()),
};
const decision = Type.Object({
  id,
  ...aboutDocument,
  /** approve, reject, return or reassign. */
  decision: Type.String(),
  /** UTC. */
  decidedAt: Type.String(),
  /** Null: the system. */
  person: nullable(Type.Integer()),
  personName: nullable(Type.String()),
  waitMinutes: Type.Number(),
  /** By when the law wants it decided, UTC; null: it names no time. */
  decideBy: nullable(Type.String()),
  inTime: nullable(Type.Boolean()),
});
export type ServiceDecision = Static<typeof decision>;

const waitingDocument = Type.Object({
  ...aboutDocument,
  /** When its present step began, and when that is due; UTC. */
  since: nullable(Type.String()),
  dueAt: nullable(Type.String()),
  isOverdue: Type.Boolean(),
});
export type WaitingDocument = Static<typeof waitingDocument>;

const decisionsInput = Type.Object({
  ...workInput.properties,
  kind,
  person: Type.Optional(
    Type.Integer({ minimum: 0, description: 'who decided; 0: the system; absent: everybody' }),
  ),
  part: Type.Optional(
    Type.Union(
      decisionParts.map((one) => Type.Literal(one)),
      {
        description:
          'default: decisions, which are all; clocked: of documents with a legal time limit, inTime and late: of those that kept or missed it',
      },
    ),
  ),
});
const waitingInput = Type.Object({ companies: ids, kind, overdue: Type.Optional(Type.Boolean()) });

const workTable = Type.Union(workTables.map((one) => Type.Literal(one)));
const year = Type.Optional(Type.Integer({ minimum: 2000, maximum: 2100, description: 'default: this year' }));
const periodsTable = Type.Object({
  unit: Type.Union(workUnits.map((one) => Type.Literal(one))),
  year,
});
/** Statistics of plans and of the service, from sums that are kept (server/features/statistics). */
export const statistics = {
  GetPlans: call({
    verb: 'POST',
    permission: statisticsReaders,
    writes: false,
    summary:
      'Plans of a period along the time and by each key: flights, sorties, hours, kilometres, punctuality, decisions',
    input: plansInput,
    output: Type.Object({
      ...head,
      onTimeMinutes: Type.Number(),
      lateReportMinutes: Type.Number(),
      totals: planSums,
      series: Type.Array(Type.Intersect([keyed, planSums])),
      groups: Type.Array(group),
      /** `sums`: from those that are kept; `plans`: counted one by one, for this filter or these rows no sums are kept. */
      source: Type.Union([Type.Literal('sums'), Type.Literal('plans')]),
      /** Changes that are not in the sums yet. */
      pending: Type.Integer(),
      check,
    }),
  }),
  GetHeat: call({
    verb: 'POST',
    permission: statisticsReaders,
    writes: false,
    summary:
      'Where plans mean to fly or recorded tracks went, as cells of a grid (tracks: Pages.FlightWatch.Trackreplay)',
    input: Type.Object({
      ...span,
      ...filters,
      of: Type.Union([Type.Literal('plans'), Type.Literal('tracks')]),
      factor: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 40,
          description: 'width of a cell in twentieths of a degree; default 1',
        }),
      ),
    }),
    output: Type.Object({
      ...head,
      of: Type.String(),
      /** Width of a cell, degrees. */
      degrees: Type.Number(),
      /** Longitude and latitude of the south-west corner (WGS-84), and plans or recorded positions. */
      cells: Type.Array(Type.Tuple([Type.Number(), Type.Number(), Type.Number()])),
    }),
  }),
  ...tableCalls('Export', {
    permission: statisticsReaders,
    summary: 'One table of GetPlans',
    input: Type.Object({ ...plansInput.properties, table: Type.Union([planKey, Type.Literal('time')]) }),
  }),
  GetMovements: call({
    verb: 'POST',
    permission: statisticsReaders,
    writes: false,
    summary:
      'Take-offs and landings by place, as recorded tracks show them beside what was reported (flights of no plan: Pages.FlightWatch.Trackreplay)',
    input: movementsInput,
    output: Type.Object({
      ...head,
      totals: movements,
      withoutPlan: movements,
      /** Whether flights of no plan are counted: the caller may see them, and no filter asks for what they lack. */
      hasWithoutPlan: Type.Boolean(),
      places: Type.Array(place),
      totalCount: Type.Integer(),
    }),
  }),
  GetTrackFlights: call({
    verb: 'POST',
    permission: statisticsReaders,
    writes: false,
    summary:
      'The flights of recorded tracks that GetMovements counts, the latest first (default: 50 at once)',
    input: Type.Object({ ...flightsInput.properties, ...window }),
    output: Type.Intersect([Type.Object(days), pageOf(trackFlight)]),
  }),
  ...tableCalls('ExportMovements', {
    permission: statisticsReaders,
    summary: 'Take-offs and landings by place',
    input: movementsInput,
  }),
  ...tableCalls('ExportTrackFlights', {
    permission: statisticsReaders,
    summary: 'Every flight that GetTrackFlights lists',
    input: flightsInput,
  }),
  GetWork: call({
    verb: 'POST',
    permission: service,
    writes: false,
    summary:
      "The service's work in a period: decisions by person and kind, how long they waited, and what waits now",
    input: workInput,
    output: work,
  }),
  GetDecisions: call({
    verb: 'POST',
    permission: service,
    writes: false,
    summary: 'The decisions that a figure of GetWork counts, the latest first (default: 50 at once)',
    input: Type.Object({ ...decisionsInput.properties, ...window }),
    output: Type.Intersect([
      Type.Object({
        from: Type.String(),
        to: Type.String(),
        timeZone: Type.String(),
        /** The name of the person who was asked for; null: nobody was, or the system. */
        personName: nullable(Type.String()),
      }),
      pageOf(decision),
    ]),
  }),
  GetWaiting: call({
    verb: 'POST',
    permission: service,
    writes: false,
    summary:
      'The documents that GetWork counts as waiting now, those that wait longest first (default: 50 at once)',
    input: Type.Object({ ...waitingInput.properties, ...window }),
    output: pageOf(waitingDocument),
  }),
  ...tableCalls('ExportDecisions', {
    permission: service,
    summary: 'Every decision that GetDecisions lists',
    input: decisionsInput,
  }),
  ...tableCalls('ExportWaiting', {
    permission: service,
    summary: 'Every document that GetWaiting lists',
    input: waitingInput,
  }),
  ...tableCalls('ExportWork', {
    permission: service,
    summary: 'One table of GetWork',
    input: Type.Object({ ...workInput.properties, table: workTable }),
  }),
  ...tableCalls('ExportPeriods', {
    permission: service,
    summary: "The service's work of periods beside the ones before",
    input: periodsTable,
  }),
  Recount: call({
    verb: 'POST',
    permission: ['Pages.Admin'],
    summary: 'Counts every day of a period again and says which sums were wrong, as the nightly round does',
    input: Type.Object({ from: Type.String({ maxLength: 10 }), to: Type.String({ maxLength: 10 }) }),
    output: Type.Object({
      days: Type.Integer(),
      differences: Type.Array(
        Type.Object({ day: Type.String(), company: Type.Integer(), rows: Type.Integer() }),
      ),
    }),
  }),
};

const periodInput = Type.Object({ year });
const periods = Type.Object({
  year: Type.Integer(),
  timeZone: Type.String(),
  items: Type.Array(
    Type.Object({
      /** `2026-11`, `2026-Q4` or `2026`. */
      key: Type.String(),
      from: Type.String(),
      to: Type.String(),
      work: workSums,
      /** The period before, and the same of the year before. */
      before: workSums,
      yearBefore: workSums,
    }),
  ),
});
export type WorkPeriods = Static<typeof periods>;

const briefly = Type.Object({ day: planSums, month: planSums, year: planSums, timeZone: Type.String() });
const startEnd = {
  start: day('YYYY-MM-DD; default: the first day of this month'),
  end: day('YYYY-MM-DD, included; default: today'),
};
const ofPeriods = (summary: string) =>
  call({ verb: 'POST', permission: service, writes: false, summary, input: periodInput, output: periods });

/** The statistics of specification §7, Mobile. */
export const mobileStatistics = {
  Statistics: call({
    verb: 'POST',
    permission: statisticsReaders,
    writes: false,
    summary: "The caller's plans of today, this month and this year",
    input: Type.Object({}),
    output: briefly,
  }),
  TimeStatistics: call({
    verb: 'POST',
    permission: statisticsReaders,
    writes: false,
    summary: "The caller's plans between two days, day by day",
    input: Type.Object(startEnd),
    output: Type.Object({
      start: Type.String(),
      end: Type.String(),
      timeZone: Type.String(),
      totals: planSums,
      items: Type.Array(Type.Intersect([keyed, planSums])),
    }),
  }),
  AdminStatistics: call({
    verb: 'POST',
    permission: ['Pages.Statistics'],
    writes: false,
    summary: 'Plans between two days by company and by mission type',
    input: Type.Object(startEnd),
    output: Type.Object({
      start: Type.String(),
      end: Type.String(),
      timeZone: Type.String(),
      totals: planSums,
      companies: group.properties.items,
      missionTypes: group.properties.items,
    }),
  }),
  FssStatistics: call({
    verb: 'POST',
    permission: service,
    writes: false,
    summary: "The service's work between two days, and what waits now",
    input: Type.Object(startEnd),
    output: work,
  }),
  FssMonthStatistics: ofPeriods("The service's work month by month"),
  FssQuarterStatistics: ofPeriods("The service's work quarter by quarter"),
  FssYearStatistics: ofPeriods("The service's work of five years"),
};
