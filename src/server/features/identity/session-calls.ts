import { Type } from '@sinclair/typebox';
import { rulesFor } from '#domain/identity/access.ts';
import type { Resource } from '#domain/record/resource.ts';
import { AppError } from '#domain/text/errors.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { StoredRecord } from '#server/engine/records/stored-record.ts';
import { theTenant } from '#server/features/abp/abp-account.ts';
import { nullable } from '#server/http/nullable.ts';
import { method, type Service } from '#server/http/service.ts';
import { systemCaller } from '#server/kernel/caller.ts';
import type { Parameters } from '#server/kernel/parameters.ts';
import { factsOf } from './current-user-facts.ts';

const loginUser = Type.Object({
  id: Type.Integer(),
  userId: Type.Integer(),
  name: Type.String(),
  surname: Type.String(),
  userName: Type.String(),
  emailAddress: nullable(Type.String()),
  /** 1 passed, 2 failed, anything else: nothing is shown. */
  examineState: Type.Integer(),
  IsAuth: Type.Boolean(),
});

const currentUser = Type.Object({
  user: Type.Object({}, { additionalProperties: true }),
  roles: Type.Array(Type.String()),
  permissions: Type.Array(Type.String()),
  application: Type.Object({ name: Type.String(), version: Type.String() }),
  /** What he must do before anything else is answered: changePassword, enrolSecondFactor; null: nothing. */
  duty: nullable(Type.String()),
  actor: Type.Object({}, { additionalProperties: true }),
  rules: Type.Array(Type.Object({}, { additionalProperties: true })),
  /** An administrator who sees the system as a role, and as one of a company. */
  viewAs: Type.Optional(Type.Object({ role: Type.String(), companyId: nullable(Type.Integer()) })),
});

export function createSessionService(deps: {
  records: Records;
  sql: Sql;
  resources: Resource[];
  parameters: Pick<Parameters, 'text' | 'number'>;
  version: string;
  releaseDate: string;
}): Service {
  const { records, sql, resources, parameters, version, releaseDate } = deps;
  const system = systemCaller();

  async function examineStateOf(user: StoredRecord): Promise<number> {
    if (typeof user.company !== 'number') return 0;
    const company = await records.get(system, 'company', user.company);
    return Number(company.examineState ?? 0);
  }

  return {
    name: 'Session',
    methods: [
      method({
        verb: 'GET',
        name: 'GetCurrentLoginInformations',
        permission: 'anonymous',
        duty: true,
        summary:
          'The application, the tenant, and the signed-in user with the certification state of the company',
        input: Type.Object({}),
        output: Type.Object({
          application: Type.Object({
            version: Type.String(),
            releaseDate: Type.String(),
            features: Type.Record(Type.String(), Type.Boolean()),
            /** Parameters that every screen obeys, before a session too: the wall of times, and the ages of marks. */
            timeZone: Type.String(),
            dimAfterS: Type.Number(),
            dropAfterS: Type.Number(),
          }),
          user: nullable(loginUser),
          tenant: nullable(
            Type.Object({ id: Type.Integer(), tenancyName: Type.String(), name: Type.String() }),
          ),
        }),
        async handle(_input, caller) {
          const application = {
            version,
            releaseDate,
            features: { SignalR: true, 'SignalR.AspNetCore': true },
            timeZone: await parameters.text('deadline.timeZone'),
            dimAfterS: await parameters.number('surveillance.dimAfterS'),
            dropAfterS: await parameters.number('surveillance.dropAfterS'),
          };
          if (caller.actor.userId === 0) return { application, user: null, tenant: null };
          const user = await records.get(system, 'user', caller.actor.userId);
          return {
            application,
            tenant: theTenant,
            user: {
              id: user.id,
              userId: user.id,
              name: String(user.name),
              surname: String(user.surname ?? ''),
              userName: String(user.userName),
              emailAddress: typeof user.emailAddress === 'string' ? user.emailAddress : null,
              examineState: await examineStateOf(user),
              IsAuth: (await factsOf(sql, caller.actor)).isAuth,
            },
          };
        },
      }),
      method({
        verb: 'GET',
        name: 'GetCurrentUserInfo',
        permission: 'signedIn',
        duty: true,
        summary: 'The current user with roles, permissions and the rules made from them',
        input: Type.Object({}),
        output: currentUser,
        async handle(_input, { actor, duty, viewAs }) {
          const user = await records.get(system, 'user', actor.userId);
          if (user.isActive !== true)
            throw new AppError('unauthenticated', { key: 'common.unauthenticated' });
          const company =
            actor.companyId === null ? null : await records.get(system, 'company', actor.companyId);
          return {
            user: {
              id: user.id,
              name: user.name,
              surname: user.surname ?? '',
              userName: user.userName,
              bussinessName: company?.name ?? user.bussinessName ?? '',
              coverageIds: actor.coverageIds,
              coverageId3s: user.coverageId3s ?? [],
              omGroup: user.omGroup ?? null,
              atGroup: user.atGroup ?? null,
              tags: user.tags ?? [],
              longitude: user.longitude ?? null,
              latitude: user.latitude ?? null,
              userOthers: user.userOthers ?? [],
              operateType: user.operateType ?? null,
              ...(await factsOf(sql, actor)),
              language: user.language ?? null,
            },
            roles: actor.roles,
            permissions: actor.permissions,
            application: { name: 'Clearway', version },
            duty: duty ?? null,
            actor: { ...actor },
            rules: rulesFor(actor, resources).map((rule) => ({ ...rule })),
            ...(viewAs ? { viewAs } : {}),
          };
        },
      }),
    ],
  };
}
