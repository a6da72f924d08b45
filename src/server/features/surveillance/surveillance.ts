import type { FeedState } from '#contract/hub.ts';
import { asterixCategory, createSourceDecoder } from '#domain/surveillance/formats/source-format.ts';
import type { TrackLimits } from '#domain/surveillance/track/limits.ts';
import type { SourceDecoder } from '#domain/surveillance/track/reading.ts';
import type { Report } from '#domain/surveillance/track/report.ts';
import { createTrackTable, type TrackTable } from '#domain/surveillance/track/track-table.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { StoredRecord } from '#server/engine/records/stored-record.ts';
import { systemCaller } from '#server/kernel/caller.ts';
import type { ChangeFeed } from '#server/kernel/changes.ts';
import type { Logger } from '#server/kernel/logger.ts';
import { openUdpFeed } from './feed.ts';
import { play } from './replay.ts';
import type { ReplayLoader } from './replay-loader.ts';
import { type SourceSettings, sourceSettings } from './source-settings.ts';
import type { Targets } from './targets.ts';

export interface Surveillance {
  /** Health of every source that is switched on. */
  feeds(): FeedState[];
  /**
   * Opens, closes and reopens feeds so that they follow the records; also called when another server changed
   * one.
   */
  follow(): Promise<void>;
  /** Where datagrams of a category are listened for on this machine; null: nowhere. */
  listensFor(category: number): { host: string; port: number } | null;
  close(): Promise<void>;
}

export interface SurveillanceDeps {
  records: Records;
  changes: ChangeFeed;
  targets: Targets;
  loader: ReplayLoader;
  limits: Partial<TrackLimits> | (() => TrackLimits);
  now(): number;
  log: Logger;
}

interface RunningSource {
  settings: SourceSettings;
  state: FeedState;
  /** null: the format is read from files only. */
  decoder: SourceDecoder | null;
  /** Records since the last count. */
  counted: number;
  close(): Promise<void>;
}

/** How often the records are read again: another server may have changed them. */
const followMs = 15_000;
const countMs = 2_000;

/**
 * Feeds → reports → tracks. Each source is a record; every error is counted at its source and stops nothing.
 */
export function createSurveillance(deps: SurveillanceDeps): Surveillance {
  const { records, changes, targets, loader, limits, now, log } = deps;
  const running = new Map<number, RunningSource>();
  const live = createTrackTable({
    limits,
    sourcePosition: (sourceId) => running.get(sourceId)?.settings.site ?? null,
  });
  const detachLive = targets.attach(live, now, '');
  let following: Promise<void> = Promise.resolve();
  let closed = false;

  function accept(source: RunningSource, table: TrackTable, reports: Report[], at: number): void {
    const { sac, sic } = source.settings;
    for (const report of reports) {
      if (sac !== null && !report.sourceKey?.startsWith(`${sac}/`)) continue;
      if (sic !== null && !report.sourceKey?.endsWith(`/${sic}`)) continue;
      table.apply(report, source.settings.id, at);
    }
  }

  function arrived(source: RunningSource, bytes: Uint8Array, receivedAt: number): void {
    const { decoder, state, settings } = source;
    if (decoder === null) return;
    const { reports, records: count, errors } = decoder.read(bytes, receivedAt);
    for (const reason of errors) {
      state.errors++;
      state.errorReasons = { ...state.errorReasons, [reason]: (state.errorReasons?.[reason] ?? 0) + 1 };
    }
    if (errors.length > 0) log.debug({ source: settings.name, errors }, 'bad bytes');
    state.fault = decoder.doubt() ?? undefined;
    if (count === 0) return;
    source.counted += count;
    source.state.lastAt = receivedAt;
    accept(source, live, reports, receivedAt);
  }

  function begin(settings: SourceSettings): RunningSource {
    const source: RunningSource = {
      settings,
      state: {
        sourceId: settings.id,
        name: settings.name,
        lastAt: null,
        recordsPerSecond: 0,
        errors: 0,
        deadAfterS: settings.deadAfterS,
      },
      decoder: createSourceDecoder(settings),
      counted: 0,
      close: async () => {},
    };
    if (settings.transport.kind === 'udp') {
      const feed = openUdpFeed(
        settings.transport.address,
        {
          bytes: (bytes, receivedAt) => arrived(source, bytes, receivedAt),
          failed: () => {
            source.state.errors++;
          },
        },
        { log, now },
      );
      source.close = () => feed.close();
    } else {
      replay(source, settings.transport);
    }
    return source;
  }

  function replay(
    source: RunningSource,
    transport: Extract<SourceSettings['transport'], { kind: 'replay' }>,
  ): void {
    const abort = new AbortController();
    let stop = () => {};
    const began = loader.load(source.settings, transport.file, abort.signal).then((loaded) => {
      if (!loaded) return;
      if ('error' in loaded) {
        source.state.errors++;
        source.state.fault = loaded.error;
        return;
      }
      const { recording, release } = loaded;
      source.state.errors += recording.errors;
      // A table of its own: recorded aircraft are not those that fly now, and their time is not ours.
      let table = createTrackTable({ limits });
      const prefix = `r${source.settings.id}:`;
      const playback = play(recording, {
        ...transport,
        deliver(frames, recordedNow) {
          for (const frame of frames) {
            source.counted += frame.records;
            accept(source, table, frame.reports, recordedNow);
          }
          if (frames.length > 0) source.state.lastAt = now();
        },
        restarted() {
          detach();
          table = createTrackTable({ limits });
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
    source.close = async () => {
      abort.abort();
      await began;
      stop();
    };
  }

  async function followRecords(): Promise<void> {
    const { items } = await records.list(systemCaller(), 'surveillanceSource', {
      start: 0,
      end: 1000,
      sort: [],
      filter: undefined,
      search: undefined,
      trash: 'without',
    });
    if (closed) return;
    const wanted = new Map<number, StoredRecord>(items.map((record) => [record.id, record]));
    for (const [id, source] of running) {
      const record = wanted.get(id);
      if (record && record.version === source.settings.version) continue;
      running.delete(id);
      await source.close();
      if (record && source.settings.transport.kind === 'replay') await loader.clear(id);
    }
    for (const [id, record] of wanted) {
      const settings = running.has(id) ? null : sourceSettings(record);
      if (settings) running.set(id, begin(settings));
    }
  }

  function follow(): Promise<void> {
    // One after another: two at once would open a source twice.
    following = following.then(followRecords).catch((error: unknown) => {
      log.warn({ error }, 'the surveillance sources could not be read');
    });
    return following;
  }

  const unsubscribe = changes.subscribe((change) => {
    if (change.resource === 'surveillanceSource') void follow();
  });
  const timers = [
    setInterval(() => void follow(), followMs).unref(),
    setInterval(() => {
      for (const source of running.values()) {
        source.state.recordsPerSecond = Math.round((source.counted * 10_000) / countMs) / 10;
        source.counted = 0;
      }
    }, countMs).unref(),
  ];

  return {
    feeds: () => [...running.values()].map(({ state }) => ({ ...state })),
    follow,
    listensFor(category) {
      for (const { settings } of running.values()) {
        if (asterixCategory(settings.type) !== category || settings.transport.kind !== 'udp') continue;
        const { host, port, multicast } = settings.transport.address;
        if (!multicast) return { host: host === '0.0.0.0' ? '127.0.0.1' : host, port };
      }
      return null;
    },
    async close() {
      closed = true;
      unsubscribe();
      for (const timer of timers) clearInterval(timer);
      await following;
      detachLive();
      await Promise.all([...running.values()].map((source) => source.close()));
      running.clear();
    },
  };
}
