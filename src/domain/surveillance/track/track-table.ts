import type { Position } from '#domain/geo/geodesy.ts';
import { defaultTrackLimits, type TrackLimits } from './limits.ts';
import type { Report } from './report.ts';
import { beginTrack, moveTrack, type Refusal, refusalOf, type Track } from './track.ts';

export interface TrackTableOptions {
  /** Figures that hold throughout, or what tells those of the moment. */
  limits?: Partial<TrackLimits> | (() => TrackLimits);
  /** Position of a surveillance source, from which `maxRangeM` is counted; null: not known, no limit. */
  sourcePosition?: (sourceId: number) => Position | null;
}

export type Applied =
  | { accepted: true; isNew: boolean; track: Track }
  /** `track`: the one that the report was held against, where one was found. */
  | { accepted: false; reason: Refusal; track: Track | null };

export interface TrackChanges {
  /** Give it back at the next call. */
  cursor: number;
  /** False: so long ago that removals are forgotten; take `changed` as the whole picture. */
  complete: boolean;
  changed: Track[];
  /** Ids of tracks dropped since, and not back. */
  removed: string[];
}

/** The live tracks of all sources. Times are the caller's: a clock, or a replay's. */
export interface TrackTable {
  apply(report: Report, sourceId: number, nowMs: number): Applied;
  /** Drops the tracks that are too old; their ids. */
  sweep(nowMs: number): string[];
  get(id: string): Track | undefined;
  /** By 24-bit address, lower-case hex. */
  byAddress(icao24: string): Track | undefined;
  tracks(): IterableIterator<Track>;
  size(): number;
  /** Says which plan a track flies; false where there is no such track. */
  setPlan(id: string, planId: number | null): boolean;
  /** All that changed after `cursor`; 0 at the beginning. */
  changesSince(cursor: number): TrackChanges;
  /** How often reports were refused, by reason. */
  refusals(): Readonly<Record<Refusal, number>>;
}

interface Entry {
  track: Track;
  /** Value of the counter of changes when it last changed. */
  changed: number;
  /** Keys under which the indexes know it. */
  keys: Set<string>;
}

/** Removals that are remembered for those who ask for changes. */
const rememberedRemovals = 20_000;

export function createTrackTable(options: TrackTableOptions = {}): TrackTable {
  const given = options.limits;
  const fixed: TrackLimits = { ...defaultTrackLimits, ...(typeof given === 'function' ? {} : given) };
  const limitsNow = typeof given === 'function' ? given : () => fixed;
  const entries = new Map<string, Entry>();
  /** Address, source track number and callsign → id. */
  const index = new Map<string, string>();
  const removals = new Map<string, number>();
  let forgottenUpTo = 0;
  let counter = 0;
  const refused: Record<Refusal, number> = {
    position: 0,
    range: 0,
    speed: 0,
    altitude: 0,
    leap: 0,
    duplicate: 0,
    outOfOrder: 0,
    clock: 0,
    stale: 0,
    anonymous: 0,
  };

  const refuse = (reason: Refusal, track: Track | null): Applied => {
    refused[reason]++;
    return { accepted: false, reason, track };
  };

  const indexed = (key: string | null): Entry | undefined => {
    const id = key === null ? undefined : index.get(key);
    return id === undefined ? undefined : entries.get(id);
  };

  /** An entry that is this aircraft by its address or its number: not one whose address is another. */
  const known = (report: Report, sourceId: number): Entry | undefined => {
    const byAddress = indexed(addressKey(report));
    if (byAddress !== undefined) return byAddress;
    const bySource = indexed(sourceTrackKey(report, sourceId));
    return bySource !== undefined && mayBe(bySource, report) ? bySource : undefined;
  };

  /** One that may be it by its callsign, which names an aircraft only for a sensor that has no better name. */
  const guessed = (report: Report, sourceId: number): Entry | undefined => {
    const key = callsignKey(report);
    if (report.icao24 !== null || key === null) return undefined;
    const own = report.trackNumber === null ? entries.get(key) : undefined;
    const entry = own ?? indexed(key);
    return entry !== undefined && !isNumberedBy(entry, report, sourceId) ? entry : undefined;
  };

  const learn = (entry: Entry, report: Report, sourceId: number): void => {
    for (const key of [addressKey(report), sourceTrackKey(report, sourceId), callsignKey(report)]) {
      if (key === null || index.get(key) === entry.track.id) continue;
      const holder = indexed(key);
      // A callsign stays with the aircraft whose address is known.
      if (key === callsignKey(report) && holder?.track.icao24 != null && entry.track.icao24 === null)
        continue;
      holder?.keys.delete(key);
      index.set(key, entry.track.id);
      entry.keys.add(key);
    }
  };

  const touch = (entry: Entry): void => {
    entry.changed = ++counter;
  };

  const drop = (entry: Entry): void => {
    for (const key of entry.keys) index.delete(key);
    entries.delete(entry.track.id);
    removals.set(entry.track.id, ++counter);
    if (removals.size <= rememberedRemovals) return;
    const [oldest] = removals;
    if (oldest === undefined) return;
    forgottenUpTo = oldest[1];
    removals.delete(oldest[0]);
  };

  return {
    apply(report, sourceId, nowMs) {
      const refusal = refusalOf(report, options.sourcePosition?.(sourceId) ?? null, nowMs, limitsNow());
      const sure = known(report, sourceId);
      const entry = sure ?? guessed(report, sourceId);
      if (refusal !== null) return refuse(refusal, entry?.track ?? null);
      if (entry !== undefined) {
        const move = moveTrack(entry.track, report, sourceId, limitsNow());
        const id = report.trackNumber === null ? callsignKey(report) : null;
        // A guess that leaps was wrong: it may not wear down the anchor of another aircraft.
        const another = sure === undefined && !move.moved && move.reason === 'leap' && entry.track.id !== id;
        if (!another) {
          entry.track = move.track;
          if (!move.moved) return refuse(move.reason, move.track);
          learn(entry, report, sourceId);
          touch(entry);
          return { accepted: true, isNew: false, track: move.track };
        }
      }
      const id = report.icao24 ?? sourceTrackKey(report, sourceId) ?? callsignKey(report);
      if (id === null) return refuse('anonymous', null);
      const track = beginTrack(id, report, sourceId);
      const fresh: Entry = { track, changed: 0, keys: new Set() };
      // A track of that id may still stand whose number the sensor has given to another aircraft.
      const former = entries.get(id);
      if (former !== undefined) drop(former);
      removals.delete(id);
      entries.set(id, fresh);
      learn(fresh, report, sourceId);
      touch(fresh);
      return { accepted: true, isNew: true, track };
    },
    sweep(nowMs) {
      const dropped: string[] = [];
      for (const entry of entries.values()) {
        if (nowMs - entry.track.at < limitsNow().dropAfterMs) continue;
        drop(entry);
        dropped.push(entry.track.id);
      }
      return dropped;
    },
    get: (id) => entries.get(id)?.track,
    byAddress: (icao24) => indexed(`a:${icao24}`)?.track,
    *tracks() {
      for (const { track } of entries.values()) yield track;
    },
    size: () => entries.size,
    setPlan(id, planId) {
      const entry = entries.get(id);
      if (entry === undefined) return false;
      if (entry.track.planId !== planId) {
        entry.track = { ...entry.track, planId };
        touch(entry);
      }
      return true;
    },
    changesSince(cursor) {
      const complete = cursor >= forgottenUpTo;
      const changed: Track[] = [];
      for (const entry of entries.values()) if (entry.changed > cursor) changed.push(entry.track);
      const removed: string[] = [];
      for (const [id, at] of removals) if (at > cursor) removed.push(id);
      return { cursor: counter, complete, changed, removed };
    },
    refusals: () => ({ ...refused }),
  };
}

const addressKey = ({ icao24 }: Report): string | null => (icao24 === null ? null : `a:${icao24}`);

function sourceTrackKey({ sourceKey, trackNumber }: Report, sourceId: number): string | null {
  return trackNumber === null ? null : `t:${sourceId}:${sourceKey ?? ''}:${trackNumber}`;
}

const callsignKey = ({ callsign }: Report): string | null => (callsign === null ? null : `c:${callsign}`);

/** The same sensor keeps this entry under another track number, so the report is of another aircraft. */
function isNumberedBy(entry: Entry, report: Report, sourceId: number): boolean {
  if (report.trackNumber === null) return false;
  const prefix = `t:${sourceId}:${report.sourceKey ?? ''}:`;
  for (const key of entry.keys) if (key.startsWith(prefix)) return true;
  return false;
}

function mayBe({ track }: Entry, { icao24 }: Report): boolean {
  return icao24 === null || track.icao24 === null || track.icao24 === icao24;
}
