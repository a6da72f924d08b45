import { allRows } from '#server/features/abp/abp.ts';
import { type Handlers, implement, type Service } from '#server/http/service.ts';
import { type Caller, systemCaller } from '#server/kernel/caller.ts';
import type { Invitations } from './invitations.ts';
import { roleViewFor } from './role-dto.ts';
import { type UserAccountsDeps, userAccountHandlers } from './user-accounts.ts';
import { userActHandlers } from './user-acts.ts';
import { zeroUserHandlers } from './user-zero.ts';

/**
 * The User calls: passwords here, accounts and what is done to them beside; names and shapes of wire.md §3.
 */
export function createUserService(
  deps: UserAccountsDeps & {
    invitations: Invitations;
    /** What a company that registers itself asks of this service. */
    applicant: Pick<
      Handlers<'User'>,
      'GetValidate' | 'GetAuthProtocol' | 'SaveAuthProtocol' | 'CreateOneStep'
    >;
  },
): Service {
  const { records, catalogue, credentials, manageableUser, invitations, endSessionsOf } = deps;
  const { invited, ...accounts } = userAccountHandlers(deps);
  const acts = userActHandlers(deps);

  return implement('User', {
    ...accounts,
    ...acts,
    ...zeroUserHandlers({ ...deps, accounts: { ...accounts, invited }, acts }),
    ...deps.applicant,
    async GetRoles(_input, caller) {
      const byName = { ...allRows, sort: [{ field: 'name', order: 'asc' as const }] };
      const { items } = await records.list(systemCaller(), 'role', byName);
      const type = catalogue.find('role');
      return { items: items.map((role) => roleViewFor(caller, type, role)) };
    },
    async ChangePassword(input, caller) {
      await changeOwnPassword(deps, input, caller);
      return true;
    },
    Invite: ({ id }, caller) => invitations.make(caller, id),
    async RevokeInvitation({ id }, caller) {
      await invitations.revoke(caller, id);
      return null;
    },
    GiveFirstPassword: async ({ id }, caller) => ({ password: await invitations.firstPassword(caller, id) }),
    GetInvitation: ({ token }) => invitations.read(token),
    AcceptInvitation: ({ token, password }) => invitations.accept(token, password),
    async ResetPassword({ adminPassword, userId, newPassword }, caller) {
      await credentials.prove(caller.actor.userId, adminPassword);
      const user = await manageableUser(caller, userId);
      await credentials.assertGiven(user.userName, newPassword, 'newPassword');
      // A user knows their own; another's is known to two until it is changed.
      const mustChange = userId !== caller.actor.userId;
      await credentials.set(caller, userId, newPassword, { mustChange });
      await endSessionsOf(userId, mustChange ? null : caller.sessionId, 'password');
      return true;
    },
  });
}

/** The password of the caller, who proves the one before; their other sessions end. */
async function changeOwnPassword(
  { credentials, endSessionsOf }: Pick<UserAccountsDeps, 'credentials' | 'endSessionsOf'>,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
  caller: Caller,
): Promise<void> {
  const { actor, sessionId } = caller;
  await credentials.prove(actor.userId, currentPassword);
  await credentials.assertNew(actor.userId, newPassword, 'newPassword');
  await credentials.set(caller, actor.userId, newPassword, { mustChange: false });
  await endSessionsOf(actor.userId, sessionId, 'password');
}

/** The same by the name that clients of ASP.NET Zero have for it. */
export function createProfileService(deps: Pick<UserAccountsDeps, 'credentials' | 'endSessionsOf'>): Service {
  return implement('Profile', {
    async ChangePassword(input, caller) {
      await changeOwnPassword(deps, input, caller);
      return null;
    },
  });
}
