import type { Flight } from './flight-state.ts';

/**
 * Which flight is dropped first where there is no place for all: one that no second plot has confirmed, then one without a
 * height, then one with a height, last one with a plan; of these the one that was not heard for longest.
 */
export interface TrackRanks {
  /** Puts a flight that was just heard behind all others of its rank. */
  heard(flight: Flight): void;
  remove(flight: Flight): void;
  /** Flights that a source began; null: all sources together. */
  count(sourceId: number | null): number;
  /** The flight to drop for one of this rank, of one source or (null) of all; null: all of them rank higher. */
  first(sourceId: number | null, rank: Rank): Flight | null;
}

/** 0: unconfirmed, 1: no height, 2: a height, 3: a plan. */
export type Rank = 0 | 1 | 2 | 3;
export const planned: Rank = 3;

export function rankOf({ isTentative, track }: Flight): Rank {
  if (isTentative) return 0;
  const hasHeight =
    track.pressureAltitudeM !== null || track.geometricAltitudeM !== null || track.amslAltitudeM !== null;
  return hasHeight ? 2 : 1;
}

interface Place {
  sourceId: number;
  rank: Rank;
  /** Grows with each flight that is heard. */
  order: number;
}

/** `hasPlan` is asked only of what would be dropped. */
export function createTrackRanks(hasPlan: (flight: Flight) => boolean): TrackRanks {
  const places = new Map<Flight, Place>();
  /** By the source that began them and by rank, in the order in which they were heard. */
  const queues = new Map<number, Record<Rank, Set<Flight>>>();
  const counts = new Map<number, number>();
  let order = 0;

  function queuesOf(sourceId: number): Record<Rank, Set<Flight>> {
    const own = queues.get(sourceId) ?? { 0: new Set(), 1: new Set(), 2: new Set(), 3: new Set() };
    queues.set(sourceId, own);
    return own;
  }

  function move(flight: Flight, place: Place, rank: Rank): void {
    const own = queuesOf(place.sourceId);
    own[place.rank].delete(flight);
    place.rank = rank;
    place.order = ++order;
    own[rank].add(flight);
  }

  /** The flight of this rank that was not heard for longest. */
  function oldest(sources: Iterable<number>, rank: Rank): { flight: Flight; place: Place } | null {
    let found: { flight: Flight; place: Place } | null = null;
    for (const sourceId of sources) {
      const [flight] = queuesOf(sourceId)[rank];
      const place = flight && places.get(flight);
      if (place && (found === null || place.order < found.place.order)) found = { flight, place };
    }
    return found;
  }

  return {
    heard(flight) {
      const place = places.get(flight);
      if (place) {
        move(flight, place, place.rank === planned ? planned : rankOf(flight));
        return;
      }
      const { sourceId } = flight.track;
      const made = { sourceId, rank: rankOf(flight), order: ++order };
      places.set(flight, made);
      queuesOf(sourceId)[made.rank].add(flight);
      counts.set(sourceId, (counts.get(sourceId) ?? 0) + 1);
    },
    remove(flight) {
      const place = places.get(flight);
      if (!place) return;
      places.delete(flight);
      queuesOf(place.sourceId)[place.rank].delete(flight);
      const left = (counts.get(place.sourceId) ?? 1) - 1;
      if (left > 0) counts.set(place.sourceId, left);
      else {
        counts.delete(place.sourceId);
        queues.delete(place.sourceId);
      }
    },
    count: (sourceId) => (sourceId === null ? places.size : (counts.get(sourceId) ?? 0)),
    first(sourceId, highest) {
      const sources = sourceId === null ? [...queues.keys()] : [sourceId];
      for (const rank of ([0, 1, 2, 3] as const).slice(0, highest + 1)) {
        for (let found = oldest(sources, rank); found !== null; found = oldest(sources, rank)) {
          if (rank === planned || !hasPlan(found.flight)) return found.flight;
          move(found.flight, found.place, planned);
        }
      }
      return null;
    },
  };
}
