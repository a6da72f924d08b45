import { Type } from '@sinclair/typebox';
import type { AirspaceLife } from '../airspace/airspace-life.ts';
import { savedAirspace } from '../airspace/airspace-output.ts';
import { createPermission, libraryPermission } from '../airspace/airspace-rows.ts';
import { savedView } from './airspace-filing.ts';
import { method, type ServiceMethod } from './service.ts';

const id = Type.Integer({ minimum: 1 });
const time = Type.Optional(Type.String({ description: 'UTC, ISO 8601' }));
const reason = Type.Optional(Type.String({ maxLength: 500 }));
const watchers = ['Pages.AirspaceApproval'];

/** What is done to an approved airspace: opened, closed, extended, ended. */
export function airspaceKeepingMethods({ life }: { life: AirspaceLife }): ServiceMethod[] {
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
      summary: 'Extends the validity of an approved airspace (Order 371, art. 10); by the approver',
      input: Type.Object({
        id,
        validTo: Type.String(),
        reason: Type.String({ minLength: 1, maxLength: 500 }),
      }),
      output: savedAirspace,
      async handle(input, caller) {
        const wish = { ...input, reason: input.reason.trim() || null };
        return savedView(await life.extend(caller, wish));
      },
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
