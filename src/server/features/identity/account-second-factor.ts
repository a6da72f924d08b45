import { Type } from '@sinclair/typebox';
import { AppError } from '#domain/text/errors.ts';
import type { Records } from '#server/engine/records/records.ts';
import { nullable } from '#server/http/nullable.ts';
import { method, type ServiceMethod } from '#server/http/service.ts';
import { asService, type Caller } from '#server/kernel/caller.ts';
import type { Accounts } from './accounts.ts';
import type { Credentials } from './credentials.ts';
import type { KeptUser } from './kept-user.ts';
import type { Lockout } from './lockout.ts';
import type { SecondFactors } from './second-factor.ts';
import type { EndReason } from './sessions.ts';

const password = Type.String({ minLength: 1, maxLength: 128 });
const code = Type.String({ minLength: 1, maxLength: 64 });
const recoveryCodes = Type.Object({ recoveryCodes: Type.Array(Type.String()) });

/** Two-step sign-in of the own account; an administrator takes it from whoever has lost his device. */
export function secondFactorMethods(deps: {
  records: Records;
  accounts: Accounts;
  secondFactors: SecondFactors;
  credentials: Credentials;
  lockout: Lockout;
  keptUser: KeptUser;
  endSessionsOf(userId: number, exceptSessionId: string | null, reason: EndReason): Promise<void>;
}): ServiceMethod[] {
  const { records, accounts, secondFactors, credentials, lockout, keptUser, endSessionsOf } = deps;

  async function standingOf({ actor }: Caller) {
    const account = await accounts.state(actor.userId);
    if (!account) throw new AppError('unauthenticated', { key: 'common.unauthenticated' });
    return account.standing;
  }

  function wrongCode(): AppError {
    return new AppError(
      'validation',
      { key: 'common.validation' },
      { fields: [{ field: 'code', text: { key: 'session.wrongCode' } }] },
    );
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

  return [
    method({
      verb: 'GET',
      name: 'GetSecondFactor',
      permission: 'signedIn',
      session: true,
      duty: true,
      summary: 'Whether the own sign-in has a second step',
      input: Type.Object({}),
      output: Type.Object({
        enrolledAt: nullable(Type.String()),
        /** One of the roles asks for it. */
        required: Type.Boolean(),
        recoveryCodesLeft: Type.Integer(),
      }),
      async handle(_input, caller) {
        const { secondFactorRequired } = await standingOf(caller);
        const { secondFactorAt } = await records.get(asService(caller), 'user', caller.actor.userId);
        return {
          enrolledAt: typeof secondFactorAt === 'string' ? secondFactorAt : null,
          required: secondFactorRequired,
          recoveryCodesLeft: await secondFactors.codesLeft(caller.actor.userId),
        };
      },
    }),
    method({
      verb: 'POST',
      name: 'BeginSecondFactor',
      permission: 'signedIn',
      session: true,
      duty: true,
      summary: 'A new secret for an authenticator app; it is in force once its first code is confirmed',
      input: Type.Object({ password }),
      output: Type.Object({ secret: Type.String(), uri: Type.String() }),
      async handle(input, caller) {
        if ((await standingOf(caller)).secondFactor) {
          throw new AppError('refused', { key: 'session.hasSecondFactor' });
        }
        await credentials.prove(caller.actor.userId, input.password);
        return secondFactors.begin(caller.actor.userId, caller.actor.userName);
      },
    }),
    method({
      verb: 'POST',
      name: 'ConfirmSecondFactor',
      permission: 'signedIn',
      session: true,
      duty: true,
      summary: 'The first code: from now on sign-in asks for one. The recovery codes are told this once',
      input: Type.Object({ code }),
      output: recoveryCodes,
      async handle(input, caller) {
        const { userId } = caller.actor;
        const codes = await secondFactors.confirm(caller, userId, input.code.replace(/\s/g, ''));
        if (codes === null) throw wrongCode();
        // What was signed in by the password alone is not good enough any more.
        await endSessionsOf(userId, caller.sessionId, 'password');
        return { recoveryCodes: codes };
      },
    }),
    method({
      verb: 'POST',
      name: 'RemoveSecondFactor',
      permission: 'signedIn',
      session: true,
      summary: 'Sign-in asks for no code any more; refused where a role asks for it',
      input: Type.Object({ password, code }),
      output: Type.Boolean(),
      async handle(input, caller) {
        if ((await standingOf(caller)).secondFactorRequired) {
          throw new AppError('refused', { key: 'session.secondFactorRequired' });
        }
        await proveBoth(caller, input.password, input.code);
        await secondFactors.remove(caller, caller.actor.userId);
        return true;
      },
    }),
    method({
      verb: 'POST',
      name: 'NewRecoveryCodes',
      permission: 'signedIn',
      session: true,
      summary: 'New recovery codes in the place of the old ones, told this once',
      input: Type.Object({ password, code }),
      output: recoveryCodes,
      async handle(input, caller) {
        await proveBoth(caller, input.password, input.code);
        return { recoveryCodes: await secondFactors.renewCodes(caller.actor.userId) };
      },
    }),
    method({
      verb: 'POST',
      name: 'ResetSecondFactor',
      permission: ['Pages.Users'],
      session: true,
      summary: 'Takes the second factor from a user who has lost it; the administrator proves himself',
      input: Type.Object({ adminPassword: password, userId: Type.Integer({ minimum: 1 }) }),
      output: Type.Boolean(),
      async handle({ adminPassword, userId }, caller) {
        await credentials.prove(caller.actor.userId, adminPassword);
        const user = await keptUser(caller, userId);
        await secondFactors.remove(caller, user.id);
        await endSessionsOf(
          user.id,
          user.id === caller.actor.userId ? caller.sessionId : null,
          'administrator',
        );
        return true;
      },
    }),
  ];
}
