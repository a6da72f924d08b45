import type { CodeRequest, SignedIn } from '#contract/token-auth.ts';
import { signInRedirect } from '#domain/identity/landing.ts';
import { isLockedForGood } from '#domain/identity/lockout.ts';
import { passwordTooOld, type SessionPolicy } from '#domain/identity/session-policy.ts';
import { signInRequirementOf } from '#domain/identity/sign-in-requirement.ts';
import { userIsNotActive } from '#domain/identity/sign-in-result.ts';
import { AppError, type Text } from '#domain/text/errors.ts';
import type { Records } from '#server/engine/records/records.ts';
import { systemCaller } from '#server/kernel/caller.ts';
import type { Account, AccountState, Accounts } from './accounts.ts';
import { type Lockout, type Reservation, reserveFor } from './lockout.ts';
import type { Passwords } from './passwords.ts';
import type { SecondFactors } from './second-factor.ts';
import type { Sessions } from './sessions.ts';
import type { Tokens } from './tokens.ts';

export interface SignInInput {
  userNameOrEmailAddress: string;
  password: string;
  /** Of the authenticator app, or a recovery code; null: none was given. */
  code: string | null;
  remember: boolean;
  clientIpAddress: string;
  browserInfo: string;
}

export type SignIn = (input: SignInInput) => Promise<SignedIn | CodeRequest>;

type Result =
  | 'success'
  | 'noRoles'
  | 'invalidUserNameOrPassword'
  | 'lockedOut'
  | 'notActive'
  | 'codeAsked'
  | 'wrongCode';

export function createSignIn(deps: {
  records: Records;
  accounts: Accounts;
  passwords: Passwords;
  secondFactors: SecondFactors;
  lockout: Lockout;
  sessions: Sessions;
  tokens: Tokens;
  policy: () => Promise<SessionPolicy>;
  clock: () => Date;
  /** A password known to everyone (the demo's), refused where others can reach the server; null: none. */
  refusedPassword: string | null;
}): SignIn {
  const { records, accounts, passwords, secondFactors, lockout, sessions, tokens, policy, clock } = deps;

  async function note(input: SignInInput, account: Account | null, result: Result): Promise<void> {
    const attempt = {
      userNameOrEmailAddress: input.userNameOrEmailAddress,
      user: account?.id ?? null,
      company: account?.companyId ?? null,
      result,
      attemptedAt: clock().toISOString(),
      clientIpAddress: input.clientIpAddress,
      browserInfo: input.browserInfo.slice(0, 512),
    };
    await records.transaction((transaction) =>
      records.create(systemCaller(), 'loginAttempt', attempt, transaction),
    );
  }

  async function failed(
    input: SignInInput,
    account: Account | null,
    result: Result,
    explanation: Text,
    number?: number,
  ): Promise<AppError> {
    await note(input, account, result);
    const text = { key: 'session.loginFailed' };
    return new AppError('refused', text, { explanation, ...(number === undefined ? {} : { number }) });
  }

  /** A wrong password or code, which was counted before: the last that is allowed locks. */
  async function wrong(
    input: SignInInput,
    account: Account | null,
    { locks }: Reservation,
    result: 'invalidUserNameOrPassword' | 'wrongCode',
  ): Promise<AppError> {
    if (locks) return failed(input, account, 'lockedOut', await lockout.reason());
    return failed(input, account, result, { key: `session.${result}` });
  }

  /** A password that has had its time is changed before anything else is done. */
  async function mustChange(account: Account): Promise<boolean> {
    if (account.mustChangePassword) return true;
    const nowMs = clock().getTime();
    if (!passwordTooOld(Date.parse(account.passwordSetAt), nowMs, await policy())) return false;
    const system = systemCaller();
    await records.transaction(async (transaction) => {
      const { version } = await records.get(system, 'user', account.id, transaction.sql);
      await records.update(system, 'user', account.id, version, { mustChangePassword: true }, transaction);
    });
    return true;
  }

  /** Who the user is, where a right password is enough to let them in. */
  async function admitted(
    input: SignInInput,
    account: Account,
    reserved: Reservation,
  ): Promise<AccountState> {
    const lockedForGood = isLockedForGood(account.lockoutEndAt);
    const state = account.isActive && !lockedForGood ? await accounts.state(account.id) : null;
    if (state && input.password !== deps.refusedPassword) return state;
    await reserved.giveBack();
    if (lockedForGood)
      throw await failed(input, account, 'lockedOut', { key: 'session.lockedByAdministrator' });
    if (input.password === deps.refusedPassword) {
      throw await failed(input, account, 'notActive', { key: 'session.demoPassword' });
    }
    const text = { key: 'session.notActive', values: { name: account.userName } };
    throw await failed(input, account, 'notActive', text, userIsNotActive);
  }

  return async (input) => {
    const account = await accounts.find(input.userNameOrEmailAddress);
    // Names that nobody has are counted, locked and hashed alike: the answer does not tell them apart.
    const reserved = await reserveFor(lockout, account, input.userNameOrEmailAddress);
    if (!reserved) throw await failed(input, account, 'lockedOut', await lockout.reason());
    if (!(await passwords.verify(input.password, account?.passwordHash ?? null)) || !account) {
      throw await wrong(input, account, reserved, 'invalidUserNameOrPassword');
    }
    // The right password, so to say why gives nothing away.
    const state = await admitted(input, account, reserved);
    if (account.secondFactor) {
      if (input.code === null) {
        await reserved.giveBack();
        await note(input, account, 'codeAsked');
        return {
          requiresTwoFactorVerification: true,
          twoFactorAuthProviders: ['Authenticator'],
          userId: account.id,
        };
      }
      if (!(await secondFactors.take(account.id, input.code))) {
        throw await wrong(input, account, reserved, 'wrongCode');
      }
    }
    if (!(await reserved.succeed())) throw await failed(input, account, 'lockedOut', await lockout.reason());
    const { actor, standing } = state;
    const resets = await mustChange(account);
    const { key, startedAt, expiresAt } = await sessions.begin({
      userId: account.id,
      remember: input.remember,
      clientIpAddress: input.clientIpAddress,
      browserInfo: input.browserInfo,
    });
    await note(input, account, actor.roles.length > 0 ? 'success' : 'noRoles');
    const issued = await tokens.issue({
      sessionId: key,
      userId: account.id,
      name: account.userName,
      roles: actor.roles,
      issuedAt: startedAt,
      expiresAt,
    });
    return {
      ...issued,
      userId: account.id,
      redirect: signInRedirect(actor.roles, resets ? 'changePassword' : signInRequirementOf(standing)),
      ...(resets ? { shouldResetPassword: true } : {}),
    };
  };
}
