import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { sql as raw } from 'kysely';
import type { DayImport } from '#contract/playback.ts';
import type { RecordedAlert } from '#contract/recorded-alert.ts';
import { unpackPositions } from '#domain/surveillance/recording/positions.ts';
import { addressTypeIn } from '#domain/surveillance/track/report.ts';
import { fieldError, refused } from '#domain/text/errors.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Parameters } from '#server/kernel/parameters.ts';
import {
  type DayHead,
  type DayLine,
  type DayMinute,
  dayFileFormat,
  dayFileVersion,
  readDayFile,
} from './day-file.ts';
import { minuteMs, type PackedMinute, writeMinutes } from './recorded-minutes.ts';

/** Minutes of the day that one statement reads, and rows that one writes. */
const minutesAtOnce = 5;
const rowsAtOnce = 2_000;
const dayMs = 86_400_000;

export interface DayTransfer {
  /** The day as one file, streamed; 500 with `track.day.nothing` where nothing is recorded of it. */
  open(day: string, limits: { from: string; to: string }, alerts: RecordedAlert[]): Promise<Readable>;
  /** Takes a file in: first all of it is judged, then all of it written, or none. */
  take(path: string): Promise<DayImport>;
}

/** A recorded day out of this database, and into another. */
export function createDayTransfer(deps: {
  sql: Sql;
  parameters: Pick<Parameters, 'number'>;
  clock: () => Date;
}): DayTransfer {
  const { sql, parameters, clock } = deps;

  async function* linesOf(
    day: string,
    { from, to }: { from: string; to: string },
    alerts: readonly RecordedAlert[],
  ): AsyncGenerator<string> {
    let lines = 0;
    const written = (line: DayLine) => {
      lines += 1;
      return `${JSON.stringify(line)}\n`;
    };
    yield written({ kind: 'head', format: dayFileFormat, version: dayFileVersion, day, from, to });
    // The source in the id of a track may be another than that which heard it in that minute.
    const { rows: sources } = await raw<{ id: number; name: string; createdAt: string }>`
      select id, name, created_at as "createdAt" from surveillance_source where id in (
        select source_id from track_minute where minute >= ${from}::timestamptz and minute < ${to}::timestamptz
        union select substring(track from '^t:([0-9]{1,15}):')::bigint from track_minute
          where minute >= ${from}::timestamptz and minute < ${to}::timestamptz
        union select source_id from feed_journal where at >= ${from}::timestamptz and at < ${to}::timestamptz)`.execute(
      sql,
    );
    for (const { id, name, createdAt } of sources)
      yield written({ kind: 'source', id: Number(id), name, createdAt: isoOf(createdAt) });
    const { rows: plans } = await raw<{ id: number; planNumber: string | null; createdAt: string }>`
      select id, plan_number as "planNumber", created_at as "createdAt" from plan where id in (
        select distinct plan_id from track_minute where minute >= ${from}::timestamptz and minute < ${to}::timestamptz)`.execute(
      sql,
    );
    for (const { id, planNumber, createdAt } of plans)
      yield written({ kind: 'plan', id: Number(id), planNumber, createdAt: isoOf(createdAt) });
    const { rows: feeds } = await raw<{ sourceId: number; at: string; state: 'live' | 'lost' }>`
      select source_id as "sourceId", at, state from feed_journal
      where at < ${to}::timestamptz and at >= coalesce((select max(b.at) from feed_journal b
        where b.source_id = feed_journal.source_id and b.at <= ${from}::timestamptz), ${from}::timestamptz)
      order by at`.execute(sql);
    for (const { sourceId, at, state } of feeds)
      yield written({ kind: 'feed', sourceId: Number(sourceId), at: isoOf(at), state });
    for (const alert of alerts) yield written({ kind: 'alert', alert });
    for (let start = Date.parse(from); start < Date.parse(to); start += minutesAtOnce * minuteMs) {
      for (const row of await minutesFrom(start, Math.min(start + minutesAtOnce * minuteMs, Date.parse(to))))
        yield written(row);
    }
    yield `${JSON.stringify({ kind: 'tail', lines })}\n`;
  }

  async function minutesFrom(start: number, end: number): Promise<DayMinute[]> {
    const { rows } = await raw<Omit<DayMinute, 'kind' | 'data'> & { data: Uint8Array }>`
      select minute as at, track, icao24, address_type as "addressType", callsign, source_id as "sourceId", plan_id as "planId", data
      from track_minute where minute >= ${new Date(start).toISOString()}::timestamptz
        and minute < ${new Date(end).toISOString()}::timestamptz order by minute, track`.execute(sql);
    return rows.map(({ data, ...row }) => ({
      ...row,
      kind: 'minute',
      at: isoOf(row.at),
      sourceId: Number(row.sourceId),
      planId: row.planId === null ? null : Number(row.planId),
      data: Buffer.from(data).toString('base64'),
    }));
  }

  /** Reads all of it once, and says what it holds; whatever is wrong with it is thrown here, before anything is written. */
  async function judge(path: string) {
    let head: DayHead | null = null;
    const sources: { id: number; name: string }[] = [];
    const plans: { id: number; planNumber: string | null; createdAt: string }[] = [];
    for await (const line of readDayFile(path)) {
      if (line.kind === 'head') head = line;
      if (line.kind === 'source') sources.push(line);
      if (line.kind === 'plan') plans.push(line);
    }
    if (!head) throw fieldError('file', 'track.day.notOurs');
    const keepDays = await parameters.number('retention.trackDays');
    const keptUntil = keepDays > 0 ? Date.parse(head.to) + keepDays * dayMs : null;
    if (keptUntil !== null && keptUntil <= clock().getTime())
      throw fieldError('file', 'track.day.tooOld', { day: head.day, days: keepDays });
    if (Date.parse(head.from) > clock().getTime()) throw fieldError('file', 'track.day.future');
    return {
      head,
      keptUntil: keptUntil === null ? null : new Date(keptUntil).toISOString(),
      sources: await sourcesHere(sources),
      plans: await plansHere(plans),
    };
  }

  /**
   * A source of the file: the same one, made at the same instant, also where it has another name now or is deleted; else
   * by its number and name here, else by its name; 0: there is none.
   */
  async function sourcesHere(
    sources: readonly { id: number; name: string; createdAt?: string }[],
  ): Promise<Map<number, number>> {
    const { rows } = await raw<{ id: number; name: string; createdAt: string; isDeleted: boolean }>`
      select id, name, created_at as "createdAt", deleted_at is not null as "isDeleted" from surveillance_source
      where (deleted_at is null and name = any(${sources.map(({ name }) => name)}::text[]))
        or id = any(${sources.map(({ id }) => id)}::bigint[])
      order by id`.execute(sql);
    return new Map(
      sources.map(({ id, name, createdAt }) => {
        const isSame = rows.some(
          (row) =>
            Number(row.id) === id && createdAt !== undefined && isoOf(row.createdAt) === isoOf(createdAt),
        );
        const named = rows.filter((row) => !row.isDeleted && row.name === name).map((row) => Number(row.id));
        return [id, isSame ? id : (named.find((one) => one === id) ?? named[0] ?? 0)];
      }),
    );
  }

  /** A number of another installation is another plan: only the same one, made at the same instant, is joined again. */
  async function plansHere(
    plans: readonly { id: number; planNumber: string | null; createdAt: string }[],
  ): Promise<Set<number>> {
    const { rows } = await raw<{ id: number; planNumber: string | null; createdAt: string }>`
      select id, plan_number as "planNumber", created_at as "createdAt" from plan
      where id = any(${plans.map(({ id }) => id)}::bigint[])`.execute(sql);
    return new Set(
      plans
        .filter(({ id, planNumber, createdAt }) =>
          rows.some(
            (row) =>
              Number(row.id) === id &&
              row.planNumber === planNumber &&
              isoOf(row.createdAt) === isoOf(createdAt),
          ),
        )
        .map(({ id }) => id),
    );
  }

  return {
    async open(day, limits, alerts) {
      const { rows } = await raw`
        select 1 from track_density where minute >= ${limits.from}::timestamptz
          and minute < ${limits.to}::timestamptz limit 1`.execute(sql);
      if (rows.length === 0) throw refused('track.day.nothing', { day });
      const lines = Readable.from(linesOf(day, limits, alerts));
      const zipped = createGzip({ level: 6 });
      lines.on('error', (error) => zipped.destroy(error));
      zipped.on('close', () => lines.destroy());
      return lines.pipe(zipped);
    },

    async take(path) {
      const { head, keptUntil, sources, plans } = await judge(path);
      const tracks = new Set<string>();
      const counts = { positions: 0, alerts: 0 };
      await sql.transaction().execute(async (transaction) => {
        let rows: PackedMinute[] = [];
        const write = async () => {
          await writeMinutes(transaction, rows);
          rows = [];
        };
        for await (const line of readDayFile(path)) {
          if (line.kind === 'minute') {
            const row = minuteRow(line, sources, plans);
            // A minute is counted once all of it is there.
            if (rows.length >= rowsAtOnce && rows.at(-1)?.minute !== row.minute) await write();
            rows.push(row);
            tracks.add(row.track);
            counts.positions += row.packer.count;
          }
          if (line.kind === 'alert') {
            const named = line.alert.tracks.map((track) => trackHere(track, sources));
            if (await takeAlert(transaction, head, { ...line.alert, tracks: named })) counts.alerts += 1;
          }
          const sourceId = line.kind === 'feed' ? (sources.get(line.sourceId) ?? 0) : 0;
          if (line.kind === 'feed' && sourceId !== 0) {
            await raw`
              insert into feed_journal (source_id, at, state) values (${sourceId}, ${line.at}::timestamptz, ${line.state})
              on conflict do nothing`.execute(transaction);
          }
        }
        await write();
      });
      return { day: head.day, from: head.from, tracks: tracks.size, ...counts, keptUntil };
    },
  };
}

/** An alert that this installation raised itself is here already; another's stands beside them. */
async function takeAlert(sql: Sql, { day }: DayHead, alert: RecordedAlert): Promise<boolean> {
  const { rows } = await raw`
    insert into imported_alert (day, raised_at, cleared_at, data)
    select ${day}, ${alert.raisedAt}::timestamptz, ${alert.clearedAt}::timestamptz, ${JSON.stringify(alert)}::json
    where not exists (select 1 from encounter where kind = ${alert.kind} and raised_at = ${alert.raisedAt}::timestamptz)
      and not exists (select 1 from imported_alert where data::text = ${JSON.stringify(alert)}::json::text)
    returning 1`.execute(sql);
  return rows.length > 0;
}

/** A track that only a source's number tells apart: the source, the sensor and the number. */
const numberedTrack = /^t:(\d+):([^:]*):/;

/**
 * The id of a track under the number that its source has here: the same number is another source's elsewhere, and
 * an anonymous address of that one is another aircraft. Sources that are not here stay apart from each other.
 */
function trackHere(track: string, sources: ReadonlyMap<number, number>): string {
  return track.replace(numberedTrack, (all, source: string, sensor: string) => {
    const here = sources.get(Number(source)) ?? 0;
    if (here === Number(source)) return all;
    return here === 0 ? `t:0:${source} ${sensor}:` : `t:${here}:${sensor}:`;
  });
}

function minuteRow(
  line: DayMinute,
  sources: ReadonlyMap<number, number>,
  plans: ReadonlySet<number>,
): PackedMinute {
  const data = Buffer.from(line.data, 'base64');
  const positions = unpackPositions(data);
  const [longitudes, latitudes] = [
    positions.map(({ longitude }) => longitude),
    positions.map(({ latitude }) => latitude),
  ];
  return {
    track: trackHere(line.track, sources),
    icao24: line.icao24,
    addressType: addressTypeIn(line.addressType),
    callsign: line.callsign,
    sourceId: sources.get(line.sourceId) ?? 0,
    planId: line.planId !== null && plans.has(line.planId) ? line.planId : null,
    minute: Date.parse(line.at),
    lastAt: positions.at(-1)?.at ?? 0,
    west: Math.min(...longitudes),
    south: Math.min(...latitudes),
    east: Math.max(...longitudes),
    north: Math.max(...latitudes),
    packer: { count: positions.length, bytes: () => data },
  };
}

const isoOf = (at: string | Date) => new Date(at).toISOString();
