import type { AlertFigures } from '#contract/alerts.ts';
import type { Incident } from '#contract/incident.ts';
import { mayEver } from '#domain/identity/access.ts';
import type { EncounterRecord } from '#domain/record/records.gen.ts';
import { AppError, fieldError } from '#domain/text/errors.ts';
import { wordedIn } from '#domain/text/locales/stored-text.ts';
import { isObject, stringOf } from '#domain/text/narrow.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Catalogue } from '#server/engine/records/catalogue.ts';
import { withAllFields } from '#server/engine/records/fields.ts';
import type { Filter, Records } from '#server/engine/records/records.ts';
import { storedFigures } from '#server/features/alerts/alert-views.ts';
import type { FlightOrders } from '#server/features/plans/flight-orders.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { alertsBetween, countedAgain, recordedAlertOf } from './moment.ts';

export interface IncidentDeps {
  records: Records;
  catalogue: Catalogue;
  sql: Sql;
  orders: Pick<FlightOrders, 'ofPlan'>;
}

const minuteMs = 60_000;
/** Before and after an alert, and around a moment. */
const aroundAlertMs = 2 * minuteMs;
const aroundMomentMs = 5 * minuteMs;
const mostEntries = 500;
/** Tracks of a group that a report draws. */
const mostTracks = 12;
/** An alert that stands for days is reported by its first hours. */
const longestMs = 6 * 60 * minuteMs;

/** What a report of an incident is written from, as far as the caller may read each of it. */
export async function incidentOf(
  deps: IncidentDeps,
  caller: Caller,
  asked: { alert?: number; at?: string; tracks?: string },
): Promise<Incident> {
  const { records } = deps;
  if (asked.alert !== undefined) {
    // Outside the caller's rows it is not there.
    const record = await records.get(caller, 'encounter', asked.alert);
    return ofAlert(deps, caller, record);
  }
  const at = Date.parse(asked.at ?? '');
  if (Number.isNaN(at)) throw fieldError('at', 'track.incident.which');
  const tracks = (asked.tracks ?? '').split(',').filter(Boolean).slice(0, 6);
  const span = { from: iso(at - aroundMomentMs), to: iso(at + aroundMomentMs) };
  return { ...span, at: iso(at), alert: null, tracks, ...(await around(deps, caller, span, [])) };
}

async function ofAlert(deps: IncidentDeps, caller: Caller, record: EncounterRecord): Promise<Incident> {
  const figures = storedFigures(record);
  const countedAt = await countedAgain(deps.sql, [record.id]);
  const alert = recordedAlertOf(record, countedAt.get(record.id));
  if (!figures || !alert)
    throw new AppError('notFound', { key: 'common.notFound', values: { type: '', id: record.id } });
  const raised = Date.parse(alert.raisedAt);
  const ended = Math.min(Date.parse(alert.clearedAt ?? '') || Date.now(), raised + longestMs);
  const span = { from: iso(raised - aroundAlertMs), to: iso(ended + aroundAlertMs) };
  // Where both were nearest, if that was while it was open.
  const nearest = (figures.measured ?? figures.approach ?? figures.predicted)?.at ?? raised;
  const at = iso(nearest >= raised && nearest <= ended ? nearest : raised);
  return {
    ...span,
    at,
    alert: { ...alert, figures, life: await lifeOf(deps, record) },
    tracks: tracksOf(figures),
    ...(await around(deps, caller, span, figures.planIds)),
  };
}

/** The two that are closest, then the others of their groups, the closest first. */
function tracksOf({ targets, group, met = [] }: AlertFigures): string[] {
  const members = (group ? [group] : met).flatMap((one) => one.members);
  return [...new Set([...targets, ...members].map(({ id }) => id))].slice(0, mostTracks);
}

async function lifeOf(
  { sql }: IncidentDeps,
  record: EncounterRecord,
): Promise<NonNullable<Incident['alert']>['life']> {
  const people = [record.acknowledgedBy, record.mutedBy, record.falseBy].filter(
    (id) => typeof id === 'number',
  );
  const rows =
    people.length === 0
      ? []
      : await sql.selectFrom('user').select(['id', 'name']).where('id', 'in', people).execute();
  const nameOf = (id: unknown) => stringOf(rows.find((row) => row.id === id)?.name);
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
    ...step('acknowledged', record.acknowledgedAt, { by: nameOf(record.acknowledgedBy) }),
    ...step('muted', record.mutedAt, { by: nameOf(record.mutedBy), reason: record.muteReason ?? null }),
    ...step('cleared', record.clearedAt),
    ...step('judgedFalse', record.falseAt, {
      by: nameOf(record.falseBy),
      reason: record.falseReason ?? null,
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
    // A plan that is none of the caller's rows is left out, not an error of the report.
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
