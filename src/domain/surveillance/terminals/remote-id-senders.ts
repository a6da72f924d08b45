import { inverse, type Position } from '#domain/geo/geodesy.ts';
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
/**
 * Two positions of one sender further apart than this are of two aircraft that it passes on: metres for late messages, and
 * metres a second, twice what drones fly.
 */
const apart = { m: 300, mps: 120 };
/** Senders that are remembered, and names of one of them; of more the oldest are forgotten. */
const mostSenders = 1_000;
const mostNames = 16;

interface Sender {
  /** By type and id: when it came last, UTC ms. */
  names: Map<string, UnmannedId & { at: number }>;
  operator: { operator: Operator; at: number } | null;
  /** Since when positions come without a name, UTC ms; null: they do not. */
  namelessSince: number | null;
  /** Its last position, and until when it counts as one that passes several aircraft on, UTC ms. */
  last: Placed | null;
  severalUntil: number;
  heardAt: number;
}

/** What senders said in messages of their own, to be put to the positions that follow. */
export interface RemoteIdSenders {
  identified(sender: string, id: UnmannedId, atMs: number): void;
  operated(sender: string, operator: Operator, atMs: number): void;
  /** Who this position of a sender is of. */
  nameOf(sender: string, place: Position, atMs: number): Named;
  operatorOf(sender: string, atMs: number): Operator | null;
}

export function createRemoteIdSenders(): RemoteIdSenders {
  const senders = new Map<string, Sender>();

  function senderOf(name: string, atMs: number): Sender {
    const known = senders.get(name);
    const sender: Sender = known ?? {
      names: new Map(),
      operator: null,
      namelessSince: null,
      last: null,
      severalUntil: Number.NEGATIVE_INFINITY,
      heardAt: atMs,
    };
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
    nameOf(name, place, atMs) {
      const sender = senderOf(name, atMs);
      const { last } = sender;
      sender.last = { place, at: atMs };
      if (last && isApart(last, sender.last)) sender.severalUntil = atMs + rememberedMs;
      for (const [key, { at }] of sender.names) if (atMs - at > rememberedMs) sender.names.delete(key);
      const names = [...sender.names.values()];
      // Two kinds of identity are of one aircraft, but where its positions leap to and fro.
      const named = names.length > 1 && atMs < sender.severalUntil ? 'several' : preferred(names);
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

interface Placed {
  place: Position;
  at: number;
}

const isApart = (one: Placed, other: Placed): boolean =>
  inverse(one.place, other.place).distanceM > apart.m + (apart.mps * Math.abs(other.at - one.at)) / 1_000;

/** One of several names of an aircraft, each once; `several`: two of one kind are of two aircraft. */
export function preferred(names: readonly UnmannedId[]): { id: string } | 'several' | null {
  const first = names.toSorted((a, b) => a.type - b.type)[0];
  if (first === undefined) return null;
  const isAlone = new Set(names.map(({ type }) => type)).size === names.length;
  return isAlone ? { id: first.id } : 'several';
}
