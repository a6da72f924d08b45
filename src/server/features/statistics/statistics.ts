import { sql as raw } from 'kysely';
import type { InputOf, OutputOf } from '#contract/services.ts';
import type { PlanGroup, ServiceDecision } from '#contract/statistics.ts';
import { holds } from '#domain/identity/access.ts';
import { isDay } from '#domain/plans/moments.ts';
import {
  bucketKeys,
  daysIn,
  mostReportDays,
  type ReportPeriod,
  spanOf,
} from '#domain/plans/report-period.ts';
import { dayAfter } from '#domain/plans/working-days.ts';
import { cellDegrees, coarser, cornerOf, middleOf } from '#domain/statistics/heat-cells.ts';
import { noPlans, noWork, type PlanKey, planKeys, type WorkUnit } from '#domain/statistics/measures.ts';
import { AppError, fieldError, formError } from '#domain/text/errors.ts';
import { dayOf } from '#domain/time/wall-clock.ts';
import type { Database } from '#server/db/database.ts';
import { titleIn } from '#server/engine/records/fields.ts';
import { namesOf } from '#server/engine/records/names.ts';
import type { Records } from '#server/engine/records/records.ts';
import { tableFile } from '#server/engine/transfer/table-file.ts';
import type { SheetFormat } from '#server/engine/transfer/write-sheet.ts';
import { type AboutDocument, documentsById } from '#server/features/approvals/documents-by-id.ts';
import type { MobileFigures } from '#server/features/notices/user-message-calls.ts';
import { readPlanParameters } from '#server/features/plans/plan-parameters.ts';
import { relationNames } from '#server/features/plans/relation-names.ts';
import type { CoverageAreas } from '#server/features/surveillance/coverage-areas.ts';
import { implement, type Service } from '#server/http/service.ts';
import type { Caller } from '#server/kernel/caller.ts';
import type { Logger } from '#server/kernel/logger.ts';
import type { Parameters } from '#server/kernel/parameters.ts';
import { foldMarks } from './fold.ts';
import { inParts } from './in-parts.ts';
import { createMovements } from './movements.ts';
import type { Basis } from './plan-facts.ts';
import { createPlanSums, isKept, mayHave, mostKeys, type Sums } from './plan-sums.ts';
import { decisionsTable, periodsTable, plansTable, waitingTable, workTable } from './statistics-sheet.ts';
import { heatOfPlans } from './track-heat.ts';
import { createUpkeep, type Upkeep } from './upkeep.ts';
import { createWorkSums, type Decision, type Window, whole } from './work-sums.ts';

type PlansRequest = InputOf<'Statistics', 'GetPlans'>;
type PlansAnswer = OutputOf<'Statistics', 'GetPlans'>;
type WorkRequest = InputOf<'Statistics', 'GetWork'>;

export interface Statistics {
  service: Service;
  /** The calls of `Mobile` that tell sums. */
  mobile: Omit<MobileFigures, 'SoftwareStatistics'>;
  upkeep: Upkeep;
}

/** Relations by which a key is named. */
const named: Partial<Record<PlanKey, { resource: string; field: string }>> = {
  company: { resource: 'plan', field: 'company' },
  missionType: { resource: 'plan', field: 'missionType' },
  airport: { resource: 'plan', field: 'departure' },
  airspace: { resource: 'plan', field: 'airspace' },
  aircraft: { resource: 'jobTask', field: 'aircraft' },
  aircraftType: { resource: 'aircraft', field: 'type' },
};

/** Years of `FssYearStatistics`, up to the one that is asked for. */
const yearsShown = 5;
/** Decisions and waiting documents at once, where nothing else is asked for. */
const pageSize = 50;
const replay = ['Pages.FlightWatch.Trackreplay'];

/** Statistics of plans, of recorded tracks and of the service's decisions (specification §2, /statistics; §7, Mobile). */
export function createStatistics(deps: {
  records: Records;
  database: Pick<Database, 'kysely' | 'locks'>;
  parameters: Pick<Parameters, 'all'>;
  areas: Pick<CoverageAreas, 'of'>;
  clock: () => Date;
  log: Logger;
}): Statistics {
  const { records, database, parameters, areas, clock, log } = deps;
  const sql = database.kysely;
  const sums = createPlanSums({ records, sql });
  const works = createWorkSums({ records, sql });
  const readBasis = async (): Promise<Basis> => {
    const { deadlines, onTimeMinutes, lateReportMinutes } = await readPlanParameters(parameters);
    return { timeZone: deadlines.timeZone, onTimeMinutes, lateReportMinutes };
  };
  const upkeep = createUpkeep({ database, readBasis, clock, log });
  const today = (timeZone: string) => dayOf(clock().getTime(), timeZone);

  /** What every answer begins with; what was committed by now is in the sums. */
  async function begin(request: {
    period?: ReportPeriod | undefined;
    from?: string | undefined;
    to?: string | undefined;
  }) {
    const basis = await readBasis();
    const pending = await foldMarks(database, basis);
    const period = request.period ?? 'month';
    const span = spanIn(period, request, today(basis.timeZone));
    const head = { period, ...span, timeZone: basis.timeZone, generatedAt: clock().toISOString() };
    return { basis, pending, span, head };
  }

  async function groupOf(caller: Caller, by: PlanKey, list: readonly Sums[]): Promise<PlanGroup> {
    const shown = list.slice(0, mostKeys);
    const idOf = (key: string) => (named[by] && key !== '' ? Number(key) : null);
    const place = named[by];
    const ids = shown.flatMap(({ key }) => idOf(key) ?? []);
    const names = place ? await relationNames(records, caller, place, ids) : new Map<number, string>();
    return {
      by,
      totalCount: list.length,
      items: shown.map((sum) => {
        const id = idOf(sum.key);
        return { ...sum, id, name: id === null ? null : (names.get(id) ?? `#${id}`) };
      }),
    };
  }

  async function plansOf(caller: Caller, request: PlansRequest): Promise<PlansAnswer> {
    const { basis, pending, span, head } = await begin(request);
    const wanted = (request.by ?? planKeys).filter((key) => key !== 'total' && mayHave(caller, key));
    const found = await sums.by(caller, span, request, ['total', ...wanted], basis);
    const series = await sums.series(caller, span, request, basis);
    const groups: PlanGroup[] = [];
    for (const key of wanted) groups.push(await groupOf(caller, key, found.get(key) ?? []));
    return {
      ...head,
      onTimeMinutes: basis.onTimeMinutes,
      lateReportMinutes: basis.lateReportMinutes,
      totals: found.get('total')?.[0] ?? noPlans,
      series: wholeLine(bucketKeys(span), series),
      groups,
      source: isKept(caller, request) ? 'sums' : 'plans',
      pending,
      check: await upkeep.lastCheck(),
    };
  }

  async function workOf(caller: Caller, request: WorkRequest): Promise<OutputOf<'Statistics', 'GetWork'>> {
    const { span, head } = await begin(request);
    const filter = { companies: request.companies };
    const point =
      span.bucket === 'month'
        ? raw<string>`to_char(s.day, 'YYYY-MM')`
        : span.bucket === 'week'
          ? raw<string>`to_char(date_trunc('week', s.day), 'YYYY-MM-DD')`
          : raw<string>`to_char(s.day, 'YYYY-MM-DD')`;
    // Decisions are counted by day: a single day is one point.
    const line = { ...span, bucket: span.bucket === 'hour' ? ('day' as const) : span.bucket };
    const { total, kinds, people, points } = await works.divided(caller, span, filter, point);
    const names = await namesOf(
      sql,
      'user',
      people.map(({ key }) => key),
      caller.locale,
    );
    return {
      ...head,
      bucket: line.bucket,
      totals: total,
      series: bucketKeys(line).map((key) => ({ ...noWork, ...points.get(key), key })),
      kinds: kinds.map(({ key, ...rest }) => ({ kind: key, ...rest })),
      people: people.map(({ key, ...rest }) => ({
        id: key,
        name: key === null ? null : (names.get(key) ?? `#${key}`),
        ...rest,
      })),
      waiting: await works.waiting(caller, filter, clock()),
    };
  }

  /** What documents are called; null: the caller may not read it now, or it is in the trash. */
  async function documentNames(caller: Caller, documents: readonly AboutDocument[]) {
    const documentOf = await documentsById(records, caller, documents);
    return (about: AboutDocument): string | null => {
      const record = documentOf(about);
      return record ? titleIn(caller, records.untyped.resource(about.resource), record) : null;
    };
  }

  async function decisionsOf(
    caller: Caller,
    { kind, person, part = 'decisions', companies, ...days }: InputOf<'Statistics', 'ExportDecisions'>,
    window: Window,
  ) {
    const { timeZone } = await readBasis();
    const { from, to } = spanIn(days.period ?? 'month', days, today(timeZone));
    const filter = { kind, companies, part, person: person === 0 ? null : person };
    const found = await works.decisions(caller, { from, to }, filter, window, timeZone);
    return { from, to, timeZone, ...found };
  }

  async function decisionViews(caller: Caller, items: readonly Decision[]): Promise<ServiceDecision[]> {
    const people = await namesOf(
      sql,
      'user',
      items.map(({ person }) => person),
      caller.locale,
    );
    const names = await documentNames(caller, items);
    return items.map(({ approval, clock: decideBy, ...one }) => ({
      ...one,
      id: approval,
      name: names(one),
      personName: one.person === null ? null : (people.get(one.person) ?? `#${one.person}`),
      decideBy,
      inTime: decideBy === null ? null : Date.parse(one.decidedAt) <= Date.parse(decideBy),
    }));
  }

  const waitingOf = (
    caller: Caller,
    { companies, kind, overdue = false }: InputOf<'Statistics', 'ExportWaiting'>,
    window: Window,
  ) => works.waitingDocuments(caller, { companies, kind, overdue }, window, clock());

  async function waitingViews<T extends AboutDocument>(caller: Caller, items: readonly T[]) {
    const names = await documentNames(caller, items);
    return items.map((one) => ({ ...one, name: names(one) }));
  }

  async function exportDecisions(
    caller: Caller,
    input: InputOf<'Statistics', 'ExportDecisions'>,
    format: SheetFormat,
  ) {
    const { items, ...head } = await decisionsOf(caller, input, whole);
    const views = inParts(items, (part) => decisionViews(caller, part));
    return tableFile(decisionsTable(head, views, caller.locale), format, head.timeZone, clock());
  }

  async function exportWaiting(
    caller: Caller,
    input: InputOf<'Statistics', 'ExportWaiting'>,
    format: SheetFormat,
  ) {
    const { timeZone } = await readBasis();
    const { items } = await waitingOf(caller, input, whole);
    const views = inParts(items, (part) => waitingViews(caller, part));
    return tableFile(waitingTable(views, timeZone, caller.locale), format, timeZone, clock());
  }

  async function exportPlans(
    caller: Caller,
    { table, ...input }: InputOf<'Statistics', 'Export'>,
    format: SheetFormat,
  ) {
    const answer = await plansOf(caller, { ...input, by: tableKeys(table) });
    return tableFile(plansTable(answer, table, caller.locale), format, answer.timeZone, clock());
  }

  async function exportWork(
    caller: Caller,
    { table, ...input }: InputOf<'Statistics', 'ExportWork'>,
    format: SheetFormat,
  ) {
    const answer = await workOf(caller, input);
    return tableFile(workTable(answer, table, caller.locale), format, answer.timeZone, clock());
  }

  async function exportPeriods(
    caller: Caller,
    { unit, year }: InputOf<'Statistics', 'ExportPeriods'>,
    format: SheetFormat,
  ) {
    const answer = await periodsOf(caller, unit, year);
    return tableFile(periodsTable(answer, unit, caller.locale), format, answer.timeZone, clock());
  }

  async function periodsOf(caller: Caller, unit: WorkUnit, year: number | undefined) {
    const { timeZone } = await readBasis();
    await foldMarks(database, await readBasis());
    const asked = year ?? Number(today(timeZone).slice(0, 4));
    const spans = periodsIn(unit, asked);
    const key = {
      month: raw`to_char(s.day, 'YYYY-MM')`,
      quarter: raw`to_char(s.day, 'YYYY-"Q"Q')`,
      year: raw`to_char(s.day, 'YYYY')`,
    };
    const all = { from: `${asked - yearsShown - 1}-01-01`, to: `${asked}-12-31` };
    const found = new Map(
      (await works.by(caller, all, {}, key[unit] as ReturnType<typeof raw<string>>)).map(
        ({ key: name, ...rest }) => [name, rest],
      ),
    );
    const of = (name: string) => found.get(name) ?? noWork;
    return {
      year: asked,
      timeZone,
      items: spans.map((span) => ({
        ...span,
        work: of(span.key),
        before: of(keyOf(unit, dayAfter(span.from, -1))),
        yearBefore: of(keyOf(unit, `${Number(span.from.slice(0, 4)) - 1}${span.from.slice(4)}`)),
      })),
    };
  }

  /** Days of the calls of §7: this month up to today, where nothing else is asked for. */
  async function daysOf({ start, end }: { start?: string | undefined; end?: string | undefined }) {
    const { timeZone } = await readBasis();
    const now = today(timeZone);
    return { period: 'custom' as const, from: start ?? `${now.slice(0, 7)}-01`, to: end ?? now };
  }

  const service = implement('Statistics', {
    GetPlans: (input, caller) => plansOf(caller, input),

    async GetHeat({ of, factor = 1, ...request }, caller) {
      const { basis, span, head } = await begin(request);
      const answer = { ...head, of, degrees: Math.round(factor * cellDegrees * 1e6) / 1e6 };
      const cellsOf = (list: { cell: number; value: number }[]) =>
        list.map(({ cell, value }): [number, number, number] => [...cornerOf(cell), value]);
      if (of === 'plans') {
        return { ...answer, cells: cellsOf(await sums.heat(caller, span, request, factor, basis)) };
      }
      if (!holds(caller.actor, replay))
        throw new AppError('forbidden', {
          key: 'common.forbidden',
          values: { permissions: replay.join(', ') },
        });
      const rows = isFiltered(request)
        ? await heatOfPlans(sql, span, basis.timeZone, sums.ofFilter(caller, request))
        : (
            await raw<{ cell: number; value: number }>`
              select cell, sum(positions)::float8 as value from track_heat
              where day between ${span.from}::date and ${span.to}::date group by cell`.execute(sql)
          ).rows;
      // What flies elsewhere the caller sees neither on the map nor here.
      const bounded = areas.of(caller.actor);
      const wide = new Map<number, number>();
      for (const { cell, value } of rows) {
        if (bounded?.covers(middleOf(cell)) === false) continue;
        const place = coarser(cell, factor);
        wide.set(place, (wide.get(place) ?? 0) + value);
      }
      return { ...answer, cells: cellsOf([...wide].map(([cell, value]) => ({ cell, value }))) };
    },

    ...createMovements({ records, sql, areas, clock, begin }),

    GetWork: (input, caller) => workOf(caller, input),
    async GetDecisions({ skipCount = 0, maxResultCount = pageSize, ...input }, caller) {
      const window = { skip: skipCount, take: maxResultCount };
      const { items, ...head } = await decisionsOf(caller, input, window);
      const views = await decisionViews(caller, items);
      return { ...head, personName: (input.person && views[0]?.personName) || null, items: views };
    },
    async GetWaiting({ skipCount = 0, maxResultCount = pageSize, ...input }, caller) {
      const window = { skip: skipCount, take: maxResultCount };
      const { totalCount, items } = await waitingOf(caller, input, window);
      return { totalCount, items: await waitingViews(caller, items) };
    },

    Export: (input, caller) => exportPlans(caller, input, 'xlsx'),
    ExportCsv: (input, caller) => exportPlans(caller, input, 'csv'),
    ExportDecisions: (input, caller) => exportDecisions(caller, input, 'xlsx'),
    ExportDecisionsCsv: (input, caller) => exportDecisions(caller, input, 'csv'),
    ExportWaiting: (input, caller) => exportWaiting(caller, input, 'xlsx'),
    ExportWaitingCsv: (input, caller) => exportWaiting(caller, input, 'csv'),
    ExportWork: (input, caller) => exportWork(caller, input, 'xlsx'),
    ExportWorkCsv: (input, caller) => exportWork(caller, input, 'csv'),
    ExportPeriods: (input, caller) => exportPeriods(caller, input, 'xlsx'),
    ExportPeriodsCsv: (input, caller) => exportPeriods(caller, input, 'csv'),

    async Recount({ from, to }) {
      const span = spanIn('custom', { from, to }, from);
      return upkeep.recount(span.from, span.to);
    },
  });

  const mobile: Statistics['mobile'] = {
    async Statistics(_, caller) {
      const { timeZone } = await readBasis();
      const now = today(timeZone);
      const totalsOf = async (period: ReportPeriod) =>
        (await plansOf(caller, { period, from: now, by: [] })).totals;
      return {
        day: await totalsOf('day'),
        month: await totalsOf('month'),
        year: await totalsOf('year'),
        timeZone,
      };
    },
    async TimeStatistics(input, caller) {
      const { basis, span } = await begin(await daysOf(input));
      const found = await sums.by(caller, span, {}, ['total'], basis);
      const line = { ...span, bucket: 'day' as const };
      return {
        start: span.from,
        end: span.to,
        timeZone: basis.timeZone,
        totals: found.get('total')?.[0] ?? noPlans,
        items: wholeLine(bucketKeys(line), await sums.series(caller, line, {}, basis)),
      };
    },
    async AdminStatistics(input, caller) {
      const { basis, span } = await begin(await daysOf(input));
      const found = await sums.by(caller, span, {}, ['total', 'company', 'missionType'], basis);
      const itemsOf = async (key: PlanKey) => (await groupOf(caller, key, found.get(key) ?? [])).items;
      return {
        start: span.from,
        end: span.to,
        timeZone: basis.timeZone,
        totals: found.get('total')?.[0] ?? noPlans,
        companies: await itemsOf('company'),
        missionTypes: await itemsOf('missionType'),
      };
    },
    FssStatistics: async (input, caller) => workOf(caller, await daysOf(input)),
    FssMonthStatistics: ({ year }, caller) => periodsOf(caller, 'month', year),
    FssQuarterStatistics: ({ year }, caller) => periodsOf(caller, 'quarter', year),
    FssYearStatistics: ({ year }, caller) => periodsOf(caller, 'year', year),
  };

  return { service, mobile, upkeep };
}

const isFiltered = ({ companies, missionTypes, aircraftTypes, airports }: PlansRequest): boolean =>
  [companies, missionTypes, aircraftTypes, airports].some((list) => list !== undefined && list.length > 0);

const tableKeys = (table: PlanKey | 'time'): PlanKey[] =>
  table === 'time' || table === 'total' ? [] : [table];

/** Every point of the line, where nothing flew as zeros. */
function wholeLine(keys: readonly string[], found: readonly Sums[]): Sums[] {
  const known = new Map(found.map((sum) => [sum.key, sum]));
  return keys.map((key) => ({ ...noPlans, ...known.get(key), key }));
}

function spanIn(period: ReportPeriod, { from, to }: PlansRequest, now: string) {
  const wrong = (field: string) => formError(field, 'common.invalid.form', { field });
  if (from !== undefined && !isDay(from)) throw wrong('from');
  if (to !== undefined && !isDay(to)) throw wrong('to');
  const span = spanOf(period, from ?? now, to);
  const days = daysIn(span.from, span.to);
  if (days < 1 || days > mostReportDays)
    throw fieldError('to', 'report.refused.days', { days: mostReportDays });
  return span;
}

function periodsIn(unit: WorkUnit, year: number): { key: string; from: string; to: string }[] {
  const starts =
    unit === 'year'
      ? Array.from({ length: yearsShown }, (_, index) => `${year - yearsShown + 1 + index}-01-01`)
      : Array.from(
          { length: unit === 'month' ? 12 : 4 },
          (_, index) => `${year}-${String(index * (unit === 'month' ? 1 : 3) + 1).padStart(2, '0')}-01`,
        );
  return starts.map((day) => {
    const { from, to } = spanOf(unit, day);
    return { key: keyOf(unit, from), from, to };
  });
}

/** The period in which a day lies, as the database writes it. */
function keyOf(unit: WorkUnit, day: string): string {
  if (unit === 'year') return day.slice(0, 4);
  if (unit === 'month') return day.slice(0, 7);
  return `${day.slice(0, 4)}-Q${Math.ceil(Number(day.slice(5, 7)) / 3)}`;
}
