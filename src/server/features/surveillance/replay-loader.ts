import type { Text } from '#domain/text/errors.ts';
import { storedText } from '#domain/text/locales/stored-text.ts';
import type { Database } from '#server/db/database.ts';
import { withAdvisoryLock } from '#server/jobs/schedule.ts';
import type { ChangeFeed } from '#server/kernel/changes.ts';
import type { Logger } from '#server/kernel/logger.ts';
import { type Recording, readRecording } from './read-recording.ts';
import { RecordingError, recordingLimits } from './recordings.ts';
import type { SourceSettings } from './source-settings.ts';

/** What came of a recording that was to be read; `release` when it is no longer played. */
export type Loaded = { recording: Recording; release(): void } | { error: Text };

export interface ReplayLoader {
  /** Reads the recording of a source, each after the one before; null: `signal` ended it. */
  load(settings: SourceSettings, file: string, signal: AbortSignal): Promise<Loaded | null>;
  /** The source is no longer played: nothing is said of it. */
  clear(sourceId: number): Promise<void>;
}

/** Reports that all recordings of this server hold together, at most. */
const mostReports = 3 * recordingLimits.reports;
const againMs = 1_000;

/**
 * Reads recordings, and keeps at each source what came of it. That one is being read is written down before: where it
 * is still so with nobody reading it, the server died of it, or in it, and the source stays off until it is changed.
 */
export function createReplayLoader(deps: {
  database: Pick<Database, 'kysely' | 'locks'>;
  changes: ChangeFeed;
  folder: string;
  now(): number;
  log: Logger;
}): ReplayLoader {
  const { database, changes, folder, now, log } = deps;
  const sql = database.kysely;
  /** Marks of this very process: it lives. */
  const own = new Set<string>();
  let held = 0;
  let turn: Promise<unknown> = Promise.resolve();

  /** `loadingVersion`: the version of the record that is being read. */
  async function note(sourceId: number, loadingVersion: number | null, status: Text | null): Promise<void> {
    const written = await sql
      .updateTable('surveillanceSource')
      .set({ loadingVersion, status: status && JSON.stringify(storedText(status)) })
      .where('id', '=', sourceId)
      .returningAll()
      .executeTakeFirst();
    if (!written) return;
    const { loadingVersion: _, ...record } = written;
    const at = new Date(now()).toISOString();
    changes.publish({ resource: 'surveillanceSource', id: sourceId, action: 'update', record, by: null, at });
  }

  async function read(settings: SourceSettings, file: string, signal: AbortSignal): Promise<Loaded | null> {
    const { id, version, name } = settings;
    const mark = `${id} ${version}`;
    const before = await sql
      .selectFrom('surveillanceSource')
      .select('loadingVersion')
      .where('id', '=', id)
      .executeTakeFirst();
    if ((before?.loadingVersion ?? 0) === version && !own.has(mark)) {
      const error = { key: 'track.recording.interrupted', values: { file } };
      await note(id, version, error);
      return { error };
    }
    own.add(mark);
    await note(id, version, { key: 'track.recording.loading', values: { file } });
    let loaded: Loaded;
    try {
      const limits = { ...recordingLimits, reports: Math.min(recordingLimits.reports, mostReports - held) };
      const recording = await readRecording(file, { ...settings, folder, limits, now: now(), signal });
      loaded = { recording, release: () => {} };
    } catch (error) {
      if (!(error instanceof RecordingError)) {
        if (!signal.aborted) log.error({ error, source: name }, 'a recording could not be read');
        loaded = { error: { key: 'track.recording.unreadable', values: { file, reason: 'error' } } };
      } else loaded = { error: error.text };
    }
    if (signal.aborted) {
      await note(id, null, null);
      own.delete(mark);
      return null;
    }
    if ('error' in loaded) await note(id, null, loaded.error);
    else {
      const { frames, counts } = loaded.recording;
      const errors = counts.reasons.reduce((sum, { count }) => sum + count, 0);
      await note(id, null, { key: 'track.recording.playing', values: { frames: frames.length, errors } });
      const size = frames.reduce((sum, { reports }) => sum + Math.max(1, reports.length), 0);
      held += size;
      loaded.release = () => {
        held -= size;
      };
    }
    own.delete(mark);
    return loaded;
  }

  async function inTurn(settings: SourceSettings, file: string, signal: AbortSignal): Promise<Loaded | null> {
    let loaded: Loaded | null | undefined;
    while (!signal.aborted) {
      try {
        // While another server reads it, it is not known yet whether that one lives.
        await withAdvisoryLock(database, `recording ${settings.id}`, async () => {
          loaded = await read(settings, file, signal);
        });
        if (loaded !== undefined) return loaded;
      } catch (error) {
        if (loaded !== undefined) return loaded;
        log.warn({ error, source: settings.name }, 'a recording waits for the database');
      }
      await new Promise((resolve) => setTimeout(resolve, againMs));
    }
    return null;
  }

  return {
    load(settings, file, signal) {
      const mine = turn.then(() => inTurn(settings, file, signal));
      turn = mine.catch(() => {});
      return mine;
    },
    async clear(sourceId) {
      await sql
        .updateTable('surveillanceSource')
        .set({ status: null })
        .where('id', '=', sourceId)
        .where('loadingVersion', 'is', null)
        .execute();
    },
  };
}
