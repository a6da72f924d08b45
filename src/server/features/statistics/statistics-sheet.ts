import type { OutputOf } from '#contract/services.ts';
import type { RecordedFlight, ServiceDecision, WaitingDocument, WorkPeriods } from '#contract/statistics.ts';
import {
  type PlanKey,
  planFigure,
  planFigures,
  type WorkMeasures,
  type WorkTableName,
  type WorkUnit,
  workFigure,
  workFigures,
} from '#domain/statistics/measures.ts';
import { movementMeasures } from '#domain/statistics/movements.ts';
import type { Locale } from '#domain/text/label.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import { formatWall } from '#domain/time/wall-clock.ts';
import type { Table } from '#server/engine/transfer/table-file.ts';
import type { OutCell, OutColumn } from '#server/engine/transfer/write-sheet.ts';

type Say = (key: string) => string;
const sayIn =
  (locale: Locale): Say =>
  (key) =>
    textIn({ key }, locale);
/** A moment as the wall of `timeZone` shows it, with the zone; null: there is none. */
const timeIn =
  (timeZone: string) =>
  (at: string | null): string | null =>
    at === null ? null : formatWall(Date.parse(at), timeZone);
const rounded = (value: number | null) => (value === null ? null : Math.round(value * 1000) / 1000);

/** One table of plans: rates from 0 to 1, times in minutes or hours as their heads say. */
export function plansTable(
  answer: OutputOf<'Statistics', 'GetPlans'>,
  table: PlanKey | 'time',
  locale: Locale,
): Table {
  const say = sayIn(locale);
  const title = say(`statistics.by.${table}`);
  const none = say('statistics.none');
  const rows =
    table === 'time'
      ? answer.series.map((sum) => ({ label: sum.key.replace('T', ' '), sum }))
      : table === 'total'
        ? [{ label: title, sum: answer.totals }]
        : (answer.groups.find(({ by }) => by === table)?.items ?? []).map((sum) => ({
            label: sum.name ?? (sum.key === '' ? none : sum.key),
            sum,
          }));
  return {
    name: `${say('statistics.title')}-${title}-${answer.from}-${answer.to}`,
    title,
    columns: [
      { header: title, width: 28, text: true },
      ...planFigures.map((figure) => ({ header: say(`statistics.figure.${figure}`) })),
    ],
    rows: rows.map(({ label, sum }) => [
      label,
      ...planFigures.map((figure) => rounded(planFigure(sum, figure))),
    ]),
  };
}

/** Take-offs and landings by place: of plans, each beside what was reported, then of flights of no plan. */
export function movementsTable(answer: OutputOf<'Statistics', 'GetMovements'>, locale: Locale): Table {
  const say = sayIn(locale);
  const title = say('statistics.movements');
  const withoutPlan = answer.hasWithoutPlan ? (['takeOffs', 'landings'] as const) : [];
  return {
    name: `${title}-${answer.from}-${answer.to}`,
    title,
    columns: [
      { header: say('statistics.movements.place'), width: 28, text: true },
      ...movementMeasures.map((name) => ({ header: say(`statistics.movements.${name}`) })),
      ...withoutPlan.map((name) => ({ header: say(`statistics.movements.withoutPlan.${name}`) })),
    ],
    rows: answer.places.map(({ name, sums, withoutPlan: ofNone }) => [
      name ?? say('statistics.movements.elsewhere'),
      ...movementMeasures.map((measure) => sums[measure]),
      ...withoutPlan.map((measure) => ofNone[measure]),
    ]),
  };
}

/** Flights of recorded tracks, a line each; times in minutes. */
export function trackFlightsTable(
  { from, to, timeZone }: { from: string; to: string; timeZone: string },
  flights: AsyncIterable<RecordedFlight>,
  locale: Locale,
): Table {
  const say = sayIn(locale);
  const time = timeIn(timeZone);
  const title = say('statistics.trackFlights');
  const head = (name: string, text = true) => ({
    header: say(`statistics.trackFlights.${name}`),
    ...(text ? { width: 24, text } : {}),
  });
  const ended = (end: RecordedFlight['takeOff']): OutCell[] => [
    time(end?.at ?? null),
    end && (end.place ?? say('statistics.movements.elsewhere')),
    end && yesNo(end.isInferred, say),
  ];
  return {
    name: `${title}-${from}-${to}`,
    title,
    columns: [
      head('callsign'),
      head('icao24'),
      head('plan'),
      head('company'),
      head('takeOff'),
      head('takeOffPlace'),
      head('takeOffInferred'),
      head('reportedTakeOff'),
      head('landing'),
      head('landingPlace'),
      head('landingInferred'),
      head('reportedLanding'),
      head('flightMinutes', false),
      head('blockMinutes', false),
    ],
    rows: each(flights, (one) => [
      one.callsign,
      one.icao24,
      one.planNumber,
      one.companyName,
      ...ended(one.takeOff),
      time(one.reportedTakeOffAt),
      ...ended(one.landing),
      time(one.reportedLandingAt),
      rounded(one.flightMinutes),
      rounded(one.blockMinutes),
    ]),
  };
}

/** One table of the service's work: rates from 0 to 1, waits in minutes. */
export function workTable(
  answer: OutputOf<'Statistics', 'GetWork'>,
  table: WorkTableName,
  locale: Locale,
): Table {
  const say = sayIn(locale);
  const time = timeIn(answer.timeZone);
  const title = say(workTitles[table]);
  const name = `${say('statistics.service')}-${title}-${answer.from}-${answer.to}`;
  if (table === 'waiting') {
    return {
      name,
      title,
      columns: [
        { header: say('statistics.work.kind'), width: 28, text: true },
        { header: say('statistics.work.count') },
        { header: say('statistics.work.overdue') },
        { header: say('statistics.work.oldest'), width: 24, text: true },
      ],
      rows: answer.waiting.map(({ kind, count, overdue, oldestAt }) => [
        say(`statistics.kind.${kind}`),
        count,
        overdue,
        time(oldestAt),
      ]),
    };
  }
  const rows: Record<typeof table, { label: string; work: WorkMeasures }[]> = {
    time: answer.series.map((work) => ({ label: work.key, work })),
    people: answer.people.map((work) => ({ label: work.name ?? say('statistics.work.system'), work })),
    kinds: answer.kinds.map((work) => ({ label: say(`statistics.kind.${work.kind}`), work })),
  };
  const heads = { time: title, people: say('statistics.work.person'), kinds: say('statistics.work.kind') };
  return {
    name,
    title,
    columns: [{ header: heads[table], width: 28, text: true }, ...workColumnsIn(say)],
    rows: rows[table].map(({ label, work }) => [label, ...workCells(work)]),
  };
}

/** The work of periods, each beside the decisions of the one before and of the same a year before. */
export function periodsTable(answer: WorkPeriods, unit: WorkUnit, locale: Locale): Table {
  const say = sayIn(locale);
  const title = say('statistics.periods');
  return {
    name: `${title}-${say(`statistics.unit.${unit}`)}-${answer.year}`,
    title,
    columns: [
      { header: say('report.sheet.period'), width: 16, text: true },
      ...workColumnsIn(say),
      { header: say('statistics.decisions.before') },
      { header: say('statistics.decisions.yearBefore') },
    ],
    rows: answer.items.map(({ key, work, before, yearBefore }) => [
      key,
      ...workCells(work),
      before.decisions,
      yearBefore.decisions,
    ]),
  };
}

/** Decisions, a line each. */
export function decisionsTable(
  { from, to, timeZone }: { from: string; to: string; timeZone: string },
  decisions: AsyncIterable<ServiceDecision>,
  locale: Locale,
): Table {
  const say = sayIn(locale);
  const time = timeIn(timeZone);
  const title = say('statistics.decisionList');
  return {
    name: `${title}-${from}-${to}`,
    title,
    columns: [
      { header: say('statistics.decisionList.decidedAt'), width: 24, text: true },
      ...documentColumnsIn(say),
      { header: say('statistics.decisionList.decision'), width: 16, text: true },
      { header: say('statistics.work.person'), width: 16, text: true },
      { header: say('statistics.decisionList.wait') },
      { header: say('statistics.decisionList.decideBy'), width: 24, text: true },
      { header: say('statistics.decisionList.late'), text: true },
    ],
    rows: each(decisions, (one) => [
      time(one.decidedAt),
      ...documentCells(one, say),
      say(`statistics.decision.${one.decision}`),
      one.personName ?? say('statistics.work.system'),
      rounded(one.waitMinutes),
      time(one.decideBy),
      one.inTime === null ? null : yesNo(!one.inTime, say),
    ]),
  };
}

/** What waits for a decision, a line each. */
export function waitingTable(
  waiting: AsyncIterable<WaitingDocument>,
  timeZone: string,
  locale: Locale,
): Table {
  const say = sayIn(locale);
  const time = timeIn(timeZone);
  const title = say('statistics.waitingList');
  return {
    name: title,
    title,
    columns: [
      ...documentColumnsIn(say),
      { header: say('statistics.waitingList.since'), width: 24, text: true },
      { header: say('statistics.waitingList.dueAt'), width: 24, text: true },
      { header: say('statistics.work.overdue'), text: true },
    ],
    rows: each(waiting, (one) => [
      ...documentCells(one, say),
      time(one.since),
      time(one.dueAt),
      yesNo(one.isOverdue, say),
    ]),
  };
}

const documentColumnsIn = (say: Say): OutColumn[] => [
  { header: say('statistics.work.kind'), width: 20, text: true },
  { header: say('statistics.decisionList.document'), width: 28, text: true },
];

const documentCells = (
  { kind, document, name }: Pick<WaitingDocument, 'kind' | 'document' | 'name'>,
  say: Say,
): OutCell[] => [
  say(`statistics.kind.${kind}`),
  name ?? `#${document} ${say('statistics.decisionList.deleted')}`,
];

const yesNo = (is: boolean, say: Say) => say(is ? 'transfer.yes' : 'transfer.no');

async function* each<T>(items: AsyncIterable<T>, cells: (item: T) => OutCell[]): AsyncGenerator<OutCell[]> {
  for await (const item of items) yield cells(item);
}

const workTitles: Record<WorkTableName, string> = {
  time: 'statistics.by.time',
  people: 'statistics.work.people',
  kinds: 'statistics.work.kinds',
  waiting: 'statistics.work.waiting',
};

const workColumnsIn = (say: Say): OutColumn[] =>
  workFigures.map((figure) => ({ header: say(`statistics.work.${figure}`) }));

const workCells = (work: WorkMeasures): OutCell[] =>
  workFigures.map((figure) => rounded(workFigure(work, figure)));
