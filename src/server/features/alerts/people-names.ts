import type { Sql } from '#server/db/sql.ts';
import type { StoredRecord } from '#server/engine/records/stored-record.ts';
import type { PeopleNames } from './alert-views.ts';

/** Names of the users who acknowledged alerts; each is read once. */
export function createPeopleNames(sql: Sql) {
  const known = new Map<number, { name: string; nameEn: string | null }>();
  return {
    known: known as PeopleNames,
    async read(records: Iterable<StoredRecord | null>): Promise<void> {
      const unknown = new Set(
        [...records].flatMap((record) => {
          const user = record?.acknowledgedBy;
          return typeof user === 'number' && !known.has(user) ? [user] : [];
        }),
      );
      if (unknown.size === 0) return;
      const rows = await sql
        .selectFrom('user')
        .select(['id', 'name', 'nameEn'])
        .where('id', 'in', [...unknown])
        .execute();
      for (const { id, name, nameEn } of rows) known.set(id, { name, nameEn: nameEn ?? null });
    },
    forget: () => known.clear(),
  };
}
