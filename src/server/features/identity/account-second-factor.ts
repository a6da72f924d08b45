import { AppError, formError } from '#domain/text/errors.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { Handlers } from '#server/http/service.ts';
import { asService, type Caller } from '#server/kernel/caller.ts';
import type { Accounts } from './accounts.ts';
import type { Credentials } from './credentials.ts';
import type { Lockout } from './lockout.ts';
import type { ManageableUser } from './manageable-user.ts';
import type { SecondFactors } from './second-factor.ts';
import type { EndReason } from './sessions.ts';

/** Two-step sign-in of the own account; an administrator takes it from whoever has lost their device. */
export function secondFactorHandlers(deps: {
  records: Records;
  accounts: Accounts;
  secondFactors: SecondFactors;
  credentials: Credentials;
  lockout: Lockout;
  manageableUser: ManageableUser;
  endSessionsOf(userId: number, exceptSessionId: string | null, reason: EndReason): Promise<void>;
}) {
  const { records, accounts, secondFactors, credentials, lockout, manageableUser, endSessionsOf } = deps;

  async function standingOf({ actor }: Caller) {
    const account = await accounts.state(actor.userId);
    if (!account) throw new AppError('unauthenticated', { key: 'common.unauthenticated' });
    return account.standing;
  }

  function wrongCode(): AppError {
    return formError('code', 'session.wrongCode');
  }

  /** Whoever changes what is in force has the password and the device. */
  async function proveBoth(caller: Caller, givenPassword: string, givenCode: string): Promise<void> {
    const { userId } = caller.actor;
    if (!(await standingOf(caller)).secondFactor) {
      throw new AppError('refused', { key: 'session.noSecondFactor' });
    }
    await credentials.prove(userId, givenPassword);
    const reserved = await lockout.reserve({ id: userId });
    if (!reserved) throw new AppError('refused', await lockout.reason());
    if (!(await secondFactors.take(userId, givenCode))) throw wrongCode();
    await reserved.giveBack();
  }

  return {
    async GetSecondFactor(_input, caller) {
      const { secondFactorRequired } = await standingOf(caller);
      const { secondFactorAt } = await records.get(asService(caller), 'user', caller.actor.userId);
      return {
        enrolledAt: secondFactorAt,
        required: secondFactorRequired,
        recoveryCodesLeft: await secondFactors.codesLeft(caller.actor.userId),
      };
    },
    async BeginSecondFactor(input, caller) {
      if ((await standingOf(caller)).secondFactor) {
        throw new AppError('refused', { key: 'session.hasSecondFactor' });
      }
      await credentials.prove(caller.actor.userId, input.password);
      return secondFactors.begin(caller.actor.userId, caller.actor.userName);
    },
    async ConfirmSecondFactor(input, caller) {
      const { userId } = caller.actor;
      const codes = await secondFactors.confirm(caller, userId, input.code.replace(/\s/g, ''));
      if (codes === null) throw wrongCode();
      // What was signed in by the password alone is not good enough any more.
      await endSessionsOf(userId, caller.sessionId, 'password');
      return { recoveryCodes: codes };
    },
    async RemoveSecondFactor(input, caller) {
      if ((await standingOf(caller)).secondFactorRequired) {
        throw new AppError('refused', { key: 'session.secondFactorRequired' });
      }
      await proveBoth(caller, input.password, input.code);
      await secondFactors.remove(caller, caller.actor.userId);
      return true;
    },
    async NewRecoveryCodes(input, caller) {
      await proveBoth(caller, input.password, input.code);
      return { recoveryCodes: await secondFactors.renewCodes(caller.actor.userId) };
    },
    async ResetSecondFactor({ adminPassword, userId }, caller) {
      await credentials.prove(caller.actor.userId, adminPassword);
      const user = await manageableUser(caller, userId);
      await secondFactors.remove(caller, user.id);
      await endSessionsOf(
        user.id,
        user.id === caller.actor.userId ? caller.sessionId : null,
        'administrator',
      );
      return true;
    },
  } satisfies Partial<Handlers<'MyAccount'>>;
}
