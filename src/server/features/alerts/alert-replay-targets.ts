import type { RecordedTrack } from '#contract/playback.ts';
import { movedBy, velocityOf } from '#domain/conflicts/nets/local-plane.ts';
import { type RecordedPosition, unpackPositions } from '#domain/surveillance/recording/positions.ts';
import { addressTypeIn } from '#domain/surveillance/track/report.ts';
import { plainTarget, type Target } from '#domain/surveillance/track/target.ts';

/** How long a target is shown after its last position: moved on along its course, and at all. */
export interface Ageing {
  coastForMs: number;
  dropAfterMs: number;
}

/** A target is moved on once it is not heard for so long, or for so many of its intervals, as the tracker does. */
const [unheardMs, unheardIntervals] = [6_000, 2.5];

interface Followed {
  known: Omit<RecordedTrack, 'minutes'>;
  /** Those that the replay has not reached yet, in the order of their time. */
  ahead: RecordedPosition[];
  next: number;
  last: RecordedPosition | null;
  /** Between its last two positions, ms. */
  intervalMs: number;
  /** The same object as long as nothing changes, so that nothing of it is worked out again. */
  target: Target | null;
}

/** Targets of a moment of recorded traffic. The recording holds neither codes nor warnings, accuracy or number of sources. */
export function createRecordedTargets({ coastForMs, dropAfterMs }: Ageing) {
  const followed = new Map<string, Followed>();
  let heardAt = Number.NEGATIVE_INFINITY;

  function advance(one: Followed, nowMs: number): void {
    for (;;) {
      const position = one.ahead[one.next];
      if (!position || position.at > nowMs) return;
      if (one.last) one.intervalMs = Math.max(1_000, position.at - one.last.at);
      one.last = position;
      one.next += 1;
      one.target = null;
    }
  }

  return {
    /** Adds what comes next, each track's positions later than those it has. */
    add(tracks: readonly RecordedTrack[]): void {
      for (const { minutes, ...known } of tracks) {
        const one = followed.get(known.track);
        const after = one?.ahead.at(-1)?.at ?? one?.last?.at ?? Number.NEGATIVE_INFINITY;
        const positions = minutes
          .flatMap(({ data }) => unpackPositions(Buffer.from(data, 'base64')))
          .filter(({ at, isCoasting }) => !isCoasting && at > after)
          .sort((a, b) => a.at - b.at);
        if (one) {
          one.ahead = [...one.ahead.slice(one.next), ...positions];
          one.next = 0;
          if (one.known.planId !== known.planId || one.known.callsign !== known.callsign) one.target = null;
          one.known = known;
        } else {
          followed.set(known.track, {
            known,
            ahead: positions,
            next: 0,
            last: null,
            intervalMs: 1_000,
            target: null,
          });
        }
      }
    },
    /** The targets of a moment, which is no earlier than that of the last call. */
    *at(nowMs: number): Generator<{ target: Target }> {
      for (const [id, one] of followed) {
        advance(one, nowMs);
        const { last } = one;
        if (!last) continue;
        const ageMs = nowMs - last.at;
        if (ageMs >= dropAfterMs) {
          if (one.next >= one.ahead.length) followed.delete(id);
          else Object.assign(one, { last: null, target: null });
          continue;
        }
        heardAt = Math.max(heardAt, last.at);
        if (!last.onGround && ageMs > Math.max(unheardMs, unheardIntervals * one.intervalMs)) {
          if (ageMs <= coastForMs || !one.target?.isCoasting)
            one.target = movedOn(targetOf(one.known, last), Math.min(ageMs, coastForMs));
        } else one.target ??= targetOf(one.known, last);
        yield { target: one.target };
      }
    },
    /** UTC ms of the last position of all that was shown. */
    get heardAt() {
      return heardAt;
    },
  };
}

function targetOf(known: Followed['known'], position: RecordedPosition): Target {
  const { track: id, icao24, addressType, callsign, sourceId, planId } = known;
  return {
    ...plainTarget,
    ...position,
    id,
    icao24,
    addressType: addressTypeIn(addressType),
    callsign,
    sourceId,
    planId,
  };
}

function movedOn(target: Target, byMs: number): Target {
  const { x, y } = velocityOf(target);
  const s = byMs / 1_000;
  return { ...target, ...movedBy(target, x * s, y * s), isCoasting: true };
}
