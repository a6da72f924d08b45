/** What a watch on take-offs and landings needs of one report of a target. */
export interface GroundSample {
  /** UTC ms. */
  at: number;
  /** The ground bit of the report. */
  onGround: boolean;
  /** Metres per second; null: not said. */
  groundSpeedMps: number | null;
}

export type GroundPhase = 'ground' | 'air';

export interface GroundWatchOptions {
  /** So many of the last samples must agree (operations.md 1.10: M of N), so that one bad bit is no take-off. */
  needed: number;
  of: number;
  /** A target in the air is faster than this, whatever its ground bit says. */
  leastFlyingMps: number;
  /** A target on the ground is slower. */
  mostTaxiMps: number;
}

/** What a watch remembers; plain data, to be stored where it goes on later. */
export interface GroundState {
  /** The last samples, the oldest first. */
  last: { at: number; phase: GroundPhase | null }[];
  known: { phase: GroundPhase; since: number } | null;
}

const defaultGroundWatch: GroundWatchOptions = {
  needed: 3,
  of: 4,
  leastFlyingMps: 15,
  mostTaxiMps: 35,
};

export interface GroundWatch {
  /** Takes a sample; gives the phase once it is sure of it, with the time of the first sample of that phase. */
  observe(sample: GroundSample): { phase: GroundPhase; since: number } | null;
}

/**
 * Tells flying from standing. A helicopter that hovers has the bit of the air and no speed: it is neither until it
 * moves, for a proposal that is late is better than one that is wrong. `state` is carried on in place.
 */
export function createGroundWatch(
  options: GroundWatchOptions = defaultGroundWatch,
  state: GroundState = { last: [], known: null },
): GroundWatch {
  const { last } = state;
  return {
    observe(sample) {
      const before = last.at(-1);
      // The same report seen twice says nothing new.
      if (before && sample.at <= before.at) return state.known;
      last.push({ at: sample.at, phase: phaseOf(sample, options) });
      if (last.length > options.of) last.shift();
      for (const phase of ['ground', 'air'] as const) {
        const agreeing = last.filter((one) => one.phase === phase);
        const [first] = agreeing;
        if (first && agreeing.length >= options.needed && state.known?.phase !== phase) {
          state.known = { phase, since: first.at };
        }
      }
      return state.known;
    },
  };
}

function phaseOf(sample: GroundSample, options: GroundWatchOptions): GroundPhase | null {
  const speed = sample.groundSpeedMps;
  if (sample.onGround) return speed === null || speed <= options.mostTaxiMps ? 'ground' : null;
  return speed !== null && speed >= options.leastFlyingMps ? 'air' : null;
}
