import { randomUUID } from 'node:crypto';
import { sql as raw } from 'kysely';
import type { Steps } from '#domain/steps.ts';
import { AppError, type Text } from '#domain/text/errors.ts';
import type { Database } from '#server/db/database.ts';
import { DatabaseFailure, isRefusedData } from '#server/db/pg-errors.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Quarantine } from '#server/features/quarantine/quarantine.ts';
import type { LiveTargets } from '#server/features/surveillance/picture.ts';
import { isReplayed } from '#server/features/surveillance/replayed.ts';
import { schedule, withAdvisoryLock } from '#server/jobs/schedule.ts';
import { betweenSteps, inSlices } from '#server/kernel/in-slices.ts';
import type { Logger } from '#server/kernel/logger.ts';
import type { Parameters } from '#server/kernel/parameters.ts';
import {
  createOpenMinutes,
  isSighting,
  minuteMs,
  type PackedMinute,
  refusalOf,
  type Sighting,
  sightingOf,
  writeStorableMinutes,
} from './recorded-minutes.ts';
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
/** Tracks of minutes that could not be written yet, which are held in memory: fifty minutes of a full sky. */
const usualMostOpen = 100_000;
/** Positions of one row of a journal, and how long they are worked on before others have their turn. */
const mostInRow = 1_000;
const sliceMs = 8;
/** Positions in one statement: the whole queue after an outage would exceed the statement timeout. */
const usualMostAtOnce = 20_000;
/** The longest a stop waits until what has come is in the journal. */
const finishMs = 5_000;
/** Rows of a journal that are taken up in one transaction. */
const rowsAtOnce = 60;
const dayMs = 86_400_000;

interface JournalRow {
  id: number;
  server: string;
  at: string;
  /** JSON. */
  data: string;
}

/**
 * Records every live target: each second into a journal, each minute packed into its table. What a server that was killed
 * left in its journal is taken up by whoever comes next. What can't be stored or read is quarantined, and the rest goes on:
 * no start depends on what is in a journal.
 */
export async function createRecorder(deps: {
  database: Pick<Database, 'kysely' | 'locks'>;
  targets: LiveTargets;
  parameters: Pick<Parameters, 'number'>;
  quarantine: Pick<Quarantine, 'put'>;
  /** Tracks of minutes that wait in memory to be written, at most. */
  mostOpen?: number;
  /** The most positions in one statement. */
  mostAtOnce?: number;
  /** Another server hears this source, and records it. */
  isHeardElsewhere?: (sourceId: number) => boolean;
  log: Logger;
  now(): number;
}): Promise<Recorder> {
  const { database, targets, parameters, quarantine, log, now } = deps;
  const { mostOpen = usualMostOpen, mostAtOnce = usualMostAtOnce } = deps;
  const sql = database.kysely;
  let server = randomUUID();
  let open = createOpenMinutes();
  const seenAt = new Map<string, number>();
  let revision = 0;
  let waiting: Sighting[] = [];
  let gathering: Promise<void> | null = null;
  let writing: Promise<void> | null = null;
  let taking: Promise<void> | null = null;
  /** Aborted when the server stops: minutes that are not written by then are still in the journal. */
  const stopping = new AbortController();
  let flushedBefore = 0;

  await makeRecordingTables(sql);
  takeUpBeside(now());

  /** What changes in between its steps is gathered now or the next time. */
  function* gather(): Steps<Sighting[]> {
    const found: Sighting[] = [];
    const present = new Set<string>();
    const until = targets.revision;
    let looked = 0;
    for (const { target, revision: changed } of targets.entries()) {
      looked += 1;
      if (looked % mostInRow === 0) yield;
      // A replay shows what is recorded already.
      if (isReplayed(target) || deps.isHeardElsewhere?.(target.sourceId)) continue;
      present.add(target.id);
      if (changed <= revision || (seenAt.get(target.id) ?? 0) >= target.at) continue;
      seenAt.set(target.id, target.at);
      found.push(sightingOf(target));
    }
    for (const target of targets.takePast?.() ?? []) {
      if (!isReplayed(target) && !deps.isHeardElsewhere?.(target.sourceId)) found.push(sightingOf(target));
    }
    for (const id of seenAt.keys()) if (!present.has(id)) seenAt.delete(id);
    revision = until;
    return found;
  }

  function writeBehind(nowMs: number): void {
    writing ??= write(nowMs)
      .catch((error: unknown) => {
        if (!stopping.signal.aborted) log.warn({ error }, 'tracks could not be recorded');
      })
      .finally(() => {
        writing = null;
      });
  }

  async function settled(): Promise<void> {
    await gathering;
    await writing;
    await taking;
  }

  async function write(nowMs: number): Promise<void> {
    // Positions that arrive now are written in the next round.
    for (let left = waiting.length; left > 0 && !stopping.signal.aborted; left -= mostAtOnce)
      await writeSome(nowMs);
    if (stopping.signal.aborted) return;
    if (open.count() > mostOpen) leaveToJournal();
    const due = Math.floor((nowMs - lateMs) / minuteMs) * minuteMs;
    if (due <= flushedBefore) return;
    await writeBefore(due);
    flushedBefore = due;
    takeUpBeside(nowMs - abandonedMs);
  }

  /** Writes the oldest waiting positions to the journal and adds them to their minutes; on failure they stay in the queue. */
  async function writeSome(nowMs: number): Promise<void> {
    const some = waiting.splice(0, mostAtOnce);
    const journaled = await writeJournal(some, nowMs).catch((error: unknown) => {
      waiting = some.concat(waiting).slice(-mostWaiting);
      throw error;
    });
    const rest = betweenSteps(sliceMs);
    for (const part of partsOf(journaled)) {
      for (const sighting of part) open.add(sighting);
      await rest();
    }
  }

  /** Those that are in the journal now: what it can't hold is quarantined. */
  async function writeJournal(sightings: Sighting[], nowMs: number): Promise<Sighting[]> {
    const storable: Sighting[] = [];
    const refused: Sighting[] = [];
    const written: string[] = [];
    const rest = betweenSteps(sliceMs);
    for (const some of partsOf(sightings)) {
      const good = some.filter(isSighting);
      storable.push(...good);
      if (good.length < some.length) refused.push(...some.filter((one) => !isSighting(one)));
      written.push(JSON.stringify(good));
      await rest();
    }
    const at = new Date(nowMs).toISOString();
    const rows = written.map((data) => raw`(${server}, ${at}::timestamptz, ${data}::json)`);
    const insert = (into: Sql) =>
      raw`insert into track_journal (server, at, data) values ${raw.join(rows)}`.execute(into);
    if (refused.length === 0) await insert(sql);
    else {
      await sql.transaction().execute(async (transaction) => {
        await insert(transaction);
        await quarantine.put(transaction, refused.map(sightingAside));
      });
    }
    return storable;
  }

  /** So many wait to be written that they are forgotten here: their journal is taken up like that of a server that is no more. */
  function leaveToJournal(): void {
    log.warn({ tracks: open.count() }, 'minutes that can not be written are left to the journal');
    server = randomUUID();
    open = createOpenMinutes();
  }

  async function writeBefore(before: number): Promise<void> {
    const minutes = open.before(before);
    await sql.transaction().execute(async (transaction) => {
      await store(transaction, minutes, server);
      await raw`
        delete from track_journal where server = ${server} and at < ${new Date(before).toISOString()}::timestamptz`.execute(
        transaction,
      );
    });
    open.dropBefore(before);
  }

  async function store(into: Sql, minutes: readonly PackedMinute[], from: string | null): Promise<void> {
    const refused = await writeStorableMinutes(into, minutes, stopping.signal);
    if (refused.length === 0) return;
    await quarantine.put(
      into,
      refused.map(({ minute: { packer, ...known }, reason }) => ({
        kind: 'trackMinute',
        name: known.track,
        sourceId: known.sourceId,
        server: from,
        arrivedAt: known.lastAt,
        reason,
        content: { ...known, positions: packer.count, data: Buffer.from(packer.bytes()).toString('base64') },
      })),
    );
    log.error({ tracks: refused.length }, 'recorded tracks that can not be stored were quarantined');
  }

  const sightingAside = (sighting: Sighting) => ({
    kind: 'trackMinute' as const,
    name: String(sighting.track),
    sourceId: sighting.sourceId,
    server,
    arrivedAt: sighting.position.at,
    reason: { key: 'monitor.quarantine.value' },
    content: sighting,
  });

  /**
   * Records what other servers left in their journals, in the background: it may take minutes, and neither start nor writing
   * waits for it. After a failure the next round tries again.
   */
  function takeUpBeside(before: number): void {
    taking ??= takeUp(before)
      .catch((error: unknown) => {
        if (!stopping.signal.aborted) log.error({ error }, 'positions left behind could not be recorded yet');
      })
      .finally(() => {
        taking = null;
      });
  }

  /** What others wrote down before a moment. One that still lives loses nothing: its minutes join what is written here. */
  async function takeUp(before: number): Promise<void> {
    await withAdvisoryLock(database, 'clearway track journal', async () => {
      while (!stopping.signal.aborted) {
        const { rows } = await raw<JournalRow>`
          select id, server, at, data::text as data from track_journal
          where server <> ${server} and at <= ${new Date(before).toISOString()}::timestamptz
          order by id limit ${rowsAtOnce}`.execute(sql);
        if (rows.length === 0) return;
        await takeUpRows(rows).catch((error: unknown) => {
          // Not what the rows hold, but where they are to go.
          const isWithoutFault = error instanceof AppError || error instanceof DatabaseFailure;
          if (stopping.signal.aborted || (isWithoutFault && !isRefusedData(error))) throw error;
          return moveAside(rows, refusalOf(error));
        });
      }
    });
  }

  async function takeUpRows(rows: readonly JournalRow[]): Promise<void> {
    const left = createOpenMinutes();
    const rest = betweenSteps(sliceMs);
    const sightings: Sighting[] = [];
    const unread: ReturnType<typeof rowAside>[] = [];
    for (const row of rows) {
      const { good, bad } = readRow(row.data);
      sightings.push(...good);
      if (bad.length > 0) unread.push(rowAside(row, bad, unreadable));
      await rest();
    }
    sightings.sort((a, b) => a.position.at - b.position.at);
    for (const some of partsOf(sightings)) {
      for (const sighting of some) left.add(sighting);
      await rest();
    }
    await sql.transaction().execute(async (transaction) => {
      await deleteRows(transaction, rows);
      await store(transaction, left.before(Number.POSITIVE_INFINITY), rows[0]?.server ?? null);
      await quarantine.put(transaction, unread);
    });
    if (sightings.length > 0)
      log.info({ positions: sightings.length }, 'positions left behind were recorded');
    if (unread.length > 0)
      log.error({ rows: unread.length }, 'journal rows that can not be read were quarantined');
  }

  const moveAside = (rows: readonly JournalRow[], reason: Text) =>
    sql.transaction().execute(async (transaction) => {
      await deleteRows(transaction, rows);
      await quarantine.put(
        transaction,
        rows.map((row) => rowAside(row, row.data, reason)),
      );
    });

  async function deleteRows(transaction: Sql, rows: readonly JournalRow[]): Promise<void> {
    await raw`delete from track_journal where id = any(${rows.map(({ id }) => id)}::bigint[])`.execute(
      transaction,
    );
  }

  const dropOld = (nowMs: number) =>
    withAdvisoryLock(database, 'clearway track retention', async () => {
      const days = await parameters.number('retention.trackDays');
      return days > 0 ? dropDaysBefore(sql, nowMs - days * dayMs) : [];
    });

  return {
    tick(nowMs) {
      gathering ??= inSlices(gather(), sliceMs)
        .then((found) => {
          waiting = waiting.concat(found).slice(-mostWaiting);
          writeBehind(nowMs);
        })
        .finally(() => {
          gathering = null;
        });
    },
    settled,
    async flush(beforeMs) {
      await settled();
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
          stopping.abort();
          await nightly.close();
          await settled();
          // The next start takes up what is in the journal.
          try {
            for (
              const endAt = performance.now() + finishMs;
              waiting.length > 0 && performance.now() < endAt;
            )
              await writeSome(now());
          } catch (error) {
            log.warn({ error, positions: waiting.length }, 'positions were not recorded before the stop');
          }
        },
      };
    },
  };
}

function* partsOf(sightings: Sighting[]): Generator<Sighting[], void> {
  for (let from = 0; from < sightings.length; from += mostInRow)
    yield sightings.slice(from, from + mostInRow);
}

const unreadable: Text = { key: 'monitor.quarantine.unreadable' };

const rowAside = ({ id, server, at }: JournalRow, content: unknown, reason: Text) => ({
  kind: 'trackJournal' as const,
  name: String(id),
  sourceId: null,
  server,
  arrivedAt: Date.parse(at),
  reason,
  content,
});

/** What a row of a journal holds: positions that can be recorded, and whatever else. */
function readRow(data: string): { good: Sighting[]; bad: unknown[] } {
  let value: unknown;
  try {
    value = JSON.parse(data);
  } catch {
    return { good: [], bad: [data] };
  }
  const parts: unknown[] = Array.isArray(value) ? value : [value];
  return { good: parts.filter(isSighting), bad: parts.filter((part) => !isSighting(part)) };
}
