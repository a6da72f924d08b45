import { stringOf } from '#domain/text/narrow.ts';
import { own } from '#domain/text/own.ts';
import type { Records } from '#server/engine/records/records.ts';
import { implement, type Service } from '#server/http/service.ts';
import { systemCaller } from '#server/kernel/caller.ts';
import { textOf } from './abp.ts';
import { theTenant } from './the-tenant.ts';

/** `AbpLoginResultType` by name, as ABP's clients read it; what it has no name for keeps ours. */
const results: Readonly<Record<string, string>> = {
  success: 'Success',
  invalidUserNameOrPassword: 'InvalidPassword',
  lockedOut: 'LockedOut',
  notActive: 'UserIsNotActive',
};

/** `UserLogin/GetRecentUserLoginAttempts` of ABP's clients (wire.md §3). */
export function createLoginAttemptService({ records }: { records: Records }): Service {
  return implement('UserLogin', {
    async GetRecentUserLoginAttempts(_input, { actor }) {
      const { items } = await records.list(systemCaller(), 'loginAttempt', {
        start: 0,
        end: 10,
        sort: [{ field: 'id', order: 'desc' }],
        filter: { field: 'user', operator: 'eq', value: actor.userId },
        search: undefined,
        trash: 'without',
      });
      return {
        items: items.map((item) => ({
          tenancyName: theTenant.tenancyName,
          userNameOrEmail: textOf(item.userNameOrEmailAddress),
          clientIpAddress: stringOf(item.clientIpAddress),
          clientName: null,
          browserInfo: stringOf(item.browserInfo),
          result: own(results, textOf(item.result)) ?? textOf(item.result),
          creationTime: textOf(item.attemptedAt),
        })),
      };
    },
  });
}
