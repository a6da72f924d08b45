import type { FeedState, FlyData } from '#contract/hub.ts';
import type { Target } from '#domain/surveillance/track/target.ts';
import { serviceSettings } from '#web/client/clock.ts';
import type { HubState } from '#web/client/hub.ts';
import { mercatorX, mercatorY } from './mercator.ts';

/** Whether a position of that time (UTC ms) is drawn dimmed, by the server's clock and the parameters. */
export function isOld(at: number, serverNowMs: number): boolean {
  return serverNowMs - at >= serviceSettings.get().dimAfterMs;
}
/** Positions kept for the trail: ten minutes at one a second would be 600; every fifth is enough to see a turn. */
const trailLength = 150;
const trailStepMs = 4_000;

/** A target as the map holds it. Positions are those reported: nothing is extrapolated. */
export interface TargetView {
  target: Target;
  /** Web Mercator fractions of the world. */
  x: number;
  y: number;
  /** Earlier positions, oldest first: x, y, x, y, … */
  trail: number[];
  /** Their times, UTC ms. */
  trailTimes: number[];
}

/** Live targets outside React. Everything that draws or lists them follows `subscribe` and reads `list`. */
export interface TargetStore {
  /** When it began to listen, monotonic ms. */
  readonly openedMs: number;
  readonly list: readonly TargetView[];
  /** Grows with each change of the list or of a target. */
  version(): number;
  get(id: string): TargetView | undefined;
  feeds(): readonly FeedState[];
  /** How many targets there are that `list` leaves out. */
  hidden(): number;
  /** Only targets of sources of this type are in `list`; null: all. */
  showOnly(sourceType: string | null): void;
  /** Only targets that pass are in `list`, asked anew with each change; null: all. */
  filterBy(passes: ((target: Target) => boolean) | null): void;
  /** `nowMs` is a monotonic clock (performance.now); the server's time is kept as a difference to it. */
  apply(data: FlyData, nowMs: number): void;
  /** Drops what has become too old, though the server has fallen silent. */
  tick(nowMs: number): void;
  /** The server's time, UTC ms; null before the first data. */
  serverNow(nowMs: number): number | null;
  /** When the server last sent anything: by its clock, UTC ms, and by ours, monotonic ms. */
  lastWord(): { serverMs: number; localMs: number } | null;
  clear(): void;
  subscribe(listener: () => void): () => void;
}

/** `openedMs`: monotonic clock (performance.now). */
export function createTargetStore(openedMs: number = performance.now()): TargetStore {
  const byId = new Map<string, TargetView>();
  let list: TargetView[] = [];
  let feeds: FeedState[] = [];
  let version = 0;
  let only: string | null = null;
  let passing: ((target: Target) => boolean) | null = null;
  let serverMinusLocalMs: number | null = null;
  let last: { serverMs: number; localMs: number } | null = null;
  const listeners = new Set<() => void>();

  const changed = () => {
    version += 1;
    for (const listener of [...listeners]) listener();
  };
  const relist = () => {
    list = [...byId.values()];
    if (only !== null) {
      const sources = new Set(feeds.filter(({ type }) => type === only).map(({ sourceId }) => sourceId));
      list = list.filter(({ target }) => sources.has(target.sourceId));
    }
    const wanted = passing;
    if (wanted) list = list.filter(({ target }) => wanted(target));
  };

  const put = (target: Target): boolean => {
    const view = byId.get(target.id);
    if (!view) {
      const x = mercatorX(target.longitude);
      const y = mercatorY(target.latitude);
      byId.set(target.id, { target, x, y, trail: [x, y], trailTimes: [target.at] });
      return true;
    }
    // A late message must not move a target back.
    if (target.at < view.target.at) return false;
    if (target.longitude !== view.target.longitude || target.latitude !== view.target.latitude) {
      view.x = mercatorX(target.longitude);
      view.y = mercatorY(target.latitude);
      if (target.at - (view.trailTimes.at(-1) ?? 0) >= trailStepMs) {
        view.trail.push(view.x, view.y);
        view.trailTimes.push(target.at);
        const surplus = view.trailTimes.length - trailLength;
        if (surplus > 0) {
          view.trail.splice(0, 2 * surplus);
          view.trailTimes.splice(0, surplus);
        }
      }
    }
    view.target = target;
    return false;
  };

  const dropOld = (serverNowMs: number): boolean => {
    let dropped = false;
    const { dropAfterMs } = serviceSettings.get();
    for (const { target } of byId.values()) {
      if (serverNowMs - target.at >= dropAfterMs) dropped = byId.delete(target.id) || dropped;
    }
    return dropped;
  };

  return {
    openedMs,
    get list() {
      return list;
    },
    version: () => version,
    get: (id) => byId.get(id),
    feeds: () => feeds,
    hidden: () => byId.size - list.length,
    showOnly(sourceType) {
      if (sourceType === only) return;
      only = sourceType;
      relist();
      changed();
    },
    filterBy(passes) {
      if (passes === null && passing === null) return;
      passing = passes;
      relist();
      changed();
    },
    apply(data, nowMs) {
      serverMinusLocalMs = data.at - nowMs;
      last = { serverMs: data.at, localMs: nowMs };
      feeds = data.feeds;
      let membersChanged = false;
      if (data.kind === 'picture') {
        // Those that stay keep their trails.
        const present = new Set(data.targets.map((target) => target.id));
        for (const id of [...byId.keys()]) if (!present.has(id)) byId.delete(id);
        membersChanged = true;
      }
      for (const id of data.removed) membersChanged = byId.delete(id) || membersChanged;
      for (const target of data.targets) membersChanged = put(target) || membersChanged;
      // Another source may have taken a target up, or a source have changed its type.
      if (membersChanged || only !== null || passing !== null) relist();
      if (dropOld(data.at)) relist();
      changed();
    },
    tick(nowMs) {
      if (serverMinusLocalMs === null) return;
      if (dropOld(nowMs + serverMinusLocalMs)) {
        relist();
        changed();
      }
    },
    serverNow: (nowMs) => (serverMinusLocalMs === null ? null : nowMs + serverMinusLocalMs),
    lastWord: () => last,
    clear() {
      byId.clear();
      list = [];
      feeds = [];
      changed();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Seconds since the last good report of a feed, and whether that is too long. */
export function feedAge(feed: FeedState, serverNowMs: number): { ageS: number | null; dead: boolean } {
  if (feed.lastAt === null) return { ageS: null, dead: true };
  const ageS = Math.max(0, (serverNowMs - feed.lastAt) / 1000);
  return { ageS, dead: ageS > feed.deadAfterS };
}

/** Seconds without a word from the server, which speaks every second, after which the picture counts as dead. */
const silentAfterS = 4;
/** The same for its first word: connecting takes its time. */
const neverSpokeAfterS = 15;

/**
 * Seconds for which the server has said nothing, where that is too long; null: it speaks, or that it is not there is told
 * by the state of the connection. One that never spoke is silent since `listenedMs`, as one that fell silent is since its last word.
 */
export function silenceS(
  hub: HubState,
  last: { localMs: number } | null,
  listenedMs: number,
  nowMs: number,
): number | null {
  if (hub !== 'connected' && hub !== 'connecting') return null;
  const quietS = (nowMs - (last?.localMs ?? listenedMs)) / 1000;
  return quietS > (last ? silentAfterS : neverSpokeAfterS) ? quietS : null;
}
