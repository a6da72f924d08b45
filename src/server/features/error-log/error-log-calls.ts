import { Type } from '@sinclair/typebox';
import type { Records } from '#server/engine/records/records.ts';
import { livingRecord } from '#server/features/abp/abp.ts';
import { method, type Service } from '#server/http/service.ts';
import { asService, type Caller } from '#server/kernel/caller.ts';
import type { ErrorCollector } from './collector.ts';

const resource = 'errorLog';
const keepers = ['Pages.Users'];
const id = Type.Integer({ minimum: 1 });

/** What went wrong on pages: told by them, grouped, and resolved by an administrator. */
export function createErrorLogService(deps: {
  records: Records;
  collector: ErrorCollector;
  clock: () => Date;
}): Service {
  const { records, collector, clock } = deps;

  async function settle(caller: Caller, recordId: number, values: Record<string, unknown>): Promise<void> {
    await records.transaction(async (unit) => {
      const entry = await livingRecord(records, caller, resource, recordId);
      await records.update(asService(caller), resource, recordId, entry.version, values, unit);
    });
  }

  return {
    name: 'ErrorLog',
    methods: [
      method({
        verb: 'POST',
        name: 'Report',
        permission: 'anonymous',
        writes: false,
        duty: true,
        perMinute: 30,
        bodyLimit: 16 * 1024,
        summary: 'A page tells of an error of its own; the same error again is counted',
        input: Type.Object({
          name: Type.String({ minLength: 1, maxLength: 128 }),
          message: Type.String({ minLength: 1, maxLength: 1000 }),
          stack: Type.Optional(Type.String({ maxLength: 12_000 })),
          page: Type.Optional(Type.String({ maxLength: 256 })),
          release: Type.Optional(Type.String({ maxLength: 64 })),
        }),
        output: Type.Null(),
        async handle({ name, message, stack = '', page = '', release = '' }, caller) {
          await collector.collect({
            name,
            message,
            stack,
            // The path alone: what stands in a query may be a ticket or a name.
            page: page.replace(/[?#].*$/s, ''),
            release,
            browserInfo: (caller.client?.browser ?? '').slice(0, 512),
            userId: caller.actor.userId > 0 ? caller.actor.userId : null,
          });
          return null;
        },
      }),
      method({
        verb: 'POST',
        name: 'Resolve',
        permission: keepers,
        summary: 'Mark an error resolved; seen again, it is open again',
        input: Type.Object({ id, resolution: Type.Optional(Type.String({ maxLength: 1000 })) }),
        output: Type.Null(),
        async handle(input, caller) {
          await settle(caller, input.id, {
            state: 'resolved',
            resolvedAt: clock().toISOString(),
            resolvedBy: caller.actor.userId,
            resolution: input.resolution?.trim() || null,
          });
          return null;
        },
      }),
      method({
        verb: 'POST',
        name: 'Reopen',
        permission: keepers,
        summary: 'Open an error again',
        input: Type.Object({ id }),
        output: Type.Null(),
        async handle(input, caller) {
          await settle(caller, input.id, { state: 'open', resolvedAt: null, resolvedBy: null });
          return null;
        },
      }),
    ],
  };
}
