/** What is known of a source that is switched on. */
export interface HeardSource {
  /** Time of the last good message, UTC ms; null: none yet. */
  lastAt: number | null;
  /** What came of late; absent: the transport counts none. */
  octetsPerSecond?: number;
  /** Messages that could not be used since it was switched on. */
  errors: number;
  deadAfterS: number;
  /** What is wrong with it now; null or absent: nothing. */
  fault?: unknown;
}

/** `waiting`: switched on and not heard yet. `unreadable`: something comes, and none of it is a message of its format. */
export type SourceStanding = 'live' | 'dead' | 'fault' | 'waiting' | 'unreadable';

/** How a source stands at `nowMs`: by its age before all else, for what does not come is seen by nobody. */
export function sourceStanding(source: HeardSource, nowMs: number): SourceStanding {
  const { lastAt, octetsPerSecond = 0, errors, deadAfterS, fault } = source;
  if (fault) return 'fault';
  if (lastAt === null) return errors > 0 ? 'unreadable' : 'waiting';
  if (nowMs - lastAt <= deadAfterS * 1_000) return 'live';
  return octetsPerSecond > 0 ? 'unreadable' : 'dead';
}
