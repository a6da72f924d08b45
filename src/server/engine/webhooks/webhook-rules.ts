import type { RecordRuleCheck } from '#server/engine/records/rule-check.ts';
import type { NetworkGuard } from '#server/kernel/network-guard.ts';
import { webTarget } from './post.ts';

/** The address of a webhook is judged when it is saved as it is when something is sent there. */
export function webhookRules(guard: NetworkGuard): RecordRuleCheck[] {
  return [
    async ({ before, after }) => {
      if (!after || (before && before.url === after.url)) return [];
      const target = webTarget(String(after.url));
      const text = target ? await guard.judge(target.host) : { key: 'webhooks.badAddress' };
      return text ? [{ field: 'url', text }] : [];
    },
  ];
}
