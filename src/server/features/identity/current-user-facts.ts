import { sql as raw } from 'kysely';
import { auditState } from '#domain/approvals/audit.ts';
import type { Actor } from '#domain/identity/access.ts';
import type { Sql } from '#server/db/sql.ts';

/** What the user-info call says of the user beside their own record (specification §3). */
export interface CurrentUserFacts {
  /** The company is certified; of who has none of their own, every one that they serve. */
  isAuth: boolean;
  /** They have pilots, and aircraft. */
  isPilot: boolean;
  isAircraft: boolean;
  /** The airspace templates that the user drew or keeps, by id. */
  drawnIds: number[];
}

/** Asked of the records at every call: nothing of it is kept. */
export async function factsOf(
  sql: Sql,
  { userId, companyId, companyIds }: Pick<Actor, 'userId' | 'companyId' | 'companyIds'>,
): Promise<CurrentUserFacts> {
  const companies = companyId === null ? [...new Set(companyIds)] : [companyId];
  const { rows } = await raw<CurrentUserFacts>`
    with own as (select unnest(${companies}::bigint[]) as id)
    select
      exists (select 1 from own) and not exists (
        select 1 from own left join company c on c.id = own.id and c.deleted_at is null
        where c.examine_state is distinct from ${auditState.accepted}) as "isAuth",
      exists (select 1 from pilot p join own on own.id = p.company where p.deleted_at is null) as "isPilot",
      exists (select 1 from aircraft a join own on own.id = a.company where a.deleted_at is null) as "isAircraft",
      array(select t.id from airspace_template t where coalesce(t.owner, t.created_by) = ${userId} and t.deleted_at is null
        order by t.id) as "drawnIds"`.execute(sql);
  return rows[0] ?? { isAuth: false, isPilot: false, isAircraft: false, drawnIds: [] };
}
