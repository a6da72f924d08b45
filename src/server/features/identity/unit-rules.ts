import { sql } from 'kysely';
import { deepestLevel } from '#domain/identity/organization-code.ts';
import type { FieldError } from '#domain/text/errors.ts';
import { numberOf } from '#domain/text/narrow.ts';
import { lockNames } from '#server/db/advisory-locks.ts';
import { tableName } from '#server/db/table-model.ts';
import { type RecordRule, type RecordWrite, written } from '#server/engine/records/record-rules.ts';

const table = tableName('organizationUnit');

/** Organization units are a tree: no circle, at most sixteen levels, no two of one name side by side. */
export const unitTree: RecordRule = {
  phase: 'validate',
  name: 'organization units are a tree',
  types: ['organizationUnit'],
  actions: written,
  async validate(write) {
    const { before, after, type } = write;
    if (!after || !type.fields.has('parent')) return [];
    const parent = numberOf(after.parent);
    const moved = !before || numberOf(before.parent) !== parent;
    const renamed = !before || before.displayName !== after.displayName;
    if (!moved && !renamed) return [];
    await lockTree(write.sql);
    return [
      ...(moved && parent !== null ? await placeErrors(write, parent) : []),
      ...(await nameErrors(write, parent)),
    ];
  },
};

/** Changes of the tree come one after another: two that are each sound may make a circle together. */
export async function lockTree(db: RecordWrite['sql']): Promise<void> {
  await lockNames(db, ['organizationUnit tree']);
}

async function placeErrors({ sql: db, before }: RecordWrite, parent: number): Promise<FieldError[]> {
  const own = numberOf(before?.id) ?? 0;
  const above = await sql<{ id: number }>`
    with recursive above (id, parent, depth) as (
      select id, parent, 1 from ${sql.table(table)} where id = ${parent}
      union all
      select t.id, t.parent, depth + 1 from ${sql.table(table)} as t join above on t.id = above.parent where depth < 100
    ) select id from above`.execute(db);
  if (above.rows.some(({ id }) => id === own)) {
    return [{ field: 'parent', text: { key: 'admin.unit.circle' } }];
  }
  const below = await sql<{ height: number }>`
    with recursive below (id, height) as (
      select ${own}::bigint, 1
      union all
      select t.id, height + 1 from ${sql.table(table)} as t join below on t.parent = below.id
      where t.deleted_at is null and height < 100
    ) select max(height) as height from below`.execute(db);
  const levels = above.rows.length + Number(below.rows[0]?.height ?? 1);
  if (levels <= deepestLevel) return [];
  return [{ field: 'parent', text: { key: 'admin.unit.tooDeep', values: { levels: deepestLevel } } }];
}

async function nameErrors(
  { sql: db, before, after }: RecordWrite,
  parent: number | null,
): Promise<FieldError[]> {
  const name = String(after?.displayName ?? '');
  const twin = await sql<{ id: number }>`
    select id from ${sql.table(table)}
    where deleted_at is null and parent is not distinct from ${parent}::bigint and display_name = ${name}
      and id <> ${numberOf(before?.id) ?? 0} limit 1`.execute(db);
  if (twin.rows.length === 0) return [];
  return [{ field: 'displayName', text: { key: 'admin.unit.sameName', values: { name } } }];
}
