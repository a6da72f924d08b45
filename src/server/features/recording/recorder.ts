import { randomUUID } from 'node:crypto';
import { sql as raw } from 'kysely';
import type { Database } from '#server/db/database.ts';
import type { LiveTargets } from '#server/features/surveillance/picture.ts';
import { isReplayed } from '#server/features/surveillance/replayed.ts';
import { schedule, withAdvisoryLock } from '#server/jobs/schedule.ts';
import type { Logger } from '#server/kernel/logger.ts';
import type { Parameters } from '#server/kernel/parameters.ts';
import { createOpenMinutes, minuteMs, type Sighting, sightingOf, writeMinutes } from './recorded-minutes.ts';
import { dropDaysBefore, makeRecordingTables } from './recording-tables.ts';

export interface Recorder {
  /** Notes what moved since the last call; called once a second. Writing goes on behind it. */
  tick(nowMs: number): void;
  /** Resolves once what was noted is written, or could not be. */
  settled(): Promise<void>;
  /** Writes the minutes that began before this moment, by themselves a few seconds after their end. */
  flush(beforeMs: number): Promise<void>;
  /** Days whose time is over go; null: another server is at it. */
  dropOld(nowMs: number): Promise<string[] | null>;
  /** Lets days go every night, until closed. */
  start(): { close(): Promise<void> };
}

/** What comes so long after the end of its minute still goes into it at the first writing. */
const lateMs = 5_000;
/** A journal that old is of a server that is no more: one that lives has written its minutes. */
const abandonedMs = 3 * minuteMs;
/** Positions that wait while the database does not answer: the newest, a few minutes of a full sky. */
const mostWaiting = 500_000;
const dayMs = 86_400_000;

/**
 * Records every live target: each second into a journal, each minute packed into its table. What a server that was killed
 * left in its journal is taken up by whoever comes next.
 */
export async function createRecorder(deps: {
  database: Pick<Database, 'kysely' | 'locks'>;
  targets: LiveTargets;
  parameters: Pick<Parameters, 'number'>;
  /** Another server hears this source, and records it. */
  isHeardElsewhere?: (sourceId: number) => boolean;
  log: Logger;
  now(): number;
}): Promise<Recorder> {
  const { database, targets, parameters, log, now } = deps;
  const sql = database.kysely;
  const server = randomUUID();
  const open = createOpenMinutes();
  const seenAt = new Map<string, number>();
  let revision = 0;
  let waiting: Sighting[] = [];
  let writing: Promise<void> | null = null;
  let flushedBefore = 0;

  await makeRecordingTables(sql);
  await takeUp(now());

  function gather(): Sighting[] {
    const found: Sighting[] = [];
    const present = new Set<string>();
    for (const { target, revision: changed } of targets.entries()) {
      // A replay shows what is recorded already.
      if (isReplayed(target) || deps.isHeardElsewhere?.(target.sourceId)) continue;
      present.add(target.id);
      if (changed <= revision || (seenAt.get(target.id) ?? 0) >= target.at) continue;
      seenAt.set(target.id, target.at);
      found.push(sightingOf(target));
    }
    for (const id of seenAt.keys()) if (!present.has(id)) seenAt.delete(id);
    revision = targets.revision;
    return found;
  }

  async function write(nowMs: number): Promise<void> {
    const sightings = waiting;
    if (sightings.length > 0) {
      await raw`
        insert into track_journal (server, at, data)
        values (${server}, ${new Date(nowMs).toISOString()}::timestamptz, ${JSON.stringify(sightings)}::json)`.execute(
        sql,
      );
      waiting = waiting.slice(sightings.length);
      for (const sighting of sightings) open.add(sighting);
    }
    const due = Math.floor((nowMs - lateMs) / minuteMs) * minuteMs;
    if (due <= flushedBefore) return;
    await writeBefore(due);
    await takeUp(nowMs - abandonedMs);
    flushedBefore = due;
  }

  async function writeBefore(before: number): Promise<void> {
    const minutes = open.before(before);
    await sql.transaction().execute(async (transaction) => {
      await writeMinutes(transaction, minutes);
      await raw`
        delete from track_journal where server = ${server} and at < ${new Date(before).toISOString()}::timestamptz`.execute(
        transaction,
      );
    });
    open.dropBefore(before);
  }

  /** What others wrote down before a moment. One that still lives loses nothing: its minutes join what is written here. */
  async function takeUp(before: number): Promise<void> {
    await withAdvisoryLock(database, 'clearway track journal', () =>
      sql.transaction().execute(async (transaction) => {
        const { rows } = await raw<{ data: Sighting[] }>`
          delete from track_journal where server <> ${server} and at <= ${new Date(before).toISOString()}::timestamptz
          returning data`.execute(transaction);
        if (rows.length === 0) return;
        const left = createOpenMinutes();
        const sightings = rows.flatMap(({ data }) => data);
        sightings.sort((a, b) => a.position.at - b.position.at);
        for (const sighting of sightings) left.add(sighting);
        await writeMinutes(transaction, left.before(Number.POSITIVE_INFINITY));
        log.info({ positions: sightings.length }, 'positions left behind were recorded');
      }),
    );
  }

  const dropOld = (nowMs: number) =>
    withAdvisoryLock(database, 'clearway track retention', async () => {
      const days = await parameters.number('retention.trackDays');
      return days > 0 ? dropDaysBefore(sql, nowMs - days * dayMs) : [];
    });

  return {
    tick(nowMs) {
      waiting = waiting.concat(gather()).slice(-mostWaiting);
      if (writing) return;
      writing = write(nowMs)
        .catch((error: unknown) => log.warn({ error }, 'tracks could not be recorded'))
        .finally(() => {
          writing = null;
        });
    },
    settled: async () => {
      await writing;
    },
    async flush(beforeMs) {
      await writing;
      await write(now());
      await writeBefore(beforeMs);
    },
    dropOld,
    start() {
      const nightly = schedule(
        'tracks',
        '0 40 3 * * *',
        async () => {
          const days = await dropOld(now());
          if (days && days.length > 0) log.info({ days }, 'tracks that were kept long enough were deleted');
        },
        (error) => log.warn({ error }, 'old tracks could not be deleted'),
      );
      return {
        async close() {
          await nightly.close();
          // What is not written yet stays in the journal: the next start takes it up.
          await writing;
        },
      };
    },
  };
}
