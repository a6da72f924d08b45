import { sql as raw } from 'kysely';
import type { MeasuredSeparation } from '#contract/alerts.ts';
import { rankOf } from '#domain/conflicts/nets/safety-net.ts';
import type { Geometry } from '#domain/geo/geojson.ts';
import type { Encounter } from '#domain/record/records.gen.ts';
import { AppError } from '#domain/text/errors.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { Values } from '#server/engine/records/stored-record.ts';
import type { WebhookOutbox } from '#server/engine/webhooks/outbox.ts';
import { systemCaller } from '#server/kernel/caller.ts';
import type { Logger } from '#server/kernel/logger.ts';
import { tellOfAlerts } from './alert-messages.ts';
import { duesOf, endedFields, endedValuesOf, endingOf, valuesOf } from './alert-record.ts';
import { type OpenEncounter, storedFigures } from './alert-views.ts';
import { aroundMs, type EncounterTracks, type Ending } from './encounter-tracks.ts';
import { hasRecord, iso, type LiveAlert, plansSince } from './live-alert.ts';

const watcher = systemCaller('surveillance');
/** Cleared longer ago than this and still without its tracks: the server that followed them is not coming back. */
const givenUpMs = 3_600_000;
/** Records in one transaction. */
const mostRecords = 200;
/** Records with tracks in one transaction: tracks are long. */
const mostTracks = 50;
/** The most non-urgent records in one round, so that new alerts do not wait behind them. */
const mostOld = 1_000;
/** The most ended alerts that wait for their record: in a flood more end than can be written. */
const usualMostUnwritten = 5_000;
/** How long the alert list reports how many alerts were not recorded. */
const forgottenToldMs = 5 * 60_000;
/** How often decisions made through other servers are read. */
const readEveryMs = 500;
const secondMs = 1_000;
/** How often open records without an alert are searched: a server that is killed may leave them at any time. */
const sweepEveryMs = 30_000;
/** A record that the database refuses is retried after a second, then after twice as long each time, up to a minute. */
const [soonestRetryMs, latestRetryMs] = [1_000, 60_000];

/** An alert that is over and whose record is still open, or not yet created. */
interface Ended {
  one: LiveAlert;
  /** UTC ms. */
  clearedAt: number;
}

const isUnwritten = ({ one }: Ended): boolean => !hasRecord(one);

/**
 * Stores the records of alerts after they are sent to screens: many in one transaction. A record that is refused is
 * retried alone as long as its alert is open.
 */
export function createAlertBook(deps: {
  records: Records;
  tracks: EncounterTracks;
  webhooks: Pick<WebhookOutbox, 'tell'>;
  sql: Sql;
  log: Logger;
  /** Ids of the coverage areas in which something is. */
  areasOf(place: Geometry): number[];
  /** The open alerts, by key. */
  live: ReadonlyMap<string, LiveAlert>;
  /** Called when its record was cleared or deleted elsewhere. */
  onGone(one: LiveAlert): void;
  /** The most ended alerts that wait for their record. */
  mostUnwritten?: number;
}) {
  const { records, tracks, webhooks, sql, log, live, mostUnwritten = usualMostUnwritten } = deps;
  let ended: Ended[] = [];
  /** How many were not recorded, and when that last happened, UTC ms. */
  let forgotten = { count: 0, at: Number.NEGATIVE_INFINITY };
  /** Ids of open records without an alert. */
  let left: number[] = [];
  /** Cleared less than a minute ago. */
  let ending: Ending[] = [];
  /** By id: refused records, and when each is retried, UTC ms. */
  const refused = new Map<number, { againAt: number; afterMs: number }>();
  let readAt = Number.NEGATIVE_INFINITY;
  let followedAt = Number.NEGATIVE_INFINITY;
  let sweptAt = Number.NEGATIVE_INFINITY;
  /** When writing ends, in time of `performance.now()`. */
  let endAt = Number.POSITIVE_INFINITY;
  const isOver = () => performance.now() >= endAt;

  /** Writes them in batches; a batch that is refused is halved until the valid ones are stored. */
  async function inBatches<T extends { id: number }>(
    items: readonly T[],
    nowMs: number,
    write: (some: readonly T[]) => Promise<void>,
    most = mostRecords,
  ): Promise<void> {
    const due = items.filter(({ id }) => (refused.get(id)?.againAt ?? 0) <= nowMs);
    const attempt = async (some: readonly T[]): Promise<void> => {
      try {
        await write(some);
        for (const { id } of some) refused.delete(id);
      } catch (error) {
        // No record is the cause when the database is unavailable or full.
        if (error instanceof AppError && (error.code === 'unavailable' || error.code === 'full')) throw error;
        const [first] = some;
        if (!first) return;
        if (some.length === 1) {
          refuse(first.id, nowMs, error);
          return;
        }
        const half = Math.ceil(some.length / 2);
        await attempt(some.slice(0, half));
        await attempt(some.slice(half));
      }
    };
    for (let from = 0; from < due.length && !isOver(); from += most)
      await attempt(due.slice(from, from + most));
  }

  function refuse(id: number, nowMs: number, error: unknown): void {
    const afterMs = Math.min(latestRetryMs, 2 * (refused.get(id)?.afterMs ?? soonestRetryMs / 2));
    refused.set(id, { againAt: nowMs + afterMs, afterMs });
    log.warn({ error, encounter: id }, 'the record of an alert was refused');
  }

  async function make(nowMs: number): Promise<void> {
    const over = ended.filter(isUnwritten).slice(0, mostOld);
    const missing = [
      ...[...live.values()].flatMap((one) => (hasRecord(one) ? [] : [{ one, clearedAt: null }])),
      ...over,
    ].map((item) => ({ id: item.one.id, ...item }));
    await inBatches(missing, nowMs, (some) => makeThese(some, nowMs));
    // An alert that is over is not retried.
    const tried = new Set(over.map(({ one }) => one));
    ended = ended.filter(({ one }) => hasRecord(one) || !tried.has(one));
  }

  /** One write for each alert: an ended one is stored as cleared. */
  async function makeThese(
    some: readonly { one: LiveAlert; clearedAt: number | null }[],
    nowMs: number,
  ): Promise<void> {
    const rows = some.map(({ one, clearedAt }) => ({
      row: one.id,
      id: one.id,
      values: {
        ...(clearedAt === null ? valuesOf(one, nowMs) : endedValuesOf(one, clearedAt)),
        areas: deps.areasOf(one.place),
      },
    }));
    const outcomes = await records.transaction(async (transaction) => {
      const outcomes = await records.createMany(watcher, 'encounter', rows, new Map(), transaction);
      const made = outcomes.flatMap((outcome) => ('record' in outcome ? [outcome.record] : []));
      const tell = (event: 'alertRaised' | 'alertCleared', of: readonly OpenEncounter[]) =>
        webhooks.tell(
          transaction,
          event,
          ...of.map((record) => ({ resource: 'encounter', id: record.id, record, by: null })),
        );
      await tell('alertRaised', made);
      await tell(
        'alertCleared',
        made.filter(({ state }) => state === 'cleared'),
      );
      await tellOfAlerts(records, transaction, made);
      return outcomes;
    });
    const done = new Set<LiveAlert>();
    for (const [index, { one, clearedAt }] of some.entries()) {
      const outcome = outcomes[index];
      if (!outcome || !('record' in outcome)) {
        refuse(one.id, nowMs, outcome?.error);
        continue;
      }
      accept(one, outcome.record);
      if (clearedAt === null) continue;
      done.add(one);
      ending.push(...endingOf(outcome.record));
    }
    if (done.size > 0) ended = ended.filter(({ one }) => !done.has(one));
  }

  /** Drops the least important ended alerts without a record: those without a flight plan, then by lowest level, then the oldest. */
  function forgetLeast(nowMs: number): void {
    const rankIn = ({ one }: Ended) => rankOf(one.watched.level ?? one.watched.finding.level);
    const waiting = ended.filter(isUnwritten);
    if (waiting.length <= mostUnwritten) return;
    const least = waiting
      .toSorted(
        (a, b) =>
          Number(a.one.plans.length > 0) - Number(b.one.plans.length > 0) ||
          rankIn(a) - rankIn(b) ||
          a.clearedAt - b.clearedAt,
      )
      .slice(0, waiting.length - Math.floor(mostUnwritten / 2));
    const gone = new Set(least);
    ended = ended.filter((one) => !gone.has(one));
    forgotten = { count: forgottenAt(nowMs) + least.length, at: nowMs };
    log.warn({ alerts: least.length }, 'ended alerts were not recorded: more end than can be written');
  }

  const forgottenAt = (nowMs: number): number =>
    Math.abs(nowMs - forgotten.at) < forgottenToldMs ? forgotten.count : 0;

  /** Reads the decisions made since through any server, and which records are no longer open. */
  async function readDecisions(nowMs: number): Promise<void> {
    const stored = new Map([...live.values()].filter(hasRecord).map((one) => [one.id, one]));
    if (stored.size === 0) return;
    const { rows } = await raw<{ id: number; version: number }>`
      select id, version from encounter
      where id = any(${[...stored.keys()]}::bigint[]) and state <> 'cleared' and deleted_at is null`.execute(
      sql,
    );
    const versions = new Map(rows.map(({ id, version }) => [id, version]));
    const changed: number[] = [];
    for (const one of stored.values()) {
      const version = versions.get(one.id);
      if (version === undefined) deps.onGone(one);
      else if (version !== one.record?.version) changed.push(one.id);
    }
    for (let from = 0; from < changed.length; from += mostOld) {
      const ids = changed.slice(from, from + mostOld);
      const filter = { field: 'id', operator: 'in' as const, value: ids };
      for (const record of await records.rows(watcher, 'encounter', { most: mostOld, filter })) {
        const one = stored.get(record.id);
        if (one) accept(one, record);
      }
    }
    readAt = nowMs;
  }

  async function change(nowMs: number): Promise<void> {
    const changes = [...live.values()].flatMap((one) => {
      const { record } = one;
      const values = record ? duesOf(one, record, nowMs) : {};
      return record && Object.keys(values).length > 0
        ? [{ id: one.id, version: record.version, values }]
        : [];
    });
    await inBatches(changes, nowMs, async (some) => {
      await records.transaction(async (transaction) => {
        const changed = await records.updateMany(watcher, 'encounter', some, transaction);
        // A higher level or further flights concern more people.
        const more = new Set(
          some.flatMap(({ id, values }) => ('level' in values || 'plans' in values ? [id] : [])),
        );
        await tellOfAlerts(
          records,
          transaction,
          changed.filter(({ id }) => more.has(id)),
        );
      });
    });
  }

  async function clear(nowMs: number): Promise<void> {
    const over = [
      ...ended.flatMap(({ one, clearedAt }) =>
        hasRecord(one)
          ? [
              {
                id: one.id,
                clearedAt,
                since: one.record ? plansSince(one.record, one) : {},
                measured: one.measured,
              },
            ]
          : [],
      ),
      ...left.slice(0, mostOld).map((id) => ({ id, clearedAt: nowMs, since: {}, measured: null })),
    ];
    await inBatches(over, nowMs, clearThese);
  }

  async function clearThese(
    some: readonly {
      id: number;
      clearedAt: number;
      since: Values<Encounter>;
      measured: MeasuredSeparation | null;
    }[],
  ): Promise<void> {
    const cleared = await records.transaction(async (transaction) => {
      // Without those deleted or cleared in the meantime.
      const { rows } = await raw<{ id: number; details: string | null }>`
        select id, details from encounter where id = any(${some.map(({ id }) => id)}::bigint[]) and state <> 'cleared' and deleted_at is null`.execute(
        transaction.sql,
      );
      const there = new Map(rows.map((row) => [row.id, storedFigures({ ...row, version: 0 })]));
      const updates = some
        .filter(({ id }) => there.has(id))
        .map(({ id, clearedAt, since, measured }) => ({
          id,
          values: {
            ...since,
            ...endedFields(there.get(id) ?? null, measured),
            state: 'cleared' as const,
            clearedAt: iso(clearedAt),
          },
        }));
      const done = await records.updateMany(watcher, 'encounter', updates, transaction);
      await webhooks.tell(
        transaction,
        'alertCleared',
        ...done.map((record) => ({ resource: 'encounter', id: record.id, record, by: null })),
      );
      return done;
    });
    const ids = new Set(some.map(({ id }) => id));
    ended = ended.filter(({ one }) => !ids.has(one.id));
    left = left.filter((id) => !ids.has(id));
    ending.push(...cleared.flatMap(endingOf));
  }

  /** Follows the tracks of open alerts; closes those cleared a minute ago. */
  async function follow(nowMs: number): Promise<void> {
    const open = [...live.values(), ...ended.map(({ one }) => one)].filter(hasRecord);
    await tracks.follow([...open.map(({ id, followed }) => ({ id, targets: followed })), ...ending], nowMs);
    ending = ending.filter(({ clearedAt }) => nowMs - clearedAt < givenUpMs);
    const due = ending.filter(({ clearedAt }) => nowMs - clearedAt >= aroundMs).slice(0, mostOld);
    await inBatches(due, nowMs, close, mostTracks);
    followedAt = nowMs;
  }

  /** Moves the tracks of each into its record. */
  async function close(some: readonly Ending[]): Promise<void> {
    const ids = some.map(({ id }) => id);
    await records.transaction(async (transaction) => {
      const found = await tracks.of(ids, transaction.sql);
      const updates = ids.map((id) => ({ id, values: { tracks: JSON.stringify(found.get(id) ?? {}) } }));
      await records.updateMany(watcher, 'encounter', updates, transaction);
      await tracks.forget(ids, transaction.sql);
    });
    ending = ending.filter(({ id }) => !ids.includes(id));
  }

  async function sweep(nowMs: number): Promise<void> {
    const { rows } = await raw<{ id: number }>`
      select id from encounter where state <> 'cleared' and deleted_at is null order by id`.execute(sql);
    const known = new Set([...live.values(), ...ended.map(({ one }) => one)].map(({ id }) => id));
    left = rows.flatMap(({ id }) => (known.has(id) ? [] : [id]));
    sweptAt = nowMs;
  }

  /** Takes over the record, unless a newer version is known. */
  function accept(one: LiveAlert, record: OpenEncounter): void {
    if (!one.record || record.version >= one.record.version) one.record = record;
  }

  return {
    accept,
    /** The alert is over and no longer sent. */
    end(one: LiveAlert, nowMs: number): void {
      ended.push({ one, clearedAt: nowMs });
      if (ended.length > mostUnwritten) forgetLeast(nowMs);
    },
    /** How many alerts of the last minutes were not recorded. */
    forgottenAt,
    /** The alert with this id that ended before its record was written. */
    endedOf: (id: number): LiveAlert | undefined => ended.find(({ one }) => one.id === id)?.one,
    /** The server stops: after this time no further batch is begun. What is left has no record, as after a kill. */
    endWithin(ms: number): void {
      endAt = performance.now() + ms;
    },
    /** Retries this record at once. */
    hurry: (id: number) => void refused.delete(id),
    /** Takes over the records that a server cleared and did not close before it stopped. */
    async takeUp(nowMs: number): Promise<void> {
      left = [];
      refused.clear();
      sweptAt = Number.NEGATIVE_INFINITY;
      const items = await records.rows(watcher, 'encounter', {
        most: mostOld,
        sort: [{ field: 'id', order: 'asc' }],
        filter: {
          operator: 'and',
          value: [
            { field: 'state', operator: 'eq', value: 'cleared' },
            { field: 'clearedAt', operator: 'gte', value: iso(nowMs - givenUpMs) },
            { field: 'tracks', operator: 'null', value: true },
          ],
        },
      });
      ending = items.flatMap(endingOf);
    },
    /**
     * Writes all that is due. `sweeps`: also ends open records without an alert. False: a part failed, and is left for the
     * next call.
     */
    async write(nowMs: number, sweeps: boolean): Promise<boolean> {
      const isDue = (at: number, everyMs: number) => Math.abs(nowMs - at) >= everyMs;
      const parts = [
        () => make(nowMs),
        ...(isDue(readAt, readEveryMs) ? [() => readDecisions(nowMs)] : []),
        () => change(nowMs),
        ...(sweeps && isDue(sweptAt, sweepEveryMs) ? [() => sweep(nowMs)] : []),
        () => clear(nowMs),
        ...(isDue(followedAt, secondMs) ? [() => follow(nowMs)] : []),
      ];
      let isDone = true;
      for (const part of parts) {
        if (isOver()) return false;
        try {
          await part();
        } catch (error) {
          isDone = false;
          log.warn({ error }, 'records of alerts could not be written');
        }
      }
      return isDone;
    },
  };
}

export type AlertBook = ReturnType<typeof createAlertBook>;
