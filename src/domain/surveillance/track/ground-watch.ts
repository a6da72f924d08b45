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
 * moves, for a proposal that is late is better than one that is wrong.
 */
export function createGroundWatch(options: GroundWatchOptions = defaultGroundWatch): GroundWatch {
  const last: { at: number; phase: GroundPhase | null }[] = [];
  let known: { phase: GroundPhase; since: number } | null = null;
  return {
    observe(sample) {
      const before = last.at(-1);
      // The same report seen twice says nothing new.
      if (before && sample.at <= before.at) return known;
      last.push({ at: sample.at, phase: phaseOf(sample, options) });
      if (last.length > options.of) last.shift();
      for (const phase of ['ground', 'air'] as const) {
        const agreeing = last.filter((one) => one.phase === phase);
        const [first] = agreeing;
        if (first && agreeing.length >= options.needed && known?.phase !== phase) {
          known = { phase, since: first.at };
        }
      }
      return known;
    },
  };
}

function phaseOf(sample: GroundSample, options: GroundWatchOptions): GroundPhase | null {
  const speed = sample.groundSpeedMps;
  if (sample.onGround) return speed === null || speed <= options.mostTaxiMps ? 'ground' : null;
  return speed !== null && speed >= options.leastFlyingMps ? 'air' : null;
}
