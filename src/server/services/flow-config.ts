import { Type } from '@sinclair/typebox';
import { refused } from '../../domain/errors.ts';
import type { Sql } from '../db/sql.ts';
import { stepsOf } from '../flows/flow-rows.ts';
import { type FlowStore, userIdOf } from '../flows/flow-store.ts';
import { publishFlow } from '../flows/seed-flows.ts';
import { inboxItem, inboxOf } from '../plans/inbox.ts';
import type { Records } from '../records/records.ts';
import { method, type Service } from './service.ts';

/** Approval flows: what waits for the caller, and publishing a changed flow. The drafts are ordinary records. */
export function createFlowConfigService(deps: {
  records: Records;
  flows: FlowStore;
  sql: Sql;
  clock: () => Date;
}): Service {
  const { records, flows, sql, clock } = deps;
  return {
    name: 'FlowConfig',
    methods: [
      method({
        verb: 'GET',
        name: 'GetInbox',
        permission: 'signedIn',
        summary: "Documents that wait for the caller's decision, by the legal clock, and their count",
        input: Type.Object({
          skipCount: Type.Optional(Type.Integer({ minimum: 0 })),
          maxResultCount: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
        }),
        output: Type.Object({ totalCount: Type.Integer(), items: Type.Array(inboxItem) }),
        async handle({ skipCount = 0, maxResultCount = 50 }, caller) {
          if (!caller.ability.can('read', 'plan')) return { totalCount: 0, items: [] };
          const items = await inboxOf(records, flows, sql, caller);
          return { totalCount: items.length, items: items.slice(skipCount, skipCount + maxResultCount) };
        },
      }),
      method({
        verb: 'POST',
        name: 'Publish',
        permission: ['Pages.Operating.FlowConfig'],
        summary: 'Makes the flow as it is now its next version; running documents keep theirs',
        input: Type.Object({ id: Type.Integer({ minimum: 1 }) }),
        output: Type.Object({ id: Type.Integer(), number: Type.Integer() }),
        handle: ({ id }, caller) =>
          records.transaction(async (unit) => {
            const flow = await records.get(caller, 'flowConfig', id, unit.sql);
            const nameless = stepsOf(flow.steps).find(
              (step) => step.roles.length + step.organizationUnits.length + step.users.length === 0,
            );
            // A step that nobody may take would hold every document for ever.
            if (nameless) throw refused('flow.refused.emptyStep', { step: nameless.name });
            return { id, number: await publishFlow(records, unit, id, userIdOf(caller), clock()) };
          }),
      }),
    ],
  };
}
