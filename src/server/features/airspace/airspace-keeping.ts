import { Type } from '@sinclair/typebox';
import { method, type ServiceMethod } from '#server/http/service.ts';
import type { AirspaceExtension } from './airspace-extension.ts';
import { savedView } from './airspace-filing-calls.ts';
import type { AirspaceLife } from './airspace-life.ts';
import { extensionAskItem, savedAirspace } from './airspace-output.ts';
import type { AirspaceQueries } from './airspace-queries.ts';
import { createPermission, libraryPermission } from './airspace-rows.ts';

const id = Type.Integer({ minimum: 1 });
const time = Type.Optional(Type.String({ description: 'UTC, ISO 8601' }));
const reason = Type.Optional(Type.String({ maxLength: 500 }));
const newEnd = Type.Object({
  id,
  validTo: Type.String({ description: 'The new end, UTC, ISO 8601' }),
  reason: Type.String({ minLength: 1, maxLength: 500 }),
});
const watchers = ['Pages.AirspaceApproval'];

/** What is done to an approved airspace: opened, closed, asked to be extended, extended, ended. */
export function airspaceKeepingMethods(deps: {
  life: AirspaceLife;
  extension: AirspaceExtension;
  queries: AirspaceQueries;
}): ServiceMethod[] {
  const { life, extension, queries } = deps;
  const openOrClose = (name: 'Open' | 'Close', kind: 'open' | 'close', summary: string) =>
    method({
      verb: 'POST',
      name,
      permission: watchers,
      summary,
      input: Type.Object({ id, from: time, to: time, reason }),
      output: Type.Object({
        ...savedAirspace.properties,
        openState: Type.Union([Type.String(), Type.Null()]),
      }),
      async handle(input, caller) {
        const { from = null, to = null } = input;
        const wish = { id: input.id, from, to, reason: input.reason?.trim() || null };
        const record = await life.openOrClose(caller, kind, wish);
        return {
          ...savedView(record),
          openState: typeof record.openState === 'string' ? record.openState : null,
        };
      },
    });

  return [
    openOrClose(
      'Open',
      'open',
      'Opens an airspace, now or from a time to a time; by who watches or controls',
    ),
    openOrClose('Close', 'close', 'Closes an airspace, with the reason; now or from a time to a time'),
    method({
      verb: 'POST',
      name: 'Extend',
      permission: libraryPermission,
      summary:
        'Extends the validity of an approved airspace (Order 371, art. 10); by the approver. It answers the holder’s request where one waits',
      input: newEnd,
      output: savedAirspace,
      async handle(input, caller) {
        const wish = { ...input, reason: input.reason.trim() || null };
        return savedView(await extension.extend(caller, wish));
      },
    }),
    method({
      verb: 'POST',
      name: 'AskExtension',
      permission: createPermission,
      summary:
        'The holder asks the approver for a later end of an approved airspace (Order 371, art. 10); nothing changes until it is answered by Extend or DeclineExtension',
      input: newEnd,
      output: savedAirspace,
      async handle(input, caller) {
        const wish = { ...input, reason: input.reason.trim() || null };
        return savedView(await extension.ask(caller, wish));
      },
    }),
    method({
      verb: 'POST',
      name: 'WithdrawExtension',
      permission: createPermission,
      summary: 'The holder takes a request for an extension back that was not answered yet',
      input: Type.Object({ id, reason }),
      output: savedAirspace,
      async handle(input, caller) {
        const wish = { id: input.id, reason: input.reason?.trim() || null };
        return savedView(await extension.withdraw(caller, wish));
      },
    }),
    method({
      verb: 'POST',
      name: 'DeclineExtension',
      permission: libraryPermission,
      summary: 'The approver declines the holder’s request for an extension, with the reason',
      input: Type.Object({ id, reason: Type.String({ minLength: 1, maxLength: 500 }) }),
      output: savedAirspace,
      async handle(input, caller) {
        const wish = { id: input.id, reason: input.reason.trim() || null };
        return savedView(await extension.decline(caller, wish));
      },
    }),
    method({
      verb: 'GET',
      name: 'GetExtensionAsks',
      permission: libraryPermission,
      summary:
        'The requests for an extension that wait for an answer, among the caller’s rows; whose airspace ends first comes first',
      input: Type.Object({}),
      output: Type.Object({ items: Type.Array(extensionAskItem) }),
      handle: async (_input, caller) => ({ items: await queries.asks(caller) }),
    }),
    method({
      verb: 'POST',
      name: 'Complete',
      permission: [...createPermission, ...libraryPermission],
      summary:
        'Ends an approved airspace before its time: the holder reports that its use is over, the keeper takes it back with a reason (Order 371, art. 10)',
      input: Type.Object({ id, reason }),
      output: savedAirspace,
      async handle(input, caller) {
        return savedView(await life.end(caller, { id: input.id, reason: input.reason?.trim() || null }));
      },
    }),
  ];
}
