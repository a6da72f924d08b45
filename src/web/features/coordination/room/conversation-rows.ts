import type { ChatMessage } from '#contract/coordination/shapes.ts';

/** One line of a conversation: a day begins, what is unread begins, or a message. */
export type ConversationRow =
  | { kind: 'day'; key: string; at: string }
  | { kind: 'unread'; key: string }
  | { kind: 'message'; key: string; message: ChatMessage; continues: boolean };

/** Messages of one author that follow each other sooner than this stand below one name. */
const togetherMs = 5 * 60_000;

/**
 * The messages with what stands between them. `firstUnread`: `seq` of the first that was not read when the room was opened.
 * `dayOf` gives the day of a moment (ISO 8601) on the wall that the days are counted by.
 */
export function conversationRows(
  items: readonly ChatMessage[],
  firstUnread: number | null,
  dayOf: (iso: string) => string,
): ConversationRow[] {
  const rows: ConversationRow[] = [];
  let above: ChatMessage | undefined;
  let divided = false;
  for (const message of items) {
    const day = dayOf(message.sentAt);
    let stands = above !== undefined;
    if (!above || dayOf(above.sentAt) !== day) {
      rows.push({ kind: 'day', key: `day-${day}-${message.seq}`, at: message.sentAt });
      stands = false;
    }
    if (!divided && firstUnread !== null && message.seq >= firstUnread) {
      rows.push({ kind: 'unread', key: 'unread' });
      divided = true;
      stands = false;
    }
    const continues = stands && above !== undefined && together(above, message);
    rows.push({ kind: 'message', key: `message-${message.seq}`, message, continues });
    above = message;
  }
  return rows;
}

function together(above: ChatMessage, message: ChatMessage): boolean {
  return (
    above.kind === 'text' &&
    message.kind === 'text' &&
    above.author === message.author &&
    Date.parse(message.sentAt) - Date.parse(above.sentAt) < togetherMs
  );
}

/** The first message that somebody else sent after what was read; null: there is none on the page. */
export function firstUnreadOf(
  items: readonly ChatMessage[],
  readSeq: number,
  me: number | undefined,
): number | null {
  return (
    items.find(({ seq, author, kind }) => seq > readSeq && author !== me && kind !== 'event')?.seq ?? null
  );
}
