import type { OutputOf } from '#contract/services.ts';
import type { RunningTestServer } from '#tests/support/server.ts';

export type RuleMessage = OutputOf<'Mobile', 'Page'>['items'][number];

/** The messages of a user that a rule has brought, by the message centre. */
export async function messagesOf(
  server: RunningTestServer,
  user: string,
  rule: number,
): Promise<RuleMessage[]> {
  const page = (await server.service(user, 'Mobile/Page', { maxResultCount: 100 })) as OutputOf<
    'Mobile',
    'Page'
  >;
  return page.items.filter(({ resource, recordId }) => resource === 'notificationRule' && recordId === rule);
}
