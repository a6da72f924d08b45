import { sql as raw, type SqlBool } from 'kysely';
import type { AuditItem } from '#contract/approvals/audit.ts';
import { type AcceptFilter, acceptFilters, auditStateOf, firstExpiry } from '#domain/approvals/audit.ts';
import { mayReadField } from '#domain/identity/access.ts';
import { labelIn } from '#domain/text/label.ts';
import { stringOf } from '#domain/text/narrow.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Catalogue } from '#server/engine/records/catalogue.ts';
import { titleIn } from '#server/engine/records/fields.ts';
import { namesOf } from '#server/engine/records/names.ts';
import { columnsOf, recordOf } from '#server/engine/records/rows.ts';
import { type Condition, scopeOf } from '#server/engine/records/scope.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { type AuditedType, auditedTypes, companyOf } from './audit-rows.ts';
import { type FlowInstance, withApprovals } from './flow-rows.ts';
import type { FlowStore } from './flow-store.ts';
import { standingOfFlow } from './waiting-documents.ts';

export interface InboxQuery {
  /** Only records of this type; absent: of all. */
  resource: string | undefined;
  /** Absent: all. */
  accept: AcceptFilter | undefined;
  keyword: string | undefined;
  skip: number;
  take: number;
}

export interface AuditInbox {
  items: AuditItem[];
  totalCount: number;
  /** By acceptance filter, and all of them, of the resource that was asked for. */
  counts: Record<AcceptFilter | 'all', number>;
  /** What waits for me, by resource. */
  waiting: Record<string, number>;
}

/**
 * What is submitted for audit among the caller's rows: the latest flow of each record, those that wait for
 * them first.
 */
export function createAuditInbox(deps: { catalogue: Catalogue; flows: FlowStore; sql: Sql }) {
  const { catalogue, flows, sql } = deps;

  return async function inbox(caller: Caller, query: InboxQuery): Promise<AuditInbox> {
    const all = auditedTypes(catalogue);
    const mine = await flows.waitingFor(
      sql,
      caller.actor,
      all.map(({ resource }) => resource.name),
    );
    const waiting: Record<string, number> = {};
    for (const audited of all) {
      waiting[audited.resource.name] = await count(caller, audited, conditionOf('0', caller, mine));
    }
    const wanted = all.filter(({ resource }) => !query.resource || resource.name === query.resource);
    const counts = { '-1': 0, '0': 0, '1': 0, '2': 0, '3': 0, all: 0 };
    for (const audited of wanted) {
      for (const filter of acceptFilters) {
        counts[filter] += await count(caller, audited, conditionOf(filter, caller, mine));
      }
      counts.all += await count(caller, audited, raw<SqlBool>`true`);
    }
    const condition = query.accept ? conditionOf(query.accept, caller, mine) : raw<SqlBool>`true`;
    const found: { order: [number, number]; item: AuditItem }[] = [];
    let totalCount = 0;
    for (const audited of wanted) {
      const where = raw<SqlBool>`${condition} and ${keywordOf(audited, query.keyword)}`;
      totalCount += await count(caller, audited, where);
      found.push(...(await page(caller, audited, where, query.skip + query.take, mine)));
    }
    found.sort((a, b) => a.order[0] - b.order[0] || a.order[1] - b.order[1]);
    return {
      items: found.slice(query.skip, query.skip + query.take).map(({ item }) => item),
      totalCount,
      counts,
      waiting,
    };
  };

  /** The latest flow of each record of the caller's rows. */
  function from(caller: Caller, { type, resource }: AuditedType, where: Condition) {
    const scope = scopeOf(caller, type, 'read', 't') ?? raw`false`;
    return raw`flow_instance as i join ${raw.table(type.table)} as t on t.id = i.document_id
      where i.document_resource = ${resource.name} and i.deleted_at is null and t.deleted_at is null
        and not exists (select 1 from flow_instance as later where later.document_resource = i.document_resource
          and later.document_id = i.document_id and later.deleted_at is null and later.id > i.id)
        and ${scope} and ${where}`;
  }

  async function count(caller: Caller, audited: AuditedType, where: Condition): Promise<number> {
    const { rows } = await raw<{ count: number }>`
      select count(*) as count from ${from(caller, audited, where)}`.execute(sql);
    return rows[0]?.count ?? 0;
  }

  async function page(
    caller: Caller,
    audited: AuditedType,
    where: Condition,
    most: number,
    mine: FlowInstance[],
  ): Promise<{ order: [number, number]; item: AuditItem }[]> {
    const { type, resource, approval } = audited;
    const { rows } = await raw<Record<string, unknown>>`
      select i.id as flow_id, ${columnsOf(type)} from ${from(caller, audited, where)}
      order by i.state = 'running' desc, i.step_due_at nulls last, i.ended_at desc nulls last, i.id
      limit ${most}`.execute(sql);
    if (rows.length === 0) return [];
    const ids = rows.map((row) => Number(row.flowId));
    const instances = await withApprovals(
      sql,
      await sql.selectFrom('flowInstance').selectAll().where('id', 'in', ids).execute(),
    );
    const byId = new Map(instances.map((one) => [one.id, one]));
    const records = rows.map(({ flowId, ...row }) => ({
      flow: byId.get(Number(flowId)),
      record: recordOf(type, row),
    }));
    const companies = await namesOf(
      sql,
      'company',
      records.map(({ record }) => companyOf(resource, record)),
      caller.locale,
    );
    const applicants = instances.map(({ applicantId }) => applicantId);
    const people = await namesOf(sql, 'user', applicants, caller.locale);
    const states = type.fields.get(approval.state)?.schema['x-enum'] ?? {};
    return records.flatMap(({ flow, record }) => {
      if (!flow) return [];
      const state = auditStateOf(approval, record);
      const company = companyOf(resource, record);
      const { subtitleField = '' } = resource;
      const subtitle = mayReadField(caller.ability, resource.name, subtitleField)
        ? record[subtitleField]
        : null;
      const running = flow.state === 'running';
      const due = flow.stepDueAt ? Date.parse(flow.stepDueAt) : Number.MAX_SAFE_INTEGER;
      const item: AuditItem = {
        ...standingOfFlow(flow, caller),
        resource: resource.name,
        kindText: labelIn(resource.schema['x-label'], caller.locale),
        id: record.id,
        title: titleIn(caller, resource, record),
        subtitle: stringOf(subtitle),
        company,
        companyName: companies.get(company ?? 0) ?? null,
        state,
        stateText: states[String(state)]?.[caller.locale] ?? String(state),
        flowState: flow.state,
        submittedAt: flow.startedAt,
        endedAt: flow.endedAt,
        applicantName: people.get(flow.applicantId ?? 0) ?? null,
        mine: mine.some(({ id }) => id === flow.id),
        expiry: firstExpiry(approval, record),
      };
      // What waits comes first by its limit; what has ended, the latest first.
      const order: [number, number] = running
        ? [0, due]
        : [1, -Date.parse(flow.endedAt ?? flow.startedAt ?? '1970-01-01')];
      return [{ order, item }];
    });
  }
}

/** The acceptance filter of specification §4, over the flow `i`. */
function conditionOf(filter: AcceptFilter, caller: Caller, mine: FlowInstance[]): Condition {
  const ids = mine.map(({ id }) => id);
  const decided = raw`exists (select 1 from approval as a join flow_instance as own on own.id = a.flow_instance
    where own.document_resource = i.document_resource and own.document_id = i.document_id
      and a.decided_by = ${caller.actor.userId} and a.deleted_at is null)`;
  switch (filter) {
    case '-1':
      return raw`(${decided})`;
    case '0':
      return raw`i.id = any(${ids}::bigint[])`;
    case '1':
      return raw`i.state = 'approved'`;
    case '2':
      return raw`i.state in ('rejected', 'returned')`;
    case '3':
      return raw`(i.state = 'running' and not (i.id = any(${ids}::bigint[])))`;
  }
}

/** The words that are looked for in what the list of the resource searches. */
function keywordOf({ type, resource }: AuditedType, keyword: string | undefined): Condition {
  const words = keyword?.trim();
  if (!words) return raw`true`;
  const pattern = `%${words.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  const fields = resource.search.filter((name) => type.fields.has(name));
  if (fields.length === 0) return raw`true`;
  return raw`(${raw.join(
    fields.map((name) => raw`${raw.ref(`t.${name}`)}::text ilike ${pattern}`),
    raw` or `,
  )})`;
}
