import { documentKinds, type PublishedFlow } from '#domain/approvals/flow.ts';
import type { Sql } from '#server/db/sql.ts';
import { objectOf, stepsOf } from './flow-rows.ts';

/** The published version of every flow that is enabled. */
export async function publishedFlows(sql: Sql): Promise<(PublishedFlow & { version: number })[]> {
  const rows = await sql
    .selectFrom('flowConfig as c')
    .innerJoin('flowVersion as v', (join) =>
      join.onRef('v.flow', '=', 'c.id').onRef('v.number', '=', 'c.publishedVersion'),
    )
    .select([
      'c.id',
      'c.name',
      'c.nameEn',
      'v.id as version',
      'v.documentKind',
      'v.condition',
      'v.steps',
      'c.priority',
    ])
    .where('c.deletedAt', 'is', null)
    .where('c.enabled', '=', true)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    nameEn: row.nameEn ?? null,
    version: row.version,
    documentKind: documentKinds.find((kind) => kind === row.documentKind) ?? 'plan',
    condition: objectOf(row.condition),
    priority: row.priority ?? 100,
    steps: stepsOf(row.steps),
  }));
}
