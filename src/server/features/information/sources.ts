import type { Text } from '#domain/text/errors.ts';
import { numberOf } from '#domain/text/narrow.ts';
import type { Sql } from '#server/db/sql.ts';
import type { StoredRecord } from '#server/engine/records/stored-record.ts';
import { socketError } from '#server/engine/sources/line-errors.ts';
import type { SourceSecrets } from '#server/engine/sources/source-secrets.ts';
import { type Strokes, strokeUnreadable } from '#server/features/lightning/strokes.ts';
import type { RadarImages } from '#server/features/weather-radar/radar-images.ts';
import type { ChangeFeed } from '#server/kernel/changes.ts';
import type { Logger } from '#server/kernel/logger.ts';
import type { NetworkGuard } from '#server/kernel/network-guard.ts';
import { openDirectory } from './directory-line.ts';
import type { KeepUnread, Take } from './intake.ts';
import { openPoll } from './poll-line.ts';
import { type InformationPushes, openPush } from './push-line.ts';
import type { OpenLine, SourceLine } from './source-line.ts';

export interface InformationSources {
  /** Opens, closes and reopens lines so that they follow the records. */
  follow(): Promise<void>;
  /** Looks into every folder now. */
  look(): Promise<void>;
  /** What is wrong with the line of a source now. */
  faults(): ReadonlyMap<number, Text>;
  close(): Promise<void>;
}

/** How often the records are read again: another server may have changed them. */
const followMs = 15_000;

interface Running {
  version: number;
  line: OpenLine | null;
}

/** The sources at work: each is a record, opened and closed as the record says. */
export function createInformationSources(deps: {
  sql: Sql;
  changes: ChangeFeed;
  take: Take;
  keepUnread: KeepUnread;
  images: RadarImages;
  strokes: Strokes;
  guard: NetworkGuard;
  pushes: InformationPushes;
  secrets: SourceSecrets;
  dataFolder: string;
  clock: () => Date;
  log: Logger;
}): InformationSources {
  const { sql, changes, take, keepUnread, images, strokes, clock, log } = deps;
  const running = new Map<number, Running>();
  const faults = new Map<number, Text>();
  let following: Promise<void> = Promise.resolve();
  let closed = false;

  function open(record: StoredRecord): OpenLine | null {
    const { id, sealedPassword } = record;
    const line: SourceLine = {
      record,
      async take(content, at) {
        const origin = { sourceId: id, receivedAt: clock().getTime(), isDemo: false };
        if (record.content === 'radarImage') return [await images.take(record, content, at)];
        if (record.content !== 'lightning') return take(content, origin);
        const { taken, unread } = await strokes.take(record, content);
        await keepUnread(unread, strokeUnreadable, origin);
        return taken;
      },
      failed(reason) {
        faults.set(id, reason);
      },
      working() {
        faults.delete(id);
      },
    };
    const lineDeps = {
      ...deps,
      password: () => (typeof sealedPassword === 'string' ? deps.secrets.open(sealedPassword) : null),
    };
    switch (record.transport) {
      case 'httpPoll':
        return openPoll(line, lineDeps);
      case 'directory':
        return openDirectory(line, lineDeps);
      case 'httpPush':
        return openPush(line, deps.pushes);
      // The message inbox and people hand in by themselves.
      default:
        return null;
    }
  }

  async function followRecords(): Promise<void> {
    // With their secrets, which the records endpoint gives to nobody.
    const rows: StoredRecord[] = await sql
      .selectFrom('informationSource')
      .selectAll()
      .where('deletedAt', 'is', null)
      .where('enabled', '=', true)
      .limit(1_000)
      .execute();
    if (closed) return;
    const wanted = new Map(rows.map((record) => [record.id, record]));
    for (const [id, { version, line }] of running) {
      if (wanted.get(id)?.version === version) continue;
      running.delete(id);
      await line?.close();
      faults.delete(id);
    }
    for (const [id, record] of wanted) {
      if (running.has(id)) continue;
      const one: Running = { version: numberOf(record.version) ?? 0, line: null };
      running.set(id, one);
      try {
        one.line = open(record);
      } catch (error) {
        faults.set(id, socketError(error));
        log.error({ error, source: id }, 'a source of information could not be opened');
      }
    }
  }

  function follow(): Promise<void> {
    // One after another: two at once would open a source twice.
    following = following.then(followRecords).catch((error: unknown) => {
      log.warn({ error }, 'the sources of information could not be read');
    });
    return following;
  }

  const unsubscribe = changes.subscribe(({ resource }) => {
    if (resource === 'informationSource') void follow();
  });
  const timer = setInterval(() => void follow(), followMs).unref();

  return {
    follow,
    async look() {
      for (const { line } of running.values()) await line?.look?.();
    },
    faults: () => faults,
    async close() {
      closed = true;
      unsubscribe();
      clearInterval(timer);
      await following;
      await Promise.all([...running.values()].map(({ line }) => line?.close()));
      running.clear();
    },
  };
}
