import { type RawBuilder, sql as raw } from 'kysely';
import type { DocumentKind } from '#domain/approvals/flow.ts';
import { instantsOf } from '#domain/plans/report-period.ts';
import { type DecisionPart, noWork, type WorkMeasures, workMeasures } from '#domain/statistics/measures.ts';
import type { Sql } from '#server/db/sql.ts';
import { type RecordType, recordTypes } from '#server/engine/records/record-type.ts';
import type { Records } from '#server/engine/records/records.ts';
import { and, type Condition, or, scopeOf } from '#server/engine/records/scope.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { isByCompanyOrArea } from './plan-sums.ts';
import { decisionFacts, ofPart } from './work-facts.ts';

export interface WorkFilter {
  companies?: number[] | undefined;
}

export interface Waiting {
  kind: DocumentKind;
  count: number;
  overdue: number;
  oldestAt: string | null;
}

/** Which decisions a list shows; `person` null: those that the system took. */
export interface DecisionFilter extends WorkFilter {
  kind?: DocumentKind | undefined;
  person?: number | null | undefined;
  part: DecisionPart;
}

export interface Decision {
  approval: number;
  kind: DocumentKind;
  resource: string;
  document: number;
  person: number | null;
  decision: string;
  decidedAt: string;
  waitMinutes: number;
  /** By when the law wants it decided; null: it names no time. */
  clock: string | null;
}

export interface WaitingFilter extends WorkFilter {
  kind?: DocumentKind | undefined;
  /** Only what is past the limit of its step. */
  overdue: boolean;
}

export interface WaitingDocument {
  kind: DocumentKind;
  resource: string;
  document: number;
  since: string | null;
  dueAt: string | null;
  isOverdue: boolean;
}

/** Those who decided most come first; the points of the line as they come. */
export interface DividedWork {
  total: WorkMeasures;
  kinds: ({ key: DocumentKind } & WorkMeasures)[];
  people: ({ key: number | null } & WorkMeasures)[];
  points: Map<string, WorkMeasures>;
}

/** A part of a list: from which place on, and how many at most; null: all. */
export interface Window {
  skip: number;
  take: number | null;
}

/** All of a list. */
export const whole: Window = { skip: 0, take: null };

export interface WorkSums {
  /** Decisions between two days (both included), split by an expression over `s`; of documents that the caller may read. */
  by<K extends string | number | null>(
    caller: Caller,
    span: { from: string; to: string },
    filter: WorkFilter,
    key: RawBuilder<K>,
  ): Promise<({ key: K } & WorkMeasures)[]>;
  /** The same as a whole, by kind, by person and along the line (`point`, over `s`), of one reading. */
  divided(
    caller: Caller,
    span: { from: string; to: string },
    filter: WorkFilter,
    point: RawBuilder<string>,
  ): Promise<DividedWork>;
  waiting(caller: Caller, filter: WorkFilter, now: Date): Promise<Waiting[]>;
  /** The very decisions that a sum counts, the latest first. Days on the wall of `timeZone`. */
  decisions(
    caller: Caller,
    span: { from: string; to: string },
    filter: DecisionFilter,
    window: Window,
    timeZone: string,
  ): Promise<{ totalCount: number; items: Decision[] }>;
  /** The very documents that `waiting` counts, those that wait longest first. */
  waitingDocuments(
    caller: Caller,
    filter: WaitingFilter,
    window: Window,
    now: Date,
  ): Promise<{ totalCount: number; items: WaitingDocument[] }>;
}

/** A row of `divided`: by what it is not divided, as bits, and the key by which it is. */
interface Divided {
  without: number;
  kind: DocumentKind;
  person: number | null;
  key: string;
}
const [ofKind, ofPerson, all] = [4, 2, 7];

/** What is decided on, and the records that it is about. */
const documents = [
  ['plan', 'plan'],
  ['release', 'plan'],
  ['airspace', 'airspace'],
  ['aircraft', 'aircraft'],
  ['pilot', 'pilot'],
  ['company', 'company'],
] as const;

export function createWorkSums(deps: { records: Pick<Records, 'resource'>; sql: Sql }): WorkSums {
  const { records, sql } = deps;
  const typeOf = (resource: (typeof documents)[number][1]): RecordType => {
    const type = recordTypes([records.resource(resource)]).get(resource);
    if (!type) throw new Error(`there is no resource ${resource}`);
    return type;
  };

  /** The rows of `work_sum` whose documents the caller may read. A kind of which rows are chosen by anything else is left out. */
  function scope(caller: Caller): Condition {
    const kinds = documents.flatMap(([kind, resource]) => {
      const type = typeOf(resource);
      const company = type.resource.scope?.company ?? 'company';
      if (!isByCompanyOrArea(caller, resource, company)) return [];
      const own = scopeOf(caller, type, 'read', 's');
      return own ? [and([raw`s.kind = ${kind}`, own])] : [];
    });
    return kinds.length > 0 ? or(kinds) : raw`false`;
  }

  /** What waits for a decision of each kind that the caller may read: `from … where …` over the flow `f` and its document `d`. */
  function runningFlows(
    caller: Caller,
    { companies }: WorkFilter,
  ): { kind: DocumentKind; from: RawBuilder<unknown> }[] {
    return documents.flatMap(([kind, resource]) => {
      const type = typeOf(resource);
      const own = scopeOf(caller, type, 'read', 'd');
      if (!own) return [];
      const from = raw`from flow_instance as f join ${raw.table(type.table)} as d on d.id = f.document_id
        where f.state = 'running' and f.document_kind = ${kind} and f.document_resource = ${resource}
          and f.deleted_at is null and d.deleted_at is null and ${and([own, ...ofCompanies('f', companies)])}`;
      return [{ kind, from }];
    });
  }

  /** The sums of the caller between two days, as `s` with the expression of a key. */
  function rowsOf(
    caller: Caller,
    { from, to }: { from: string; to: string },
    { companies }: WorkFilter,
    key: RawBuilder<unknown>,
  ): RawBuilder<unknown> {
    // A company's own record is known by its number.
    return raw`(select s.*, s.company as id, ${key} as key from work_sum as s) as s
      where s.day between ${from}::date and ${to}::date and ${and([scope(caller), ...ofCompanies('s', companies)])}`;
  }

  return {
    async by(caller, span, filter, key) {
      const { rows } = await raw<{ key: never } & WorkMeasures>`
        select s.key, ${summed} from ${rowsOf(caller, span, filter, key)} group by 1 order by 2 desc, 1`.execute(
        sql,
      );
      return rows;
    },

    async divided(caller, span, filter, point) {
      const { rows } = await raw<Divided & WorkMeasures>`
        select grouping(s.kind, s.person, s.key) as without, s.kind, s.person, s.key, ${summed}
        from ${rowsOf(caller, span, filter, point)}
        group by grouping sets ((), (s.kind), (s.person), (s.key)) order by 5 desc, 2, 3, 4`.execute(sql);
      const found: DividedWork = { total: noWork, kinds: [], people: [], points: new Map() };
      for (const { without, kind, person, key, ...sums } of rows) {
        if (without === all) found.total = sums;
        else if (without === all - ofKind) found.kinds.push({ key: kind, ...sums });
        else if (without === all - ofPerson) found.people.push({ key: person, ...sums });
        else found.points.set(key, sums);
      }
      return found;
    },
    async waiting(caller, { companies }, now) {
      const found: Waiting[] = [];
      for (const { kind, from } of runningFlows(caller, { companies })) {
        const { rows } = await raw<Omit<Waiting, 'kind'>>`
          select count(*)::int as count, (count(*) filter (where ${isOverdue(now)}))::int as overdue,
            min(f.step_started_at) as oldest_at ${from}`.execute(sql);
        found.push({ kind, count: 0, overdue: 0, oldestAt: null, ...rows[0] });
      }
      return found;
    },

    async decisions(caller, span, { companies, kind, person, part }, { skip, take }, timeZone) {
      const [from, to] = instantsOf(span, timeZone).map((at) => new Date(at).toISOString());
      const facts = decisionFacts(
        raw`approval as a`,
        raw`a.decided_at >= ${from}::timestamptz and a.decided_at < ${to}::timestamptz`,
        timeZone,
      );
      const source = raw`(select *, company as id from (${facts}) as x) as s where ${and([
        scope(caller),
        ofPart('s', part),
        ...ofCompanies('s', companies),
        ...(kind === undefined ? [] : [raw<never>`s.kind = ${kind}`]),
        ...(person === undefined ? [] : [raw<never>`s.person is not distinct from ${person}::bigint`]),
      ])}`;
      const counted = await raw<{ count: number }>`select count(*)::int as count from ${source}`.execute(sql);
      const { rows } = await raw<Decision>`
        select s.approval, s.kind, s.resource, s.document, s.person, s.decision, s.decided_at,
          s.wait_minutes::float8 as wait_minutes, s.clock
        from ${source} order by s.decided_at desc, s.approval desc limit ${take} offset ${skip}`.execute(sql);
      return { totalCount: counted.rows[0]?.count ?? 0, items: rows };
    },

    async waitingDocuments(caller, { companies, kind, overdue }, { skip, take }, now) {
      const parts = runningFlows(caller, { companies }).filter(
        (one) => kind === undefined || one.kind === kind,
      );
      if (parts.length === 0) return { totalCount: 0, items: [] };
      const all = raw.join(
        parts.map(
          ({ from }) => raw`select f.id, f.document_kind as kind, f.document_resource as resource,
            f.document_id as document, f.step_started_at as since, f.step_due_at as due_at,
            coalesce(${isOverdue(now)}, false) as is_overdue ${from}`,
        ),
        raw` union all `,
      );
      const source = raw`(${all}) as w where ${overdue ? raw`w.is_overdue` : raw`true`}`;
      const counted = await raw<{ count: number }>`select count(*)::int as count from ${source}`.execute(sql);
      const { rows } = await raw<WaitingDocument>`
        select w.kind, w.resource, w.document, w.since, w.due_at, w.is_overdue from ${source}
        order by w.since nulls last, w.id limit ${take} offset ${skip}`.execute(sql);
      return { totalCount: counted.rows[0]?.count ?? 0, items: rows };
    },
  };
}

const isOverdue = (now: Date): Condition => raw`f.step_due_at < ${now.toISOString()}::timestamptz`;

const ofCompanies = (alias: string, companies: WorkFilter['companies']): Condition[] =>
  companies?.length ? [raw`${raw.ref(`${alias}.company`)} = any(${companies}::bigint[])`] : [];

const summed = raw.join(
  workMeasures.map((name) => raw`coalesce(sum(${raw.ref(`s.${name}`)}), 0)::float8 as ${raw.ref(name)}`),
);
