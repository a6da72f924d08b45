import { randomUUID } from 'node:crypto';
import type { FeedState } from '#contract/hub.ts';
import { delayIndex, noDelays } from '#domain/equipment/delays.ts';
import { createHeardCells, type HeardCells } from '#domain/equipment/heard-cells.ts';
import { defaultInterference, type InterferenceLimits } from '#domain/equipment/interference.ts';
import { createInterferenceCounts, type InterferenceCounts } from '#domain/equipment/interference-counts.ts';
import { terminalOf } from '#domain/equipment/terminals.ts';
import type { Report } from '#domain/surveillance/track/report.ts';
import type { Database } from '#server/db/database.ts';
import { schedule, withAdvisoryLock } from '#server/jobs/schedule.ts';
import type { Logger } from '#server/kernel/logger.ts';
import type { Parameters } from '#server/kernel/parameters.ts';
import {
  addCells,
  addSlots,
  addTerminals,
  claimSources,
  type HeardTerminal,
  leaveSources,
  type Slot,
} from './equipment-rows.ts';
import { dropEquipmentDays, makeEquipmentTables, slotS } from './equipment-tables.ts';
import { addAffected } from './interference-rows.ts';

/** Counts what each source hears, where, how late, and whether it works; in memory, and once a minute into the database. */
export interface EquipmentCounter {
  /** Reports as they came in from a source, before its coverage refuses any; on the hot path. */
  heard(sourceId: number, transport: string, reports: readonly Report[], at: number): void;
  /** Looks which sources work; called once a second. */
  tick(nowMs: number): void;
  /** Writes what was counted. */
  flush(): Promise<void>;
  /** Days whose time is over go; null: another server is at it. */
  tidy(nowMs: number): Promise<number | null>;
  start(): { close(): Promise<void> };
}

interface Counted {
  cells: HeardCells;
  interference: InterferenceCounts;
  slots: Map<number, Slot>;
  /** Of the day that goes on, by name. */
  terminals: Map<string, HeardTerminal>;
  /** Of days before. */
  past: HeardTerminal[];
  hears: boolean;
  /** Each message reaches one server alone, so that what several count is added up. */
  isShared: boolean;
}

const dayMs = 86_400_000;
const slotMs = slotS * 1_000;
/** Between two looks; a process that stood still has watched nothing. */
const mostStepS = 5;
/** Transports of which each message reaches one server of several. */
const sharedTransports = new Set(['httpPush', 'tcpServer']);
/** How often it is looked for aircraft that are lost. */
const sweepEveryMs = 5_000;
/** Terminals of a minute, for a source that invents names. */
const mostTerminals = 50_000;

export async function createEquipmentCounter(deps: {
  database: Pick<Database, 'kysely' | 'locks'>;
  feeds(): FeedState[];
  parameters: Pick<Parameters, 'number'>;
  /** What counts as degraded accuracy; absent: as the product has it. */
  interference?: () => InterferenceLimits;
  now(): number;
  log: Logger;
}): Promise<EquipmentCounter> {
  const { database, feeds, parameters, interference = () => defaultInterference, now, log } = deps;
  const sql = database.kysely;
  const server = randomUUID();
  const sources = new Map<number, Counted>();
  const openedAt = new Map<number, number>();
  let lastTick: number | null = null;
  let sweptAt = 0;
  let writing: Promise<void> = Promise.resolve();
  await makeEquipmentTables(sql);

  function counted(sourceId: number): Counted {
    const known = sources.get(sourceId);
    if (known) return known;
    const made: Counted = {
      cells: createHeardCells(),
      interference: createInterferenceCounts(),
      slots: new Map(),
      terminals: new Map(),
      past: [],
      hears: false,
      isShared: false,
    };
    sources.set(sourceId, made);
    return made;
  }

  function slotOf({ slots }: Counted, at: number): Slot {
    const start = Math.floor(at / slotMs) * slotMs;
    const slot = slots.get(start) ?? { at: start, upS: 0, downS: 0, reports: 0, delays: noDelays() };
    slots.set(start, slot);
    return slot;
  }

  function hear({ terminals, past }: Counted, report: Report, day: number, at: number): void {
    const terminal = terminalOf(report);
    if (terminal === null) return;
    const known = terminals.get(terminal.name);
    if (known && known.day === day) {
      known.reports += 1;
      known.lastAt = at;
    } else if (terminals.size < mostTerminals) {
      if (known) past.push(known);
      terminals.set(terminal.name, { ...terminal, day, reports: 1, firstAt: at, lastAt: at });
    }
  }

  /** null: it has had no time yet to be heard. */
  function works({ sourceId, lastAt, deadAfterS }: FeedState, nowMs: number): boolean | null {
    const since = lastAt ?? openedAt.get(sourceId) ?? nowMs;
    if (lastAt === null) openedAt.set(sourceId, since);
    if (nowMs - since > deadAfterS * 1_000) return false;
    return lastAt === null ? null : true;
  }

  async function write(): Promise<void> {
    const all = [...sources].map(([sourceId, one]) => {
      const part = {
        sourceId,
        isShared: one.isShared,
        hears: one.hears,
        cells: one.cells.take(),
        affected: one.interference.take(),
        slots: [...one.slots.values()],
        terminals: [...one.past, ...one.terminals.values()],
      };
      Object.assign(one, { slots: new Map(), terminals: new Map(), past: [] });
      return part;
    });
    const taken = all.filter(
      ({ cells, slots, affected }) => cells.length + slots.length + affected.length > 0,
    );
    if (taken.length === 0) return;
    const keep = (part: (typeof taken)[number]) => {
      const one = counted(part.sourceId);
      one.cells.giveBack(part.cells);
      one.interference.giveBack(part.affected);
      for (const slot of part.slots) mergeSlot(one, slot);
      for (const terminal of part.terminals) mergeTerminal(one, terminal);
    };
    try {
      const held = await sql.transaction().execute(async (transaction) => {
        const { ours, fresh } = await claimSources(transaction, server, taken, now());
        const counts = taken.filter(({ sourceId, isShared }) => isShared || ours.has(sourceId));
        const rowsOf = <T extends object>(pick: (one: (typeof taken)[number]) => T[]) =>
          counts.flatMap((one) => pick(one).map((row) => ({ ...row, sourceId: one.sourceId })));
        await addCells(
          transaction,
          rowsOf(({ cells }) => cells),
        );
        await addSlots(
          transaction,
          // Whether it works is said by one of them.
          rowsOf(({ sourceId, slots }) =>
            ours.has(sourceId) ? slots : slots.map((slot) => ({ ...slot, upS: 0, downS: 0 })),
          ),
        );
        await addTerminals(
          transaction,
          rowsOf(({ terminals }) => terminals),
        );
        // Last: it holds a lock of all servers until the end of the transaction.
        await addAffected(
          transaction,
          counts.flatMap(({ affected }) => affected),
          interference(),
        );
        // Whoever counts them was not heard of lately: if it is gone, this server goes on with what it has.
        return taken.filter(
          ({ sourceId, isShared }) => !isShared && !ours.has(sourceId) && !fresh.has(sourceId),
        );
      });
      for (const part of held) keep(part);
    } catch (error) {
      for (const part of taken) keep(part);
      throw error;
    }
  }

  function mergeSlot(one: Counted, { at, upS, downS, reports, delays }: Slot): void {
    const slot = slotOf(one, at);
    slot.upS += upS;
    slot.downS += downS;
    slot.reports += reports;
    slot.delays = slot.delays.map((count, index) => count + (delays[index] ?? 0));
  }

  function mergeTerminal({ terminals, past }: Counted, terminal: HeardTerminal): void {
    const known = terminals.get(terminal.name);
    if (!known) terminals.set(terminal.name, terminal);
    else if (known.day !== terminal.day) past.push(terminal);
    else {
      known.reports += terminal.reports;
      known.firstAt = Math.min(known.firstAt, terminal.firstAt);
    }
  }

  function flush(): Promise<void> {
    // One after another, and each with its own failure.
    const next = writing.catch(() => undefined).then(write);
    writing = next;
    return next;
  }

  const tidy = (nowMs: number) =>
    withAdvisoryLock(database, 'clearway equipment history', async () => {
      const days = await parameters.number('monitor.equipmentDays');
      return days > 0 ? dropEquipmentDays(sql, nowMs - days * dayMs) : 0;
    });

  return {
    heard(sourceId, transport, reports, at) {
      if (transport === 'replay' || reports.length === 0) return;
      const one = counted(sourceId);
      one.isShared = sharedTransports.has(transport);
      const slot = slotOf(one, at);
      const day = Math.floor(at / dayMs);
      slot.reports += reports.length;
      const limits = interference();
      for (const report of reports) {
        one.cells.add(report, at);
        one.interference.add(report, at, limits);
        hear(one, report, day, at);
        const index = delayIndex(report, at);
        if (index !== null) slot.delays[index] = (slot.delays[index] ?? 0) + 1;
      }
    },
    tick(nowMs) {
      const stepS = lastTick === null ? 0 : Math.min(mostStepS, Math.max(0, (nowMs - lastTick) / 1_000));
      lastTick = nowMs;
      if (nowMs - sweptAt >= sweepEveryMs || nowMs < sweptAt) {
        sweptAt = nowMs;
        for (const one of sources.values()) one.interference.sweep(nowMs);
      }
      const open = feeds();
      for (const id of openedAt.keys()) if (!open.some((one) => one.sourceId === id)) openedAt.delete(id);
      for (const feed of open) {
        const state = works(feed, nowMs);
        if (state === null) continue;
        const one = counted(feed.sourceId);
        one.hears = state;
        const slot = slotOf(one, nowMs);
        if (state) slot.upS += stepS;
        else slot.downS += stepS;
      }
    },
    flush,
    tidy,
    start() {
      const rounds = [
        schedule('equipment', '30 * * * * *', flush, (error) =>
          log.warn({ error }, 'what sources heard could not be stored yet'),
        ),
        schedule(
          'equipmentHistory',
          '0 20 3 * * *',
          () => tidy(now()),
          (error) => log.warn({ error }, 'the history of equipment was not tidied'),
        ),
      ];
      return {
        async close() {
          for (const { close } of rounds) await close();
          await flush()
            .then(() => leaveSources(sql, server))
            .catch((error: unknown) => log.warn({ error }, 'what sources heard last was not stored'));
        },
      };
    },
  };
}
