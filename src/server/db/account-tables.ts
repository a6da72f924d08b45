import type { ColumnModel, ForeignKeyModel, TableModel } from './table-parts.ts';

/**
 * What proves who someone is, and is no record: old password hashes, second factors, recovery codes. No
 * endpoint, export or history knows these tables; only src/server/auth does.
 */
export function accountTables(mark: string): TableModel[] {
  const column = (
    name: string,
    type: ColumnModel['type'],
    notNull: boolean,
    fallback: string | null = null,
  ): ColumnModel => ({ name, type, notNull, default: fallback });
  const ofUser = (table: string): ForeignKeyModel => ({
    name: `${table}_user_id_fk`,
    column: 'user_id',
    target: 'user',
    definition: 'foreign key ("user_id") references "user" (id) on delete cascade',
  });
  return [
    {
      name: 'password_history',
      mark: `${mark} account passwords`,
      columns: [
        { ...column('id', 'bigint', true), identity: true },
        column('user_id', 'bigint', true),
        column('password_hash', 'text', true),
        column('replaced_at', 'timestamp with time zone', true),
      ],
      primaryKey: ['id'],
      checks: [],
      foreignKeys: [ofUser('password_history')],
      indexes: [
        {
          name: 'password_history_user_index',
          definition: 'index on "password_history" ("user_id", "id")',
          unique: [],
        },
      ],
    },
    {
      name: 'second_factor',
      mark: `${mark} account second factors`,
      columns: [
        column('user_id', 'bigint', true),
        // Both sealed by a key that is drawn from the server's secret; `pending` is shown and not yet
        // confirmed.
        column('secret', 'text', false),
        column('pending', 'text', false),
        column('pending_at', 'timestamp with time zone', false),
        column('last_step', 'bigint', true, '0'),
      ],
      primaryKey: ['user_id'],
      checks: [],
      foreignKeys: [ofUser('second_factor')],
      indexes: [],
    },
    {
      name: 'recovery_code',
      mark: `${mark} account recovery codes`,
      columns: [column('user_id', 'bigint', true), column('code_hash', 'text', true)],
      primaryKey: ['user_id', 'code_hash'],
      checks: [],
      foreignKeys: [ofUser('recovery_code')],
      indexes: [],
    },
    {
      // Tries to sign in by names of nobody, so that they lock as an account does.
      name: 'name_lockout',
      mark: `${mark} account name lockouts`,
      columns: [
        column('name_hash', 'text', true),
        column('failed_count', 'bigint', true, '0'),
        column('lockout_end_at', 'timestamp with time zone', false),
        column('tried_at', 'timestamp with time zone', true),
      ],
      primaryKey: ['name_hash'],
      checks: [],
      foreignKeys: [],
      indexes: [],
    },
  ];
}
