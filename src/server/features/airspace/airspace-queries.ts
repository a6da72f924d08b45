import { type RawBuilder, sql as raw } from 'kysely';
import type { PageInput } from '#contract/airspace/airspace-input.ts';
import type { AirspaceDetail, AirspaceItem, ExtensionAskItem } from '#contract/airspace/airspace-output.ts';
import { airspaceState } from '#domain/airspace/machine.ts';
import { eventsSince, isOpenAt, openEventAt } from '#domain/airspace/openness.ts';
import { sameVersion, versionAt, versionFields } from '#domain/airspace/versions.ts';
import { overlapInPlanView } from '#domain/conflicts/plan-view.ts';
import { geometryError, isGeometry } from '#domain/geo/geojson.ts';
import { boundToCompanies, mayReadField } from '#domain/identity/access.ts';
import { AppError, fieldError } from '#domain/text/errors.ts';
import { textOf } from '#domain/text/narrow.ts';
import { activations, isActiveAt } from '#domain/time/activation.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Catalogue } from '#server/engine/records/catalogue.ts';
import { presentFor } from '#server/engine/records/fields.ts';
import { type NameReader, storedNamesIn } from '#server/engine/records/names.ts';
import type { Records } from '#server/engine/records/records.ts';
import { columnsOf, recordOf } from '#server/engine/records/rows.ts';
import { scopeOrForbidden } from '#server/engine/records/scope.ts';
import type { StoredRecord } from '#server/engine/records/stored-record.ts';
import type { FlowStore } from '#server/features/approvals/flow-store.ts';
import { viewFlows } from '#server/features/approvals/flow-view.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { airspaceActionsFor } from './airspace-actions.ts';
import { type ExtensionAsk, waitingAsk, waitingAsks } from './airspace-asks.ts';
import { maintainsLibrary, openEventsOf, timesOf } from './airspace-rows.ts';
import { type VersionRow, versionsOf } from './airspace-versions.ts';
import { extentView, itemView } from './airspace-view.ts';

const dayMs = 86_400_000;
const areaKinds = ['Polygon', 'MultiPolygon'] as const;
const sortable = [
  'name',
  'designator',
  'kind',
  'validFrom',
  'validTo',
  'submittedAt',
  'decideBy',
  'state',
  'updatedAt',
];

/** What the airspace of a version says itself. */
type Own = {
  ownDesignator: string | null;
  ownOpenState: 'open' | 'closed' | null;
};

export type AirspaceQueries = ReturnType<typeof createAirspaceQueries>;

/** What is read of airspaces, each among the caller's rows and fields. */
/** Openings and closings of so long ago are told with an airspace; its history has them all. */
const toldForMs = 31 * 86_400_000;

export function createAirspaceQueries(deps: {
  records: Records;
  catalogue: Catalogue;
  flows: FlowStore;
  sql: Sql;
  timeZone: () => Promise<string>;
  clock: () => Date;
}) {
  const { records, catalogue, flows, sql, clock } = deps;
  const type = () => catalogue.find('airspace');

  async function page(
    caller: Caller,
    input: PageInput,
  ): Promise<{ items: AirspaceItem[]; totalCount: number }> {
    const mine = (await flows.waitingFor(sql, caller.actor, ['airspace'])).map(
      ({ documentId }) => documentId,
    );
    const where = raw.join(
      [scopeOrForbidden(caller, type(), 'read', 't'), ...conditions(caller, input, mine)],
      raw` and `,
    );
    const order = orderOf(input.sorting);
    const skip = input.skipCount ?? 0;
    const take = input.maxResultCount ?? 50;
    const from = raw`from airspace as t left join lateral (${latestFlow(caller)}) as f on true
      where t.deleted_at is null and ${where}`;
    let totalCount: number;
    let rows: Record<string, unknown>[];
    const select = raw`select ${columnsOf(type())}, ${acceptOf(caller, mine)} as accept_for_caller`;
    if (input.within) {
      const error = geometryError(input.within, areaKinds);
      if (error || !isGeometry(input.within, areaKinds)) {
        throw fieldError('within', error?.key ?? 'format.geometry.empty', error?.values);
      }
      const area = input.within;
      const found = await raw<Record<string, unknown>>`${select} ${from} order by ${order}`.execute(sql);
      const touching = found.rows.filter(
        ({ geometry }) => isGeometry(geometry, areaKinds) && overlapInPlanView(geometry, area, 0),
      );
      totalCount = touching.length;
      rows = touching.slice(skip, skip + take);
    } else {
      const count = await raw<{ count: number }>`select count(*) as count ${from}`.execute(sql);
      totalCount = count.rows[0]?.count ?? 0;
      const found = await raw<Record<string, unknown>>`
        ${select} ${from} order by ${order} limit ${take} offset ${skip}`.execute(sql);
      rows = found.rows;
    }
    const accepts = new Map(rows.map((row) => [Number(row.id), textOf(row.acceptForCaller)]));
    const items = rows.map(({ acceptForCaller: _, ...row }) => recordOf(type(), row));
    return { items: await present(caller, items, accepts, mine), totalCount };
  }

  async function present(
    caller: Caller,
    items: StoredRecord[],
    accepts: ReadonlyMap<number, string | null>,
    mine: number[],
  ): Promise<AirspaceItem[]> {
    const labels = await records.labels(caller, 'airspace', items);
    const companies = companiesIn(items, labels);
    const seesOpen = mayReadField(caller.ability, 'airspace', 'openState');
    const events = seesOpen
      ? await openEventsOf(
          sql,
          items.map(({ id }) => id),
        )
      : new Map<number, never[]>();
    return items.map((record) =>
      itemView(presentFor(caller, type(), record), type(), {
        locale: caller.locale,
        companies,
        labels: labels.get(record.id) ?? {},
        accept: accepts.get(record.id) ?? null,
        waiting: mine.includes(record.id),
        events: eventsSince(events.get(record.id) ?? [], clock().getTime() - toldForMs),
      }),
    );
  }

  async function acceptancesOf(
    caller: Caller,
    id: number,
    mine: number[],
  ): Promise<Map<number, string | null>> {
    const { rows } = await raw<{ accept: string | null }>`
      select ${acceptOf(caller, mine)} as accept from airspace as t
      left join lateral (${latestFlow(caller)}) as f on true where t.id = ${id}`.execute(sql);
    return new Map([[id, rows[0]?.accept ?? null]]);
  }

  async function get(caller: Caller, id: number): Promise<AirspaceDetail> {
    const record = await records.get(caller, 'airspace', id);
    const now = clock();
    const timeZone = await deps.timeZone();
    const instances = await flows.all(sql, 'airspace', id);
    const running = instances.find((one) => one.state === 'running') ?? null;
    const mine = (await flows.waitingFor(sql, caller.actor, ['airspace'])).map(
      ({ documentId }) => documentId,
    );
    const [airspace] = await present(caller, [record], await acceptancesOf(caller, id, mine), mine);
    if (!airspace) throw new AppError('notFound', { key: 'common.notFound', values: { type: '', id } });
    const window = { from: now.getTime(), to: now.getTime() + 14 * dayMs };
    const ask = await waitingAsk(sql, id);
    return {
      airspace,
      events: await events(caller, id),
      versions: await versions(caller, id),
      actions: airspaceActionsFor(caller, record, running, now.getTime(), ask !== null),
      extensionAsk: ask && askView(ask, await storedNamesIn(sql, caller.locale, [ask.byName])),
      flows: (await viewFlows(sql, caller, instances)).reverse(),
      stepIndex: running?.stepIndex ?? null,
      activations: activations(timesOf(record), window, timeZone)
        .slice(0, 60)
        .map(({ from, to }) => ({ from: new Date(from).toISOString(), to: new Date(to).toISOString() })),
      now: now.toISOString(),
      timeZone,
    };
  }

  async function events(caller: Caller, id: number): Promise<AirspaceDetail['events']> {
    await records.get(caller, 'airspace', id);
    const now = clock().getTime();
    const rows = await sql
      .selectFrom('airspaceEvent')
      .selectAll()
      .where('airspace', '=', id)
      .where('deletedAt', 'is', null)
      .orderBy('id', 'desc')
      .limit(500)
      .execute();
    const { fields } = catalogue.find('airspaceEvent');
    const word = (field: string, value: string) =>
      fields.get(field)?.schema['x-enum']?.[value]?.[caller.locale] ?? value;
    const nameOf = await storedNamesIn(
      sql,
      caller.locale,
      rows.flatMap(({ byName, answeredByName }) => [byName, answeredByName]),
    );
    return rows.map((row) => {
      const [from, to] = [Date.parse(row.from), row.to];
      const standing = from > now ? 'ahead' : to !== null && Date.parse(to) <= now ? 'over' : 'now';
      return {
        id: row.id,
        kind: row.kind,
        kindText: word('kind', row.kind),
        from: new Date(from).toISOString(),
        to: to === null ? null : new Date(to).toISOString(),
        reason: row.reason,
        byName: nameOf(row.byName),
        at: new Date(row.at).toISOString(),
        standing,
        state: row.state,
        stateText: row.state === null ? null : word('state', row.state),
        answer: row.answer,
        answeredByName: nameOf(row.answeredByName),
        answeredAt: row.answeredAt === null ? null : new Date(row.answeredAt).toISOString(),
      };
    });
  }

  /** What the caller has to answer: requests for an extension, of the airspaces that they see and keep. */
  async function asks(caller: Caller): Promise<ExtensionAskItem[]> {
    if (!maintainsLibrary(caller)) return [];
    const waiting = await waitingAsks(sql);
    const scope = scopeOrForbidden(caller, type(), 'read', 't');
    const { rows } = await raw<Record<string, unknown>>`
      select ${columnsOf(type())} from airspace as t
      where t.deleted_at is null and t.state = ${airspaceState.approved}
        and t.id = any(${[...waiting.keys()]}::bigint[]) and ${scope}
      order by t.valid_to, t.id`.execute(sql);
    const items = await present(
      caller,
      rows.map((row) => recordOf(type(), row)),
      new Map(),
      [],
    );
    const nameOf = await storedNamesIn(
      sql,
      caller.locale,
      [...waiting.values()].map(({ byName }) => byName),
    );
    return items.flatMap(({ id, name, nameEn, designator, companyName, validTo }) => {
      const ask = waiting.get(id);
      return ask
        ? [{ ...askView(ask, nameOf), airspace: { id, name, nameEn, designator, companyName, validTo } }]
        : [];
    });
  }

  /**
   * The latest version first; fields that the caller may not see of the airspace they do not see of its
   * versions.
   */
  async function versions(caller: Caller, id: number): Promise<AirspaceDetail['versions']> {
    await records.get(caller, 'airspace', id);
    const found = await versionsOf(sql, id);
    const current = versionAt(found, clock().getTime());
    const companies = await companyNames(caller, found);
    const nameOf = await storedNamesIn(
      sql,
      caller.locale,
      found.map(({ authorName }) => authorName),
    );
    return found
      .map((version, index) => {
        const shown = visible(caller, version);
        const before = found[index - 1];
        return {
          id: version.id,
          number: version.number,
          effectiveFrom: version.effectiveFrom,
          effectiveTo: version.effectiveTo,
          ...extentView(shown, companies),
          reason: version.reason,
          authorName: nameOf(version.authorName),
          current: current?.id === version.id,
          changed: before
            ? versionFields.filter(
                (field) =>
                  field in shown && !sameVersion({ [field]: before[field] }, { [field]: version[field] }),
              )
            : [],
        };
      })
      .reverse();
  }

  function visible(
    caller: Caller,
    version: VersionRow & { designator?: string | null },
  ): Record<string, unknown> {
    const open = presentFor(caller, type(), { ...version, id: version.airspace, version: 1 });
    return open;
  }

  /** What is in force at a moment, by version: what conflicts, maps and queries of that moment read. */
  async function at(caller: Caller, moment: number) {
    const time = new Date(moment).toISOString();
    const scope = scopeOrForbidden(caller, type(), 'read', 't');
    const { rows } = await raw<VersionRow & Own>`
      select v.*, t.designator as own_designator, t.open_state as own_open_state from airspace_version as v
      join airspace as t on t.id = v.airspace
      where t.deleted_at is null and v.deleted_at is null and ${scope}
        and v.effective_from <= ${time}::timestamptz and (v.effective_to is null or v.effective_to > ${time}::timestamptz)
        and (v.valid_from is null or v.valid_from <= ${time}::timestamptz)
        and (v.valid_to is null or v.valid_to > ${time}::timestamptz)
      order by v.airspace, v.number desc`.execute(sql);
    const latest = rows.filter((row, index) => rows[index - 1]?.airspace !== row.airspace);
    const opened = await openEventsOf(
      sql,
      latest.map(({ airspace }) => airspace),
    );
    const timeZone = await deps.timeZone();
    const companies = await companyNames(caller, latest);
    const kinds = type().fields.get('kind')?.schema['x-enum'] ?? {};
    return latest.map(({ ownDesignator, ownOpenState: before, ...version }) => {
      const shown = visible(caller, { ...version, designator: ownDesignator });
      const own = opened.get(version.airspace) ?? [];
      const otherwise = own.length === 0 ? before : null;
      return {
        id: version.airspace,
        number: version.number,
        ...extentView(shown, companies),
        designator: textOf(shown.designator),
        kindText: kinds[version.kind]?.[caller.locale] ?? version.kind,
        openState: isOpenAt(own, moment, otherwise),
        openReason: openEventAt(own, moment)?.reason ?? null,
        active: isActiveAt(timesOf(version), moment, moment + 1, timeZone),
      };
    });
  }

  async function companyNames(
    caller: Caller,
    items: Record<string, unknown>[],
  ): Promise<Map<number, string>> {
    const shaped = items.map((item, index) => ({
      ...item,
      id: index + 1,
      version: 1,
      company: item.company ?? null,
    }));
    return companiesIn(shaped, await records.labels(caller, 'airspace', shaped));
  }

  return { page, get, events, versions, at, asks, present };
}

function askView(
  { id, validTo, reason, byName, at }: ExtensionAsk,
  nameOf: NameReader,
): NonNullable<AirspaceDetail['extensionAsk']> {
  return { id, validTo, reason, byName: nameOf(byName), at };
}

function companiesIn(
  items: StoredRecord[],
  labels: ReadonlyMap<number, Record<string, string | string[]>>,
): Map<number, string> {
  const names = new Map<number, string>();
  for (const { id, company } of items) {
    const label = labels.get(id)?.company;
    if (typeof company === 'number' && typeof label === 'string') names.set(company, label);
  }
  return names;
}

/** The latest approval of the airspace `t`, and whether the caller has decided anything of it. */
function latestFlow({ actor }: Caller): RawBuilder<unknown> {
  return raw`select i.state, i.taken_at is not null as taken, exists (
      select 1 from approval as a join flow_instance as own on own.id = a.flow_instance
      where own.document_resource = 'airspace' and own.document_id = t.id
        and a.decided_by = ${actor.userId} and a.deleted_at is null) as decided
    from flow_instance as i where i.document_resource = 'airspace' and i.document_id = t.id
      and i.deleted_at is null order by i.id desc limit 1`;
}

/**
 * The acceptance of specification §4 as it is for the caller. Who applies sees whether their application was
 * accepted; who decides, whether it waits for them (0), was decided by them (-1), or waits for somebody else
 * (3).
 */
function acceptOf(caller: Caller, mine: number[]): RawBuilder<unknown> {
  const waits = raw`t.id = any(${mine}::bigint[])`;
  const running = boundToCompanies(caller.actor)
    ? raw`case when ${waits} then '0' else coalesce(t.accept_state, '0') end`
    : raw`case when ${waits} then '0' when f.decided then '-1' else '3' end`;
  return raw`case when f.state is null then (case when t.state = 0 then null else t.accept_state end)
    when f.state = 'running' then ${running}
    when f.state = 'approved' then '1' when f.state in ('rejected', 'returned') then '2' end`;
}

function conditions(caller: Caller, input: PageInput, mine: number[]): RawBuilder<unknown>[] {
  const found: RawBuilder<unknown>[] = [];
  const time = (field: string, value: string) => {
    if (!Number.isNaN(Date.parse(value))) return new Date(value).toISOString();
    throw fieldError(field, 'airspace.refused.time');
  };
  const words = input.filter?.trim();
  if (words) {
    const pattern = `%${words.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
    found.push(raw`(t.name ilike ${pattern} or t.name_en ilike ${pattern} or t.designator ilike ${pattern})`);
  }
  if (input.states?.length) found.push(raw`t.state = any(${input.states}::bigint[])`);
  if (input.kinds?.length) found.push(raw`t.kind = any(${input.kinds}::text[])`);
  if (input.classes?.length) found.push(raw`t.airspace_class = any(${input.classes}::text[])`);
  if (input.companies?.length) found.push(raw`t.company = any(${input.companies}::bigint[])`);
  if (input.openStates?.length) {
    found.push(raw`coalesce(t.open_state, 'none') = any(${input.openStates}::text[])`);
  }
  if (input.acceptStates?.length) {
    found.push(raw`(${acceptOf(caller, mine)}) = any(${input.acceptStates}::text[])`);
  }
  if (input.library) found.push(raw`t.state in (${airspaceState.approved}, ${airspaceState.expired})`);
  if (input.mine) found.push(raw`t.company = any(${caller.actor.companyIds}::bigint[])`);
  const at = input.at === undefined ? undefined : time('at', input.at);
  const from = input.from === undefined ? at : time('from', input.from);
  const to = input.to === undefined ? at : time('to', input.to);
  if (from !== undefined) found.push(raw`(t.valid_to is null or t.valid_to > ${from}::timestamptz)`);
  if (to !== undefined) found.push(raw`(t.valid_from is null or t.valid_from <= ${to}::timestamptz)`);
  return found;
}

/** `field` or `field desc`; what waits longest for a decision first where nothing is said. */
function orderOf(sorting: string | undefined): RawBuilder<unknown> {
  const [field = '', direction = 'asc'] = (sorting ?? '').trim().split(/\s+/);
  if (!sortable.includes(field)) return raw`t.state = 0 desc, t.updated_at desc, t.id desc`;
  const column = raw.ref(`t.${field}`);
  return direction.toLowerCase() === 'desc'
    ? raw`${column} desc nulls last, t.id desc`
    : raw`${column} asc nulls last, t.id asc`;
}
