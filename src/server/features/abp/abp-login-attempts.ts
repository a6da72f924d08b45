import { Type } from '@sinclair/typebox';
import { own } from '#domain/text/own.ts';
import type { Records } from '#server/engine/records/records.ts';
import { nullable } from '#server/http/nullable.ts';
import { method, type Service } from '#server/http/service.ts';
import { systemCaller } from '#server/kernel/caller.ts';
import { textOf } from './abp.ts';
import { theTenant } from './abp-account.ts';

/** `AbpLoginResultType` by name, as ABP's clients read it; what it has no name for keeps ours. */
const results: Readonly<Record<string, string>> = {
  success: 'Success',
  invalidUserNameOrPassword: 'InvalidPassword',
  lockedOut: 'LockedOut',
  notActive: 'UserIsNotActive',
};

/** `UserLogin/GetRecentUserLoginAttempts` of ABP's clients (wire.md §3). */
export function createLoginAttemptService({ records }: { records: Records }): Service {
  return {
    name: 'UserLogin',
    methods: [
      method({
        verb: 'GET',
        name: 'GetRecentUserLoginAttempts',
        permission: 'signedIn',
        summary: 'The last ten attempts to sign in as the caller, newest first',
        input: Type.Object({}),
        output: Type.Object({
          items: Type.Array(
            Type.Object({
              tenancyName: Type.String(),
              userNameOrEmail: Type.String(),
              clientIpAddress: nullable(Type.String()),
              clientName: Type.Null(),
              browserInfo: nullable(Type.String()),
              result: Type.String(),
              creationTime: Type.String(),
            }),
          ),
        }),
        async handle(_input, { actor }) {
          const { items } = await records.list(systemCaller(), 'loginAttempt', {
            start: 0,
            end: 10,
            sort: [{ field: 'id', order: 'desc' }],
            filter: { field: 'user', operator: 'eq', value: actor.userId },
            search: undefined,
            trash: 'without',
          });
          const orNothing = (value: unknown) => (typeof value === 'string' ? value : null);
          return {
            items: items.map((item) => ({
              tenancyName: theTenant.tenancyName,
              userNameOrEmail: textOf(item.userNameOrEmailAddress),
              clientIpAddress: orNothing(item.clientIpAddress),
              clientName: null,
              browserInfo: orNothing(item.browserInfo),
              result: own(results, textOf(item.result)) ?? textOf(item.result),
              creationTime: textOf(item.attemptedAt),
            })),
          };
        },
      }),
    ],
  };
}
