import { sql as raw, type SqlBool } from 'kysely';
import type { BulletinReport } from '#domain/information/bulletin.ts';
import { headingText } from '#domain/information/cut-bulletin.ts';
import type { WeatherReport, WeatherReportRecord } from '#domain/record/records.gen.ts';
import type { AppError } from '#domain/text/errors.ts';
import { isObject } from '#domain/text/narrow.ts';
import { readWeather } from '#domain/weather/read-weather.ts';
import { type Dated, isCancelling, seriesOf, successionOf } from '#domain/weather/succession.ts';
import { type DecodedWeather, weatherKinds } from '#domain/weather/weather.ts';
import { lockNames } from '#server/db/advisory-locks.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { Transaction } from '#server/engine/records/stored-record.ts';
import type { InformationReader, ReportOrigin, ReportTaken } from '#server/features/information/reader.ts';
import { systemCaller } from '#server/kernel/caller.ts';
import { columnsOf } from './report-columns.ts';
import type { TellWeather } from './tell-concerned.ts';

/** Reports of a station so far from a new one in time have nothing to do with it. */
const nearMs = 4 * 86_400_000;
/** Reports of one transaction: a grid of winds aloft has thousands. */
const mostTogether = 500;
/** Letters of what was read that a row takes. */
const longestDecoded = 100_000;

/**
 * Stores weather as `weatherReport`. Reports of one kind and station are taken one after another, on whatever servers:
 * what a report corrects, amends or cancels stands so beside it, in the same transaction; what was replaced before it
 * came is stored as superseded.
 */
export function createWeatherReader(deps: {
  records: Records;
  /** Tells whom a report that holds concerns; absent: nobody is told. */
  told?: TellWeather;
}): InformationReader {
  const { records, told } = deps;
  const caller = systemCaller();

  /** Writes reports of different series; what became of each. */
  async function write(
    transaction: Transaction,
    placed: readonly PlacedReport[],
    { airports, origin }: { airports: ReadonlyMap<string, number>; origin: ReportOrigin },
  ): Promise<WrittenReport[]> {
    const rows = placed.map((one, row) => ({ row, values: valuesOf(one, airports, origin) }));
    const made = await records.createMany(caller, 'weatherReport', rows, new Map(), transaction);
    const written = placed.map((one, index): WrittenReport => {
      const outcome = made[index];
      if (!outcome) throw new Error('a report of weather came to nothing');
      return 'error' in outcome
        ? { placed: one, taken: unreadableBy(outcome.error) }
        : {
            placed: one,
            record: outcome.record,
            taken: {
              state: one.isLate ? 'late' : 'stored',
              resource: 'weatherReport',
              recordId: outcome.record.id,
            },
          };
    });
    const ended = written.flatMap(({ placed, record }) => (record ? placed.ended : []));
    const updates = ended.map(({ before: { id, version }, becomes }) => ({
      id,
      version,
      values: { state: becomes },
    }));
    const after = await records.updateMany(caller, 'weatherReport', updates, transaction);
    for (const [index, { before, becomes }] of ended.entries())
      Object.assign(before, { version: after[index]?.version ?? before.version, state: becomes });
    for (const { placed, record } of written) {
      const { report, state, isLate } = placed;
      const isNews = !isLate && (state === 'current' || isCancelling(report.decoded));
      const replaced = placed.ended.at(-1)?.before.dated.decoded ?? null;
      if (told && record && isNews) await told(transaction, record, report.decoded, replaced);
    }
    return written;
  }

  async function store(
    reports: readonly ReadReport[],
    origin: ReportOrigin,
  ): Promise<Map<ReadReport, ReportTaken>> {
    if (reports.length === 0) return new Map();
    return records.transaction(async (transaction) => {
      const { sql } = transaction;
      await lockNames(
        sql,
        reports.map(({ decoded, station }) => `weather ${familyOf(decoded.kind)} ${station}`),
      );
      const present = await presentBeside(sql, reports);
      const airports = await airportsOf(sql, reports);
      const taken = new Map<ReadReport, ReportTaken>();
      /** By series: what is written together. */
      const waiting = new Map<string, PlacedReport>();
      const writeWaiting = async () => {
        for (const one of await write(transaction, [...waiting.values()], { airports, origin })) {
          const { report, state } = one.placed;
          taken.set(report, one.taken);
          if (!one.record) continue;
          const { id, version } = one.record;
          const beside = present.get(report.series) ?? [];
          present.set(report.series, [...beside, { id, version, state, dated: report }]);
        }
        waiting.clear();
      };
      for (const report of reports) {
        // What it may succeed has to be there first.
        if (waiting.has(report.series)) await writeWaiting();
        const beside = (present.get(report.series) ?? []).filter(({ dated }) => isNear(report, dated));
        const known = beside.find(({ dated }) => successionOf(report, dated) === 'same');
        if (known) taken.set(report, { state: 'duplicate', resource: 'weatherReport', recordId: known.id });
        else waiting.set(report.series, placedBeside(report, beside));
      }
      await writeWaiting();
      return taken;
    });
  }

  return {
    kinds: weatherKinds,
    together: mostTogether,
    preview: readWeather,
    async take(reports, origin) {
      const read = reports.map((report) => readReport(report, origin.receivedAt));
      const stored = await store(
        read.flatMap((one) => ('decoded' in one ? [one] : [])),
        origin,
      );
      return read.map((one) => {
        const taken = 'decoded' in one ? stored.get(one) : one;
        if (!taken) throw new Error('a report of weather was left out');
        return taken;
      });
    },
  };
}

/** A report with what it says. */
interface ReadReport extends Dated {
  report: BulletinReport;
  station: string;
  series: string;
  /** What was read, as a row keeps it. */
  text: string;
}

/** A report that is there. */
interface Present {
  id: number;
  version: number;
  state: StoredState;
  dated: Dated;
}

/** A report as it is to stand beside those that are there. */
interface PlacedReport {
  report: ReadReport;
  state: StoredState;
  isLate: boolean;
  /** Those that hold no more by it. */
  ended: { before: Present; becomes: StoredState }[];
}

interface WrittenReport {
  placed: PlacedReport;
  taken: ReportTaken;
  /** Absent: no row takes it. */
  record?: WeatherReportRecord;
}

type StoredState = NonNullable<WeatherReport['state']>;
type Unreadable = Extract<ReportTaken, { state: 'unreadable' }>;

function readReport(report: BulletinReport, receivedAt: number): ReadReport | Unreadable {
  const read = readWeather(report, receivedAt);
  if (!read.ok) return { state: 'unreadable', reason: read.reason };
  const decoded: DecodedWeather =
    'fir' in read.value && read.value.issuedAt === null
      ? { ...read.value, issuedAt: report.heading?.at ?? Math.min(receivedAt, read.value.validFrom) }
      : read.value;
  const text = JSON.stringify(decoded);
  if (text.length > longestDecoded)
    return { state: 'unreadable', reason: { key: 'information.unreadable.long' } };
  return {
    report,
    decoded,
    indicator: report.heading?.indicator ?? null,
    isXml: report.format === 'xml',
    station: 'station' in decoded ? decoded.station : decoded.fir,
    series: seriesOf(decoded),
    text,
  };
}

/** A value that no row takes: the report is kept raw, with the reason. */
function unreadableBy(error: AppError): Unreadable {
  if (error.code !== 'validation') throw error;
  return { state: 'unreadable', reason: error.extra.fields?.[0]?.text ?? error.text };
}

function placedBeside(report: ReadReport, beside: readonly Present[]): PlacedReport {
  let state: StoredState = isCancelling(report.decoded) ? 'cancelled' : 'current';
  let isLate = false;
  const ended: PlacedReport['ended'] = [];
  for (const before of beside) {
    const succession = successionOf(report, before.dated);
    if (succession === 'replaced' || succession === 'cancelled') {
      isLate = true;
      state = succession === 'cancelled' || state === 'cancelled' ? 'cancelled' : 'superseded';
    } else if (succession !== 'none' && before.state === 'current') {
      ended.push({ before, becomes: succession === 'cancels' ? 'cancelled' : 'superseded' });
    }
  }
  return { report, state, isLate, ended };
}

/** Observations of both kinds stand in one row of time. */
const familyOf = (kind: DecodedWeather['kind']) => (kind === 'SPECI' ? 'METAR' : kind);

const isNear = (one: Dated, other: Dated) => Math.abs(fromOf(one.decoded) - fromOf(other.decoded)) < nearMs;

/** What is there of the series of these reports; `isNear` says what of it concerns one of them. */
async function presentBeside(sql: Sql, reports: readonly ReadReport[]): Promise<Map<string, Present[]>> {
  const found = new Map<string, Present[]>();
  for (const kind of new Set(reports.map(({ decoded }) => decoded.kind))) {
    const some = reports.filter(({ decoded }) => decoded.kind === kind);
    const begins = some.map(({ decoded }) => fromOf(decoded));
    const aroundMs = kind === 'METAR' || kind === 'SPECI' ? 0 : nearMs;
    const moments = some.flatMap(({ decoded }) => (decoded.kind === 'windsAloft' ? [decoded.validAt] : []));
    const rows = await sql
      .selectFrom('weatherReport')
      .select(['id', 'version', 'state', 'decoded', 'raw', 'heading'])
      .where('station', 'in', [...new Set(some.map(({ station }) => station))])
      .where('kind', '=', kind)
      .where('deletedAt', 'is', null)
      .where('validFrom', '>=', iso(Math.min(...begins) - aroundMs))
      .where('validFrom', '<=', iso(Math.max(...begins) + aroundMs))
      // A grid has every place at many moments, and only one of them is meant.
      .$if(moments.length > 0, (query) =>
        query.where(
          raw<SqlBool>`(decoded::jsonb->>'validAt')::bigint = any(${[...new Set(moments)]}::bigint[])`,
        ),
      )
      .orderBy('id')
      .execute();
    for (const { id, version, state, decoded: text, raw: letters, heading } of rows) {
      const value: unknown = text === null ? null : JSON.parse(text);
      if (!isObject(value)) continue;
      const indicator = /[A-Z]{3}$/.exec(heading?.split(' ')[3] ?? '')?.[0] ?? null;
      // What is stored there was written above.
      const decoded = value as unknown as DecodedWeather;
      const one = { id, version, state, dated: { decoded, indicator, isXml: letters.startsWith('<') } };
      const series = seriesOf(decoded);
      found.set(series, [...(found.get(series) ?? []), one]);
    }
  }
  return found;
}

const iso = (at: number) => new Date(at).toISOString();

const fromOf = (decoded: DecodedWeather) =>
  'observedAt' in decoded ? decoded.observedAt : decoded.validFrom;

/** The aerodromes that reports are of, by their indicators. */
async function airportsOf(sql: Sql, reports: readonly ReadReport[]): Promise<Map<string, number>> {
  const stations = reports.flatMap(({ decoded }) => ('station' in decoded ? [decoded.station] : []));
  if (stations.length === 0) return new Map();
  const rows = await sql
    .selectFrom('airport')
    .select(['icao', 'id'])
    .where('icao', 'in', [...new Set(stations)])
    .where('deletedAt', 'is', null)
    .execute();
  return new Map(rows.flatMap(({ icao, id }) => (icao === null ? [] : [[icao, id]])));
}

function valuesOf(
  { report: { report, decoded, station, text }, state }: PlacedReport,
  airports: ReadonlyMap<string, number>,
  origin: ReportOrigin,
): WeatherReport {
  return {
    ...columnsOf(decoded),
    kind: decoded.kind,
    station,
    airport: ('station' in decoded ? airports.get(station) : null) ?? null,
    state,
    raw: report.raw,
    decoded: text,
    source: origin.sourceId,
    receivedAt: iso(origin.receivedAt),
    heading: report.heading ? headingText(report.heading) : null,
    isDemo: origin.isDemo,
  };
}
