import type { Sql } from '#server/db/sql.ts';
import type { Records } from '#server/engine/records/records.ts';
import { systemCaller } from '#server/kernel/caller.ts';
import type { IdsByKey } from '#server/seed/ensure.ts';

/** Rules by which the demo's users are notified of what flies; nothing where there is one already. */
export async function seedDemoRules({
  records,
  sql,
  users,
}: {
  records: Records;
  sql: Sql;
  users: IdsByKey;
}): Promise<void> {
  const some = await sql.selectFrom('notificationRule').select('id').limit(1).executeTakeFirst();
  const airport = await sql.selectFrom('airport').select('id').where('icao', '=', 'ZUGH').executeTakeFirst();
  if (some || !airport) return;
  const common = { airport: airport.id, againMinutes: 10, isActive: true };
  for (const [user, event] of [
    ['operator', 'lands'],
    ['atmb', 'takesOff'],
  ] as const) {
    const owner = users.get(user);
    if (owner === undefined) continue;
    const rule = { ...common, name: 'ZUGH', event, owners: [owner] };
    await records.transaction((transaction) =>
      records.create(systemCaller(), 'notificationRule', rule, transaction),
    );
  }
}
