import type { Rule } from '#domain/identity/access.ts';
import { AppError } from '#domain/text/errors.ts';
import type { Records } from '#server/engine/records/records.ts';
import { type Handlers, implement, type Service } from '#server/http/service.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { systemCaller } from '#server/kernel/caller.ts';
import type { Challenges } from './challenges.ts';
import type { PhoneCodes } from './phone-codes.ts';
import type { ProgressOf } from './progress.ts';
import type { ProtocolPages } from './protocol.ts';
import type { Registering } from './registering.ts';

export interface RegistrationDeps {
  records: Records;
  codes: PhoneCodes;
  challenges: Challenges;
  protocol: ProtocolPages;
  registering: Registering;
  /** The registration of whoever knows this password and may not sign in yet; throws where there is none. */
  waitingRegistrationOf(caller: Caller, userName: string, password: string): Promise<number>;
  progressOf: ProgressOf;
  clock: () => Date;
}

/** What a company that registers itself asks of the User service (specification §7). */
export function applicantHandlers({
  codes,
  protocol,
  registering,
}: Pick<RegistrationDeps, 'codes' | 'protocol' | 'registering'>) {
  return {
    GetValidate: ({ telphone }, caller) => codes.ask(caller, telphone.trim()),
    GetAuthProtocol: (_input, { locale }) => protocol.current(locale),
    SaveAuthProtocol: ({ value, valueEn }, caller) => protocol.save(caller, value, valueEn),
    async CreateOneStep({ company, website, ...input }, caller) {
      if (website) throw new AppError('refused', { key: 'register.workNotDone' });
      return registering.register(caller, { ...input, company: objectOf(company) });
    },
  } satisfies Partial<Handlers<'User'>>;
}

/** What is shown with a registration, and where it stands by the ticket that it gave. */
export function createRegistrationService(deps: RegistrationDeps): Service {
  const { records, challenges, protocol, registering, waitingRegistrationOf, progressOf, clock } = deps;
  const system = systemCaller();
  return implement('Registration', {
    GetRules: async (_input, { locale }) => ({
      ...(await registering.rules()),
      pages: await protocol.open(locale),
    }),
    GetProtocolTexts: () => protocol.texts(),
    GetChallenge: () => challenges.give(clock()),
    async RenewTicket({ userName, password }, caller) {
      return registering.renew(await waitingRegistrationOf(caller, userName, password));
    },
    GetProgress: async (_input, { actor }) => (actor.companyId === null ? null : progressOf(actor.companyId)),
    async GetState(_input, caller) {
      const { ticket: held, actor, ability } = caller;
      if (!held || actor.companyId === null) {
        throw new AppError('notFound', { key: 'register.noTicket' });
      }
      const company = await records.get(system, 'company', actor.companyId);
      const registration = await records.get(system, 'registration', held.registration);
      const rules: Rule[] = [...ability.rules];
      return {
        company: {
          id: company.id,
          name: company.name,
          examineState: company.examineState ?? 0,
        },
        user: { id: actor.userId, userName: actor.userName, name: actor.name },
        phone: registration.phone ?? '',
        phoneVerified: typeof registration.phoneVerifiedAt === 'string',
        open: held.open,
        ticketExpiresAt: held.expiresAt,
        actor: { ...actor },
        rules: rules.map((rule) => ({ ...rule })),
      };
    },
  });
}

function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}
