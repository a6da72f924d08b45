import type { Records } from '#server/engine/records/records.ts';
import { livingRecord } from '#server/features/abp/abp.ts';
import { implement, type Service } from '#server/http/service.ts';
import { asService, type Caller } from '#server/kernel/caller.ts';
import type { ErrorCollector } from './collector.ts';

const resource = 'errorLog';

/** What went wrong on pages: told by them, grouped, and resolved by an administrator. */
export function createErrorLogService(deps: {
  records: Records;
  collector: ErrorCollector;
  clock: () => Date;
}): Service {
  const { records, collector, clock } = deps;

  async function settle(caller: Caller, recordId: number, values: Record<string, unknown>): Promise<void> {
    await records.transaction(async (transaction) => {
      const entry = await livingRecord(records, caller, resource, recordId, transaction.sql);
      await records.update(asService(caller), resource, recordId, entry.version, values, transaction);
    });
  }

  return implement('ErrorLog', {
    async Report({ name, message, stack = '', page = '', release = '' }, caller) {
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
    async Resolve(input, caller) {
      await settle(caller, input.id, {
        state: 'resolved',
        resolvedAt: clock().toISOString(),
        resolvedBy: caller.actor.userId,
        resolution: input.resolution?.trim() || null,
      });
      return null;
    },
    async Reopen(input, caller) {
      await settle(caller, input.id, { state: 'open', resolvedAt: null, resolvedBy: null });
      return null;
    },
  });
}
