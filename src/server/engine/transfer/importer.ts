import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Actor, abilityOf, rulesFor } from '#domain/identity/access.ts';
import { busyStates, type ImportPlan } from '#domain/record/transfer/job.ts';
import { AppError, type Text } from '#domain/text/errors.ts';
import type { Database } from '#server/db/database.ts';
import { type Release, takeLock } from '#server/db/session-locks.ts';
import type { Catalogue } from '#server/engine/records/catalogue.ts';
import type { RecordType } from '#server/engine/records/record-type.ts';
import type { Records } from '#server/engine/records/records.ts';
import { type Caller, refuseViewing } from '#server/kernel/caller.ts';
import type { Logger } from '#server/kernel/logger.ts';
import { type Chosen, inspectFile } from './inspect-file.ts';
import { createJobStore, type JobStore, type StoredJob } from './job-store.ts';
import { retentionDays } from './limits.ts';
import { assertMayImport, refusePlan } from './plan.ts';
import { Cancelled, createRuns, NotAll, type Run } from './run-import.ts';
import { sheetFileOf } from './sheet.ts';

export interface ImporterDeps {
  database: Pick<Database, 'kysely' | 'locks' | 'reads'>;
  catalogue: Catalogue;
  records: Records;
  dataFolder: string;
  /** Who a user is now, for an import that goes on after a restart; null: they may do nothing any more. */
  actorOf(userId: number): Promise<Actor | null>;
  timeZone(): Promise<string>;
  clock: () => Date;
  log: Logger;
}

/** A file that came in, under a name of its own in our folder. */
export interface UploadedFile {
  storedName: string;
  fileName: string;
  sizeBytes: number;
}

export interface Importer {
  jobs: JobStore;
  /** May this caller import into it at all? Throws where not. */
  admit(caller: Caller, type: RecordType): void;
  /** Where a file may come in. */
  newFile(): Promise<{ storedName: string; path: string }>;
  /** Looks at a file and makes an import of it. */
  accept(caller: Caller, type: RecordType, file: UploadedFile, sheet?: string): Promise<StoredJob>;
  /**
   * Reads the file that came in anew: another sheet, another row of heads, another encoding. What was chosen and checked before is gone.
   */
  readAgain(caller: Caller, type: RecordType, id: number, chosen: Chosen): Promise<StoredJob>;
  /** Begins a check; it goes on by itself. */
  check(caller: Caller, type: RecordType, id: number, plan: ImportPlan): Promise<StoredJob>;
  /** Begins the import of what was checked. */
  run(caller: Caller, type: RecordType, id: number, onError: ImportPlan['onError']): Promise<StoredJob>;
  cancel(caller: Caller, type: RecordType, id: number): Promise<StoredJob>;
  /** Takes up what a server that died has left, and clears away files that nobody needs any more. */
  recover(): Promise<void>;
  /** Resolves when nothing is under way here any more. */
  settled(): Promise<void>;
  /** Stops what is under way here; another start takes it up. */
  close(): Promise<void>;
}

type Prepared = Omit<Run, 'signal'>;

/** First key of our advisory locks: one import each. */
const lockClass = 0x696d70;
/** Imports under way in one process at most: each holds a lock and, while it writes, a connection of the pool. */
const mostUnderWay = 3;
/** How often, and how far apart, an idle import is tried to be taken. */
const mostTries = 40;
const betweenTriesMs = 50;

const noCounts = {
  checkedRows: 0,
  badRows: 0,
  doneRows: 0,
  created: 0,
  updated: 0,
  unchanged: 0,
  committedRow: 0,
};

export function createImporter(deps: ImporterDeps): Importer {
  const { database, catalogue, records, clock, log } = deps;
  const folder = path.join(deps.dataFolder, 'imports');
  const jobs = createJobStore({ sql: database.kysely, records, folder });
  const runs = createRuns({
    sql: database.kysely,
    beside: database.reads,
    types: catalogue.types,
    records,
    jobs,
    timeZone: deps.timeZone,
  });
  const underWay = new Map<number, { abort: AbortController; ended: Promise<void> }>();
  let closing = false;

  const now = () => clock().toISOString();

  /** Takes the import for this process until it is released, or this process dies; null: another has it. */
  const claim = (id: number): Promise<Release | null> => takeLock(database, [lockClass, id]);

  /**
   * Takes an import that was found idle; refuses where somebody else has begun with it since. What was done with it last
   * holds it for a moment longer than its end can be seen.
   */
  async function claimIdle(found: StoredJob): Promise<Release> {
    for (let left = mostTries; left > 0; left--) {
      const release = await claim(found.id);
      const isAsFound = await releasedOnError(release, async () => {
        const job = await jobs.read(found.id);
        return job?.state === found.state;
      });
      if (release && isAsFound) return release;
      await release?.();
      if (!isAsFound) break;
      await sleep(betweenTriesMs);
    }
    throw busy();
  }

  /** Goes on in the background with an import that was taken and moved into a busy state, and releases it at the end. */
  function goOn(release: Release, prepared: Prepared, work: (run: Run) => Promise<StoredJob>): StoredJob {
    const { id } = prepared.job;
    const abort = new AbortController();
    const ended = work({ ...prepared, signal: abort.signal })
      .catch((error: unknown) => fail(prepared, error))
      .then(() => {})
      .catch((error: unknown) => log.error({ error, job: id }, 'an import could not be recorded'))
      .finally(async () => {
        underWay.delete(id);
        await release().catch((error: unknown) =>
          log.warn({ error, job: id }, 'an import could not be released'),
        );
      });
    underWay.set(id, { abort, ended });
    return prepared.job;
  }

  function busy(): AppError {
    return new AppError('conflict', { key: 'transfer.job.busy' });
  }

  async function fail(run: Prepared, error: unknown): Promise<void> {
    const { job, caller } = run;
    // Another start goes on with it.
    if (closing) return;
    const ended = { finishedAt: now(), progress: null };
    if (error instanceof Cancelled) {
      await jobs.move(caller, job.id, 'cancelled', { ...ended, cancelRequested: false });
      return;
    }
    if (!(error instanceof NotAll) && !(error instanceof AppError)) {
      log.error({ error, job: job.id, resource: job.resource }, 'an import failed');
    }
    await jobs.move(caller, job.id, 'failed', { ...ended, reason: reasonOf(error) });
  }

  async function checking(run: Run): Promise<StoredJob> {
    const counts = await runs.check(run);
    return jobs.move(run.caller, run.job.id, 'checked', { ...counts, progress: null, reason: null });
  }

  async function importing(run: Run): Promise<StoredJob> {
    const counts = await (run.plan.onError === 'all' ? runs.writeAll(run) : runs.writeValid(run));
    return jobs.move(run.caller, run.job.id, 'done', {
      ...counts,
      finishedAt: now(),
      progress: null,
      reason: null,
    });
  }

  /** The user's own import with its file, in which nothing is under way. */
  async function idle(caller: Caller, type: RecordType, id: number): Promise<StoredJob> {
    refuseViewing(caller);
    const job = await jobs.find(caller, type.resource.name, id);
    if (busyStates.includes(job.state)) throw busy();
    if (job.storedName === null) throw new AppError('conflict', { key: 'transfer.job.noFile' });
    if (underWay.size >= mostUnderWay) throw new AppError('unavailable', { key: 'transfer.job.tooMany' });
    return job;
  }

  return {
    jobs,
    admit: assertMayImport,

    async newFile() {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const storedName = randomUUID();
      return { storedName, path: path.join(folder, storedName) };
    },

    async accept(caller, type, file, wantedSheet) {
      refuseViewing(caller);
      const place = path.join(folder, file.storedName);
      const looked = await inspectFile(place, type.resource, { sheet: wantedSheet });
      return jobs.add(caller, {
        resource: type.resource.name,
        ...file,
        ...looked,
        locale: caller.locale,
      });
    },

    async readAgain(caller, type, id, chosen) {
      const job = await idle(caller, type, id);
      // What is being written, or has been, is not thrown away for another beginning.
      if (job.startedAt !== null) throw new AppError('conflict', { key: 'transfer.job.begun' });
      const kept = { sheet: job.sheet ?? undefined, encoding: sheetFileOf(jobs, job).encoding };
      const looked = await inspectFile(jobs.pathOf(job), type.resource, { ...kept, ...chosen });
      const begun = { ...noCounts, plan: null, progress: null, reason: null, finishedAt: null };
      return jobs.move(caller, id, 'uploaded', { ...looked, ...begun });
    },

    async check(caller, type, id, plan) {
      const job = await idle(caller, type, id);
      if (job.state === 'done') throw new AppError('conflict', { key: 'transfer.job.done' });
      refusePlan(caller, type, job, plan);
      const release = await claimIdle(job);
      const moved = await releasedOnError(release, () =>
        jobs.move(caller, id, 'checking', {
          ...noCounts,
          plan,
          progress: 0,
          reason: null,
          startedAt: null,
          finishedAt: null,
          cancelRequested: false,
        }),
      );
      return goOn(release, { job: moved, plan, type, caller: importCaller(caller, moved) }, checking);
    },

    async run(caller, type, id, onError) {
      const job = await idle(caller, type, id);
      if (job.state !== 'checked' || !job.plan)
        throw new AppError('conflict', { key: 'transfer.job.unchecked' });
      if (onError === 'all' && job.badRows > 0) {
        throw new AppError('conflict', { key: 'transfer.job.notAll', values: { bad: job.badRows } });
      }
      const plan: ImportPlan = { ...job.plan, onError };
      // Asked again: what the user may do can have changed since the check.
      refusePlan(caller, type, job, plan);
      const release = await claimIdle(job);
      const moved = await releasedOnError(release, () =>
        jobs.move(caller, id, 'importing', {
          plan,
          progress: 0,
          startedAt: now(),
          cancelRequested: false,
        }),
      );
      return goOn(release, { job: moved, plan, type, caller: importCaller(caller, moved) }, importing);
    },

    async cancel(caller, type, id) {
      refuseViewing(caller);
      const job = await jobs.find(caller, type.resource.name, id);
      if (!busyStates.includes(job.state)) {
        if (job.state === 'done') throw new AppError('conflict', { key: 'transfer.job.done' });
        return jobs.move(caller, id, 'cancelled', { finishedAt: now() });
      }
      // Whichever server it runs on reads this with its next batch.
      await jobs.requestCancel(id);
      underWay.get(id)?.abort.abort();
      await underWay.get(id)?.ended;
      return jobs.find(caller, type.resource.name, id);
    },

    async recover() {
      for (const job of await jobs.busy()) {
        if (underWay.has(job.id)) continue;
        // One that can't be taken up leaves the others to be.
        await recoverOne(job.id).catch((error: unknown) =>
          log.error({ job: job.id, error }, 'an interrupted import could not be taken up'),
        );
      }
      await clearAway();
    },

    async settled() {
      while (underWay.size > 0) await Promise.all([...underWay.values()].map(({ ended }) => ended));
    },

    async close() {
      closing = true;
      for (const { abort } of underWay.values()) abort.abort();
      await Promise.all([...underWay.values()].map(({ ended }) => ended));
    },
  };

  async function recoverOne(id: number): Promise<void> {
    const release = await claim(id);
    if (!release) return;
    const prepared = await releasedOnError(release, async () => {
      const left = await jobs.read(id);
      return left && busyStates.includes(left.state) ? takeUp(left) : null;
    });
    if (prepared) goOn(release, prepared, importing);
    else await release();
  }

  /** What is to be done with an import whose server died; null: it is settled. */
  async function takeUp(job: StoredJob): Promise<Prepared | null> {
    const ended = { progress: null, finishedAt: now() };
    if (job.state === 'checking') {
      // A check changes nothing: it can be begun again.
      const reason = { key: 'transfer.reason.checkInterrupted' };
      await jobs.move(null, job.id, 'uploaded', { progress: null, reason });
      return null;
    }
    if (job.plan?.onError === 'all' && job.committedRow > 0) {
      // Its one transaction was committed, and only the telling is missing.
      await jobs.move(null, job.id, 'done', ended);
      return null;
    }
    const type = catalogue.types.get(job.resource);
    const actor = await deps.actorOf(job.createdBy);
    if (job.plan?.onError !== 'valid' || !type || !actor) {
      // Its one transaction was never committed.
      await jobs.move(null, job.id, 'failed', { ...ended, reason: { key: 'transfer.reason.interrupted' } });
      return null;
    }
    const caller: Caller = {
      actor,
      ability: abilityOf(rulesFor(actor, catalogue.resources)),
      locale: job.locale,
      source: 'api',
      sessionId: null,
      requestId: `import ${job.id}`,
    };
    log.info({ job: job.id, afterRow: job.committedRow }, 'an interrupted import goes on');
    return { job, plan: job.plan, type, caller: importCaller(caller, job) };
  }

  async function clearAway(): Promise<void> {
    const oldest = new Date(clock().getTime() - retentionDays * 86_400_000).toISOString();
    for (const job of await jobs.idleSince(oldest)) {
      if (busyStates.includes(job.state)) continue;
      await Promise.all([jobs.pathOf(job), jobs.errorsPathOf(job)].map((file) => rm(file, { force: true })));
      await jobs.move(null, job.id, job.state, { storedName: null });
    }
    for (const name of await readdir(folder).catch(() => [])) {
      if (name.endsWith('.part')) await rm(path.join(folder, name), { force: true });
    }
  }
}

/** What the history says: from an import, and from which. */
function importCaller(caller: Caller, job: StoredJob): Caller {
  return { ...caller, source: `import:${job.id}` };
}

function reasonOf(error: unknown): Text {
  if (error instanceof NotAll) return { key: 'transfer.reason.notAll', values: { bad: error.bad } };
  return error instanceof AppError ? error.text : { key: 'transfer.reason.failed' };
}

async function releasedOnError<T>(release: Release | null, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    // Its own error would hide the first; with the connection the lock goes in any case.
    await release?.().catch(() => undefined);
    throw error;
  }
}
