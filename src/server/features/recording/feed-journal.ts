import { sql as raw } from 'kysely';
import type { FeedState } from '#contract/hub.ts';
import { nameValues } from '#domain/text/name-in.ts';
import type { Database } from '#server/db/database.ts';
import { createLeadership } from '#server/db/leadership.ts';
import type { Records } from '#server/engine/records/records.ts';
import { writeLog } from '#server/features/watch-log/write-log.ts';
import type { Logger } from '#server/kernel/logger.ts';

/** `live`: heard within its limit; `lost`: not. */
export type RecordedFeedState = 'live' | 'lost';

export interface FeedJournal {
  /** Looks at the sources; called once a second. */
  tick(nowMs: number): void;
  /** Resolves once a look that has begun is over; for tests. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** Keeps when each source fell silent and came back: changes alone, by one server of all, and each in the watch log. */
export function createFeedJournal(deps: {
  database: Pick<Database, 'locks' | 'kysely'>;
  records: Records;
  feeds(): FeedState[];
  log: Logger;
}): FeedJournal {
  const { database, records, feeds, log } = deps;
  const leadership = createLeadership(database, 'clearway feed journal');
  const known = new Map<number, RecordedFeedState>();
  const openedAt = new Map<number, number>();
  let working: Promise<void> | null = null;
  let closed = false;

  /** null: it has had no time yet to be heard. */
  function stateOf({ sourceId, lastAt, deadAfterS }: FeedState, nowMs: number): RecordedFeedState | null {
    const since = lastAt ?? openedAt.get(sourceId) ?? nowMs;
    if (lastAt === null) openedAt.set(sourceId, since);
    if (nowMs - since > deadAfterS * 1_000) return 'lost';
    return lastAt === null ? null : 'live';
  }

  async function look(nowMs: number): Promise<void> {
    const changed = feeds().flatMap((feed) => {
      const state = stateOf(feed, nowMs);
      return state === null || known.get(feed.sourceId) === state ? [] : [{ ...feed, state }];
    });
    if (changed.length === 0 || !(await leadership.isOurs())) return;
    for (const feed of changed) {
      await keep(feed, nowMs);
      known.set(feed.sourceId, feed.state);
    }
  }

  async function keep(feed: FeedState & { state: RecordedFeedState }, nowMs: number) {
    const { sourceId, lastAt, state } = feed;
    const at = new Date(nowMs).toISOString();
    await records.transaction(async (transaction) => {
      const { rows } = await raw<{ state: string }>`
        select state from feed_journal where source_id = ${sourceId} order by at desc limit 1`.execute(
        transaction.sql,
      );
      const before = rows[0]?.state;
      if (before === state) return;
      await raw`
        insert into feed_journal (source_id, at, state) values (${sourceId}, ${at}::timestamptz, ${state})`.execute(
        transaction.sql,
      );
      // The first time that it is heard nothing has come back.
      if (before === undefined && state === 'live') return;
      const seconds = lastAt === null ? '—' : Math.round((nowMs - lastAt) / 1_000);
      await writeLog(records, transaction, {
        at,
        kind: state === 'lost' ? 'feedLost' : 'feedBack',
        text: {
          key: state === 'lost' ? 'watch.log.feedLost' : 'watch.log.feedBack',
          values: { ...nameValues('name', feed), seconds },
        },
        aboutResource: 'surveillanceSource',
        aboutId: sourceId,
      });
    });
  }

  return {
    tick(nowMs) {
      if (working || closed) return;
      working = look(nowMs)
        .catch((error: unknown) => log.warn({ error }, 'states of sources could not be recorded'))
        .finally(() => {
          working = null;
        });
    },
    settled: async () => {
      await working;
    },
    async close() {
      closed = true;
      await working;
      await leadership.close();
    },
  };
}
