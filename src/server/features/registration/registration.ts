import { AppError } from '#domain/text/errors.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Catalogue } from '#server/engine/records/catalogue.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { Accounts } from '#server/features/identity/accounts.ts';
import type { Passwords } from '#server/features/identity/passwords.ts';
import type { Sessions } from '#server/features/identity/sessions.ts';
import type { SignIn } from '#server/features/identity/sign-in.ts';
import { createTokens } from '#server/features/identity/tokens.ts';
import type { Service } from '#server/http/service.ts';
import type { Logger } from '#server/kernel/logger.ts';
import type { Parameters } from '#server/kernel/parameters.ts';
import { type Applicants, createApplicants } from './applicants.ts';
import { createBindCodes, type OpenSession } from './bind-codes.ts';
import { createBindingService } from './binding-calls.ts';
import { createChallenges } from './challenges.ts';
import { createMessageGateway } from './message-gateway.ts';
import { createPhoneCodes } from './phone-codes.ts';
import { createProgress } from './progress.ts';
import { createProtocolPages } from './protocol.ts';
import { createRegistering, type Registering } from './registering.ts';
import { applicantHandlers, createRegistrationService, type RegistrationDeps } from './registration-calls.ts';
import { createTicketGate, type TicketGate } from './ticket-gate.ts';
import { createTickets } from './tickets.ts';

export interface Registration {
  services: Service[];
  /** What the User service answers to companies that register themselves. */
  applicant: ReturnType<typeof applicantHandlers>;
  register: Registering['register'];
  applicants: Applicants;
  gate: TicketGate;
}

/** Companies that register themselves, their tickets, and second devices: the parts, put together. */
export function createRegistration(deps: {
  sql: Sql;
  records: Records;
  catalogue: Catalogue;
  parameters: Parameters;
  auth: { accounts: Accounts; passwords: Passwords; sessions: Sessions; signIn: SignIn };
  /** The server's own: tickets, challenges and codes are signed by keys that are drawn from it. */
  secret: string;
  /** Where messages to phones go; null: the staff read the codes out. */
  smsUrl: string | null;
  clock: () => Date;
  log: Logger;
}): Registration {
  const { sql, records, catalogue, parameters, auth, secret, clock, log } = deps;
  const tickets = createTickets(secret);
  const challenges = createChallenges(secret);
  const protocol = createProtocolPages({ sql, records });
  const gateway = createMessageGateway({ url: deps.smsUrl, log });
  const codes = createPhoneCodes({ sql, records, parameters, gateway, secret, clock });
  const registering = createRegistering({
    sql,
    records,
    passwords: auth.passwords,
    parameters,
    codes,
    challenges,
    protocol,
    tickets,
    clock,
  });
  const tokens = createTokens(secret);

  const openSession: OpenSession = async (userId, device) => {
    const actor = await auth.accounts.actor(userId);
    if (!actor) return null;
    const begun = await auth.sessions.begin({
      userId,
      remember: false,
      clientIpAddress: device.address.slice(0, 64),
      browserInfo: device.browser,
      deviceName: device.name.slice(0, 64),
    });
    const { key, startedAt, expiresAt } = begun;
    return tokens.issue({
      sessionId: key,
      userId,
      name: actor.userName,
      roles: actor.roles,
      issuedAt: startedAt,
      expiresAt,
    });
  };

  return {
    services: [
      createRegistrationService({
        records,
        codes,
        challenges,
        protocol,
        registering,
        waitingRegistrationOf: waitingRegistration(sql, auth),
        progressOf: createProgress({ sql, catalogue }),
        clock,
      }),
      createBindingService({
        codes: createBindCodes({ sql, records, parameters, openSession, secret, clock }),
      }),
    ],
    applicant: applicantHandlers({ codes, protocol, registering }),
    register: registering.register,
    applicants: createApplicants({ sql, catalogue, tickets, clock }),
    gate: createTicketGate({ sql, parameters }),
  };
}

/**
 * Whose registration waits, by the password that was chosen in it. Asked of signing in itself, so that wrong
 * ones count, lock and are logged as everywhere. Who knows no password learns nothing: not even that there is
 * one.
 */
function waitingRegistration(
  sql: Sql,
  { signIn, passwords }: { signIn: SignIn; passwords: Passwords },
): RegistrationDeps['waitingRegistrationOf'] {
  const none = () => new AppError('refused', { key: 'register.noWaiting' });
  return async ({ client }, userName, password) => {
    const row = await sql
      .selectFrom('registration as r')
      .innerJoin('user as u', 'u.id', 'r.user')
      .select(['r.id', 'u.userName'])
      .where((eb) => eb(eb.fn('lower', ['u.userName']), '=', userName.trim().toLowerCase()))
      .where('u.isActive', '=', false)
      .where('u.lastLoginAt', 'is', null)
      .where('r.deletedAt', 'is', null)
      .where('u.deletedAt', 'is', null)
      .executeTakeFirst();
    if (!row) {
      // As long as it takes where there is one.
      await passwords.verify(password, null);
      throw none();
    }
    try {
      await signIn({
        userNameOrEmailAddress: row.userName,
        password,
        code: null,
        remember: false,
        clientIpAddress: client?.address ?? '',
        browserInfo: client?.browser ?? '',
      });
    } catch (error) {
      const why = error instanceof AppError ? error.extra.explanation?.key : undefined;
      if (why === 'session.notActive') return row.id;
      throw why === 'session.invalidUserNameOrPassword' ? none() : error;
    }
    // Certified in this very moment: the user signs in.
    throw none();
  };
}
