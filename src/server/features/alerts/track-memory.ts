import { type Scene, type SceneTarget, targetsInStep } from '#domain/conflicts/nets/safety-net.ts';
import { createLiveSky } from '#domain/conflicts/nets/sky.ts';
import { type HeardTrack, turnMs, turnRate } from '#domain/conflicts/nets/turn-rate.ts';
import type { Steps } from '#domain/steps.ts';
import type { Target } from '#domain/surveillance/track/target.ts';
import { isReplayed } from '#server/features/surveillance/replayed.ts';

/** A position of a track: UTC ms, degrees, metres STD. */
export type TrackPoint = [at: number, longitude: number, latitude: number, pressureAltitudeM: number | null];

/** A minute before an alert, and some to spare. */
const keptMs = 75_000;
/** How long one that was lost in the air is remembered: with a plan, and without, where one is not looked for so long. */
const lostMs = { planned: 6 * 3_600_000, unplanned: 3_600_000 };

/** Of those lost without a plan so many are remembered, the last ones: a source may bring thousands of new tracks a minute. */
const mostLost = 5_000;

interface Entry {
  /** As it came, and as it is in the sky, with its turn. */
  seen: Target;
  index: number;
  points: TrackPoint[];
  tracks: HeardTrack[];
  /** Number of the look in which it was heard last. */
  look: number;
}

/** The sky as the nets look at it: the same arrays at each look, which hold until the next one. */
export type SkyNow = Required<Pick<Scene, 'targets' | 'sky' | 'lost'>>;

/** What each live track did in its last minute: how it turns, where it was, and which are heard no more. Replays are past. */
export function createTrackMemory() {
  const sky = createLiveSky();
  const entries = new Map<string, Entry>();
  const lost = { planned: new Map<string, SceneTarget>(), unplanned: new Map<string, SceneTarget>() };
  let looks = 0;

  function take(target: Target): void {
    const known = entries.get(target.id);
    if (known) known.look = looks;
    // It is looked more often than anything is heard of it.
    if (known?.seen === target) return;
    const entry = known ?? { seen: target, index: -1, points: [], tracks: [], look: looks };
    entry.seen = target;
    if (entry.points.at(-1)?.[0] !== target.at) {
      entry.points.push([target.at, target.longitude, target.latitude, target.pressureAltitudeM]);
      if (target.trackDeg !== null) entry.tracks.push({ at: target.at, trackDeg: target.trackDeg });
      dropWhile(entry.points, ([at]) => at <= target.at - keptMs);
      dropWhile(entry.tracks, ({ at }) => at < target.at - turnMs.slow);
    }
    const shown = { ...target, turnDps: turnRate(entry.tracks) };
    if (known) {
      sky.replace(entry.index, shown);
      return;
    }
    entry.index = sky.add(shown);
    entries.set(target.id, entry);
    lost.planned.delete(target.id);
    lost.unplanned.delete(target.id);
  }

  function lose(id: string, { index }: Entry): void {
    const target = sky.targets[index];
    entries.delete(id);
    const moved = sky.remove(index);
    const other = moved && entries.get(moved.id);
    if (other) other.index = index;
    if (target && !target.onGround) (target.planId === null ? lost.unplanned : lost.planned).set(id, target);
  }

  function forgetLost(nowMs: number): void {
    for (const kind of ['planned', 'unplanned'] as const)
      for (const [id, { at }] of lost[kind]) if (nowMs - at > lostMs[kind]) lost[kind].delete(id);
    for (const id of lost.unplanned.keys()) {
      if (lost.unplanned.size <= mostLost) break;
      lost.unplanned.delete(id);
    }
  }

  return {
    /** The targets of now, and those lost, as the nets look at them. */
    *observe(targets: Iterable<{ target: Target }>, nowMs: number): Steps<SkyNow> {
      looks += 1;
      let count = 0;
      for (const { target } of targets) {
        if (isReplayed(target)) continue;
        take(target);
        count += 1;
        if (count % targetsInStep === 0) yield;
      }
      for (const [id, entry] of entries) if (entry.look !== looks) lose(id, entry);
      forgetLost(nowMs);
      return { targets: sky.targets, sky, lost: [...lost.planned.values(), ...lost.unplanned.values()] };
    },
    /** Where in the sky of the last look a target is. */
    indexOf: (id: string): number | undefined => entries.get(id)?.index,
    /** Where a track was since then. */
    since: (id: string, fromMs: number): TrackPoint[] =>
      (entries.get(id)?.points ?? []).filter(([at]) => at >= fromMs),
  };
}

export type TrackMemory = ReturnType<typeof createTrackMemory>;

/** Lets the first go for as long as they are to; there are thousands of such lists, and most lose one at a time. */
function dropWhile<T>(items: T[], isOver: (item: T) => boolean): void {
  let count = 0;
  for (const item of items) {
    if (!isOver(item)) break;
    count += 1;
  }
  if (count > 0) items.splice(0, count);
}
