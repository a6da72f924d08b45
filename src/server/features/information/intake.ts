import { createHash } from 'node:crypto';
import type { BulletinReport, InformationKind } from '#domain/information/bulletin.ts';
import { cutBulletin, headingText } from '#domain/information/cut-bulletin.ts';
import type { InformationMessage } from '#domain/record/records.gen.ts';
import type { Text } from '#domain/text/errors.ts';
import { storedText } from '#domain/text/locales/stored-text.ts';
import { lockNames } from '#server/db/advisory-locks.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Records } from '#server/engine/records/records.ts';
import { decodeText } from '#server/engine/sources/decode-text.ts';
import { systemCaller } from '#server/kernel/caller.ts';
import type { InformationReader, ReportOrigin, ReportTaken } from './reader.ts';

/** A report that was taken, and what became of it. */
export interface TakenReport {
  report: BulletinReport;
  state: ReportTaken['state'];
  reason: Text | null;
  resource: 'weatherReport' | 'notam' | null;
  recordId: number | null;
}

/** Takes what a source sent, text or octets, and says what became of each report, in their order. */
export type Take = (content: string | Uint8Array, origin: ReportOrigin) => Promise<TakenReport[]>;

/** Keeps raw what a source sent that is no report and could not be read, each once. */
export type KeepUnread = (texts: readonly string[], reason: Text, origin: ReportOrigin) => Promise<void>;

/** The same text again within this time is the same report: days of the month name no month. */
const sameWithinMs = 7 * 86_400_000;
/** Letters of a report that are kept; longer than any that is read. */
const longestRaw = 200_000;

interface Known {
  id: number;
  version: number;
  hash: string;
  source: number | null;
  state: ReportTaken['state'];
  resource: string | null;
  recordId: number | null;
}

type KnownByHash = Map<string, Known[]>;

/** A report with what it is known by. */
interface Received {
  report: BulletinReport;
  hash: string;
}

interface ReadReport extends Received {
  taken: ReportTaken;
}

/**
 * Cuts what came into reports and hands them to who reads their kind. The raw text of every report is kept with what became
 * of it (`informationMessage`): once for each source that sent it, however often it did.
 */
export function createIntake(deps: { records: Records; sql: Sql; readers: readonly InformationReader[] }): {
  take: Take;
  keepUnread: KeepUnread;
} {
  const { records, sql } = deps;
  const caller = systemCaller();
  const byKind = new Map<InformationKind, InformationReader>();
  for (const reader of deps.readers) for (const kind of reader.kinds) byKind.set(kind, reader);

  const readerOf = ({ kind, raw }: BulletinReport) =>
    kind === null || raw.length > longestRaw ? undefined : byKind.get(kind);

  /** What one reader takes at once, in the order in which it came. */
  function* batchesOf(reports: readonly Received[]): Generator<Received[]> {
    let batch: Received[] = [];
    let reader: InformationReader | undefined;
    for (const one of reports) {
      const next = readerOf(one.report);
      if (batch.length > 0 && (next !== reader || batch.length >= (reader?.together ?? 1))) {
        yield batch;
        batch = [];
      }
      reader = next;
      batch.push(one);
    }
    if (batch.length > 0) yield batch;
  }

  async function read(reports: readonly BulletinReport[], origin: ReportOrigin): Promise<ReportTaken[]> {
    const reader = reports[0] && readerOf(reports[0]);
    if (reader) return reader.take(reports, origin);
    return reports.map(({ raw }) =>
      unreadable(raw.length > longestRaw ? 'information.unreadable.long' : 'information.unreadable.kind'),
    );
  }

  async function known(db: Sql, hashes: readonly string[], origin: ReportOrigin): Promise<KnownByHash> {
    const found: KnownByHash = new Map();
    for (let from = 0; from < hashes.length; from += 1_000) {
      const rows = await db
        .selectFrom('informationMessage')
        .select(['id', 'version', 'hash', 'source', 'state', 'resource', 'recordId'])
        .where('hash', 'in', hashes.slice(from, from + 1_000))
        .where('receivedAt', '>', new Date(origin.receivedAt - sameWithinMs).toISOString())
        .where('deletedAt', 'is', null)
        .orderBy('id')
        .execute();
      for (const one of rows) found.set(one.hash, [...(found.get(one.hash) ?? []), one]);
    }
    return found;
  }

  /** Writes what became of reports, but for those of which another server wrote the same a moment ago. */
  async function keep(reports: readonly ReadReport[], origin: ReportOrigin): Promise<void> {
    if (reports.length === 0) return;
    const hashes = reports.map(({ hash }) => hash);
    await records.transaction(async (transaction) => {
      await lockNames(
        transaction.sql,
        hashes.map((hash) => `information ${hash}`),
      );
      const before = await known(transaction.sql, hashes, origin);
      const rows: { row: number; values: InformationMessage }[] = [];
      for (const [row, { report, hash, taken }] of reports.entries()) {
        const present = before.get(hash)?.find(({ source }) => source === origin.sourceId);
        if (present && (present.state !== 'unreadable' || taken.state === 'unreadable')) continue;
        const values = {
          state: taken.state,
          reason: taken.reason ? storedText(taken.reason) : null,
          resource: 'resource' in taken ? taken.resource : null,
          recordId: 'recordId' in taken ? taken.recordId : null,
        };
        // What could not be read before can be read now.
        if (present) {
          const { id, version } = present;
          await records.update(caller, 'informationMessage', id, version, values, transaction);
          continue;
        }
        rows.push({
          row,
          values: {
            ...values,
            source: origin.sourceId,
            receivedAt: new Date(origin.receivedAt).toISOString(),
            heading: report.heading ? headingText(report.heading) : null,
            kind: report.kind,
            raw: report.raw.slice(0, longestRaw),
            hash,
          },
        });
      }
      const made = await records.createMany(caller, 'informationMessage', rows, new Map(), transaction);
      for (const one of made) if ('error' in one) throw one.error;
    });
  }

  /** `before`: what is known of all, to which these are added. */
  async function takeBatch(
    batch: readonly Received[],
    before: KnownByHash,
    origin: ReportOrigin,
  ): Promise<TakenReport[]> {
    // One that stands twice in a text is read once.
    const once = new Map(batch.map((one) => [one.hash, one]));
    const unread = [...once.values()].filter(({ hash }) => !duplicateIn(before.get(hash)));
    const answers = await read(
      unread.map(({ report }) => report),
      origin,
    );
    const answerTo = new Map(unread.map(({ hash }, index) => [hash, answers[index]]));
    const fresh: ReadReport[] = [];
    const items = batch.map(({ report, hash }): TakenReport => {
      const present = before.get(hash) ?? [];
      const taken = duplicateIn(present) ?? answerTo.get(hash);
      if (!taken) throw new Error('a reader did not say what became of a report');
      const recordId = 'recordId' in taken ? taken.recordId : null;
      const resource = 'resource' in taken ? taken.resource : null;
      const isKept = present.some(
        ({ source, state }) =>
          source === origin.sourceId && (state !== 'unreadable' || state === taken.state),
      );
      if (!isKept) {
        fresh.push({ report, hash, taken });
        const { state } = taken;
        const kept = { id: 0, version: 0, hash, source: origin.sourceId, state, resource, recordId };
        before.set(hash, [...present, kept]);
      }
      return { report, state: taken.state, reason: taken.reason ?? null, resource, recordId };
    });
    await keep(fresh, origin);
    return items;
  }

  const keepUnread: KeepUnread = (texts, reason, origin) => {
    const taken = { state: 'unreadable', reason } as const;
    const rows = [...new Set(texts)].map((raw): ReadReport => {
      const report: BulletinReport = { kind: null, heading: null, raw, format: 'text' };
      return { report, hash: hashOf(report), taken };
    });
    return keep([...new Map(rows.map((one) => [one.hash, one])).values()], origin);
  };

  const take: Take = async (content, origin) => {
    const text = typeof content === 'string' ? content : decodeText(content);
    const reports = cutBulletin(text, origin.receivedAt).map((report) => ({
      report,
      hash: hashOf(report),
    }));
    const before = await known(sql, [...new Set(reports.map(({ hash }) => hash))], origin);
    const items: TakenReport[] = [];
    for (const batch of batchesOf(reports)) items.push(...(await takeBatch(batch, before, origin)));
    return items;
  };

  return { take, keepUnread };
}

/** What became of it when it came before; undefined: it has not been read yet. */
function duplicateIn(present: readonly Known[] = []): ReportTaken | undefined {
  const before = present.find(({ state }) => state !== 'unreadable');
  if (!before?.recordId) return undefined;
  const resource = before.resource === 'notam' ? 'notam' : 'weatherReport';
  return { state: 'duplicate', resource, recordId: before.recordId };
}

const unreadable = (key: string): ReportTaken => ({ state: 'unreadable', reason: { key } });

/** One text is one report, however its lines are broken and whatever bulletin brought it. */
function hashOf({ kind, raw }: BulletinReport): string {
  return createHash('sha256')
    .update(`${kind ?? ''}\n${raw.replace(/\s+/g, ' ').trim()}`)
    .digest('hex');
}
