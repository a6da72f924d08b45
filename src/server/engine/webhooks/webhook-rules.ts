import type { RecordRule } from '#server/engine/records/record-rules.ts';
import type { NetworkGuard } from '#server/kernel/network-guard.ts';
import { webTarget } from './post.ts';

/** A webhook remembers who changed where it leads: its deliveries hold no more than that user may see, whoever changes it later. */
export const webhookAddressee: RecordRule = {
  phase: 'complete',
  name: 'who changed where a webhook leads',
  types: ['webhook'],
  actions: ['update'],
  complete: ({ caller }, changed) => (changed.includes('url') ? { addressBy: caller.actor.userId } : {}),
};

/** The address of a webhook is judged when it is saved as it is when something is sent there. */
export function webhookAddress(guard: NetworkGuard): RecordRule {
  return {
    phase: 'validate',
    name: 'where a webhook leads',
    types: ['webhook'],
    actions: ['create', 'update'],
    async validate({ before, after }) {
      if (!after || (before && before.url === after.url)) return [];
      const target = webTarget(String(after.url));
      const text = target ? await guard.check(target.host) : { key: 'webhooks.badAddress' };
      return text ? [{ field: 'url', text }] : [];
    },
  };
}
