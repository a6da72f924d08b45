import { rulesFor } from '#domain/identity/access.ts';
import { readingOf } from '#domain/identity/token-scope.ts';
import type { Resource } from '#domain/record/resource.ts';
import { AppError } from '#domain/text/errors.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { StoredRecord } from '#server/engine/records/stored-record.ts';
import { theTenant } from '#server/features/abp/the-tenant.ts';
import { implement, type Service } from '#server/http/service.ts';
import { systemCaller } from '#server/kernel/caller.ts';
import type { Parameters } from '#server/kernel/parameters.ts';
import { factsOf } from './current-user-facts.ts';

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
    return company.examineState ?? 0;
  }

  return implement('Session', {
    async GetCurrentLoginInformations(_input, caller) {
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
          name: user.name,
          surname: user.surname ?? '',
          userName: user.userName,
          emailAddress: user.emailAddress,
          examineState: await examineStateOf(user),
          IsAuth: (await factsOf(sql, caller.actor)).isAuth,
        },
      };
    },
    async GetCurrentUserInfo(_input, { actor, signInRequirement, viewAs, display }) {
      const rules = rulesFor(actor, resources);
      const user = await records.get(system, 'user', actor.userId);
      if (user.isActive !== true) throw new AppError('unauthenticated', { key: 'common.unauthenticated' });
      const company = actor.companyId === null ? null : await records.get(system, 'company', actor.companyId);
      return {
        user: {
          id: user.id,
          name: user.name,
          nameEn: user.nameEn ?? null,
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
        duty: signInRequirement ?? null,
        actor: { ...actor },
        rules: (display ? readingOf(rules) : rules).map((rule) => ({ ...rule })),
        ...(viewAs ? { viewAs } : {}),
        ...(display ? { display } : {}),
      };
    },
  });
}
