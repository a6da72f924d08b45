import type { EquipmentSource } from '#contract/equipment.ts';
import type { FeedState } from '#contract/hub.ts';
import type { InputOf, OutputOf } from '#contract/services.ts';
import type { CoveragePicture } from '#domain/equipment/coverage-picture.ts';
import { heightBands, unknownBand } from '#domain/equipment/heard-cells.ts';
import { mayEver } from '#domain/identity/access.ts';
import { cellDegrees } from '#domain/statistics/heat-cells.ts';
import { sourceStatus } from '#domain/surveillance/source-status.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import { nameIn } from '#domain/text/name-in.ts';
import { textOf } from '#domain/text/narrow.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { StoredRecord } from '#server/engine/records/stored-record.ts';
import type { SheetFormat } from '#server/engine/transfer/write-sheet.ts';
import { allRows } from '#server/features/abp/abp.ts';
import { readPlanParameters } from '#server/features/plans/plan-parameters.ts';
import type { CoverageAreas } from '#server/features/surveillance/coverage-areas.ts';
import { sourceSettings } from '#server/features/surveillance/source-settings.ts';
import type { Surveillance } from '#server/features/surveillance/surveillance.ts';
import { implement, type Service } from '#server/http/service.ts';
import { type Caller, systemCaller } from '#server/kernel/caller.ts';
import type { Parameters } from '#server/kernel/parameters.ts';
import { type Band, cellView, indexOf, runViews } from './coverage-views.ts';
import {
  cellSheet,
  gatewaySheet,
  interferenceSheet,
  jointSheet,
  sourceSheet,
  terminalSheet,
} from './equipment-sheets.ts';
import { readGateways } from './gateway-figures.ts';
import { createInterferenceCalls } from './interference-calls.ts';
import type { InterferenceWatch } from './interference-watch.ts';
import { createJointCoverage } from './joint-coverage.ts';
import { daysBefore, month, readCoverage } from './source-coverage.ts';
import {
  byDay,
  daySlots,
  groupedBy,
  joined,
  noSpans,
  readChanges,
  readDemoUntil,
  readSlots,
  readSpans,
  spanHours,
  spanView,
  steps,
} from './source-history.ts';
import { readTerminals, type TerminalFilter } from './terminal-list.ts';

const hourMs = 3_600_000;
/** Coverage changes slowly: what the list says of it may be so old. */
const coverageAgeMs = 5 * 60_000;

interface Summary {
  declared: number | null;
  seen: number;
  beyond: number;
  gaps: number;
}

/** Sources, gateways and terminals: whether they work, how late they are, and where they hear. */
export function createEquipmentService(deps: {
  records: Records;
  sql: Sql;
  parameters: Pick<Parameters, 'all' | 'number'>;
  feeds: Surveillance['feeds'];
  interference: InterferenceWatch;
  areas: Pick<CoverageAreas, 'of'>;
  clock: () => Date;
}): Service {
  const { records, sql, parameters, clock } = deps;
  const interference = createInterferenceCalls({ sql, watch: deps.interference, areas: deps.areas, clock });
  const joint = createJointCoverage({
    records,
    sql,
    sources: async (caller) =>
      (await sourcesOf(caller))
        .filter((source) => source.enabled !== false)
        .map((source) => ({ id: source.id, coverage: coverageOf(source) })),
    leastReports: () => leastReports(),
    clock,
  });
  const summaries = new Map<number, { version: number; at: number; summary: Promise<Summary> }>();

  const sourcesOf = async (caller: Caller) =>
    (await records.list(caller, 'surveillanceSource', allRows)).items.filter(
      ({ transport }) => transport !== 'replay',
    );
  const timeZone = async () => (await readPlanParameters(parameters)).deadlines.timeZone;
  const leastReports = () => parameters.number('monitor.coverageReports');

  /** A source that is switched off has a coverage all the same. */
  const coverageOf = (source: StoredRecord) =>
    sourceSettings({ ...source, enabled: true })?.coverage ?? { site: null, rangeM: null, area: null };

  async function summarise(source: StoredRecord): Promise<Summary> {
    const days = daysBefore(clock().getTime(), month);
    const { id } = source;
    const read = await readCoverage(sql, { id, coverage: coverageOf(source) }, days, await leastReports());
    const { declared, seen, beyond, gaps } = read.picture('all');
    return { declared, seen: seen.length, beyond: beyond.length, gaps: gaps.length };
  }

  function summaryOf(source: StoredRecord): Promise<Summary> {
    const at = clock().getTime();
    const known = summaries.get(source.id);
    if (known?.version === source.version && at - known.at < coverageAgeMs) return known.summary;
    const summary = summarise(source);
    summaries.set(source.id, { version: source.version, at, summary });
    // What could not be read is asked for again.
    summary.catch(() => summaries.delete(source.id));
    return summary;
  }

  async function sourceRows(caller: Caller): Promise<EquipmentSource[]> {
    const nowMs = clock().getTime();
    const feeds = new Map(deps.feeds().map((feed) => [feed.sourceId, feed]));
    const spans = await readSpans(sql, nowMs);
    const slots = await readSlots(sql, { from: nowMs - 24 * hourMs, to: nowMs + hourMs });
    const bySource = groupedBy(slots, ({ sourceId }) => sourceId);
    const rows: EquipmentSource[] = [];
    for (const source of await sourcesOf(caller)) {
      const own = bySource.get(source.id) ?? [];
      const feed = source.enabled === false ? undefined : feeds.get(source.id);
      const { day, week, month: all } = spans.get(source.id) ?? noSpans;
      const { delayP50S, delayP95S } = joined(own.filter(({ at }) => at >= nowMs - hourMs));
      const { points } = steps(own, nowMs - 24 * hourMs, nowMs);
      rows.push({
        id: source.id,
        name: nameIn(source, caller.locale),
        type: source.type ?? '',
        transport: source.transport ?? '',
        state: stateOf(feed, nowMs),
        fault: feed?.fault ? textIn(feed.fault, caller.locale) : null,
        lastAt: feed?.lastAt ?? null,
        recordsPerSecond: feed?.recordsPerSecond ?? 0,
        delayP50S,
        delayP95S,
        day: spanView(day, spanHours.day),
        week: spanView(week, spanHours.week),
        month: spanView(all, spanHours.month),
        recent: points.slice(-daySlots).map(({ rate }) => rate),
        ...(await summaryOf(source)),
      });
    }
    return rows;
  }

  async function gatewayRows({ locale }: Caller) {
    // How they go is for whoever may see this page; where they lead is not told.
    const { items } = await records.list(systemCaller(), 'messageGateway', allRows);
    const named = items.map((gateway) => ({ ...gateway, name: nameIn(gateway, locale) }));
    return readGateways(sql, named, clock().getTime(), await timeZone());
  }

  async function terminalRows(caller: Caller, filter: TerminalFilter) {
    const sources = await sourcesOf(caller);
    const { items } = mayEver(caller.ability, 'read', 'aircraft')
      ? await records.list(caller, 'aircraft', allRows)
      : { items: [] };
    const aircraft = items.flatMap(({ id, registration, icao24 }) => {
      const address = textOf(icao24);
      return address === null ? [] : [{ id, registration, icao24: address.toLowerCase() }];
    });
    const names = new Map(sources.map((source) => [source.id, nameIn(source, caller.locale)]));
    return readTerminals(sql, aircraft, names, clock().getTime(), filter);
  }

  async function coverage(
    caller: Caller,
    { id, days = month, band = 'all' }: InputOf<'Equipment', 'GetCoverage'>,
  ): Promise<OutputOf<'Equipment', 'GetCoverage'>> {
    const source = await records.get(caller, 'surveillanceSource', id);
    const declaredBy = coverageOf(source);
    const span = daysBefore(clock().getTime(), days);
    const read = await readCoverage(sql, { id, coverage: declaredBy }, span, await leastReports());
    const shown = read.picture(indexOf(band));
    const bands = Object.fromEntries(
      [...heightBands, 'all' as const].map((one) => [one, countsOf(read.picture(indexOf(one)), one)]),
    );
    const { site, rangeM, area } = declaredBy;
    return {
      id,
      name: nameIn(source, caller.locale),
      band,
      ...span,
      degrees: cellDegrees,
      leastReports: read.leastReports,
      hours: read.hours,
      declared: shown.declared,
      site: site && [site.longitude, site.latitude],
      rangeM: site && rangeM,
      area,
      bands,
      seen: shown.seen.map(cellView),
      beyond: shown.beyond.map(cellView),
      gaps: shown.gaps.map(cellView),
      untested: runViews(shown.untested),
    };
  }

  async function sheet(
    caller: Caller,
    { table, id, days, band, hour, ...filter }: InputOf<'Equipment', 'Export'>,
    format: SheetFormat,
  ) {
    const to = { format, locale: caller.locale, now: clock(), timeZone: await timeZone() };
    if (table === 'sources') return sourceSheet(await sourceRows(caller), to);
    if (table === 'gateways') return gatewaySheet(await gatewayRows(caller), to);
    if (table === 'terminals') return terminalSheet(await terminalRows(caller, filter), to);
    if (table === 'interference')
      return interferenceSheet(await interference.GetInterference(hour === undefined ? {} : { hour }), to);
    const shown = { ...(days ? { days } : {}), ...(band ? { band } : {}) };
    if (table === 'joint') return jointSheet(await joint.picture(caller, shown), to);
    return cellSheet(await coverage(caller, { id: id ?? 0, ...shown }), to);
  }

  return implement('Equipment', {
    async GetList(_, caller) {
      return {
        at: clock().getTime(),
        sources: await sourceRows(caller),
        gateways: await gatewayRows(caller),
        demoUntil: await readDemoUntil(sql),
      };
    },
    async GetTerminals({ skipCount = 0, maxResultCount = 50, ...filter }, caller) {
      const found = await terminalRows(caller, filter);
      return {
        at: clock().getTime(),
        totalCount: found.length,
        items: found.slice(skipCount, skipCount + maxResultCount),
      };
    },
    async GetHistory({ id, hours = 24 }, caller) {
      const source = await records.get(caller, 'surveillanceSource', id);
      const to = clock().getTime();
      const from = to - hours * hourMs;
      const earliest = Math.min(from, to - spanHours.month * hourMs);
      const slots = await readSlots(sql, { sourceId: id, from: earliest, to: to + hourMs });
      const { stepS, points } = steps(
        slots.filter(({ at }) => at >= from - hourMs / 4),
        from,
        to,
      );
      const { day, week, month: all } = (await readSpans(sql, to)).get(id) ?? noSpans;
      const last = slots.filter(({ isDemo }) => isDemo).at(-1);
      return {
        id,
        name: nameIn(source, caller.locale),
        stepS,
        slots: points,
        changes: await readChanges(sql, id, from, to),
        days: byDay(slots, await timeZone()),
        day: spanView(day, spanHours.day),
        week: spanView(week, spanHours.week),
        month: spanView(all, spanHours.month),
        demoUntil: last ? last.at + hourMs / 4 : null,
      };
    },
    GetCoverage: (input, caller) => coverage(caller, input),
    async GetGaps({ days = month, band = 'all' }, caller) {
      const span = daysBefore(clock().getTime(), days);
      const least = await leastReports();
      const seen = new Set<number>();
      const sources = [];
      for (const source of await sourcesOf(caller)) {
        if (source.enabled === false) continue;
        const { id } = source;
        const read = await readCoverage(sql, { id, coverage: coverageOf(source) }, span, least);
        const shown = read.picture(indexOf(band));
        for (const { cell } of [...shown.seen, ...shown.beyond]) seen.add(cell);
        sources.push({
          id,
          name: nameIn(source, caller.locale),
          gaps: runViews(shown.gaps.map(({ cell }) => cell)),
        });
      }
      return { degrees: cellDegrees, seen: runViews([...seen]), sources };
    },
    GetJointCoverage: (input, caller) => joint.view(caller, input),
    ...interference,
    Export: (input, caller) => sheet(caller, input, 'xlsx'),
    ExportCsv: (input, caller) => sheet(caller, input, 'csv'),
  });
}

/** Of what was heard without a height nobody can say where it is missing. */
function countsOf(picture: CoveragePicture, band: Band) {
  const tells = picture.declared !== null && indexOf(band) !== unknownBand;
  return {
    seen: picture.seen.length,
    beyond: picture.beyond.length,
    gaps: tells ? picture.gaps.length : null,
    untested: tells ? picture.untested.length : null,
  };
}

function stateOf(feed: FeedState | undefined, nowMs: number): EquipmentSource['state'] {
  return feed ? sourceStatus(feed, nowMs) : 'off';
}
