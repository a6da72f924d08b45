import type { AbpChatMessage } from '#contract/coordination/hub-events.ts';
import type { ChatMessage } from '#contract/coordination/shapes.ts';

/**
 * A message of a room of two as one of them has it (wire.md §3): ABP stores it twice, a row for each side; here it is one, seen
 * from both. `readTo`: how far the other has read; absent: it is new, and nobody but its author has.
 */
export function abpSide(
  message: Pick<ChatMessage, 'author' | 'text' | 'sentAt' | 'clientId' | 'id' | 'seq'>,
  user: number,
  both: readonly number[],
  { mine = 0, theirs = 0 }: { mine?: number; theirs?: number } = {},
): AbpChatMessage {
  const sent = message.author === user;
  const read = (to: number): 1 | 2 => (message.seq <= to ? 2 : 1);
  return {
    userId: user,
    tenantId: null,
    targetUserId: both.find((one) => one !== user) ?? user,
    targetTenantId: null,
    side: sent ? 1 : 2,
    readState: sent ? 2 : read(mine),
    receiverReadState: sent ? read(theirs) : read(mine),
    message: message.text,
    creationTime: message.sentAt,
    sharedMessageId: message.clientId ?? String(message.id),
  };
}
