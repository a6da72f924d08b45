import { sql as raw } from 'kysely';
import type { AlertFigures } from '#contract/alerts.ts';
import { type MomentOfAir, movesDays, replays } from '#contract/playback.ts';
import type { RecordedAlert } from '#contract/recorded-alert.ts';
import { boundToCompanies, holds, mayEver } from '#domain/identity/access.ts';
import type { EncounterRecord } from '#domain/record/records.gen.ts';
import { nameIn } from '#domain/text/name-in.ts';
import { stringOf } from '#domain/text/narrow.ts';
import type { Sql } from '#server/db/sql.ts';
import { asOf } from '#server/engine/records/as-of.ts';
import type { Catalogue } from '#server/engine/records/catalogue.ts';
import { presentFor, withAllFields } from '#server/engine/records/fields.ts';
import type { Filter, Records } from '#server/engine/records/records.ts';
import type { StoredRecord } from '#server/engine/records/stored-record.ts';
import { storedFigures } from '#server/features/alerts/alert-views.ts';
import { plansAsOf } from '#server/features/plans/active-plans.ts';
import type { Caller } from '#server/kernel/caller.ts';

interface Deps {
  records: Records;
  catalogue: Catalogue;
  sql: Sql;
}

/** The most records that the map draws of a layer. */
const most = 10_000;

/** Plans, airspaces, notices and sources at a moment, limited to the rows that the caller sees now: from the history of records and the journal of sources. */
export async function momentAt(deps: Deps, caller: Caller, moment: Date): Promise<MomentOfAir> {
  const { records, sql } = deps;
  const at = moment.toISOString();
  const [plans, airspaces, notices, feeds] = await Promise.all([
    mayEver(caller.ability, 'read', 'plan') ? plansAsOf(records, sql, caller, moment) : [],
    recordsAt(deps, caller, 'airspace', { field: 'createdAt', operator: 'lte', value: at }, at),
    recordsAt(deps, caller, 'notice', { field: 'startTime', operator: 'lte', value: at }, at),
    feedsAt(sql, caller, at),
  ]);
  return {
    at,
    plans,
    airspaces: airspaces.items,
    notices: notices.items.filter(({ endTime }) => Date.parse(String(endTime)) > moment.getTime()),
    feeds,
    limited: [
      ...(airspaces.isLimited ? (['airspace'] as const) : []),
      ...(notices.isLimited ? (['notice'] as const) : []),
    ],
  };
}

async function recordsAt(
  { records, catalogue, sql }: Deps,
  caller: Caller,
  resource: 'airspace' | 'notice',
  filter: Filter,
  at: string,
): Promise<{ items: StoredRecord[]; isLimited: boolean }> {
  if (!mayEver(caller.ability, 'read', resource)) return { items: [], isLimited: false };
  const items = await records.untyped.rows(withAllFields(caller), resource, {
    most,
    // The newest first: those that ended long before the moment may be left out.
    sort: [{ field: 'id', order: 'desc' }],
    filter,
    trash: 'with',
  });
  const type = catalogue.find(resource);
  const then = await asOf(sql, resource, items.reverse(), at);
  return { items: then.map((one) => presentFor(caller, type, one)), isLimited: items.length === most };
}

async function feedsAt(sql: Sql, { locale }: Caller, at: string): Promise<MomentOfAir['feeds']> {
  const { rows } = await raw<{
    sourceId: number;
    name: string;
    nameEn: string | null;
    state: 'live' | 'lost';
    since: string;
  }>`
    select distinct on (j.source_id) j.source_id as "sourceId", s.name, s.name_en as "nameEn", j.state, j.at as since
    from feed_journal j join surveillance_source s on s.id = j.source_id
    where j.at <= ${at}::timestamptz order by j.source_id, j.at desc`.execute(sql);
  return rows.map(({ nameEn, ...row }) => ({
    ...row,
    sourceId: Number(row.sourceId),
    name: nameIn({ name: row.name, nameEn }, locale),
    since: new Date(row.since).toISOString(),
  }));
}

/** Alerts that were open at any time between two moments (UTC ISO 8601). */
export async function alertsBetween(
  { records, sql }: Deps,
  caller: Caller,
  from: string,
  to: string,
): Promise<RecordedAlert[]> {
  if (!mayEver(caller.ability, 'read', 'encounter')) return [];
  const filter: Filter = {
    operator: 'and',
    value: [
      { field: 'raisedAt', operator: 'lt', value: to },
      {
        operator: 'or',
        value: [
          { field: 'clearedAt', operator: 'null', value: true },
          { field: 'clearedAt', operator: 'gte', value: from },
        ],
      },
    ],
  };
  const sort = [{ field: 'raisedAt', order: 'asc' as const }];
  const rows = await records.rows(withAllFields(caller), 'encounter', { filter, sort, most }, sql);
  const own = rows.flatMap((row) => recordedAlertOf(row) ?? []);
  // Alerts of an imported day belong to no company here, and are part of the general replay.
  const seesImported = holds(caller.actor, [...replays, ...movesDays]) && !boundToCompanies(caller.actor);
  const imported = seesImported ? await importedBetween(sql, from, to) : [];
  return [...own, ...imported].sort((a, b) => Date.parse(a.raisedAt) - Date.parse(b.raisedAt));
}

async function importedBetween(sql: Sql, from: string, to: string): Promise<RecordedAlert[]> {
  const { rows } = await raw<{ id: number; data: RecordedAlert }>`
    select id, data from imported_alert where raised_at < ${to}::timestamptz
      and (cleared_at is null or cleared_at >= ${from}::timestamptz) order by raised_at limit ${most}`.execute(
    sql,
  );
  return rows.map(({ id, data }) => ({ ...data, id: -Number(id) }));
}

/** An encounter as playback shows it; null: its values cannot be read. */
export function recordedAlertOf(row: EncounterRecord): RecordedAlert | null {
  const figures = storedFigures(row);
  return (
    figures && {
      id: row.id,
      kind: row.kind,
      level: row.highestLevel,
      reason: figures.reason,
      ...(figures.countedAt === undefined ? {} : { countedAt: new Date(figures.countedAt).toISOString() }),
      tracks: tracksOf(figures),
      raisedAt: row.raisedAt,
      acknowledgedAt: stringOf(row.acknowledgedAt),
      clearedAt: stringOf(row.clearedAt),
    }
  );
}

/** The two that are closest, then the others of their groups, the closest first. */
function tracksOf({ targets, group, met = [] }: AlertFigures): string[] {
  const members = (group ? [group] : met).flatMap((one) => one.members);
  return [...new Set([...targets, ...members].map(({ id }) => id))];
}
