import type { MessagePage } from '#contract/coordination/messages.ts';
import type { ChatMessage } from '#contract/coordination/shapes.ts';

/** A run of messages of a room without holes, as far as the page has it. */
export interface RoomLog {
  /** By `seq`, the earliest first. */
  items: readonly ChatMessage[];
  /** Every entry of the room up to this number has had its effect on them. */
  known: number;
  /** There are messages before the first of them, and after the last. */
  before: boolean;
  after: boolean;
}

/** What the page draws at most: what is far from where one reads is fetched again. */
export const mostDrawn = 300;

const entryOf = ({ seq, changedSeq }: ChatMessage) => Math.max(seq, changedSeq);

export function openedLog({ items, lastSeq, before, after }: MessagePage): RoomLog {
  return { items, known: lastSeq, before, after };
}

function joined(items: readonly ChatMessage[], more: readonly ChatMessage[]): ChatMessage[] {
  const bySeq = new Map(items.map((one) => [one.seq, one]));
  for (const one of more) {
    const had = bySeq.get(one.seq);
    // What comes late says how it stood then.
    if (!had || one.changedSeq >= had.changedSeq) bySeq.set(one.seq, one);
  }
  return [...bySeq.values()].sort((a, b) => a.seq - b.seq);
}

/** With the page before its first; its end makes room where it has become long. */
export function withOlder(log: RoomLog, { items, before }: MessagePage): RoomLog {
  const all = joined(log.items, items);
  return { ...log, items: all.slice(0, mostDrawn), before, after: log.after || all.length > mostDrawn };
}

/** With the page after its last; its beginning makes room where it has become long. */
export function withNewer(log: RoomLog, { items, after }: MessagePage): RoomLog {
  const all = joined(log.items, items);
  return { ...log, items: all.slice(-mostDrawn), before: log.before || all.length > mostDrawn, after };
}

/** Entries between what is known and this one have not come: they are to be asked for. */
export function hasGap(log: RoomLog, message: ChatMessage): boolean {
  return entryOf(message) > log.known + 1;
}

/**
 * With a message that is new or stands otherwise now. A new one belongs to the end: where that is not on the page, it is
 * fetched when somebody comes there. Those that quote it quote it as it stands.
 */
export function withChange(log: RoomLog, message: ChatMessage): RoomLog {
  const known = hasGap(log, message) ? log.known : Math.max(log.known, entryOf(message));
  const first = log.items[0]?.seq ?? 0;
  const last = log.items.at(-1)?.seq ?? 0;
  const isHere = message.seq >= first && message.seq <= last;
  if (!isHere && (message.seq < first || log.after)) return { ...log, known };
  const quoting = log.items.map((one) => (one.quote?.seq === message.seq ? requoted(one, message) : one));
  const all = joined(quoting, [message]);
  return {
    ...log,
    known,
    items: all.slice(-mostDrawn),
    before: log.before || all.length > mostDrawn,
  };
}

function requoted(one: ChatMessage, { seq, authorName, text, withdrawnAt }: ChatMessage): ChatMessage {
  return { ...one, quote: { seq, authorName, text, withdrawn: withdrawnAt !== null } };
}

/** With what has changed since `known`; `lastSeq` where nothing more is to come. */
export function withChanges(
  log: RoomLog,
  { items, lastSeq, more }: { items: readonly ChatMessage[]; lastSeq: number; more: boolean },
): RoomLog {
  const known = more ? Math.max(log.known, ...items.map(entryOf)) : Math.max(log.known, lastSeq);
  return { ...items.reduce(withChange, { ...log, known }), known };
}
