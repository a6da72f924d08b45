import {
  createGroundWatch,
  type GroundPhase,
  type GroundState,
} from '#domain/surveillance/track/ground-watch.ts';
import type { RecordedPosition } from './positions.ts';

/** An aerodrome or a take-off and landing point; one of the two is named. */
export interface LandingPlace {
  airport: number | null;
  point: number | null;
  /** Metres above mean sea level; null: not recorded. */
  elevationM: number | null;
}

/** A take-off or a landing as the track shows it. */
export interface Movement {
  /** UTC ms. */
  at: number;
  /** WGS-84, degrees. */
  latitude: number;
  longitude: number;
  airport: number | null;
  point: number | null;
  /** The ground was not seen: the track begins or ends low at this place. */
  isInferred: boolean;
}

/** One flight of a recorded track, from the ground to the ground as far as it was seen. All times UTC ms. */
export interface TrackFlight {
  /** When it was first seen in the air: one track has one flight of it. */
  begunAt: number;
  /** Its last position in the air; null: it goes on. */
  endedAt: number | null;
  planId: number | null;
  /** When it left its stand, and when it stood again; null: that was not seen. */
  offBlockAt: number | null;
  takeOff: Movement | null;
  landing: Movement | null;
  onBlockAt: number | null;
}

/** What the log of one track remembers between its positions; plain data. */
export interface FlightLogState {
  ground: GroundState;
  first: RecordedPosition | null;
  last: RecordedPosition | null;
  /** Whether it stood since it was last in the air, and since when it rolls or stands. */
  hasStood: boolean;
  rollingSince: number | null;
  standingSince: number | null;
  /** In the air now. */
  flying: TrackFlight | null;
  /** Landed, and not seen to stand yet. */
  landed: TrackFlight | null;
}

export const noFlightLog = (): FlightLogState => ({
  ground: { last: [], known: null },
  first: null,
  last: null,
  hasStood: false,
  rollingSince: null,
  standingSince: null,
  flying: null,
  landed: null,
});

/** What is further from an aerodrome leaves or reaches the ground somewhere else. */
export const nearPlaceM = 5_000;
/** A track that is silent for so long has ended; what comes under its name then is another flight. */
export const silentMs = 15 * 60_000;
/** Who stands for so long has reached its stand, or has not left it. */
const standMs = 3 * 60_000;
/** Slower is standing (3 kt). */
const standingMps = 1.5;
/** A track that begins or ends lower than this above a place took off or landed there (1,000 ft). */
const lowM = 300;
/** Climbing or descending faster than this it goes on elsewhere. */
const levelMps = 1.5;

export interface FlightLog {
  /** The next position of the track; `planId`: whose flight it is at that moment. */
  take(position: RecordedPosition, planId: number | null): void;
  /** The track has ended. */
  end(): void;
  /** The flights that began or changed since the last call. What neither took off nor landed within sight is none. */
  changed(): TrackFlight[];
}

/**
 * Reads the flights of one track off its positions: ground bit and speed tell take-off and landing (`createGroundWatch`), and
 * where no ground was seen a track that begins or ends low over a known place does. `state` is carried on in place.
 */
export function createFlightLog(
  placeAt: (position: RecordedPosition) => LandingPlace | null,
  state: FlightLogState = noFlightLog(),
): FlightLog {
  const touched = new Set<TrackFlight>();
  let watch = createGroundWatch(undefined, state.ground);

  function movementAt(position: RecordedPosition, at: number, isInferred: boolean): Movement {
    const place = placeAt(position);
    const { latitude, longitude } = position;
    return {
      at,
      latitude,
      longitude,
      airport: place?.airport ?? null,
      point: place?.point ?? null,
      isInferred,
    };
  }

  /** The movement at an end of the track that is low over a place; null: it came or went in the air. */
  function inferred(position: RecordedPosition, awayMps: number | null): Movement | null {
    const place = placeAt(position);
    const heightM = heightOf(position);
    if (!place || heightM === null || place.elevationM === null) return null;
    if (heightM - place.elevationM > lowM || (awayMps ?? 0) > levelMps) return null;
    return movementAt(position, position.at, true);
  }

  function beginFlight(position: RecordedPosition, since: number, before: GroundPhase | null): void {
    const { first } = state;
    const isSeen = before === 'ground';
    state.flying = {
      begunAt: isSeen ? since : (first?.at ?? since),
      endedAt: null,
      planId: null,
      offBlockAt: isSeen && state.hasStood ? state.rollingSince : null,
      takeOff: isSeen
        ? movementAt(position, since, false)
        : first && inferred(first, descent(first.verticalRateMps)),
      landing: null,
      onBlockAt: null,
    };
    touched.add(state.flying);
    forgetGround();
  }

  function land(position: RecordedPosition, since: number): void {
    const flight = state.flying;
    state.flying = null;
    forgetGround();
    if (!flight) return;
    flight.endedAt = since;
    flight.landing = movementAt(position, since, false);
    touched.add(flight);
    state.landed = flight;
  }

  function forgetGround(): void {
    state.landed = null;
    state.hasStood = false;
    state.rollingSince = null;
    state.standingSince = null;
  }

  function roll({ at, groundSpeedMps }: RecordedPosition): void {
    if (groundSpeedMps === null) return;
    if (groundSpeedMps >= standingMps) {
      state.standingSince = null;
      state.rollingSince ??= at;
      return;
    }
    state.standingSince ??= at;
    if (at - state.standingSince < standMs) return;
    state.hasStood = true;
    state.rollingSince = null;
    park(state.standingSince);
  }

  function park(at: number): void {
    const flight = state.landed;
    if (!flight) return;
    flight.onBlockAt = at;
    touched.add(flight);
    state.landed = null;
  }

  function end(): void {
    const { flying, last, standingSince } = state;
    if (flying && last) {
      flying.endedAt = last.at;
      flying.landing = inferred(last, last.verticalRateMps);
      touched.add(flying);
    }
    // Who is no longer heard at its stand has switched off there.
    if (standingSince !== null) park(standingSince);
    Object.assign(state, noFlightLog());
    watch = createGroundWatch(undefined, state.ground);
  }

  return {
    take(position, planId) {
      // Where it would be says nothing of where it is.
      if (position.isCoasting) return;
      if (state.last && position.at <= state.last.at) return;
      if (state.last && position.at - state.last.at > silentMs) end();
      state.first ??= position;
      state.last = position;
      const before = state.ground.known?.phase ?? null;
      const seen = watch.observe(position);
      if (seen && seen.phase !== before) {
        if (seen.phase === 'air') beginFlight(position, seen.since, before);
        else land(position, seen.since);
      }
      if (seen?.phase === 'ground') roll(position);
      if (state.flying && planId !== null && state.flying.planId !== planId) {
        state.flying.planId = planId;
        touched.add(state.flying);
      }
    },
    end,
    changed() {
      const flights = [...touched].filter(({ takeOff, landing }) => takeOff || landing);
      touched.clear();
      return flights;
    },
  };
}

const descent = (rateMps: number | null) => (rateMps === null ? null : -rateMps);

/** Metres above mean sea level, as near as the track knows it: within some hundred feet of pressure where nothing else is said. */
const heightOf = ({
  amslAltitudeM,
  geometricAltitudeM,
  pressureAltitudeM,
}: RecordedPosition): number | null => amslAltitudeM ?? geometricAltitudeM ?? pressureAltitudeM;
