import type { TrackLimits } from '#domain/surveillance/track/limits.ts';
import { createTrackTable } from '#domain/surveillance/track/track-table.ts';
import { play } from './replay.ts';
import type { ReplayLoader } from './replay-loader.ts';
import type { RunningSource } from './running-source.ts';
import type { Targets } from './targets.ts';

/** Plays the recording of a source, once it is read. Answers with its end. */
export function openReplay(
  source: RunningSource,
  deps: {
    loader: ReplayLoader;
    limits: Partial<TrackLimits> | (() => TrackLimits);
    targets: Targets;
    now(): number;
  },
): { close(): Promise<void> } {
  const { loader, limits, targets, now } = deps;
  const { settings } = source;
  const abort = new AbortController();
  let stop = () => {};
  const began = loader.load(settings, settings.replay.file, abort.signal).then((loaded) => {
    if (!loaded) return;
    if ('error' in loaded) {
      source.unreadable();
      source.fault(loaded.error);
      return;
    }
    const { recording, release } = loaded;
    source.recorded(recording.counts);
    // A table of its own: recorded aircraft are not those that fly now, and their time is not ours.
    const newTable = () =>
      createTrackTable({
        limits,
        contradicted: (_sourceId, report) => source.contradicted(report),
        refused: (_sourceId, reason) => source.unused(reason),
      });
    let table = newTable();
    const prefix = `r${settings.id}:`;
    const playback = play(recording, {
      ...settings.replay,
      deliver(frames, recordedNow) {
        let records = 0;
        for (const frame of frames) {
          records += frame.records;
          if (frame.rain)
            source.rain(frame.rain.map((one) => ({ ...one, at: now() - (recordedNow - one.at) })));
          for (const report of source.accept(frame.reports)) table.apply(report, settings.id, recordedNow);
        }
        if (frames.length > 0) source.played(records, now());
      },
      restarted() {
        detach();
        table = newTable();
        detach = targets.attach(table, playback.now, prefix);
      },
    });
    let detach = targets.attach(table, playback.now, prefix);
    stop = () => {
      playback.close();
      detach();
      release();
    };
  });
  return {
    async close() {
      abort.abort();
      await began;
      stop();
    },
  };
}
