import type { Position } from '#domain/geo/geodesy.ts';
import { atOnce, type Steps } from '#domain/steps.ts';
import { createAllowances } from './allowance.ts';
import { copiesWithinMs } from './altitude-channel.ts';
import { assign, type Pairing } from './assignment.ts';
import { aloneCost, associationCost } from './associate.ts';
import {
  beginFlight,
  coastFlight,
  fillTrail,
  fitOfReport,
  hasTaken,
  type MeasureReport,
  moveFlight,
  sensorOf,
  takeOver,
} from './flight.ts';
import { createFlightGrid } from './flight-grid.ts';
import { createFlightNames } from './flight-names.ts';
import { warningOf } from './flight-shown.ts';
import type { Flight } from './flight-state.ts';
import { identityOf, withoutInvented } from './identity.ts';
import type { Fit } from './imm.ts';
import { defaultTrackLimits, type TrackLimits } from './limits.ts';
import { measure } from './measure.ts';
import { createPastFixes, pastOf } from './past-fixes.ts';
import type { RadarBias } from './radar-bias.ts';
import { createRadarBiases } from './radar-biases.ts';
import type { Report } from './report.ts';
import { type Refusal, refusalOf, type Shed, type Track } from './track.ts';
import { createTrackRanks, planned, rankOf } from './track-ranks.ts';
import { areTwins, wereTwinsLong } from './twins.ts';

export interface TrackTableOptions {
  /** Figures that hold throughout, or what tells those of the moment. */
  limits?: Partial<TrackLimits> | (() => TrackLimits);
  /** Position of a surveillance source, from which `maxRangeM` is counted, for what no radar measured; null: no limit. */
  sourcePosition?: (sourceId: number) => Position | null;
  /** Does it fly a plan? Such a track is dropped last where there is no place for all. */
  hasPlan?: (track: Track) => boolean;
  /** Told what was not begun, and (`dropped`) which track of a source gave way to another. */
  shed?: (sourceId: number, reason: Shed | 'dropped') => void;
  /** Told of each report whose velocity was not used, since positions contradict it. */
  contradicted?: (sourceId: number, report: Report) => void;
  /** Told of each report that moved nothing, but for those that began no track. */
  refused?: (sourceId: number, reason: Exclude<Refusal, Shed>) => void;
}

export type Applied = (
  | { accepted: true; isNew: boolean; track: Track }
  /** `track`: the one that the report was held against, where one was found. */
  | { accepted: false; reason: Refusal; track: Track | null }
  /** A plot without a name: it is held against the others of its turn first, see `settle`. */
  | { accepted: false; reason: 'pending'; track: null }
) & {
  /** Too old to be shown, and stored for the recording. */
  isPast?: true;
};

export interface TrackChanges {
  /** Give it back at the next call. */
  cursor: number;
  /** False: so long ago that removals are forgotten; take `changed` as the whole picture. */
  complete: boolean;
  changed: Track[];
  /** Ids of tracks dropped since, and not back. */
  removed: string[];
}

/** The live tracks of all sources, one for each aircraft. Times are the caller's: a clock, or a replay's. */
export interface TrackTable {
  apply(report: Report, sourceId: number, nowMs: number): Applied;
  /** Finds the aircraft of the plots that wait: all together, so that each goes where the whole fits best. */
  settle(): void;
  /** Settles, shows aircraft that are not heard where they should be, and drops those that are too old; their ids. */
  sweep(nowMs: number): string[];
  /** The same in steps, between which reports may come. */
  sweepSteps(nowMs: number): Steps<string[]>;
  get(id: string): Track | undefined;
  /** By 24-bit address, lower-case hex. */
  byAddress(icao24: string): Track | undefined;
  tracks(): IterableIterator<Track>;
  size(): number;
  /** Says which plan a track flies; false where there is no such track. */
  setPlan(id: string, planId: number | null): boolean;
  /** All that changed after `cursor`; 0 at the beginning. */
  changesSince(cursor: number): TrackChanges;
  /** Fixes that came too late to move their aircraft, since this was last asked: each as it was at its own time. */
  takePast(): Track[];
  /** How often reports were refused, by reason. */
  refusals(): Readonly<Record<Refusal, number>>;
  /** What is known of the errors of a radar; null: nothing yet. */
  radarBias(sourceId: number, sourceKey: string | null): Readonly<RadarBias> | null;
}

/** For so long another identity under one number waits to be said again. */
const otherWithinMs = 30_000;
/** A device that was without network keeps its fixes for a day. */
const oldestPastMs = 86_400_000;
/** Removals that are remembered for those who ask for changes. */
const rememberedRemovals = 20_000;
/** Flights that are looked at in one step: a millisecond or two. */
const sweptInStep = 2_000;
/** Plots whose times are farther apart than this do not compete. */
const turnMs = 400;
const mostPending = 400;
/** So many plots without a name that agree make a target; one that gets no more is forgotten. */
const plotsToConfirm = 3;
const forgetTentativeMs = 15_000;
/** How often it is looked for targets that are one, and how many are looked at in one sweep; the next goes on. */
const mergeEveryMs = 2_000;
const mostMerged = 1_000;

interface Plot {
  report: Report;
  sourceId: number;
}

export function createTrackTable(options: TrackTableOptions = {}): TrackTable {
  const given = options.limits;
  const fixed: TrackLimits = { ...defaultTrackLimits, ...(typeof given === 'function' ? {} : given) };
  const limitsNow = typeof given === 'function' ? given : () => fixed;
  const flights = new Map<string, Flight>();
  /** Value of the counter of changes when a flight last changed. */
  const changedAt = new Map<Flight, number>();
  const names = createFlightNames();
  const grid = createFlightGrid();
  /** Those that name themselves by nothing: the only ones that a new address can be of. */
  const nameless = createFlightGrid();
  const biases = createRadarBiases();
  const ranks = createTrackRanks(hasPlan);
  const newTracks = createAllowances();
  const past = createPastFixes();
  const removals = new Map<string, number>();
  const pending: Plot[] = [];
  let forgottenUpTo = 0;
  let counter = 0;
  let plots = 0;
  let shown = 0;
  let mergedAt = 0;
  let merging: Iterator<Flight> | null = null;
  let now = 0;
  const refused: Record<Refusal, number> = {
    position: 0,
    range: 0,
    speed: 0,
    altitude: 0,
    leap: 0,
    outlier: 0,
    duplicate: 0,
    outOfOrder: 0,
    identity: 0,
    clock: 0,
    stale: 0,
    newTracks: 0,
    crowded: 0,
    doubles: 0,
  };

  let measuring = 0;
  const measureReport: MeasureReport = (report, plane, into) =>
    measure(report, plane, report.radar === null ? null : biases.of(measuring, report.sourceKey), into);

  /** Of the source whose report is looked at. */
  const refuse = (reason: Exclude<Refusal, Shed>, track: Track | null): Applied => {
    refused[reason]++;
    options.refused?.(measuring, reason);
    return { accepted: false, reason, track };
  };

  function hasPlan({ track }: Flight): boolean {
    return track.planId !== null || options.hasPlan?.(track) === true;
  }

  /** Why no track may begin now; null: one may. */
  function shedNew(sourceId: number): Shed | null {
    const { sourceNewTracksPerS, newTracksPerS } = limitsNow();
    const perSecond = { each: sourceNewTracksPerS, all: newTracksPerS };
    return newTracks.take(sourceId, 1, perSecond, now) === 0 ? 'newTracks' : null;
  }

  /** Makes place for a flight by dropping one that ranks no higher; false: there is none. */
  function makeRoom(flight: Flight): boolean {
    const { sourceId } = flight.track;
    const limits = limitsNow();
    const full =
      ranks.count(sourceId) >= limits.sourceTracks
        ? sourceId
        : ranks.count(null) >= limits.tracks
          ? null
          : undefined;
    if (full === undefined) return true;
    const victim = ranks.first(full, rankOf(flight)) ?? (hasPlan(flight) ? ranks.first(full, planned) : null);
    if (victim === null) return false;
    options.shed?.(victim.track.sourceId, 'dropped');
    drop(victim);
    return true;
  }

  function refuseNew(sourceId: number, reason: Shed): Applied {
    options.shed?.(sourceId, reason);
    refused[reason]++;
    return { accepted: false, reason, track: null };
  }

  function place(flight: Flight): void {
    grid.put(flight);
    if (flight.identity === null) nameless.put(flight);
    else nameless.remove(flight);
  }

  function touch(flight: Flight): void {
    if (flight.isTentative) return;
    changedAt.set(flight, ++counter);
  }

  function drop(flight: Flight): void {
    const { id } = flight.track;
    const widowed = names.forget(flight);
    grid.remove(flight);
    nameless.remove(flight);
    ranks.remove(flight);
    flights.delete(id);
    changedAt.delete(flight);
    if (widowed) clearDouble(widowed);
    if (flight.isTentative) return;
    shown--;
    removals.set(id, ++counter);
    if (removals.size <= rememberedRemovals) return;
    const [oldest] = removals;
    if (oldest === undefined) return;
    forgottenUpTo = oldest[1];
    removals.delete(oldest[0]);
  }

  function clearDouble(flight: Flight): void {
    flight.isDoubled = false;
    flight.track = { ...flight.track, warning: warningOf(flight, flight.track.at, limitsNow()) };
    touch(flight);
  }

  function begin(wanted: string, { report, sourceId }: Plot, isTentative: boolean): Applied {
    const shed = shedNew(sourceId);
    if (shed !== null) return refuseNew(sourceId, shed);
    // Another aircraft that was called so keeps its name.
    const id = flights.has(wanted) ? plotId(sourceId) : wanted;
    const flight = beginFlight(id, report, sourceId, measureReport, limitsNow());
    flight.isTentative = isTentative;
    if (!makeRoom(flight)) return refuseNew(sourceId, 'crowded');
    removals.delete(id);
    flights.set(id, flight);
    if (!isTentative) shown++;
    names.learn(flight, report, sourceId);
    place(flight);
    ranks.heard(flight);
    touch(flight);
    return { accepted: true, isNew: true, track: flight.track };
  }

  const plotId = (sourceId: number): string => `p:${sourceId}:${++plots}`;

  /** Another aircraft under the address of this one: both are shown, and both are marked. */
  function double(flight: Flight, plot: Plot): Applied {
    const shed = names.mayDouble(flight) ? shedNew(plot.sourceId) : 'doubles';
    if (shed !== null) return refuseNew(plot.sourceId, shed);
    let number = 2;
    while (flights.has(`${flight.track.icao24 ?? flight.track.id}#${number}`)) number++;
    const other = beginFlight(
      `${flight.track.icao24 ?? flight.track.id}#${number}`,
      plot.report,
      plot.sourceId,
      measureReport,
      limitsNow(),
    );
    if (!makeRoom(other)) return refuseNew(plot.sourceId, 'crowded');
    // The first of the two may have been the one that gave way.
    if (flights.get(flight.track.id) !== flight) {
      return begin(names.idOf(plot.report, plot.sourceId) ?? other.track.id, plot, false);
    }
    flights.set(other.track.id, other);
    removals.delete(other.track.id);
    shown++;
    place(other);
    ranks.heard(other);
    for (const one of [flight, other]) {
      one.isDoubled = true;
      one.suspect = null;
      one.track = { ...one.track, warning: 'duplicateAddress' };
      touch(one);
    }
    names.double(flight, other);
    return { accepted: true, isNew: true, track: other.track };
  }

  function moved(flight: Flight, { report, sourceId }: Plot): void {
    if (report.trackDeg !== null && sensorOf(flight, report, sourceId)?.velocityCheck.isDoubted)
      options.contradicted?.(sourceId, report);
    if (report.radar !== null) biases.observe(flight, report, sourceId);
    else biases.refer(flight, report);
    names.learn(flight, report, sourceId);
    place(flight);
    if (flight.isTentative && flight.imm.updates >= plotsToConfirm) {
      flight.isTentative = false;
      shown++;
    }
    ranks.heard(flight);
    touch(flight);
  }

  const fit: Fit = { distance: 0, logSpread: 0 };
  /** Of those that fly under one name, the one that is nearest. */
  function nearest(candidates: readonly Flight[], report: Report): Flight | undefined {
    let best: Flight | undefined;
    let least = Number.POSITIVE_INFINITY;
    for (const flight of candidates) {
      const { distance } = fitOfReport(flight, report, measureReport, fit);
      if (distance >= least) continue;
      least = distance;
      best = flight;
    }
    return best;
  }

  /** One that is called so, unless it names itself otherwise. */
  function guessed(
    report: Report,
    sourceId: number,
    id: string | null,
    identity: string | null,
  ): Flight | undefined {
    const flight = flights.get(id ?? '') ?? names.guessed(report, sourceId);
    const isOther = flight?.identity != null && identity !== null && flight.identity !== identity;
    return isOther ? undefined : flight;
  }

  /** A sensor gives the number of one aircraft to another: believed once a second report of another time says so. */
  function isOtherIdentity(report: Report, sourceId: number, identity: string | null): boolean {
    const holder = identity === null ? undefined : names.numbered(report, sourceId);
    if (holder === undefined || identity === null || report.at - holder.track.at > otherWithinMs)
      return false;
    const { otherIdentity } = holder;
    const sinceMs = otherIdentity?.identity === identity ? Math.abs(report.at - otherIdentity.at) : null;
    if (sinceMs !== null && sinceMs >= copiesWithinMs / 5 && sinceMs <= otherWithinMs) return false;
    if (sinceMs === null || sinceMs > otherWithinMs) holder.otherIdentity = { identity, at: report.at };
    return true;
  }

  function associated({ report, sourceId }: Plot): Flight | undefined {
    let best: Flight | undefined;
    let least = aloneCost;
    const isNameless = identityOf(report, sourceId) === null;
    for (const flight of (isNameless ? grid : nameless).near(report)) {
      const cost = associationCost(flight, report, sourceId, measureReport);
      if (cost >= least) continue;
      least = cost;
      best = flight;
    }
    return best;
  }

  function settle(): void {
    if (pending.length === 0) return;
    const waiting = pending.splice(0).filter(({ report, sourceId }) => {
      measuring = sourceId;
      const copied = grid.near(report).find((flight) => hasTaken(flight, report));
      if (copied !== undefined) refuse('duplicate', copied.track);
      return copied === undefined;
    });
    const columns = new Map<Flight, number>();
    const byColumn: Flight[] = [];
    const pairings: Pairing[] = [];
    for (const [row, { report, sourceId }] of waiting.entries()) {
      measuring = sourceId;
      for (const flight of grid.near(report)) {
        const cost = associationCost(flight, report, sourceId, measureReport);
        if (cost >= aloneCost) continue;
        const column = columns.get(flight) ?? byColumn.push(flight) - 1;
        columns.set(flight, column);
        pairings.push({ row, column, cost });
      }
    }
    const chosen = assign(waiting.length, pairings, aloneCost);
    for (const [row, plot] of waiting.entries()) {
      measuring = plot.sourceId;
      const flight = byColumn[chosen[row] ?? -1];
      if (flight === undefined) {
        begin(plotId(plot.sourceId), plot, true);
        continue;
      }
      const move = moveFlight(flight, plot.report, plot.sourceId, measureReport, limitsNow());
      if (move === 'moved') moved(flight, plot);
      else if (move !== 'past') refuse(move === 'besides' ? 'outlier' : move, flight.track);
    }
  }

  /** Of two targets that show one aircraft the one with a name stays, else the older. */
  function merge(dropped: string[]): void {
    merging ??= flights.values();
    for (let looked = 0; looked < mostMerged; ) {
      const next = merging.next();
      if (next.done) {
        merging = null;
        return;
      }
      const flight = next.value;
      if (flight.identity !== null || flight.imm.updates < plotsToConfirm) continue;
      looked++;
      const twin = grid
        .near(flight.track)
        .find((other) => isBetter(other, flight) && areTwins(flight, other));
      if (twin === undefined || !wereTwinsLong(flight, twin, now)) continue;
      takeOver(twin, flight);
      touch(twin);
      if (!flight.isTentative) dropped.push(flight.track.id);
      drop(flight);
    }
  }

  /** A fix that is too old to be shown is kept for the recording, and in the trail of its aircraft. */
  function keepPast(plot: Plot, identity: string, flight: Flight | undefined): Applied {
    const { report, sourceId } = plot;
    if (now - report.at > oldestPastMs || !past.isNew(identity, report)) {
      return refuse('stale', flight?.track ?? null);
    }
    if (flight !== undefined) {
      const move = fillTrail(flight, report, sourceId, limitsNow());
      if (move !== 'past') return refuse('stale', flight.track);
      return { ...keptPast(flight.track, plot), isPast: true };
    }
    // It moves nothing, and is no error: its aircraft may be seen again under this name.
    const id = names.idOf(report, sourceId) ?? identity;
    keptPast(beginFlight(id, report, sourceId, measureReport, limitsNow()).track, plot);
    return { accepted: false, reason: 'stale', track: null, isPast: true };
  }

  function keptPast(track: Track, { report, sourceId }: Plot): Applied {
    past.keep(pastOf(track, report, sourceId));
    return { accepted: true, isNew: false, track };
  }

  function wait(plot: Plot): Applied {
    const [first] = pending;
    if (first && (Math.abs(plot.report.at - first.report.at) > turnMs || pending.length >= mostPending))
      settle();
    measuring = plot.sourceId;
    if (pending.some((one) => isCopyOf(one.report, plot.report))) return refuse('duplicate', null);
    pending.push(plot);
    return { accepted: false, reason: 'pending', track: null };
  }

  function* sweepSteps(nowMs: number): Steps<string[]> {
    now = nowMs;
    settle();
    const limits = limitsNow();
    const dropped: string[] = [];
    if (merging !== null || nowMs - mergedAt >= mergeEveryMs) {
      if (merging === null) mergedAt = nowMs;
      merge(dropped);
    }
    let looked = 0;
    for (const flight of flights.values()) {
      const ageMs = nowMs - flight.track.at;
      if (ageMs >= (flight.isTentative ? forgetTentativeMs : limits.dropAfterMs)) {
        if (!flight.isTentative) dropped.push(flight.track.id);
        drop(flight);
      } else if (!flight.isTentative && coastFlight(flight, nowMs, limits)) {
        place(flight);
        touch(flight);
      }
      looked += 1;
      if (looked % sweptInStep === 0) yield;
    }
    // The limit may have been lowered.
    while (ranks.count(null) > limits.tracks) {
      const victim = ranks.first(null, planned);
      if (victim === null) break;
      options.shed?.(victim.track.sourceId, 'dropped');
      if (!victim.isTentative) dropped.push(victim.track.id);
      drop(victim);
    }
    return dropped;
  }

  return {
    apply(said, sourceId, nowMs) {
      const report = withoutInvented(said);
      measuring = sourceId;
      now = nowMs;
      const limits = limitsNow();
      const refusal = refusalOf(
        report,
        report.radar ?? options.sourcePosition?.(sourceId) ?? null,
        nowMs,
        limits,
      );
      const sure = names.sure(report, sourceId);
      const flight = sure && sure.length > 1 ? nearest(sure, report) : sure?.[0];
      const id = names.idOf(report, sourceId);
      const identity = identityOf(report, sourceId);
      const guess = flight ? undefined : guessed(report, sourceId, id, identity);
      const held = flight ?? guess;
      if (refusal === 'stale' && identity !== null) return keepPast({ report, sourceId }, identity, flight);
      if (refusal !== null) return refuse(refusal, held?.track ?? null);
      if (held === undefined && isOtherIdentity(report, sourceId, identity)) return refuse('identity', null);
      const plot = { report, sourceId };
      const candidate = held ?? (names.isNamed(report) ? associated(plot) : undefined);
      if (candidate !== undefined) {
        const move = moveFlight(candidate, report, sourceId, measureReport, limits);
        if (move === 'moved') {
          moved(candidate, plot);
          return { accepted: true, isNew: false, track: candidate.track };
        }
        if (move === 'past') return keptPast(candidate.track, plot);
        if (move === 'besides') {
          // A number that a sensor gives to two aircraft goes to the one that it is given to now.
          return identity === null || candidate.identity !== identity
            ? begin(plotId(sourceId), plot, false)
            : double(candidate, plot);
        }
        // A guess that leaps was wrong: it may not wear down the anchor of another aircraft.
        const isOther =
          flight === undefined && move === 'leap' && candidate.track.id !== names.idOf(report, sourceId);
        if (!isOther) return refuse(move, candidate.track);
        candidate.suspect = null;
      }
      if (id === null) return wait(plot);
      return begin(id, plot, false);
    },
    settle,
    sweep: (nowMs) => atOnce(sweepSteps(nowMs)),
    sweepSteps,
    get: (id) => shownTrack(flights.get(id)),
    byAddress: (icao24) => shownTrack(names.byAddress(icao24)),
    *tracks() {
      for (const flight of flights.values()) if (!flight.isTentative) yield flight.track;
    },
    size: () => shown,
    setPlan(id, planId) {
      const flight = flights.get(id);
      if (flight === undefined) return false;
      if (flight.track.planId !== planId) {
        flight.track = { ...flight.track, planId };
        touch(flight);
      }
      return true;
    },
    changesSince(cursor) {
      if (cursor === counter) return { cursor, complete: true, changed: [], removed: [] };
      const complete = cursor >= forgottenUpTo;
      const changed: Track[] = [];
      for (const [flight, at] of changedAt) if (at > cursor) changed.push(flight.track);
      const removed: string[] = [];
      for (const [id, at] of removals) if (at > cursor) removed.push(id);
      return { cursor: counter, complete, changed, removed };
    },
    takePast: () => past.take(),
    refusals: () => ({ ...refused }),
    radarBias: (sourceId, sourceKey) => biases.known(sourceId, sourceKey),
  };
}

const shownTrack = (flight: Flight | undefined): Track | undefined =>
  flight === undefined || flight.isTentative ? undefined : flight.track;

/** Which of two that are one stays: the one that names itself, then the shown one, then the older. */
function isBetter(other: Flight, flight: Flight): boolean {
  if (other === flight) return false;
  if (other.identity !== null) return true;
  if (other.isTentative !== flight.isTentative) return flight.isTentative;
  if (other.track.since !== flight.track.since) return other.track.since < flight.track.since;
  return other.track.id < flight.track.id;
}

const isCopyOf = (one: Report, other: Report): boolean =>
  one.at === other.at && one.latitude === other.latitude && one.longitude === other.longitude;
