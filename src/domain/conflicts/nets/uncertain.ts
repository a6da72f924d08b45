import type { Position } from '#domain/geo/geodesy.ts';
import type { Geometry } from '#domain/geo/geojson.ts';
import type { Text } from '#domain/text/errors.ts';

/** Where positions are less certain than usual, as under GNSS interference: there the nets of separation and areas are widened. */
export interface Uncertain {
  /** How far a target there may be from where it is shown, metres; 0: as usual. */
  atM(place: Position): number;
  /** The most of all places. */
  mostM: number;
  /** Where, for the note of the alert list. */
  note: Text;
  /** Where GNSS interference is evident, each connected region once. */
  regions: readonly UncertainRegion[];
}

export interface UncertainRegion {
  /** The same as long as it lasts. */
  id: string;
  middle: Position;
  /** All of it. */
  area: Geometry;
  /** Where, since when and how many aircraft, for its alert. */
  reason: Text;
}

/** Of two whose errors are independent. */
export const bothM = (one: number, two: number): number => Math.hypot(one, two);

/** The finding with a reason that says by how much its limits are widened. */
export function asWidened<F extends { reason: Text }>(finding: F, byM: number): F {
  if (byM <= 0) return finding;
  const { key, values } = finding.reason;
  finding.reason = { key: 'alert.widened', values: { ...values, widened: key, widenedM: Math.round(byM) } };
  return finding;
}
