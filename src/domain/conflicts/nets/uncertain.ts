import type { Position } from '#domain/geo/geodesy.ts';
import type { Text } from '#domain/text/errors.ts';

/** Where positions are less certain than usual, as under GNSS interference: there the nets of separation and areas are widened. */
export interface Uncertain {
  /** How far a target there may be from where it is shown, metres; 0: as usual. */
  atM(place: Position): number;
  /** The most of all places. */
  mostM: number;
  /** Where, for the note of the alert list. */
  note: Text;
}

/** Of two whose errors are independent. */
export const bothM = (one: number, two: number): number => Math.hypot(one, two);

/** The finding with a reason that says by how much its limits are widened. */
export function asWidened<F extends { reason: Text }>(finding: F, byM: number): F {
  if (byM <= 0) return finding;
  const { key, values } = finding.reason;
  finding.reason = { key: 'alert.widened', values: { ...values, reason: key, widenedM: Math.round(byM) } };
  return finding;
}
