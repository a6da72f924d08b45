import type { InputOf, OutputOf } from '#contract/services.ts';
import type { PlaceMovements, RecordedFlight } from '#contract/statistics.ts';
import { holds } from '#domain/identity/access.ts';
import type { ReportPeriod, ReportSpan } from '#domain/plans/report-period.ts';
import { type MovementMeasures, movementMeasures, noMovements } from '#domain/statistics/movements.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Records } from '#server/engine/records/records.ts';
import { tableFile } from '#server/engine/transfer/table-file.ts';
import type { SheetFormat } from '#server/engine/transfer/write-sheet.ts';
import { relationNames } from '#server/features/plans/relation-names.ts';
import type { CoverageAreas } from '#server/features/surveillance/coverage-areas.ts';
import type { Handlers } from '#server/http/service.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { inParts } from './in-parts.ts';
import {
  createMovementSums,
  type PlaceKey,
  type PlaceSums,
  type TrackFlightRow,
  type Unfiled,
} from './movement-sums.ts';
import { mostKeys } from './plan-sums.ts';
import { movementsTable, trackFlightsTable } from './statistics-sheet.ts';
import { type Window, whole } from './work-sums.ts';

type Names = { airports: Map<number, string>; points: Map<number, string> };
type MovementCalls = Pick<
  Handlers<'Statistics'>,
  | 'GetMovements'
  | 'GetTrackFlights'
  | 'ExportMovements'
  | 'ExportMovementsCsv'
  | 'ExportTrackFlights'
  | 'ExportTrackFlightsCsv'
>;

const replay = ['Pages.FlightWatch.Trackreplay'];
const pageSize = 50;

/** Take-offs, landings and times of flights from recorded tracks, beside what was reported. */
export function createMovements(deps: {
  records: Records;
  sql: Sql;
  areas: Pick<CoverageAreas, 'of'>;
  clock: () => Date;
  /** The days that are asked for; what was committed by now is in the sums. */
  begin(request: { period?: ReportPeriod; from?: string; to?: string }): Promise<{
    span: ReportSpan;
    head: Omit<
      OutputOf<'Statistics', 'GetMovements'>,
      'totals' | 'withoutPlan' | 'hasWithoutPlan' | 'places' | 'totalCount'
    >;
  }>;
}): MovementCalls {
  const { records, sql, areas, clock, begin } = deps;
  const sums = createMovementSums({ records, sql });

  /** Flights of no plan have no operator, mission or type: who asks for one of these gets none of them. */
  function unfiledOf(
    caller: Caller,
    { companies, missionTypes, aircraftTypes, airports }: InputOf<'Statistics', 'GetMovements'>,
  ): Unfiled {
    const asks = [companies, missionTypes, aircraftTypes, airports].some((list) => list?.length);
    return !asks && holds(caller.actor, replay) ? { bounded: areas.of(caller.actor) } : null;
  }

  async function namesFor(caller: Caller, places: readonly PlaceKey[]): Promise<Names> {
    const named = (field: 'departure' | 'departurePoint', ids: readonly (number | null)[]) =>
      relationNames(
        records,
        caller,
        { resource: 'plan', field },
        ids.flatMap((one) => one ?? []),
      );
    return {
      airports: await named(
        'departure',
        places.map(({ airport }) => airport),
      ),
      points: await named(
        'departurePoint',
        places.map(({ point }) => point),
      ),
    };
  }

  async function movementsOf(caller: Caller, input: InputOf<'Statistics', 'GetMovements'>) {
    const { span, head } = await begin(input);
    const unfiled = unfiledOf(caller, input);
    const ofPlans = await sums.byPlace(caller, span, input, head.timeZone);
    const ofNone = await sums.unfiledByPlace(span, head.timeZone, unfiled);
    const places = merged(ofPlans, ofNone);
    const shown = places.slice(0, mostKeys);
    const names = await namesFor(caller, shown);
    return {
      ...head,
      totals: totalOf(ofPlans),
      withoutPlan: totalOf(ofNone),
      hasWithoutPlan: unfiled !== null,
      places: shown.map(
        ({ airport, point, ...place }): PlaceMovements => ({
          ...place,
          name: nameOf({ airport, point }, names),
        }),
      ),
      totalCount: places.length,
    };
  }

  async function flightsOf(
    caller: Caller,
    { part = 'all', ...input }: InputOf<'Statistics', 'ExportTrackFlights'>,
    window: Window,
  ) {
    const { span, head } = await begin(input);
    const filter = { ...input, part };
    const found = await sums.flights(caller, span, filter, head.timeZone, unfiledOf(caller, input), window);
    return { from: span.from, to: span.to, timeZone: head.timeZone, ...found };
  }

  async function views(caller: Caller, rows: readonly TrackFlightRow[]): Promise<RecordedFlight[]> {
    const takeOffs = rows.map((row) => ({ airport: row.takeoffAirport, point: row.takeoffPoint }));
    const landings = rows.map((row) => ({ airport: row.landingAirport, point: row.landingPoint }));
    const names = await namesFor(caller, [...takeOffs, ...landings]);
    const companies = await relationNames(
      records,
      caller,
      { resource: 'plan', field: 'company' },
      rows.flatMap(({ company }) => company ?? []),
    );
    return rows.map((row, index) => ({
      track: row.track,
      begunAt: row.begunAt,
      icao24: row.icao24,
      callsign: row.callsign,
      plan: row.plan,
      planNumber: row.planNumber,
      companyName: row.company === null ? null : (companies.get(row.company) ?? null),
      takeOff: endOf(row.takeoffAt, row.takeoffInferred, takeOffs[index], names),
      reportedTakeOffAt: row.reportedTakeoffAt,
      landing: endOf(row.landingAt, row.landingInferred, landings[index], names),
      reportedLandingAt: row.reportedLandingAt,
      flightMinutes: minutesBetween(row.takeoffAt, row.landingAt),
      blockMinutes: minutesBetween(row.offBlockAt, row.onBlockAt),
    }));
  }

  async function exportMovements(
    caller: Caller,
    input: InputOf<'Statistics', 'ExportMovements'>,
    format: SheetFormat,
  ) {
    const answer = await movementsOf(caller, input);
    return tableFile(movementsTable(answer, caller.locale), format, answer.timeZone, clock());
  }

  async function exportFlights(
    caller: Caller,
    input: InputOf<'Statistics', 'ExportTrackFlights'>,
    format: SheetFormat,
  ) {
    const { items, ...head } = await flightsOf(caller, input, whole);
    const rows = inParts(items, (part) => views(caller, part));
    return tableFile(trackFlightsTable(head, rows, caller.locale), format, head.timeZone, clock());
  }

  return {
    GetMovements: (input, caller) => movementsOf(caller, input),
    async GetTrackFlights({ skipCount = 0, maxResultCount = pageSize, ...input }, caller) {
      const { items, ...head } = await flightsOf(caller, input, { skip: skipCount, take: maxResultCount });
      return { ...head, items: await views(caller, items) };
    },
    ExportMovements: (input, caller) => exportMovements(caller, input, 'xlsx'),
    ExportMovementsCsv: (input, caller) => exportMovements(caller, input, 'csv'),
    ExportTrackFlights: (input, caller) => exportFlights(caller, input, 'xlsx'),
    ExportTrackFlightsCsv: (input, caller) => exportFlights(caller, input, 'csv'),
  };
}

const keyOf = ({ airport, point }: PlaceKey): string =>
  point !== null ? `point:${point}` : airport !== null ? `airport:${airport}` : 'elsewhere';

/** Null: elsewhere. A place whose name the caller may not read is its number. */
function nameOf({ airport, point }: PlaceKey, { airports, points }: Names): string | null {
  if (point !== null) return points.get(point) ?? `#${point}`;
  return airport === null ? null : (airports.get(airport) ?? `#${airport}`);
}

function endOf(at: string | null, isInferred: boolean | null, place: PlaceKey | undefined, names: Names) {
  if (at === null) return null;
  return { at, isInferred: isInferred ?? false, place: place ? nameOf(place, names) : null };
}

function minutesBetween(from: string | null, to: string | null): number | null {
  return from === null || to === null ? null : (Date.parse(to) - Date.parse(from)) / 60_000;
}

/** The sums of plans and of none of one place together, the busiest first. */
function merged(ofPlans: readonly PlaceSums[], ofNone: readonly PlaceSums[]) {
  type Place = PlaceKey & { key: string; sums: MovementMeasures; withoutPlan: MovementMeasures };
  const places = new Map<string, Place>();
  for (const [name, list] of [
    ['sums', ofPlans],
    ['withoutPlan', ofNone],
  ] as const) {
    for (const { airport, point, ...sums } of list) {
      const key = keyOf({ airport, point });
      const place = places.get(key) ?? { key, airport, point, sums: noMovements, withoutPlan: noMovements };
      places.set(key, { ...place, [name]: sums });
    }
  }
  const seen = ({ sums, withoutPlan }: Place) =>
    [sums, withoutPlan].reduce((all, { takeOffs, landings }) => all + takeOffs + landings, 0);
  return [...places.values()].sort((a, b) => seen(b) - seen(a) || a.key.localeCompare(b.key));
}

const totalOf = (list: readonly MovementMeasures[]): MovementMeasures =>
  list.reduce<MovementMeasures>(
    (total, one) =>
      Object.fromEntries(movementMeasures.map((name) => [name, total[name] + one[name]])) as MovementMeasures,
    noMovements,
  );
