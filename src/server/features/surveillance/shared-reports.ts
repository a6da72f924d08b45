import { type Report, unsaid } from '#domain/surveillance/track/report.ts';
import { isObject, numberOf } from '#domain/text/narrow.ts';
import type { Backplane } from '#server/signalr/backplane.ts';

/** What came in at one server alone goes to the others: the nets, the map and the records of each see the whole air. */
export interface SharedReports {
  /** Of a source that reaches this server only, as it came in. */
  share(sourceId: number, reports: readonly Report[], receivedAt: number): void;
  /** What the others heard, from now on. */
  follow(take: (sourceId: number, reports: Report[], receivedAt: number) => void): () => void;
}

/** One server hears all there is. */
export const nothingShared: SharedReports = { share: () => undefined, follow: () => () => undefined };

/** What is sent to one address or taken in at one port reaches one server; the others ask or listen for themselves. */
const reachesOne = new Set(['udpUnicast', 'tcpServer', 'httpPush']);

export const isShared = (transport: string): boolean => reachesOne.has(transport);

const subject = 'reports';
/** Reports that come in within so short a time are one message. */
const gatherMs = 50;
/** A message of this many stays well below what NATS takes by default (1 MB). */
const mostInOne = 1_000;

/** A report without what it does not say. */
type Packed = Partial<Report>;

interface Message {
  from: string;
  sourceId: number;
  receivedAt: number;
  reports: Packed[];
}

export function createSharedReports(
  id: string,
  backplane: Pick<Backplane, 'publish' | 'subscribe'>,
): SharedReports {
  let waiting = new Map<string, Message>();

  function flush(): void {
    const messages = waiting;
    waiting = new Map();
    for (const message of messages.values()) {
      for (let from = 0; from < message.reports.length; from += mostInOne) {
        backplane.publish(subject, { ...message, reports: message.reports.slice(from, from + mostInOne) });
      }
    }
  }

  return {
    share(sourceId, reports, receivedAt) {
      if (reports.length === 0) return;
      if (waiting.size === 0) setTimeout(flush, gatherMs).unref();
      const key = `${sourceId} ${receivedAt}`;
      const message = waiting.get(key) ?? { from: id, sourceId, receivedAt, reports: [] };
      waiting.set(key, message);
      for (const report of reports) message.reports.push(packed(report));
    },
    follow: (take) =>
      backplane.subscribe(subject, (value) => {
        const message = messageIn(value);
        if (message && message.from !== id)
          take(message.sourceId, message.reports.map(unpacked), message.receivedAt);
      }),
  };
}

function packed(report: Report): Packed {
  return Object.fromEntries(Object.entries(report).filter(([, value]) => value !== null));
}

/** It was judged where it came in, and comes from a server of this installation. */
function unpacked(report: Packed): Report {
  return { latitude: 0, longitude: 0, at: 0, ...unsaid, ...report };
}

function messageIn(value: unknown): Message | null {
  if (!isObject(value) || typeof value.from !== 'string' || !Array.isArray(value.reports)) return null;
  const [sourceId, receivedAt] = [numberOf(value.sourceId), numberOf(value.receivedAt)];
  if (sourceId === null || receivedAt === null) return null;
  const reports = value.reports.filter(isPacked);
  return { from: value.from, sourceId, receivedAt, reports };
}

const isPacked = (value: unknown): value is Packed =>
  isObject(value) &&
  [value.latitude, value.longitude, value.at].every((one) => typeof one === 'number' && Number.isFinite(one));
