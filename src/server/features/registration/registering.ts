import { sql as raw } from 'kysely';
import type { Resource } from '#domain/record/resource.ts';
import { AppError, formError, refused } from '#domain/text/errors.ts';
import { own } from '#domain/text/own.ts';
import { lockNames } from '#server/db/advisory-locks.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { Transaction } from '#server/engine/records/stored-record.ts';
import { assertPassword } from '#server/features/identity/password-rules.ts';
import type { Passwords } from '#server/features/identity/passwords.ts';
import { type Caller, systemCaller } from '#server/kernel/caller.ts';
import type { Parameters } from '#server/kernel/parameters.ts';
import type { Challenges } from './challenges.ts';
import type { PhoneCodes } from './phone-codes.ts';
import type { ProtocolPages } from './protocol.ts';
import type { Tickets } from './tickets.ts';

export interface RegistrationInput {
  company: Record<string, unknown>;
  user: { userName: string; name: string; surname?: string | undefined; password: string };
  phone: string;
  phoneCode?: string | undefined;
  /** Of the protocol that was shown and accepted; absent where there is none. */
  protocolVersion?: number | undefined;
  challenge: string;
  nonce: string;
}

export interface Registered {
  ticket: string;
  /** UTC ISO 8601. */
  ticketExpiresAt: string;
  companyId: number;
  phoneVerified: boolean;
}

export interface RegisteringDeps {
  sql: Sql;
  records: Records;
  passwords: Passwords;
  parameters: Pick<Parameters, 'number' | 'text'>;
  codes: PhoneCodes;
  challenges: Challenges;
  protocol: ProtocolPages;
  tickets: Tickets;
  clock: () => Date;
}

export interface Registering {
  /** What the form must know before it is filled in. */
  rules(): Promise<{ open: boolean; phoneRequired: boolean; delivery: 'gateway' | 'desk' }>;
  /** A company that waits to be certified and its first user who cannot sign in yet, in one transaction. */
  register(caller: Caller, input: RegistrationInput): Promise<Registered>;
  /** Another ticket for the same registration; those before are over. */
  renew(registration: number): Promise<Pick<Registered, 'ticket' | 'ticketExpiresAt'>>;
}

const dayMs = 86_400_000;

export function createRegistering(deps: RegisteringDeps): Registering {
  const { sql, records, passwords, parameters, codes, challenges, protocol, tickets, clock } = deps;

  async function rules() {
    const required = (await parameters.text('registration.phoneRequired')) === 'true';
    return {
      open: (await parameters.text('registration.open')) === 'true',
      phoneRequired: codes.delivery === 'gateway' || required,
      delivery: codes.delivery,
    };
  }

  async function expiry(now: Date): Promise<Date> {
    return new Date(now.getTime() + (await parameters.number('registration.ticketDays')) * dayMs);
  }

  async function refuseTooMany(transaction: Transaction, address: string, now: Date): Promise<void> {
    await lockNames(transaction.sql, [`registration ${address}`]);
    const most = await parameters.number('registration.perAddressPerDay');
    const found = await raw<{ count: number }>`
      select count(*) as count from registration where client_ip_address = ${address}
        and registered_at > ${new Date(now.getTime() - dayMs).toISOString()}::timestamptz`.execute(
      transaction.sql,
    );
    if (Number(found.rows[0]?.count) >= most) throw refused('register.tooManyToday');
  }

  /** The roles that a new user is given: those marked so, or the operator's. */
  async function firstRoles(transaction: Transaction): Promise<number[]> {
    const { rows } = await raw<{ id: number; isDefault: boolean }>`
      select id, is_default from role where deleted_at is null and (is_default or name = 'OM') order by id`.execute(
      transaction.sql,
    );
    const marked = rows.filter(({ isDefault }) => isDefault);
    return (marked.length > 0 ? marked : rows).map(({ id }) => id);
  }

  return {
    rules,

    async register(caller, input) {
      const now = clock();
      const required = await rules();
      if (!required.open) throw refused('register.closed');
      const proof = await challenges.solved(input.challenge, input.nonce, now);
      if (proof === null) throw refused('register.workNotDone');
      const accepted = await protocol.current(caller.locale);
      if (accepted && input.protocolVersion !== accepted.version) {
        const key =
          input.protocolVersion === undefined ? 'register.protocolNeeded' : 'register.protocolChanged';
        throw formError('protocolVersion', key);
      }
      const { userName, password } = input.user;
      assertPassword(password, 'user.password', userName);
      const code = input.phoneCode?.trim() ?? '';
      if (code === '' && required.phoneRequired) throw formError('phoneCode', 'register.codeNeeded');
      if (code !== '') await codes.check(input.phone, code, 'phoneCode');
      const passwordHash = await passwords.hash(password);
      const expiresAt = await expiry(now);
      const address = (caller.client?.address ?? '').slice(0, 64);
      const system = systemCaller();
      const at0 = now.toISOString();

      const made = await records.transaction(async (transaction) => {
        await refuseTooMany(transaction, address, now);
        if (code !== '') await codes.use(transaction, input.phone, code, 'phoneCode');
        const values = settable(records.resource('company'), input.company);
        const company = await under('company', () =>
          records.create(system, 'company', { phone: input.phone, ...values }, transaction),
        );
        const user = await under('user', async () =>
          records.create(
            system,
            'user',
            {
              userName,
              name: input.user.name,
              surname: input.user.surname ?? null,
              // An unproven number is kept with the registration alone: here it would tell whether an account
              // has it.
              ...(code === '' ? {} : { phoneNumber: input.phone }),
              company: company.id,
              bussinessName: company.name,
              roles: await firstRoles(transaction),
              isActive: false,
              language: caller.locale,
              passwordHash,
              authProtocolAcceptedAt: accepted ? at0 : null,
            },
            transaction,
          ),
        );
        const registration = await records
          .create(
            system,
            'registration',
            {
              company: company.id,
              user: user.id,
              phone: input.phone,
              phoneVerifiedAt: code === '' ? null : at0,
              protocolVersion: accepted?.version ?? null,
              protocolAcceptedAt: accepted ? at0 : null,
              registeredAt: at0,
              ticketSeries: 1,
              ticketExpiresAt: expiresAt.toISOString(),
              clientIpAddress: address,
              proof,
            },
            transaction,
          )
          .catch(refuseUsedProof);
        return { registration: registration.id, company: company.id };
      });
      return {
        ticket: await tickets.sign({ registration: made.registration, series: 1, expiresAt }),
        ticketExpiresAt: expiresAt.toISOString(),
        companyId: made.company,
        phoneVerified: code !== '',
      };
    },

    async renew(registration) {
      const expiresAt = await expiry(clock());
      const { rows } = await raw<{ series: number }>`
        update registration set ticket_series = ticket_series + 1,
          ticket_expires_at = ${expiresAt.toISOString()}::timestamptz
        where id = ${registration} and deleted_at is null returning ticket_series as series`.execute(sql);
      const series = rows[0]?.series;
      if (series === undefined) throw new AppError('notFound', { key: 'register.noRegistration' });
      return {
        ticket: await tickets.sign({ registration, series, expiresAt }),
        ticketExpiresAt: expiresAt.toISOString(),
      };
    },
  };
}

/** What an applicant may say of their company: none of what only services set. */
function settable({ schema, serviceOnly = [] }: Resource, values: Record<string, unknown>) {
  const open = Object.entries(values).filter(([name]) => {
    const field = own(schema.properties, name);
    return field && !field.readOnly && !field['x-secret'] && !serviceOnly.includes(name);
  });
  return Object.fromEntries(open);
}

/** Faults of a part of the form are told at the fields of that part. */
async function under<T>(part: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError) || !error.extra.fields) throw error;
    const fields = error.extra.fields.map(({ field, text }) => ({ field: `${part}.${field}`, text }));
    throw new AppError(error.code, error.text, { ...error.extra, fields });
  }
}

/** A challenge is good for one registration. */
function refuseUsedProof(error: unknown): never {
  const fields = error instanceof AppError ? (error.extra.fields ?? []) : [];
  throw fields.some(({ field }) => field === 'proof') ? refused('register.workNotDone') : error;
}
