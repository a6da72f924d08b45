import type { Noted } from '#domain/surveillance/track/reading.ts';
import { isObject, numberOf } from '#domain/text/narrow.ts';
import type { Backplane } from '#server/signalr/backplane.ts';
import type { ReasonCount, SourceCounts } from './source-counts.ts';

/** What each server has counted of the sources whose messages reach one server only: the monitor shows the sum. */
export interface SharedCounts {
  /** What this server has counted by now. */
  tell(sourceId: number, counts: SourceCounts): void;
  /** What the others have told lately. */
  elsewhere(sourceId: number, nowMs: number): SourceCounts[];
  follow(now: () => number): () => void;
}

/** One server counts all there is. */
export const countedHere: SharedCounts = {
  tell: () => undefined,
  elsewhere: () => [],
  follow: () => () => undefined,
};

/** How often a server tells what it has counted, and how long it counts after it was heard last. */
export const tellEveryMs = 5_000;
const goneAfterMs = 30_000;
/** Servers that are told apart for each source. */
const mostServers = 64;

const subject = 'source-counts';

interface Message {
  from: string;
  sourceId: number;
  records: number;
  understood: number;
  others: [string, Noted][];
  unusable: [string, Noted][];
  reasons: ReasonCount[];
}

export function createSharedCounts(
  id: string,
  backplane: Pick<Backplane, 'publish' | 'subscribe'>,
): SharedCounts {
  const told = new Map<number, Map<string, { at: number; counts: SourceCounts }>>();
  return {
    tell(sourceId, { records, understood, others, unusable, reasons }) {
      backplane.publish(subject, {
        from: id,
        sourceId,
        records,
        understood,
        others: [...others],
        unusable: [...unusable],
        reasons: [...reasons],
      } satisfies Message);
    },
    elsewhere(sourceId, nowMs) {
      return [...(told.get(sourceId)?.values() ?? [])].flatMap(({ at, counts }) =>
        nowMs - at < goneAfterMs ? [counts] : [],
      );
    },
    follow: (now) =>
      backplane.subscribe(subject, (value) => {
        const message = messageIn(value);
        if (!message || message.from === id) return;
        const { from, sourceId, others, unusable, ...plain } = message;
        const servers = told.get(sourceId) ?? new Map<string, { at: number; counts: SourceCounts }>();
        for (const [server, { at }] of servers) if (now() - at >= goneAfterMs) servers.delete(server);
        if (servers.size >= mostServers && !servers.has(from)) return;
        const counts = { ...plain, others: new Map(others), unusable: new Map(unusable) };
        servers.set(from, { at: now(), counts });
        told.set(sourceId, servers);
      }),
  };
}

/** It comes from a server of this installation: its numbers and lists are looked at, no more. */
function messageIn(value: unknown): Message | null {
  if (!isObject(value) || typeof value.from !== 'string') return null;
  const { others, unusable, reasons } = value;
  const [sourceId, records, understood] = ['sourceId', 'records', 'understood'].map((name) =>
    numberOf(value[name]),
  );
  if (sourceId == null || records == null || understood == null) return null;
  if (!Array.isArray(others) || !Array.isArray(unusable) || !Array.isArray(reasons)) return null;
  return { from: value.from, sourceId, records, understood, others, unusable, reasons };
}
