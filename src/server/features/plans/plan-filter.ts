import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { PlanFilter } from '#contract/plans/plan-filter.ts';
import { overlapInPlanView } from '#domain/conflicts/plan-view.ts';
import { type Geometry, geometryError, isGeometry } from '#domain/geo/geojson.ts';
import { mayReadField } from '#domain/identity/access.ts';
import { planState } from '#domain/plans/states.ts';
import { AppError, refused } from '#domain/text/errors.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Filter, FilterOperator, RecordSelection } from '#server/engine/records/records.ts';
import type { FlowStore } from '#server/features/approvals/flow-store.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { countedUnder, toldBySums } from './counted-plans.ts';
import { expectedEnd } from './expected-end.ts';
import { momentIn } from './given-times.ts';
import type { PlanParameters } from './plan-parameters.ts';
import { isoOf } from './plan-rows.ts';

/**
 * Plans among which a polygon is looked for, at most: a wider question is refused, never answered in part.
 */
const mostCompared = 20_000;

const geometryKinds = ['Point', 'LineString', 'Polygon', 'MultiPolygon'] as const;

/** The filter as the records read it. Null: nothing can match. */
export async function planSelection(
  deps: { sql: Sql; flows: FlowStore },
  caller: Caller,
  input: PlanFilter,
  now: Date,
  parameters: PlanParameters,
): Promise<RecordSelection | null> {
  const filters: Filter[] = [];
  const among = (field: string, list: unknown[] | undefined, one?: unknown) => {
    const value = [...(list ?? []), ...(one === undefined ? [] : [one])];
    if (value.length > 0) filters.push({ field, operator: 'in', value });
  };
  among('state', input.states);
  among('kind', input.kinds, input.kind);
  among('urgency', input.urgencies, input.urgency);
  among('company', input.companies, input.company);
  among('missionType', input.missionTypes, input.missionType);
  among('standingPlan', undefined, input.standingPlan);
  const bound = (
    name: 'from' | 'to' | 'startsFrom' | 'startsTo' | 'endsTo',
    field: string,
    operator: FilterOperator,
  ) => {
    const value = input[name];
    if (value !== undefined) filters.push({ field, operator, value: isoOf(momentIn(value, name)) });
  };
  if (
    input.flown === true &&
    ['takeoffAt', 'realEta'].every((field) => mayReadField(caller.ability, 'plan', field))
  ) {
    filters.push(...inTheAir(input, now));
  } else {
    bound('to', 'startTime', 'lt');
    bound('from', 'endTime', 'gt');
  }
  bound('startsFrom', 'startTime', 'gte');
  bound('startsTo', 'startTime', 'lt');
  bound('endsTo', 'endTime', 'lt');
  if (input.restricted !== undefined) {
    filters.push({ field: 'restricted', operator: 'eq', value: input.restricted });
  }
  if (input.waiting) {
    const waiting = await deps.flows.waitingFor(deps.sql, caller.actor, ['plan']);
    if (waiting.length === 0) return null;
    filters.push({ field: 'id', operator: 'in', value: waiting.map((one) => one.documentId) });
  }
  const conditions = taskConditions(caller, input);
  for (const counted of input.counted ?? []) {
    const told = toldBySums[counted.by] ?? [];
    if (!told.every(([resource, field]) => mayReadField(caller.ability, resource, field)))
      throw unknownFilter('counted');
    conditions.push((alias) => countedUnder(alias, counted, parameters.deadlines.timeZone));
  }
  if (input.overdue !== undefined) conditions.push(overdueCondition(caller, input.overdue, now, parameters));
  const keyword = [input.filter, input.keyword]
    .map((text) => text?.trim())
    .filter(Boolean)
    .join(' ');
  const selection: RecordSelection = {
    filter: filters.length > 0 ? { operator: 'and', value: filters } : undefined,
    search: keyword || undefined,
    trash: 'without',
    ...(conditions.length > 0 ? { where: (alias) => all(conditions, alias) } : {}),
  };
  if (!input.within) return selection;
  refuseHidden(caller, 'geometry', 'within');
  const error = geometryError(input.within, ['Polygon']);
  if (error || !isGeometry(input.within, ['Polygon'])) {
    throw new AppError(
      'validation',
      { key: 'common.validation' },
      {
        fields: [
          { field: 'within', text: error ?? { key: 'common.invalid.form', values: { field: 'within' } } },
        ],
      },
    );
  }
  const found = await plansWithin(deps.sql, input, input.within);
  return {
    ...selection,
    where: (alias) =>
      all([...conditions, (name) => sql`${sql.ref(`${name}.id`)} = any(${found}::bigint[])`], alias),
  };
}

const dayMs = 86_400_000;

/** The span by what was flown beside what was filed: who is late is in the air after it, who left early before it. */
function inTheAir({ from, to }: PlanFilter, now: Date): Filter[] {
  const filters: Filter[] = [];
  // Nobody is a day off: the bound on what was filed is the one that an index answers.
  const near = (field: string, operator: 'gt' | 'lt', at: number, flown: Filter): Filter => ({
    operator: 'or',
    value: [
      { field, operator, value: isoOf(at) },
      {
        operator: 'and',
        value: [{ field, operator, value: isoOf(at + (operator === 'gt' ? -dayMs : dayMs)) }, flown],
      },
    ],
  });
  if (from !== undefined) {
    const at = momentIn(from, 'from');
    const landed: Filter = { field: 'realEta', operator: 'gt', value: isoOf(at) };
    const flying: Filter = { field: 'state', operator: 'eq', value: planState.inFlight };
    const late: Filter = at < now.getTime() ? { operator: 'or', value: [landed, flying] } : landed;
    filters.push(near('endTime', 'gt', at, late));
  }
  if (to !== undefined) {
    const at = momentIn(to, 'to');
    filters.push(near('startTime', 'lt', at, { field: 'takeoffAt', operator: 'lt', value: isoOf(at) }));
  }
  return filters;
}

type Part = (alias: string) => RawBuilder<SqlBool>;

function all(parts: Part[], alias: string): RawBuilder<SqlBool> {
  return sql`(${sql.join(
    parts.map((part) => part(alias)),
    sql` and `,
  )})`;
}

/** In flight, and past the moment at which it was to be down by more than the grace; or not so. */
function overdueCondition(
  caller: Caller,
  overdue: boolean,
  now: Date,
  { overdueMs }: Pick<PlanParameters, 'overdueMs'>,
): Part {
  if (!mayReadField(caller.ability, 'plan', 'endTime')) throw unknownFilter('overdue');
  const before = new Date(now.getTime() - overdueMs).toISOString();
  return (alias) => {
    const isOverdue = sql`coalesce(${sql.ref(`${alias}.state`)} = ${planState.inFlight}
      and ${expectedEnd(alias)} < ${before}::timestamptz, false)`;
    return overdue ? sql<SqlBool>`${isOverdue}` : sql<SqlBool>`not ${isOverdue}`;
  };
}

/** What is asked of the tasks: any of them may answer. */
function taskConditions(caller: Caller, input: PlanFilter): Part[] {
  const some =
    (condition: RawBuilder<SqlBool>): Part =>
    (alias) =>
      sql`exists (select 1 from job_task as k where k.plan = ${sql.ref(`${alias}.id`)}
        and k.deleted_at is null and ${condition})`;
  const parts: Part[] = [];
  if (input.aircraft?.length) {
    refuseHidden(caller, 'aircraft', 'aircraft');
    parts.push(some(sql`k.aircraft = any(${input.aircraft}::bigint[])`));
  }
  if (input.pilots?.length) {
    refuseHidden(caller, 'pilots', 'pilots');
    parts.push(
      some(sql`exists (select 1 from job_task_pilots as l
        where l.owner_id = k.id and l.target_id = any(${input.pilots}::bigint[]))`),
    );
  }
  if (input.airports?.length) {
    refuseHidden(caller, 'departure', 'airports');
    const { airports } = input;
    parts.push(
      some(sql`(k.departure = any(${airports}::bigint[]) or k.destination = any(${airports}::bigint[])
        or k.alternate = any(${airports}::bigint[]))`),
    );
  }
  if (input.airspaces?.length) {
    refuseHidden(caller, 'airspace', 'airspaces');
    parts.push(some(sql`k.airspace = any(${input.airspaces}::bigint[])`));
  }
  return parts;
}

/** What the user may not read they may not ask by either: the answer would tell it. */
function refuseHidden(caller: Caller, field: string, name: string): void {
  if (!mayReadField(caller.ability, 'jobTask', field)) throw unknownFilter(name);
}

function unknownFilter(name: string): AppError {
  return new AppError('validation', { key: 'records.query.unknown', values: { name } });
}

/**
 * Plans that fly over the polygon: what a task drew, else its airspace, else its departure and destination.
 */
async function plansWithin(db: Sql, input: PlanFilter, polygon: Geometry): Promise<number[]> {
  const span = sql`${input.from ? sql`and p.end_time > ${input.from}::timestamptz` : sql``}
    ${input.to ? sql`and p.start_time < ${input.to}::timestamptz` : sql``}
    ${input.states?.length ? sql`and p.state = any(${input.states}::bigint[])` : sql``}`;
  const { rows } = await sql<{ plan: number; geometry: unknown; fromPlace: unknown; toPlace: unknown }>`
    select k.plan, coalesce(k.geometry, s.geometry) as geometry,
      coalesce(dp.position, da.position) as "fromPlace", coalesce(ap.position, aa.position) as "toPlace"
    from job_task k join plan p on p.id = k.plan
    left join airspace s on s.id = k.airspace
    left join airport da on da.id = k.departure left join takeoff_landing_point dp on dp.id = k.departure_point
    left join airport aa on aa.id = k.destination left join takeoff_landing_point ap on ap.id = k.destination_point
    where k.deleted_at is null and p.deleted_at is null ${span}
    limit ${mostCompared + 1}`.execute(db);
  if (rows.length > mostCompared) throw refused('plan.refused.tooManyToCompare', { count: mostCompared });
  const meets = (shape: unknown) => isGeometry(shape, geometryKinds) && overlapsOrHolds(polygon, shape);
  const found = rows.filter((row) =>
    row.geometry ? meets(row.geometry) : meets(row.fromPlace) || meets(row.toPlace),
  );
  return [...new Set(found.map((row) => row.plan))];
}

/** A point or a line has no inside of its own: a metre around it is what must be met. */
function overlapsOrHolds(polygon: Geometry, shape: Geometry): boolean {
  return overlapInPlanView(polygon, shape, shape.type === 'Point' || shape.type === 'LineString' ? 1 : 0);
}
