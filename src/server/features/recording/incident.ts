import type { Incident } from '#contract/incident.ts';
import type { RecordedTrack } from '#contract/playback.ts';
import { mayEver } from '#domain/identity/access.ts';
import type { EncounterRecord } from '#domain/record/records.gen.ts';
import { AppError } from '#domain/text/errors.ts';
import { wordedIn } from '#domain/text/locales/stored-text.ts';
import { isObject, stringOf } from '#domain/text/narrow.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Catalogue } from '#server/engine/records/catalogue.ts';
import { withAllFields } from '#server/engine/records/fields.ts';
import { namesOf } from '#server/engine/records/names.ts';
import type { Filter, Records } from '#server/engine/records/records.ts';
import { storedFigures } from '#server/features/alerts/alert-views.ts';
import type { FlightOrders } from '#server/features/plans/flight-orders.ts';
import type { CoverageAreas } from '#server/features/surveillance/coverage-areas.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { alertsBetween, recordedAlertOf } from './moment.ts';
import { minuteMs } from './recorded-minutes.ts';
import { keptOf, recordedTracks } from './recorded-tracks.ts';

export interface IncidentDeps {
  records: Records;
  catalogue: Catalogue;
  sql: Sql;
  orders: Pick<FlightOrders, 'ofPlan'>;
  areas: Pick<CoverageAreas, 'of'>;
  clock: () => Date;
}

interface IncidentWithTracks {
  incident: Incident;
  tracks: RecordedTrack[];
}

/** Before and after an alert, and around a moment. */
const aroundAlertMs = 2 * minuteMs;
const aroundMomentMs = 5 * minuteMs;
const mostEntries = 500;
/** The most tracks of a group that a report draws. */
const mostTracks = 12;
/** Of an alert that is open for days the report covers the first hours. */
const longestMs = 6 * 60 * minuteMs;

/** The report of a moment (UTC, ISO 8601) and of up to six tracks, as far as the caller may read each part of it. */
export async function incidentOfMoment(
  deps: IncidentDeps,
  caller: Caller,
  asked: { at: string; tracks?: string },
): Promise<IncidentWithTracks> {
  const at = Date.parse(asked.at);
  const tracks = (asked.tracks ?? '').split(',').filter(Boolean).slice(0, 6);
  const span = { from: iso(at - aroundMomentMs), to: iso(at + aroundMomentMs) };
  const incident = { ...span, at: iso(at), alert: null, tracks, ...(await around(deps, caller, span, [])) };
  return { incident, tracks: await recordingOf(deps, caller, incident) };
}

/** The report of an alert; one outside the caller's rows is not found. */
export async function incidentOfAlert(
  deps: IncidentDeps,
  caller: Caller,
  id: number,
): Promise<IncidentWithTracks> {
  const record = await deps.records.get(caller, 'encounter', id);
  const figures = storedFigures(record);
  const alert = recordedAlertOf(record);
  if (!figures || !alert)
    throw new AppError('notFound', { key: 'common.notFound', values: { type: '', id } });
  const raised = Date.parse(alert.raisedAt);
  const until = alert.clearedAt === null ? deps.clock().getTime() : Date.parse(alert.clearedAt);
  const ended = Math.min(until, raised + longestMs);
  const span = { from: iso(raised - aroundAlertMs), to: iso(ended + aroundAlertMs) };
  // When both were nearest, if that was while it was open.
  const nearest = (figures.measured ?? figures.approach ?? figures.predicted)?.at ?? raised;
  const incident = {
    ...span,
    at: iso(nearest >= raised && nearest <= ended ? nearest : raised),
    alert: { ...alert, figures, life: await lifeOf(deps, caller, record) },
    tracks: alert.tracks.slice(0, mostTracks),
    ...(await around(deps, caller, span, figures.planIds)),
  };
  return { incident, tracks: await recordingOf(deps, caller, incident) };
}

/** The recorded tracks of an incident: its span only, and only within the areas that the caller watches over. */
async function recordingOf(
  { sql, areas, clock }: IncidentDeps,
  caller: Caller,
  incident: Pick<Incident, 'from' | 'to' | 'tracks'>,
): Promise<RecordedTrack[]> {
  const [from, to] = [Date.parse(incident.from), Date.parse(incident.to)];
  const start = Math.floor(from / minuteMs) * minuteMs;
  const nowMs = clock().getTime();
  const found = await Promise.all(
    incident.tracks.map((track) => recordedTracks(sql, { start, end: to, box: null, track }, nowMs)),
  );
  const bounded = areas.of(caller.actor);
  return keptOf(
    found.flat(),
    (position) => position.at >= from && position.at <= to && (!bounded || bounded.covers(position)),
  );
}

async function lifeOf(
  { sql }: IncidentDeps,
  { locale }: Caller,
  record: EncounterRecord,
): Promise<NonNullable<Incident['alert']>['life']> {
  const { acknowledgedBy, mutedBy, classifiedBy } = record;
  const names = await namesOf(sql, 'user', [acknowledgedBy, mutedBy, classifiedBy], locale);
  const nameOf = (id: number | null | undefined) => names.get(id ?? 0) ?? null;
  const entries = await sql
    .selectFrom('recordHistory')
    .select(['at', 'changes'])
    .where('resource', '=', 'encounter')
    .where('recordId', '=', record.id)
    .where('action', '=', 'update')
    .orderBy('id')
    .execute();
  const levels = entries.flatMap(({ at, changes }) =>
    (Array.isArray(changes) ? changes : []).flatMap((change) =>
      isObject(change) && change.field === 'level' && change.after !== change.before
        ? [
            {
              at: iso(Date.parse(String(at))),
              before: stringOf(change.before),
              after: stringOf(change.after),
            },
          ]
        : [],
    ),
  );
  const step = (
    what: string,
    at: unknown,
    more: { level?: string | null; by?: string | null; reason?: string | null } = {},
  ) =>
    typeof at === 'string'
      ? [{ at: iso(Date.parse(at)), what, level: null, by: null, reason: null, ...more }]
      : [];
  return [
    ...step('raised', record.raisedAt, { level: levels[0]?.before ?? record.level }),
    ...step('announced', record.announcedAt),
    ...levels.flatMap(({ at, after }) => step('level', at, { level: after })),
    ...step('acknowledged', record.acknowledgedAt, { by: nameOf(acknowledgedBy) }),
    ...step('muted', record.mutedAt, { by: nameOf(mutedBy), reason: record.muteReason ?? null }),
    ...step('cleared', record.clearedAt),
    ...step(`classified.${record.classification}`, record.classifiedAt, {
      by: nameOf(classifiedBy),
      reason: record.classificationReason ?? null,
    }),
  ].sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
}

async function around(
  deps: IncidentDeps,
  caller: Caller,
  span: { from: string; to: string },
  plans: readonly number[],
): Promise<Pick<Incident, 'alerts' | 'watch' | 'orders' | 'log'>> {
  const [alerts, watch, orders, log] = await Promise.all([
    alertsBetween(deps, caller, span.from, span.to),
    watchIn(deps, caller, span),
    ordersOf(deps, caller, plans),
    logIn(deps, caller, span),
  ]);
  return { alerts, watch, orders, log };
}

async function watchIn(
  { records, sql }: IncidentDeps,
  caller: Caller,
  { from, to }: { from: string; to: string },
): Promise<Incident['watch']> {
  if (!mayEver(caller.ability, 'read', 'watchDuty')) return [];
  const filter: Filter = {
    operator: 'and',
    value: [
      { field: 'since', operator: 'lte', value: to },
      {
        operator: 'or',
        value: [
          { field: 'until', operator: 'null', value: true },
          { field: 'until', operator: 'gte', value: from },
        ],
      },
    ],
  };
  const sort = [{ field: 'since', order: 'asc' as const }];
  const duties = await records.rows(caller, 'watchDuty', { filter, sort, most: mostEntries }, sql);
  const labels = await records.labels(caller, 'watchDuty', duties);
  return duties.map(({ id, userName, since, until }) => ({
    position: stringOf(labels.get(id)?.position) ?? '',
    name: userName ?? '',
    since: iso(Date.parse(since)),
    until: stringOf(until),
  }));
}

async function ordersOf(
  { orders }: IncidentDeps,
  caller: Caller,
  plans: readonly number[],
): Promise<Incident['orders']> {
  if (!mayEver(caller.ability, 'read', 'plan')) return [];
  const found = await Promise.all(
    // Plans outside the caller's rows are left out.
    plans.map((plan) => orders.ofPlan(caller, plan).catch(leftOut)),
  );
  return found.flat().map((order) => ({
    planNumber: order.planNumber,
    callsign: order.callsign,
    kind: order.kind,
    reason: order.reason,
    orderedAt: order.orderedAt,
    orderedByName: order.orderedByName,
    acknowledgedAt: order.acknowledgedAt,
    acknowledgedByName: order.acknowledgedByName,
  }));
}

function leftOut(error: unknown): never[] {
  if (error instanceof AppError && (error.code === 'notFound' || error.code === 'forbidden')) return [];
  throw error;
}

async function logIn(
  { records, sql }: IncidentDeps,
  caller: Caller,
  { from, to }: { from: string; to: string },
): Promise<Incident['log']> {
  if (!mayEver(caller.ability, 'read', 'watchLogEntry')) return [];
  const filter: Filter = {
    operator: 'and',
    value: [
      { field: 'at', operator: 'gte', value: from },
      { field: 'at', operator: 'lte', value: to },
    ],
  };
  const sort = [{ field: 'at', order: 'asc' as const }];
  const rows = await records.rows(
    withAllFields(caller),
    'watchLogEntry',
    { filter, sort, most: mostEntries },
    sql,
  );
  return rows.map(({ id, at, text, byName }) => ({
    id,
    at: iso(Date.parse(at)),
    text: wordedIn(text as unknown, caller.locale) ?? '',
    byName: byName ?? null,
  }));
}

const iso = (ms: number) => new Date(ms).toISOString();
