import type { Steps } from '#domain/steps.ts';
import type { Target } from '#domain/surveillance/track/target.ts';
import { type Track, targetOf } from '#domain/surveillance/track/track.ts';
import type { TrackTable } from '#domain/surveillance/track/track-table.ts';
import type { Correlations } from './correlations.ts';
import type { LiveTargets } from './picture.ts';

/** A table of tracks with its own time: the clock's, or a replay's. */
interface Attached {
  table: TrackTable;
  now(): number;
  cursor: number;
  prefix: string;
  ids: Set<string>;
}

export interface Targets extends LiveTargets {
  /** Shows the tracks of a table; the prefix keeps a replay's aircraft apart from the living. Call the answer to detach. */
  attach(table: TrackTable, now: () => number, prefix: string): () => void;
  /** Ages all tables and gathers what changed; called once a second, before the picture is sent. */
  refresh(nowMs: number): Steps<void>;
  /** Gathers what was heard since, without looking at what was not; called several times a second. */
  gather(nowMs: number): void;
  /** The plan that an aircraft flies now: asked for each target that is new or changed. */
  planOf(find: Correlations['planOf']): void;
  /** A live target by its id. */
  get(id: string): Target | undefined;
  readonly size: number;
}

/** Where nobody aged the tables for so long, a clock has leapt or the machine has slept: what is old goes before anybody looks. */
const mostUnagedMs = 3_000;
/** Old fixes that wait for the recording, at most. */
const mostPast = 20_000;

/** All live targets of all tables, each with the revision of its last change. */
export function createTargets(): Targets {
  const entries = new Map<string, { target: Target; revision: number }>();
  const attached = new Set<Attached>();
  const past: Target[] = [];
  let revision = 0;
  let agedAt: number | null = null;
  let planOf: Parameters<Targets['planOf']>[0] = () => null;

  /** As it is shown, with its plan. */
  function shown(track: Track, id: string, at: number): Target {
    const target = targetOf(track);
    target.id = id;
    target.at = at;
    const found = planOf(target);
    target.planId = found?.planId ?? null;
    target.correlation = found?.correlation ?? null;
    return target;
  }

  function remove(source: Attached, id: string): void {
    source.ids.delete(id);
    if (entries.delete(id)) revision++;
  }

  function take(source: Attached, nowMs: number): void {
    const sourceNow = source.now();
    const changes = source.table.changesSince(source.cursor);
    source.cursor = changes.cursor;
    if (!changes.complete) {
      const alive = new Set(changes.changed.map((track) => source.prefix + track.id));
      for (const id of [...source.ids]) if (!alive.has(id)) remove(source, id);
    }
    for (const id of changes.removed) remove(source, source.prefix + id);
    for (const track of changes.changed) {
      const id = source.prefix + track.id;
      // A replay's target is as old as the recording says, counted back from the clock that screens go by.
      const at = nowMs - (sourceNow - track.at);
      source.ids.add(id);
      entries.set(id, { target: shown(track, id, at), revision: ++revision });
    }
  }

  /** Fixes that came too late to move anything are for the recording only. */
  function takePast({ table, prefix }: Attached): void {
    for (const track of table.takePast()) {
      if (past.length >= mostPast) past.shift();
      past.push(shown(track, prefix + track.id, track.at));
    }
  }

  return {
    attach(table, now, prefix) {
      const source: Attached = { table, now, cursor: 0, prefix, ids: new Set() };
      attached.add(source);
      return () => {
        attached.delete(source);
        for (const id of [...source.ids]) remove(source, id);
      };
    },
    *refresh(nowMs) {
      agedAt = nowMs;
      for (const source of attached) {
        yield* source.table.sweepSteps(source.now());
        // It may have been detached in between.
        if (!attached.has(source)) continue;
        take(source, nowMs);
        takePast(source);
      }
    },
    gather(nowMs) {
      const isLate = agedAt !== null && Math.abs(nowMs - agedAt) > mostUnagedMs;
      if (isLate) agedAt = nowMs;
      for (const source of attached) {
        if (isLate) source.table.sweep(source.now());
        else source.table.settle();
        take(source, nowMs);
      }
    },
    takePast: () => past.splice(0),
    planOf(find) {
      planOf = find;
      for (const entry of entries.values()) {
        const { planId, correlation } = entry.target;
        const found = planOf(entry.target);
        const isSame = (found?.planId ?? null) === planId;
        if (isSame && found?.correlation.byHand === correlation?.byHand) continue;
        entry.target = {
          ...entry.target,
          planId: found?.planId ?? null,
          correlation: found?.correlation ?? null,
        };
        entry.revision = ++revision;
      }
    },
    get: (id) => entries.get(id)?.target,
    entries: () => entries.values(),
    get revision() {
      return revision;
    },
    get size() {
      return entries.size;
    },
  };
}
