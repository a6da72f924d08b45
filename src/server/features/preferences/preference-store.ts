import { sql as raw } from 'kysely';
import type { Sql } from '#server/db/sql.ts';

/** What people keep on the server for themselves, by user and key. Any JSON value; null is nothing kept. */
export interface PreferenceStore {
  read(userId: number, key: string): Promise<unknown>;
  write(userId: number, key: string, value: unknown): Promise<void>;
  count(userId: number): Promise<number>;
}

/**
 * Written past the history on purpose: the width of a column is nobody's business, and it changes at every drag.
 * The last writer wins, also of two browsers at once.
 */
export function createPreferenceStore(sql: Sql): PreferenceStore {
  const own = (userId: number) =>
    sql.selectFrom('userPreference').where('user', '=', userId).where('deletedAt', 'is', null);
  return {
    async read(userId, key) {
      const row = await own(userId).select('content').where('key', '=', key).executeTakeFirst();
      return row?.content.value ?? null;
    },
    async write(userId, key, value) {
      const content = JSON.stringify({ value });
      await sql
        .insertInto('userPreference')
        .values({ user: userId, key, content, createdBy: userId, updatedBy: userId })
        .onConflict((conflict) =>
          conflict.columns(['user', 'key']).where('deletedAt', 'is', null).doUpdateSet({
            content,
            updatedBy: userId,
            updatedAt: new Date().toISOString(),
            version: raw<number>`user_preference.version + 1`,
          }),
        )
        .execute();
    },
    async count(userId) {
      const row = await own(userId)
        .select((select) => select.fn.countAll().as('count'))
        .executeTakeFirst();
      return Number(row?.count ?? 0);
    },
  };
}
