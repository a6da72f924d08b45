import { Type } from '@sinclair/typebox';
import { AppError, refused } from '../../domain/errors.ts';
import { assertPassword } from '../auth/password-rules.ts';
import type { Passwords } from '../auth/passwords.ts';
import { asService, type Caller, systemCaller } from '../caller.ts';
import type { Sql } from '../db/sql.ts';
import type { Records } from '../records/records.ts';
import { method, type Service } from './service.ts';

const role = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  displayName: Type.String(),
  isStatic: Type.Boolean(),
  isDefault: Type.Boolean(),
  creationTime: Type.String(),
});

/** The User calls that sign-in and a first administrator need; names and shapes of wire.md §3. */
export function createUserService(deps: {
  sql: Sql;
  records: Records;
  passwords: Passwords;
  /** Ends every session of a user: his old password must not keep a door open. */
  endSessionsOf(userId: number, exceptSessionId: string | null): Promise<void>;
}): Service {
  const { sql, records, passwords, endSessionsOf } = deps;

  async function hashOf(userId: number): Promise<string | null> {
    const row = await sql
      .selectFrom('user')
      .select('passwordHash')
      .where('id', '=', userId)
      .where('deletedAt', 'is', null)
      .executeTakeFirst();
    if (!row) {
      throw new AppError('notFound', { key: 'common.notFound', values: { type: 'User', id: userId } });
    }
    return typeof row.passwordHash === 'string' ? row.passwordHash : null;
  }

  async function setPassword(caller: Caller, userId: number, password: string): Promise<void> {
    const passwordHash = await passwords.hash(password);
    await records.transaction(async (unit) => {
      const service = asService(caller);
      const user = await records.get(service, 'user', userId, unit.sql);
      await records.update(service, 'user', userId, user.version, { passwordHash }, unit);
      await unit.sql
        .updateTable('user')
        .set({ accessFailedCount: 0, lockoutEndAt: null })
        .where('id', '=', userId)
        .execute();
    });
  }

  return {
    name: 'User',
    methods: [
      method({
        verb: 'GET',
        name: 'GetRoles',
        permission: 'signedIn',
        summary: 'All roles by name',
        input: Type.Object({}),
        output: Type.Object({ items: Type.Array(role) }),
        async handle() {
          const { items } = await records.list(systemCaller(), 'role', {
            start: 0,
            end: 1000,
            sort: [{ field: 'name', order: 'asc' }],
            filter: undefined,
            search: undefined,
            trash: 'without',
          });
          return {
            items: items.map((item) => ({
              id: item.id,
              name: String(item.name),
              displayName: String(item.displayName),
              isStatic: item.isStatic === true,
              isDefault: item.isDefault === true,
              creationTime: String(item.createdAt),
            })),
          };
        },
      }),
      method({
        verb: 'POST',
        name: 'ChangePassword',
        permission: 'signedIn',
        session: true,
        summary: 'Change the own password; every other session of the user ends',
        input: Type.Object({ currentPassword: Type.String(), newPassword: Type.String({ maxLength: 128 }) }),
        output: Type.Boolean(),
        async handle({ currentPassword, newPassword }, caller) {
          const { actor, sessionId } = caller;
          if (!(await passwords.verify(currentPassword, await hashOf(actor.userId)))) {
            throw refused('session.passwordMismatch');
          }
          assertPassword(newPassword, 'newPassword');
          await setPassword(caller, actor.userId, newPassword);
          await endSessionsOf(actor.userId, sessionId);
          return true;
        },
      }),
      method({
        verb: 'POST',
        name: 'ResetPassword',
        permission: ['Pages.Users'],
        session: true,
        summary: "Set a user's password; the administrator proves himself with his own",
        input: Type.Object({
          adminPassword: Type.String(),
          userId: Type.Integer(),
          newPassword: Type.String({ maxLength: 128 }),
        }),
        output: Type.Boolean(),
        async handle({ adminPassword, userId, newPassword }, caller) {
          const { actor } = caller;
          if (!(await passwords.verify(adminPassword, await hashOf(actor.userId)))) {
            throw refused('session.passwordMismatch');
          }
          assertPassword(newPassword, 'newPassword');
          await hashOf(userId); // notFound before anything is changed
          await setPassword(caller, userId, newPassword);
          await endSessionsOf(userId, null);
          return true;
        },
      }),
    ],
  };
}
