import type { FeedState } from '#contract/hub.ts';
import { asterixCategory } from '#domain/surveillance/formats/source-format.ts';
import type { RainPicture } from '#domain/surveillance/rain/rain-picture.ts';
import { createAllowances } from '#domain/surveillance/track/allowance.ts';
import type { TrackLimits } from '#domain/surveillance/track/limits.ts';
import type { Report } from '#domain/surveillance/track/report.ts';
import { type Applied, createTrackTable } from '#domain/surveillance/track/track-table.ts';
import { numberOf } from '#domain/text/narrow.ts';
import { own } from '#domain/text/own.ts';
import type { Sql } from '#server/db/sql.ts';
import type { StoredRecord } from '#server/engine/records/stored-record.ts';
import { socketError } from '#server/engine/sources/line-errors.ts';
import type { SourceSecrets } from '#server/engine/sources/source-secrets.ts';
import { asideOf, type Quarantine } from '#server/features/quarantine/quarantine.ts';
import type { ChangeFeed } from '#server/kernel/changes.ts';
import type { Logger } from '#server/kernel/logger.ts';
import type { MemoryBudget } from '#server/kernel/memory-budget.ts';
import type { NetworkGuard } from '#server/kernel/network-guard.ts';
import type { Feed } from './feed.ts';
import { udpAddress } from './feed-udp.ts';
import { createIntake } from './intake.ts';
import type { RawRecorder } from './raw-recorder.ts';
import type { SurveillancePushes } from './received.ts';
import { openReplay } from './replay-feed.ts';
import type { ReplayLoader } from './replay-loader.ts';
import { createRunningSource, type LastMessage, type RunningSource } from './running-source.ts';
import { type SharedCounts, tellEveryMs } from './shared-counts.ts';
import { isShared, type SharedReports } from './shared-reports.ts';
import { type SourceCounts, sumOfCounts } from './source-counts.ts';
import { type SourceSettings, sourceSettings } from './source-settings.ts';
import type { Targets } from './targets.ts';
import { transports } from './transports.ts';

export interface Surveillance {
  /** Health of every source that is switched on. */
  feeds(): FeedState[];
  /** The same without replays, which say nothing of how equipment works now. */
  liveFeeds(): FeedState[];
  /** What became of all that a source sent, to whichever server it reached; null: it is switched off. */
  countsOf(sourceId: number): SourceCounts | null;
  /** What a source sent last, and how it is read; null: it is switched off, or sent nothing yet. */
  lastOf(sourceId: number): { settings: SourceSettings; message: LastMessage } | null;
  /** From now on feeds are opened, closed and reopened as the records say, whichever server changed them. */
  start(): Promise<void>;
  /** Whether all that is known of a source was heard by another server. */
  isHeardElsewhere(sourceId: number): boolean;
  /** Where datagrams of a category are listened for on this machine; null: nowhere. */
  listensFor(category: number): { host: string; port: number } | null;
  close(): Promise<void>;
}

export interface SurveillanceDeps {
  sql: Sql;
  changes: ChangeFeed;
  targets: Targets;
  loader: ReplayLoader;
  limits(): TrackLimits;
  /** Where it is short, there are fewer tracks at each look. */
  memory: Pick<MemoryBudget, 'isOver' | 'follow'>;
  raw: RawRecorder;
  guard: NetworkGuard;
  pushes: SurveillancePushes;
  secrets: SourceSecrets;
  /** For records that no feed can be made of. */
  quarantine: Pick<Quarantine, 'putOnce'>;
  /** To the other servers, and from them. */
  shared: SharedReports;
  /** What the servers have counted, of sources that reach one of them only. */
  counted: SharedCounts;
  /** Told of all that comes in, before the coverage of its source refuses any. */
  heard(sourceId: number, transport: string, reports: readonly Report[], at: number): void;
  /** Where the pictures of weather radars go. */
  rain: {
    put(source: { id: number; name: string; nameEn: string | null }, picture: RainPicture): void;
    forget(sourceId: number): void;
  };
  now(): number;
  log: Logger;
}

/** How often the records are read again: another server may have changed them. */
const followMs = 15_000;
const countMs = 2_000;
/** While memory is short so much of the tracks is kept at each look, down to so many. */
const keptPart = 0.9;
const leastTracks = 100;
/** What a report takes while it waits, about. */
const reportOctets = 500;

/**
 * Feeds → reports → tracks. Each source is a record; every error is counted at its source and stops nothing.
 */
export function createSurveillance(deps: SurveillanceDeps): Surveillance {
  const { sql, changes, targets, loader, raw, memory, now, log } = deps;
  /** Of tracks at once, while memory is short. */
  let mostTracks = Number.POSITIVE_INFINITY;
  memory.follow(
    () => {
      mostTracks = Math.max(leastTracks, Math.floor(live.size() * keptPart));
    },
    () => {
      mostTracks = Number.POSITIVE_INFINITY;
    },
  );
  const limits = (): TrackLimits => {
    const asSet = deps.limits();
    return mostTracks < asSet.tracks ? { ...asSet, tracks: mostTracks } : asSet;
  };
  /** Tracks that were shed for want of memory until now. */
  let shedForMemory = 0;
  const running = new Map<number, { source: RunningSource; close(): Promise<void> }>();
  const live = createTrackTable({
    limits,
    sourcePosition: (sourceId) => running.get(sourceId)?.source.settings.site ?? null,
    hasPlan: ({ id }) => (targets.get(id)?.planId ?? null) !== null,
    shed(sourceId, reason) {
      if (memory.isOver) shedForMemory++;
      running.get(sourceId)?.source.shed(memory.isOver ? 'track.shed.memory' : `track.shed.${reason}`);
    },
    contradicted: (sourceId, report) => running.get(sourceId)?.source.contradicted(report),
    refused: (sourceId, reason) => running.get(sourceId)?.source.unused(reason),
  });
  /** By id the version of each record that no feed could be made of. */
  const unusable = new Map<number, unknown>();
  const intake = createIntake();
  /** Of reports: what comes faster is shed before anything else is done with it. */
  const allowances = createAllowances();
  const detachLive = targets.attach(live, now, '');
  let following: Promise<void> = Promise.resolve();
  let closed = false;

  function begin(settings: SourceSettings): { source: RunningSource; close(): Promise<void> } {
    let feed: Feed | null = null;
    const isRecorded = settings.recordRaw && settings.transport !== 'replay';
    const tap = isRecorded ? raw.tap(settings.id, numberOf(settings.record.port) ?? 8600) : null;
    const queue = intake.queue();
    const source = createRunningSource({
      settings,
      clients: () => feed?.clients?.() ?? null,
      queue,
      admit(reports) {
        const { sourceReportsPerS, reportsPerS } = limits();
        return allowances.take(settings.id, reports, { each: sourceReportsPerS, all: reportsPerS }, now());
      },
      take(reports, at, unused) {
        for (const report of reports) {
          const reason = unusedReason(live.apply(report, settings.id, at));
          if (reason !== null) unused(reason);
        }
        if (isShared(settings.transport)) deps.shared.share(settings.id, reports, at);
      },
      shedForMemory: () => shedForMemory,
      heard: (reports, at) => deps.heard(settings.id, settings.transport, reports, at),
      rain(pictures) {
        for (const picture of pictures) deps.rain.put(settings, picture);
      },
      log: (errors) => log.debug({ source: settings.name, errors }, 'bad bytes'),
      failed: (error) => log.error({ error, source: settings.name }, 'a message was not read to its end'),
      raw: tap,
    });
    if (settings.transport === 'replay') {
      return { source, close: openReplay(source, { loader, limits, targets, now }).close };
    }
    const transport = own(transports, settings.transport);
    if (!transport) return { source, close: async () => {} };
    const events = source.events(transport.isStream);
    const { sealedPassword } = settings.record;
    try {
      feed = transport.open(settings.record, events, {
        ...deps,
        codeOf: (name) => deps.secrets.codeOf(`${settings.id} ${name}`),
        password: () => (typeof sealedPassword === 'string' ? deps.secrets.open(sealedPassword) : null),
      });
    } catch (error) {
      events.failed(socketError(error));
      log.error({ error, source: settings.name }, 'a surveillance source could not be opened');
    }
    const close = async () => {
      await feed?.close();
      queue.close();
      await tap?.close();
    };
    return { source, close };
  }

  async function followRecords(): Promise<void> {
    // With their secrets, which the records endpoint gives to nobody.
    const rows: StoredRecord[] = await sql
      .selectFrom('surveillanceSource')
      .selectAll()
      .where('deletedAt', 'is', null)
      .limit(1_000)
      .execute();
    if (closed) return;
    const wanted = new Map(rows.map((record) => [record.id, record]));
    for (const [id, { source, close }] of running) {
      const record = wanted.get(id);
      if (record && record.version === source.settings.version) continue;
      running.delete(id);
      try {
        await close();
        deps.rain.forget(id);
        if (record && source.settings.transport === 'replay') await loader.clear(id);
      } catch (error) {
        log.error({ error, source: source.settings.name }, 'a surveillance source was not closed in order');
      }
    }
    for (const id of unusable.keys()) if (!wanted.has(id)) unusable.delete(id);
    for (const [id, record] of wanted) {
      if (running.has(id)) continue;
      try {
        const settings = sourceSettings(record);
        if (settings) running.set(id, begin(settings));
        unusable.delete(id);
      } catch (error) {
        await setAside(record, error);
      }
    }
  }

  /** A record that no feed can be made of: the other sources go on, and an administrator sees why this one does not. */
  async function setAside(record: StoredRecord, error: unknown): Promise<void> {
    const { id, version } = record;
    if (unusable.get(id) === version) return;
    unusable.set(id, version);
    log.error({ error, source: id }, 'a surveillance source cannot be opened as its record is');
    await deps.quarantine
      .putOnce(sql, [asideOf('surveillanceSource', id, error, withoutSecrets(record))])
      .catch((failure: unknown) => log.warn({ error: failure }, 'a record was not put into quarantine'));
  }

  function follow(): Promise<void> {
    // One after another: two at once would open a source twice.
    following = following.then(followRecords).catch((error: unknown) => {
      log.warn({ error }, 'the surveillance sources could not be read');
    });
    return following;
  }

  const heardByOthers = intake.queue();

  /** What another server took goes into the table of this one. */
  function* applyAll(
    reports: readonly Report[],
    sourceId: number,
    receivedAt: number,
  ): Generator<void, void> {
    for (const report of reports) {
      live.apply(report, sourceId, receivedAt);
      yield;
    }
  }

  const ending: (() => void)[] = [];

  return {
    feeds: () => [...running.values()].map(({ source }) => source.state()),
    liveFeeds: () =>
      [...running.values()].flatMap(({ source }) =>
        source.settings.transport === 'replay' ? [] : [source.state()],
      ),
    countsOf(sourceId) {
      const source = running.get(sourceId)?.source;
      if (!source) return null;
      const here = source.counts();
      // What every server asks or listens for itself is counted by each of them.
      if (!isShared(source.settings.transport)) return here;
      const elsewhere = deps.counted.elsewhere(sourceId, now());
      return elsewhere.length === 0 ? here : sumOfCounts([here, ...elsewhere]);
    },
    lastOf(sourceId) {
      const source = running.get(sourceId)?.source;
      const message = source?.last();
      return source && message ? { settings: source.settings, message } : null;
    },
    isHeardElsewhere: (sourceId) => running.get(sourceId)?.source.isHeardElsewhere() ?? false,
    start() {
      const timers = [
        setInterval(() => void follow(), followMs).unref(),
        setInterval(() => {
          for (const { source } of running.values()) source.measure(countMs);
        }, countMs).unref(),
        setInterval(() => {
          for (const [sourceId, { source }] of running)
            if (isShared(source.settings.transport)) deps.counted.tell(sourceId, source.counts());
        }, tellEveryMs).unref(),
      ];
      ending.push(
        changes.subscribe((change) => {
          if (change.resource === 'surveillanceSource') void follow();
        }),
        deps.shared.follow((sourceId, reports, receivedAt) => {
          const source = running.get(sourceId)?.source;
          if (!source || !isShared(source.settings.transport)) return;
          source.heardElsewhere(reports.length, receivedAt);
          heardByOthers
            .add(reports.length * reportOctets, applyAll(reports, sourceId, receivedAt))
            .catch((error: unknown) => log.error({ error }, 'reports of another server were not taken'));
        }),
        deps.counted.follow(now),
        ...timers.map((timer) => () => clearInterval(timer)),
      );
      return follow();
    },
    listensFor(category) {
      for (const { source } of running.values()) {
        const { type, record } = source.settings;
        const address = asterixCategory(type) === category ? udpAddress(record) : null;
        if (address === null || address.multicast) continue;
        const { host, port } = address;
        return { host: host === '0.0.0.0' ? '127.0.0.1' : host, port };
      }
      return null;
    },
    async close() {
      closed = true;
      for (const end of ending) end();
      await following;
      detachLive();
      await Promise.all([...running.values()].map(({ close }) => close()));
      running.clear();
    },
  };
}

/**
 * Why a report moved no target, for the answer to its sender; null: it did, or is a copy of one that did, or is shed by a
 * limit of the tracks, which the monitor shows.
 */
function unusedReason(applied: Applied): string | null {
  if (applied.isPast) return 'track.past.stored';
  return applied.accepted || quiet.has(applied.reason) ? null : `track.refusal.${applied.reason}`;
}
const quiet: ReadonlySet<string> = new Set(['pending', 'duplicate', 'newTracks', 'crowded', 'doubles']);

/** What an administrator may read in the quarantine: not the passwords and tokens, sealed or not. */
const withoutSecrets = (record: StoredRecord): Record<string, unknown> =>
  Object.fromEntries(Object.entries(record).filter(([field]) => !/password|token|secret|hash/i.test(field)));
