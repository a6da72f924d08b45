import { sql as raw } from 'kysely';
import type { Change, Difference } from '#domain/what-if/changes.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Hypothesis } from './hypothesis.ts';
import type { StoredResult } from './stored-result.ts';

/** What of an evaluation is in no record: its changes, how far it is and what it found. */
export interface Run {
  id: number;
  changes: Change[];
  hypothesis: Hypothesis;
  differences: Difference[];
  /** 0 to 1. */
  progress: number;
  result: StoredResult | null;
}

export async function makeRunTable(sql: Sql): Promise<void> {
  await raw`
    create table if not exists what_if_run (
      id bigint primary key,
      changes jsonb not null,
      hypothesis jsonb not null,
      differences jsonb not null,
      progress double precision not null default 0,
      result jsonb
    )`.execute(sql);
}

export async function addRun(
  sql: Sql,
  { id, changes, hypothesis, differences }: Omit<Run, 'progress' | 'result'>,
): Promise<void> {
  await raw`
    insert into what_if_run (id, changes, hypothesis, differences)
    values (${id}, ${JSON.stringify(changes)}::jsonb, ${JSON.stringify(hypothesis)}::jsonb, ${JSON.stringify(differences)}::jsonb)`.execute(
    sql,
  );
}

export async function readRun(sql: Sql, id: number): Promise<Run | null> {
  const { rows } = await raw<Run>`
    select id, changes, hypothesis, differences, progress, result from what_if_run where id = ${id}`.execute(
    sql,
  );
  return rows[0] ?? null;
}

export async function noteProgress(sql: Sql, id: number, progress: number): Promise<void> {
  await raw`update what_if_run set progress = ${progress} where id = ${id}`.execute(sql);
}

export async function storeResult(sql: Sql, id: number, result: StoredResult): Promise<void> {
  await raw`
    update what_if_run set progress = 1, result = ${JSON.stringify(result)}::jsonb where id = ${id}`.execute(
    sql,
  );
}
