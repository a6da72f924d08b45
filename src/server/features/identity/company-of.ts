import type { Sql } from '#server/db/sql.ts';

/** The company of a user: what is kept of their sign-ins and errors is seen by its user administrators. */
export async function companyOf(sql: Sql, userId: number | null): Promise<number | null> {
  if (userId === null) return null;
  const row = await sql.selectFrom('user').select('company').where('id', '=', userId).executeTakeFirst();
  return typeof row?.company === 'number' ? row.company : null;
}
