import { sql as raw } from 'kysely';
import { type StartProgress, type StartStep, startProgress } from '#domain/identity/start-steps.ts';
import { planState } from '#domain/plans/states.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Catalogue } from '#server/engine/records/catalogue.ts';

/** How far a company has come on the way from its registration to its first plan. */
export type ProgressOf = (company: number) => Promise<StartProgress[]>;

export function createProgress({ sql, catalogue }: { sql: Sql; catalogue: Catalogue }): ProgressOf {
  return async (company) => {
    const papers = catalogue.find('company').resource.approval?.papers ?? [];
    const { rows } = await raw<Record<StartStep, string>>`
      select
        (select count(distinct kind) from attachment where resource = 'company' and record_id = ${company}
          and kind = any(${papers}) and deleted_at is null) as papers,
        (select count(*) from aircraft where company = ${company} and deleted_at is null) as aircraft,
        (select count(*) from pilot where company = ${company} and deleted_at is null) as pilots,
        (select count(*) from takeoff_landing_point where company = ${company} and deleted_at is null)
          as "landingPoints",
        (select count(*) from plan where company = ${company} and state <> ${planState.new}
          and deleted_at is null) as "firstPlan"`.execute(sql);
    const found = rows[0];
    const count = (step: StartStep) => Number(found?.[step] ?? 0);
    return startProgress(
      {
        papers: count('papers'),
        aircraft: count('aircraft'),
        pilots: count('pilots'),
        landingPoints: count('landingPoints'),
        firstPlan: count('firstPlan'),
      },
      papers.length,
    );
  };
}
