import type { GroundPhase } from '#domain/surveillance/track/ground-watch.ts';
import type { SeenEvent } from './flight-status.ts';

/** One sure look at the target of a flight. */
export interface FlightSample {
  phase: GroundPhase;
  /** Metres per second; null: not said. */
  groundSpeedMps: number | null;
  /** Released and not yet reported as taken off, or in flight by its report. */
  stage: 'released' | 'flying';
  /** Metres to where it departs; null: nobody knows where that is. */
  fromDepartureM: number | null;
  /** Metres to the nearest place at which it may land; null: none known. */
  fromEndM: number | null;
}

/** Slower is standing: what a receiver at rest reports is no movement. */
const standingMps = 2;
/** So near an aerodrome a target on the ground is at it. */
const atPlaceM = 5_000;
/** From further than the second figure to nearer than the first a flight is inbound. */
const inboundM = 10_000;
const awayM = 15_000;

export interface FlightEvents {
  /** What has newly become of the flight; null: nothing. */
  observe(sample: FlightSample): SeenEvent | null;
}

/** Tells, of one flight, standing from taxiing, and one that is on its way from one that comes in to land. */
export function createFlightEvents(): FlightEvents {
  let last: SeenEvent | null = null;
  let stage: FlightSample['stage'] | null = null;
  let wasAway = false;
  return {
    observe(sample) {
      if (sample.stage !== stage) last = null;
      stage = sample.stage;
      if (sample.fromEndM !== null && sample.fromEndM > awayM) wasAway = true;
      const event = eventOf(sample, wasAway, last);
      if (event === null || event === last) return null;
      last = event;
      return event;
    },
  };
}

function eventOf(sample: FlightSample, wasAway: boolean, last: SeenEvent | null): SeenEvent | null {
  const { phase, stage, groundSpeedMps, fromDepartureM, fromEndM } = sample;
  if (stage === 'released') {
    if (phase === 'air' || fromDepartureM === null || fromDepartureM > atPlaceM) return null;
    // What once moved has left its stand: a stop on the taxiway makes it ready no second time.
    if (groundSpeedMps === null || groundSpeedMps < standingMps)
      return last === 'taxiing' ? null : 'standing';
    return 'taxiing';
  }
  if (phase === 'air') {
    if (fromEndM !== null && wasAway && fromEndM < inboundM) return 'inbound';
    if (last === 'inbound' && fromEndM !== null && fromEndM <= awayM) return null;
    return 'identified';
  }
  // On the ground before it was seen in the air: its take-off was reported while it still rolled.
  if (last === null) return null;
  return fromEndM !== null && fromEndM <= atPlaceM ? 'touchedDown' : null;
}
