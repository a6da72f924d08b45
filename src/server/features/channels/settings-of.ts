import { type ChannelSettings, type QuietHours, settingsInForce } from '#domain/notices/channels.ts';
import type { Row, Sql } from '#server/db/sql.ts';

type SettingRow = Row<'channelSetting'>;

/** What a row sets. */
export function settingsIn(
  row: Pick<SettingRow, 'choices' | 'quietFrom' | 'quietUntil' | 'quietZone'>,
): ChannelSettings {
  return { choices: row.choices as ChannelSettings['choices'], quiet: quietIn(row) };
}

function quietIn({
  quietFrom: from,
  quietUntil: until,
  quietZone: zone,
}: Pick<SettingRow, 'quietFrom' | 'quietUntil' | 'quietZone'>): QuietHours | null {
  return from && until && zone ? { from, until, zone } : null;
}

/** The setting of a user, or of a role; undefined: there is none. */
export function ownSetting(
  sql: Sql,
  of: { user: number } | { role: number },
): Promise<SettingRow | undefined> {
  const rows = sql.selectFrom('channelSetting').selectAll().where('deletedAt', 'is', null);
  return (
    'user' in of ? rows.where('user', '=', of.user) : rows.where('role', '=', of.role)
  ).executeTakeFirst();
}

export interface TellingUser {
  id: number;
  settings: ReturnType<typeof settingsInForce>;
  own: SettingRow | null;
  emailAddress: string | null;
  language: 'zh-Hans' | 'en';
}

/** How these users want to be told, as a transaction sees them; those who are gone or inactive are left out. */
export async function tellingUsers(sql: Sql, ids: readonly number[]): Promise<TellingUser[]> {
  if (ids.length === 0) return [];
  const users = await sql
    .selectFrom('user')
    .select(['id', 'emailAddress', 'language'])
    .where('id', 'in', [...ids])
    .where('isActive', '=', true)
    .where('deletedAt', 'is', null)
    .execute();
  const own = await sql
    .selectFrom('channelSetting')
    .selectAll()
    .where('user', 'in', [...ids])
    .where('deletedAt', 'is', null)
    .execute();
  const ofRoles = await sql
    .selectFrom('channelSetting as s')
    .innerJoin('userRoles as l', 'l.targetId', 's.role')
    .innerJoin('role as r', 'r.id', 'l.targetId')
    .select(['l.ownerId as user', 's.choices', 's.quietFrom', 's.quietUntil', 's.quietZone'])
    .where('l.ownerId', 'in', [...ids])
    .where('s.deletedAt', 'is', null)
    .where('r.deletedAt', 'is', null)
    .orderBy('s.id')
    .execute();
  return users.map(({ id, emailAddress, language }) => {
    const mine = own.find(({ user }) => user === id) ?? null;
    return {
      id,
      own: mine,
      settings: settingsInForce(
        mine && settingsIn(mine),
        ofRoles.filter(({ user }) => user === id).map(settingsIn),
      ),
      emailAddress,
      language: language === 'en' ? 'en' : 'zh-Hans',
    };
  });
}
