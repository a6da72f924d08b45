/** By what a flight is named; null or absent: not by this. */
export interface FlightNames {
  callsign?: string | null;
  /** 24-bit address, hexadecimal. */
  icao24?: string | null;
  registration?: string | null;
  /** Of the target. */
  id?: string;
}

export type FlightFilter = (names: FlightNames) => boolean;

/**
 * Whether one of a flight's names is among these, in either case; `*` stands for any characters, and hyphens do not count
 * (`B-70*` finds `B70YK`). No patterns: every flight.
 */
export function flightFilter(patterns: readonly string[]): FlightFilter {
  if (patterns.length === 0) return () => true;
  const expressions = patterns.map(expressionOf);
  return ({ callsign, icao24, registration, id }) =>
    [callsign, icao24, registration, id].some(
      (name) => name && expressions.some((one) => one.test(plain(name))),
    );
}

const plain = (name: string) => name.trim().replaceAll('-', '').toUpperCase();

function expressionOf(pattern: string): RegExp {
  // Neighbouring asterisks would make the match slow.
  const parts = plain(pattern).replaceAll(/\*+/g, '*').split('*');
  return new RegExp(`^${parts.map((part) => part.replaceAll(/[^A-Z0-9]/g, '\\$&')).join('.*')}$`);
}
