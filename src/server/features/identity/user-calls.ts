import { Type } from '@sinclair/typebox';
import { allRows } from '#server/features/abp/abp.ts';
import { method, type Service } from '#server/http/service.ts';
import { systemCaller } from '#server/kernel/caller.ts';
import { roleDto, roleViewFor } from './role-dto.ts';
import { type UserAccountsDeps, userAccountMethods } from './user-accounts.ts';
import { userActMethods } from './user-acts.ts';

/** The User calls: passwords here, accounts and what is done to them beside; names and shapes of wire.md §3. */
export function createUserService(deps: UserAccountsDeps): Service {
  const { records, catalogue, credentials, keptUser, endSessionsOf } = deps;

  return {
    name: 'User',
    methods: [
      ...userAccountMethods(deps),
      ...userActMethods(deps),
      method({
        verb: 'GET',
        name: 'GetRoles',
        permission: 'signedIn',
        summary: 'All roles by name; what a role permits is shown to whoever may read roles',
        input: Type.Object({}),
        output: Type.Object({ items: Type.Array(roleDto) }),
        async handle(_input, caller) {
          const byName = { ...allRows, sort: [{ field: 'name', order: 'asc' as const }] };
          const { items } = await records.list(systemCaller(), 'role', byName);
          const type = catalogue.find('role');
          return { items: items.map((role) => roleViewFor(caller, type, role)) };
        },
      }),
      method({
        verb: 'POST',
        name: 'ChangePassword',
        permission: 'signedIn',
        session: true,
        duty: true,
        summary: 'Change the own password; every other session of the user ends',
        input: Type.Object({ currentPassword: Type.String(), newPassword: Type.String({ maxLength: 128 }) }),
        output: Type.Boolean(),
        async handle({ currentPassword, newPassword }, caller) {
          const { actor, sessionId } = caller;
          await credentials.prove(actor.userId, currentPassword);
          await credentials.assertNew(actor.userId, newPassword, 'newPassword');
          await credentials.set(caller, actor.userId, newPassword, { mustChange: false });
          await endSessionsOf(actor.userId, sessionId, 'password');
          return true;
        },
      }),
      method({
        verb: 'POST',
        name: 'ResetPassword',
        permission: ['Pages.Users'],
        session: true,
        summary:
          "Set a user's password, to be changed at his next sign-in; the administrator proves himself with his own",
        input: Type.Object({
          adminPassword: Type.String(),
          userId: Type.Integer(),
          newPassword: Type.String({ maxLength: 128 }),
        }),
        output: Type.Boolean(),
        async handle({ adminPassword, userId, newPassword }, caller) {
          await credentials.prove(caller.actor.userId, adminPassword);
          const user = await keptUser(caller, userId);
          await credentials.assertGiven(user.userName, newPassword, 'newPassword');
          // His own he knows; another's is known to two until it is changed.
          const mustChange = userId !== caller.actor.userId;
          await credentials.set(caller, userId, newPassword, { mustChange });
          await endSessionsOf(userId, mustChange ? null : caller.sessionId, 'password');
          return true;
        },
      }),
    ],
  };
}
