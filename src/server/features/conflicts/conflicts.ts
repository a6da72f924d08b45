import { sql as raw } from 'kysely';
import type { CellLock } from '#domain/conflicts/cells.ts';
import { defaultHeights } from '#domain/conflicts/nets/figures.ts';
import {
  conflictOf,
  type StrategicConflict,
  type StrategicOptions,
  type Volume4d,
} from '#domain/conflicts/strategic.ts';
import { VolumeIndex } from '#domain/conflicts/volume-index.ts';
import type { Engagement } from '#domain/plans/papers.ts';
import {
  changesSince,
  forgetOldChanges,
  horizonNow,
  type NotedChange,
  ownChanges,
  retentionMs,
} from '#server/db/change-log.ts';
import type { Sql } from '#server/db/sql.ts';
import {
  aerodromeGroundOf,
  noAerodromes,
  readAerodromes,
} from '#server/features/terrain/aerodrome-ground.ts';
import { noTerrain } from '#server/features/terrain/terrain.ts';
import type { Logger } from '#server/kernel/logger.ts';
import { createDuties } from './duties.ts';
import type { Known, KnownVolume, UnplacedVolume, VolumeParameters, VolumeSource } from './known-volume.ts';
import { type KnownGround, overGround } from './over-ground.ts';

export type FoundConflict = StrategicConflict<KnownVolume>;

/**
 * What stands in the air, as every server knows it: an index in memory that each question first brings up to
 * date.
 */
export interface Conflicts {
  /**
   * Brings the index up to what is committed now, over one connection: a new one, or that of the transaction. What the
   * transaction itself changed stays out: it is not so yet.
   */
  refresh(sql: Sql, parameters: VolumeParameters): Promise<void>;
  /** Volumes with what is known of the ground below them, as of the last refresh: with it their limits above ground compare. */
  overGround<V extends Volume4d>(volumes: readonly V[]): Promise<V[]>;
  /** Everything that these volumes meet, as of the last refresh. */
  find(
    own: readonly Volume4d[],
    options: StrategicOptions,
    counts?: (other: KnownVolume) => boolean,
  ): FoundConflict[];
  /** What meets these in time and height, and may or may not in place: where its region lies is not recorded. */
  unplaced(own: readonly Volume4d[], options: StrategicOptions): UnplacedVolume[];
  isFree(
    own: readonly Volume4d[],
    options: StrategicOptions,
    counts: (other: KnownVolume) => boolean,
  ): boolean;
  /** Waits until nobody else holds any of these, taken in their order; until the transaction ends. */
  lock(sql: Sql, locks: readonly CellLock[]): Promise<void>;
  /** When any of these is under way with a plan, as of the last refresh. */
  engaged(subjects: readonly Engagement['subject'][]): Engagement[];
  /** What the index has of one record: a plan as it is stored now. */
  known(source: string, id: number): KnownVolume[];
  /** Keeps the index near the present between questions, until the answer is called. */
  follow(deps: {
    sql: Sql;
    readParameters: () => Promise<VolumeParameters>;
    log: Logger;
  }): () => Promise<void>;
  /** Volumes that the index holds. */
  readonly size: number;
}

const followMs = 2_000;
const forgetMs = 600_000;

type ChangedRecord = Pick<NotedChange, 'source' | 'id'>;

const recordOf = ({ source, id }: ChangedRecord) => `${source}:${id}`;
const markOf = (change: NotedChange) => `${change.xid} ${recordOf(change)}`;

interface Waiting {
  sql: Sql;
  parameters: VolumeParameters;
  done(): void;
  failed(error: unknown): void;
}

/** @param sources everything that takes or closes air; a new one needs a line in the change log, too. */
export function createConflicts(
  sources: readonly VolumeSource[],
  terrain: KnownGround['terrain'] = noTerrain,
): Conflicts {
  const index = new VolumeIndex<KnownVolume>();
  let unplaced = new Map<string, UnplacedVolume>();
  const duties = createDuties();
  /** As of the last reading of everything: a change of an aerodrome asks for one. */
  let ground: KnownGround = { terrain, aerodromes: noAerodromes, margins: defaultHeights };
  let horizon: string | null = null;
  let loadedWith = '';
  let readAt = 0;
  /** Changes beyond the horizon that are in the index already. */
  let seen = new Set<string>();
  /** Records that whoever read last changes themselves: the next one reads how they stand. */
  let owed = new Map<string, ChangedRecord>();
  let reading = false;
  let waiting: Waiting[] = [];

  /** The connection first: whoever waits for this reading, with theirs in hand, must not wait for one as well. */
  function refresh(sql: Sql, parameters: VolumeParameters): Promise<void> {
    if (sql.isTransaction) return join(sql, parameters);
    return sql.connection().execute((own) => join(own, parameters));
  }

  /** Whoever asks while a reading runs is answered by the next one, which one of them does for all. */
  function join(sql: Sql, parameters: VolumeParameters): Promise<void> {
    return new Promise((done, failed) => {
      waiting.push({ sql, parameters, done, failed });
      if (!reading) void readForAll();
    });
  }

  async function readForAll(): Promise<void> {
    reading = true;
    while (waiting.length > 0) {
      const group = waiting;
      waiting = [];
      const [first] = group;
      try {
        const isWhole = first ? await read(first.sql, first.parameters) : true;
        first?.done();
        // What the first could not read for its own changes to it, the others can over their connections.
        if (isWhole) for (const one of group.slice(1)) one.done();
        else waiting = [...group.slice(1), ...waiting];
      } catch (error) {
        // The connection was that of the first; the others ask over theirs.
        first?.failed(error);
        waiting = [...group.slice(1), ...waiting];
      }
    }
    reading = false;
  }

  /** False: something is left to read that only another transaction can. */
  async function read(sql: Sql, parameters: VolumeParameters): Promise<boolean> {
    // Whoever asks may hold more figures than those that volumes are made with.
    const { corridorWidthM, pointRadiusM, timeZone, groundSpreadM, groundHighestM } = parameters;
    const key = [corridorWidthM, pointRadiusM, timeZone, groundSpreadM, groundHighestM].join();
    const now = performance.now();
    let isWhole: boolean;
    if (horizon === null || key !== loadedWith || now - readAt > retentionMs) {
      isWhole = await readAll(sql, parameters);
      loadedWith = key;
    } else {
      isWhole = await readChanges(sql, parameters, horizon);
    }
    readAt = now;
    if (index.wantsRebuild) void rebuild();
    return isWhole;
  }

  async function load(source: VolumeSource, ...asked: Parameters<VolumeSource['load']>): Promise<Known> {
    const known = await source.load(...asked);
    for (const [id, taken] of known.volumes) known.volumes.set(id, await overGround(taken, ground));
    return known;
  }

  async function readAll(sql: Sql, parameters: VolumeParameters): Promise<boolean> {
    const from = await horizonNow(sql);
    const own = new Map((await ownChanges(sql)).map((change) => [recordOf(change), change]));
    const all: [string, KnownVolume[]][] = [];
    const busy: [string, Engagement[]][] = [];
    const elsewhere: [string, UnplacedVolume][] = [];
    // Read within a transaction that may yet come to nothing: how it stood before is not to be had here.
    const settled = <T>(source: VolumeSource, records: Map<number, T>) =>
      [...records]
        .map(([id, one]): [string, T] => [`${source.name}:${id}`, one])
        .filter(([key]) => !own.has(key));
    const { groundSpreadM, groundHighestM } = parameters;
    const aerodromes = aerodromeGroundOf(await readAerodromes(sql));
    ground = { terrain, aerodromes, margins: { groundSpreadM, groundHighestM } };
    for (const source of sources) {
      const known = await load(source, sql, null, parameters);
      all.push(...settled(source, known.volumes));
      busy.push(...settled(source, known.engagements ?? new Map()));
      elsewhere.push(...settled(source, known.unplaced ?? new Map()));
    }
    index.load(all);
    unplaced = new Map(elsewhere);
    duties.load(busy);
    owed = own;
    horizon = from;
    seen = new Set();
    return owed.size === 0;
  }

  async function readChanges(sql: Sql, parameters: VolumeParameters, since: string): Promise<boolean> {
    const found = await changesSince(sql, since);
    const isNew = (change: NotedChange) => !seen.has(markOf(change));
    const left = new Map(owed);
    for (const change of found.withheld.filter(isNew)) left.set(recordOf(change), change);
    const fresh: ChangedRecord[] = found.changed.filter(isNew);
    if (left.size > 0) {
      const own = new Set((await ownChanges(sql)).map(recordOf));
      for (const [record, change] of left) {
        if (own.has(record)) continue;
        fresh.push(change);
        left.delete(record);
      }
    }
    if ([...fresh, ...left.values()].some(({ source }) => source === 'places'))
      return readAll(sql, parameters);
    const idsOf = ({ name }: VolumeSource) => [
      ...new Set(fresh.filter(({ source }) => source === name).map(({ id }) => id)),
    ];
    for (const source of sources) {
      const ids = idsOf(source);
      if (ids.length > 0 && (await source.placesOthers?.(sql, ids))) return readAll(sql, parameters);
    }
    for (const source of sources) {
      const ids = idsOf(source);
      if (ids.length === 0) continue;
      const known = await load(source, sql, ids, parameters);
      for (const id of ids) {
        const key = `${source.name}:${id}`;
        const now = known.volumes.get(id);
        if (now) index.set(key, now);
        else index.delete(key);
        duties.set(key, known.engagements?.get(id) ?? []);
        const somewhere = known.unplaced?.get(id);
        if (somewhere) unplaced.set(key, somewhere);
        else unplaced.delete(key);
      }
    }
    // What is before the new horizon is not answered again, and need not be remembered.
    seen = new Set(
      [...found.changed, ...found.withheld]
        .filter(({ xid }) => BigInt(xid) >= BigInt(found.horizon))
        .map(markOf),
    );
    owed = left;
    horizon = found.horizon;
    return owed.size === 0;
  }

  /** A step at a time between other work. */
  async function rebuild(): Promise<void> {
    for (const _ of index.rebuild()) await new Promise((resolve) => setImmediate(resolve));
  }

  return {
    refresh,
    overGround: (volumes) => overGround(volumes, ground),
    find: (own, options, counts) => index.conflicts(own, options, counts),
    unplaced: (own, options) =>
      [...unplaced.values()].filter((other) =>
        own.some((volume) => conflictOf(volume, { ...other, footprint: volume.footprint }, options)),
      ),
    isFree: (own, options, counts) => index.isFree(own, options, counts),
    async lock(sql, locks) {
      if (locks.length === 0) return;
      await raw`
        select case when wanted.shared then pg_advisory_xact_lock_shared(wanted.key)
          else pg_advisory_xact_lock(wanted.key) end
        from unnest(${locks.map(({ key }) => String(key))}::bigint[], ${locks.map(({ shared }) => shared)}::boolean[])
          as wanted (key, shared)`.execute(sql);
    },
    engaged: (subjects) => duties.of(subjects),
    known: (source, id) => index.get(`${source}:${id}`),
    follow({ sql, readParameters, log }) {
      let running: Promise<void> | undefined;
      let forgotAt = 0;
      const tick = async () => {
        await refresh(sql, await readParameters());
        const now = performance.now();
        if (now - forgotAt < forgetMs && forgotAt > 0) return;
        forgotAt = now;
        await forgetOldChanges(sql);
      };
      const timer = setInterval(() => {
        running ??= tick()
          .catch((error: unknown) => log.warn({ error }, 'the volumes in the air could not be read'))
          .finally(() => {
            running = undefined;
          });
      }, followMs);
      timer.unref();
      return async () => {
        clearInterval(timer);
        await running;
      };
    },
    get size() {
      return index.size;
    },
  };
}
