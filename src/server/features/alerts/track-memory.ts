import { type SceneTarget, targetsInStep } from '#domain/conflicts/nets/safety-net.ts';
import type { Steps } from '#domain/steps.ts';
import type { Target } from '#domain/surveillance/track/target.ts';
import { isReplayed } from '#server/features/surveillance/replayed.ts';

/** A position of a track: UTC ms, degrees, metres STD. */
export type TrackPoint = [at: number, longitude: number, latitude: number, pressureAltitudeM: number | null];

/** A minute before an alert, and some to spare. */
const keptMs = 75_000;
/** Over how long a turn is measured. */
const turnMs = 6_000;
/** How long one that was lost in the air is remembered: with a plan, and without, where one is not looked for so long. */
const lostMs = { planned: 6 * 3_600_000, unplanned: 3_600_000 };

interface Entry {
  /** As it came, and with its turn. */
  seen: Target;
  target: SceneTarget;
  points: TrackPoint[];
  tracks: { at: number; trackDeg: number }[];
}

/** What each live track did in its last minute: how it turns, where it was, and which are heard no more. Replays are past. */
export function createTrackMemory() {
  const entries = new Map<string, Entry>();
  const lost = new Map<string, SceneTarget>();

  function take(target: Target): SceneTarget {
    const known = entries.get(target.id);
    // It is looked more often than anything is heard of it.
    if (known?.seen === target) return known.target;
    const entry = known ?? { seen: target, target: { ...target, turnDps: 0 }, points: [], tracks: [] };
    entry.seen = target;
    entries.set(target.id, entry);
    lost.delete(target.id);
    if (entry.points.at(-1)?.[0] !== target.at) {
      entry.points.push([target.at, target.longitude, target.latitude, target.pressureAltitudeM]);
      if (target.trackDeg !== null) entry.tracks.push({ at: target.at, trackDeg: target.trackDeg });
      dropWhile(entry.points, ([at]) => at <= target.at - keptMs);
      dropWhile(entry.tracks, ({ at }) => at < target.at - turnMs);
    }
    entry.target = { ...target, turnDps: turnOf(entry.tracks) };
    return entry.target;
  }

  return {
    /** The targets of now, and those lost, as the nets look at them. */
    *observe(
      targets: Iterable<{ target: Target }>,
      nowMs: number,
    ): Steps<{ targets: SceneTarget[]; lost: SceneTarget[] }> {
      const seen: SceneTarget[] = [];
      const ids = new Set<string>();
      for (const { target } of targets) {
        if (isReplayed(target)) continue;
        ids.add(target.id);
        seen.push(take(target));
        if (seen.length % targetsInStep === 0) yield;
      }
      for (const [id, { target }] of entries) {
        if (ids.has(id)) continue;
        entries.delete(id);
        if (!target.onGround) lost.set(id, target);
      }
      for (const [id, { at, planId }] of lost)
        if (nowMs - at > (planId === null ? lostMs.unplanned : lostMs.planned)) lost.delete(id);
      return { targets: seen, lost: [...lost.values()] };
    },
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

/** Degrees a second between the first and the last; to the right positive. */
function turnOf(tracks: readonly { at: number; trackDeg: number }[]): number {
  const [first, last] = [tracks[0], tracks.at(-1)];
  if (!first || !last || last.at - first.at < 2_000) return 0;
  const turned = ((last.trackDeg - first.trackDeg + 540) % 360) - 180;
  return turned / ((last.at - first.at) / 1_000);
}
