import type { TargetStore } from '#web/map/target-store.ts';
import { drawnHeight } from './drawn-heights.ts';

/** A path in space: longitude, latitude (degrees), height (metres), and so on, oldest first. */
export type Path = number[];

/** Points kept of a path, and the time between two of them. */
const mostPoints = 150;
const stepMs = 4_000;

interface Flown {
  path: Path;
  at: number;
}

/** Where the targets of a store were and how high, since somebody looked; the flat map keeps no heights. */
export function createFlownPaths(store: TargetStore) {
  const byId = new Map<string, Flown>();

  /** Takes in what the store holds now. */
  function follow(): void {
    for (const id of byId.keys()) if (!store.get(id)) byId.delete(id);
    for (const { target } of store.list) {
      const flown = byId.get(target.id) ?? { path: [], at: Number.NEGATIVE_INFINITY };
      byId.set(target.id, flown);
      // A playback that is set back begins anew.
      if (target.at < flown.at) Object.assign(flown, { path: [], at: Number.NEGATIVE_INFINITY });
      if (target.at - flown.at < stepMs) continue;
      flown.path.push(target.longitude, target.latitude, drawnHeight(target, null).heightM);
      if (flown.path.length > 3 * mostPoints) flown.path.splice(0, flown.path.length - 3 * mostPoints);
      flown.at = target.at;
    }
  }

  return {
    follow,
    /** Of the last minutes. */
    of: (id: string, minutes: number): Path =>
      byId.get(id)?.path.slice(-3 * Math.ceil((minutes * 60_000) / stepMs)) ?? [],
  };
}

export type FlownPaths = ReturnType<typeof createFlownPaths>;
