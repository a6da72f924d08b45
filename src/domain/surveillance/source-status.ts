/** State of a source that is switched on. */
export interface HeardSource {
  /** Time of the last good message, UTC ms; null: none yet. */
  lastAt: number | null;
  /** Current rate; absent: the transport does not count octets. */
  octetsPerSecond?: number;
  /** Messages that could not be used since it was switched on. */
  errors: number;
  deadAfterS: number;
  /** Its present error; null or absent: none. */
  fault?: unknown;
}

/** `waiting`: nothing received yet. `unreadable`: data arrive, but no valid message of its format. */
export type SourceStatus = 'live' | 'dead' | 'fault' | 'waiting' | 'unreadable';

/** Status of a source at `nowMs`, UTC. An error comes first, then the age of its last good message. */
export function sourceStatus(source: HeardSource, nowMs: number): SourceStatus {
  const { lastAt, octetsPerSecond = 0, errors, deadAfterS, fault } = source;
  if (fault) return 'fault';
  if (lastAt === null) return errors > 0 ? 'unreadable' : 'waiting';
  if (nowMs - lastAt <= deadAfterS * 1_000) return 'live';
  return octetsPerSecond > 0 ? 'unreadable' : 'dead';
}
