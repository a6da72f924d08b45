import { sql as raw } from 'kysely';
import { adminPermission } from '#domain/identity/access.ts';
import { boundsOf, isSecurityParameter } from '#domain/identity/security-parameters.ts';
import { AppError } from '#domain/text/errors.ts';
import type { Locale } from '#domain/text/label.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import { nameIn } from '#domain/text/name-in.ts';
import { stringOf } from '#domain/text/narrow.ts';
import type { Sql } from '#server/db/sql.ts';
import type { RecordRule } from '#server/engine/records/record-rules.ts';
import { systemCaller } from '#server/kernel/caller.ts';

const types = ['parameter'];

/** Security parameters are changed by administrators, within bounds, and the other administrators are reminded of it. */
export const securityParameters: Record<'authorise' | 'validate' | 'notify', RecordRule> = {
  authorise: {
    phase: 'authorise',
    name: 'security parameters belong to administrators',
    types,
    refuse({ caller, before, after }) {
      if (caller.actor.permissions.includes(adminPermission)) return;
      if (!isSecurityParameter(before?.key) && !isSecurityParameter(after?.key)) return;
      throw new AppError('forbidden', { key: 'admin.securityParameter' });
    },
  },
  validate: {
    phase: 'validate',
    name: 'security parameters stay within their bounds',
    types,
    async validate({ after }) {
      const text = stringOf(after?.value)?.trim() ?? '';
      const limits = boundsOf(after?.key);
      if (!limits || text === '') return [];
      const value = Number(text);
      if (value >= limits.least && value <= limits.most) return [];
      const unit = stringOf(after?.unit);
      const values = { ...limits, ...(unit ? { unit } : {}) };
      return [{ field: 'value', text: { key: `admin.parameterBounds${unit ? 'Of' : ''}`, values } }];
    },
  },
  notify: {
    phase: 'notify',
    name: 'administrators are reminded of changed security parameters',
    types,
    async close({ transaction, changes, records }) {
      for (const { id, by, record } of changes) {
        // What the product sets up itself is no news.
        if (by === null || !isSecurityParameter(record.key)) continue;
        const who = await nameOf(transaction.sql, by);
        const content = (locale: Locale) =>
          textIn(
            {
              key: 'admin.parameterChanged',
              values: {
                name: nameIn({ name: String(record.name), nameEn: stringOf(record.nameEn) }, locale),
                value: stringOf(record.value) ?? stringOf(record.defaultValue) ?? '',
                who,
              },
            },
            locale,
          );
        for (const user of await administrators(transaction.sql)) {
          if (user === by) continue;
          const values = {
            user,
            content: content('zh-Hans'),
            contentEn: content('en'),
            documentResource: 'parameter',
            documentId: id,
            isWarning: true,
          };
          await records.create(systemCaller(), 'reminder', values, { ...transaction, trusted: true });
        }
      }
    },
  },
};

async function nameOf(sql: Sql, user: number): Promise<string> {
  const row = await sql.selectFrom('user').select('name').where('id', '=', user).executeTakeFirst();
  return row?.name ?? `#${user}`;
}

async function administrators(sql: Sql): Promise<number[]> {
  const { rows } = await raw<{ id: number }>`
    select u.id from "user" u
    where u.is_active and u.deleted_at is null
      and exists (select 1 from user_roles l join role r on r.id = l.target_id
        where l.owner_id = u.id and r.deleted_at is null and r.permissions ? ${adminPermission})
    order by u.id`.execute(sql);
  return rows.map(({ id }) => id);
}
