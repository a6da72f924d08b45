import type { AlertLevel, NetName, SceneTarget } from '#domain/conflicts/nets/safety-net.ts';
import type { Position } from '#domain/geo/geodesy.ts';
import type { Text } from '#domain/text/errors.ts';

/** An alert that the safety nets raise over recorded traffic. Times UTC ms. */
export interface ReplayedAlert {
  net: NetName;
  /** What it is about: the same in two replays of the same traffic. */
  key: string;
  /** The highest that it reached. */
  level: AlertLevel;
  raisedAt: number;
  /** Null: still open at the end of the replay. */
  clearedAt: number | null;
  /** As it was when the highest level was reached. */
  reason: Text;
  targets: Pick<SceneTarget, 'id' | 'callsign' | 'icao24'>[];
  areaId: number | null;
  /** Of all flights that were in it. */
  planIds: number[];
  /** The position of its first aircraft when it was raised, otherwise a point of its airspace; null: it has neither. */
  place: Position | null;
}

/** A net that a replay does not evaluate, and why. */
export interface LeftOutNet {
  net: NetName;
  reason: Text;
}
