import { sessionPolicy } from '#domain/identity/session-policy.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Catalogue } from '#server/engine/records/catalogue.ts';
import type { Records } from '#server/engine/records/records.ts';
import { implement, type Service } from '#server/http/service.ts';
import type { Parameters } from '#server/kernel/parameters.ts';
import { createAbilities } from './abilities.ts';
import { accountHandlers } from './account-calls.ts';
import { secondFactorHandlers } from './account-second-factor.ts';
import { type Accounts, createAccounts } from './accounts.ts';
import { type Credentials, createCredentials } from './credentials.ts';
import { displayHandlers } from './display-calls.ts';
import { createInvitations, type Invitations } from './invitations.ts';
import { createLockout } from './lockout.ts';
import { createManageableUser, type ManageableUser } from './manageable-user.ts';
import type { Passwords } from './passwords.ts';
import { createSecondFactors } from './second-factor.ts';
import { createSessions, type EndReason, type Sessions } from './sessions.ts';
import { createSignIn, type SignIn } from './sign-in.ts';
import { createTokens } from './tokens.ts';

/** Who someone is, how they prove it, and for how long: the parts, put together. */
export interface Auth {
  accounts: Accounts;
  passwords: Passwords;
  credentials: Credentials;
  manageableUser: ManageableUser;
  sessions: Sessions;
  signIn: SignIn;
  invitations: Invitations;
  /** Ends the sessions of a user but one, with their hub connections. */
  endSessionsOf(userId: number, exceptSessionId: string | null, reason: EndReason): Promise<void>;
  service: Service;
}

export function createAuth(deps: {
  sql: Sql;
  records: Records;
  catalogue: Catalogue;
  parameters: Parameters;
  /** The server's own: tokens are signed, second factors sealed by keys that are drawn from it. */
  secret: string;
  passwords: Passwords;
  clock: () => Date;
  refusedPassword: string | null;
  /** Closes the hub connections of a session that has ended. */
  onEnd(sessionKey: string): void;
}): Auth {
  const { sql, records, parameters, passwords, clock, onEnd } = deps;
  const policy = async () => sessionPolicy(await parameters.all());
  const accounts = createAccounts(deps);
  const tokens = createTokens(deps.secret);
  const lockout = createLockout({ sql, policy, clock });
  const secondFactors = createSecondFactors({ sql, records, secret: deps.secret, clock });
  const credentials = createCredentials({ sql, records, passwords, lockout, policy, clock });
  const manageableUser = createManageableUser({ records });
  const abilities = createAbilities(deps.catalogue);
  const sessions = createSessions({ sql, records, abilities, accounts, tokens, clock, policy });
  const signIn = createSignIn({
    records,
    accounts,
    passwords,
    secondFactors,
    lockout,
    sessions,
    tokens,
    policy,
    clock,
    refusedPassword: deps.refusedPassword,
  });

  async function endSessionsOf(
    userId: number,
    exceptSessionId: string | null,
    reason: EndReason,
  ): Promise<void> {
    for (const key of await sessions.endAllOf(userId, exceptSessionId, reason)) onEnd(key);
  }

  const service = implement('MyAccount', {
    ...accountHandlers({ records, sessions, policy, manageableUser, onEnd, clock }),
    ...displayHandlers({ sessions, tokens, policy, onEnd }),
    ...secondFactorHandlers({
      records,
      accounts,
      secondFactors,
      credentials,
      lockout,
      manageableUser,
      endSessionsOf,
    }),
  });
  return {
    accounts,
    passwords,
    credentials,
    manageableUser,
    sessions,
    signIn,
    invitations: createInvitations({ ...deps, credentials, manageableUser }),
    endSessionsOf,
    service,
  };
}
