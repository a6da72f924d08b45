import type { ChatMessage } from '#contract/coordination/shapes.ts';
import type { InputOf } from '#contract/services.ts';
import { isObject } from '#domain/text/narrow.ts';
import { newKey } from '#web/client/new-key.ts';
import { callService } from '#web/client/services.ts';
import { createUnsentQueue, type Unsent } from '#web/client/unsent-queue.ts';

export type SendInput = InputOf<'Coordination', 'Send'>;
/** What somebody wrote, without its name and its room. */
export type MessageDraft = Omit<SendInput, 'clientId' | 'room'>;

/** A message that the server has not taken: it is shown at the end of its room. Its key is its `clientId`. */
export interface UnsentMessage extends Unsent {
  room: number;
  draft: MessageDraft;
}

function isMessage(value: unknown): value is UnsentMessage {
  return isObject(value) && typeof value.room === 'number' && isObject(value.draft);
}

const listeners = new Set<(message: ChatMessage) => void>();

/** Tells of each message that the server has taken from this page, until the returned function is called. */
export function onSent(listener: (message: ChatMessage) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const messageQueue = createUnsentQueue<UnsentMessage>({
  name: 'messages',
  read: (stored) => (isMessage(stored) ? stored : null),
  groupOf: ({ room }) => room,
  refusalHolds: false,
  async deliver({ key, room, draft }) {
    const message = await callService('Coordination', 'Send', { ...draft, room, clientId: key });
    for (const listener of [...listeners]) listener(message);
  },
});

/** A UUID of version 4. */
function newClientId(): string {
  const hex = newKey();
  const variant = ['8', '9', 'a', 'b'][Number.parseInt(hex.charAt(16), 16) % 4] ?? '8';
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`;
}

/** Puts a message into the queue; it is sent as soon as it can be, by whoever mounted the queue. */
export function say(room: number, draft: MessageDraft): void {
  const message: UnsentMessage = {
    key: newClientId(),
    room,
    draft,
    madeAt: new Date().toISOString(),
    refusal: null,
  };
  messageQueue.change((all) => [...all, message]);
}
