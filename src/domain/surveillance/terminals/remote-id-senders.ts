import type { Operator } from '#domain/surveillance/track/report.ts';

/** Kinds of identity in the order in which one is preferred, by their number in a Basic ID (ASTM F3411-22a table 2). */
export const idTypes = { serialNumber: 1, registration: 2, utm: 3, session: 4 } as const;

export interface UnmannedId {
  type: number;
  id: string;
}

/** Who a position is of: a name; nobody yet; or one of several aircraft whose messages this sender passes on. */
export type Named = { id: string } | 'nameless' | 'unknown' | 'several';

/**
 * Static messages come at least every 3 s (ASTM F3411-22a 5.4). A name is remembered over three of them that are lost,
 * and a position whose sender says no name for longer than one is shown without.
 */
const rememberedMs = 10_000;
const longestNamelessMs = 3_000;
/** Senders that are remembered, and names of one of them; of more the oldest are forgotten. */
const mostSenders = 1_000;
const mostNames = 16;

interface Sender {
  /** By type and id: when it came last, UTC ms. */
  names: Map<string, UnmannedId & { at: number }>;
  operator: { operator: Operator; at: number } | null;
  /** Since when positions come without a name, UTC ms; null: they do not. */
  namelessSince: number | null;
  heardAt: number;
}

/** What senders said in messages of their own, to be put to the positions that follow. */
export interface RemoteIdSenders {
  identified(sender: string, id: UnmannedId, atMs: number): void;
  operated(sender: string, operator: Operator, atMs: number): void;
  /** Who a position of a sender is of. */
  nameOf(sender: string, atMs: number): Named;
  operatorOf(sender: string, atMs: number): Operator | null;
}

export function createRemoteIdSenders(): RemoteIdSenders {
  const senders = new Map<string, Sender>();

  function senderOf(name: string, atMs: number): Sender {
    const known = senders.get(name);
    const sender = known ?? { names: new Map(), operator: null, namelessSince: null, heardAt: atMs };
    // After a silence it may be another.
    if (atMs - sender.heardAt > rememberedMs) sender.namelessSince = null;
    sender.heardAt = atMs;
    // The one that was heard last is the last in the list.
    if (known) senders.delete(name);
    senders.set(name, sender);
    const [oldest] = senders.keys();
    if (senders.size > mostSenders && oldest !== undefined) senders.delete(oldest);
    return sender;
  }

  return {
    identified(name, id, atMs) {
      const { names } = senderOf(name, atMs);
      const key = `${id.type} ${id.id}`;
      names.delete(key);
      names.set(key, { ...id, at: atMs });
      const [oldest] = names.keys();
      if (names.size > mostNames && oldest !== undefined) names.delete(oldest);
    },
    operated(name, operator, atMs) {
      senderOf(name, atMs).operator = { operator, at: atMs };
    },
    nameOf(name, atMs) {
      const sender = senderOf(name, atMs);
      for (const [key, { at }] of sender.names) if (atMs - at > rememberedMs) sender.names.delete(key);
      const named = preferred([...sender.names.values()]);
      if (named !== null) {
        sender.namelessSince = null;
        return named;
      }
      sender.namelessSince ??= atMs;
      return atMs - sender.namelessSince >= longestNamelessMs ? 'unknown' : 'nameless';
    },
    operatorOf(name, atMs) {
      const said = senders.get(name)?.operator ?? null;
      return said === null || atMs - said.at > rememberedMs ? null : said.operator;
    },
  };
}

/** One of several names of an aircraft; `several`: two of one kind are of two aircraft. */
export function preferred(names: readonly UnmannedId[]): { id: string } | 'several' | null {
  const first = names.toSorted((a, b) => a.type - b.type)[0];
  if (first === undefined) return null;
  const isAlone = new Set(names.map(({ type }) => type)).size === names.length;
  return isAlone ? { id: first.id } : 'several';
}
