/** How far flights are, in the order in which a watch looks at them. */
export const flightGroups = ['air', 'released', 'requested', 'planned', 'ended'] as const;
export type FlightGroup = (typeof flightGroups)[number];

/** What the order of a flight follows from; times are UTC ISO 8601. */
export interface OrderedFlight {
  id: number;
  callsign: string;
  s_FLT: number;
  sobt: string | null;
  aldt: string | null;
  eldt: string | null;
}

const ended = new Set([200, 230, 240]);

export function groupOf(status: number): FlightGroup {
  if (ended.has(status)) return 'ended';
  if (status >= 150) return 'air';
  if (status >= 80) return 'released';
  return status === 70 ? 'requested' : 'planned';
}

const rank = new Map(flightGroups.map((group, index) => [group, index]));

/**
 * The order of the flight list: by how far they are; in the air who lands first, before that who leaves first, and of
 * those that ended the last one first.
 */
export function compareFlights(a: OrderedFlight, b: OrderedFlight): number {
  const group = groupOf(a.s_FLT);
  const byGroup = (rank.get(group) ?? 0) - (rank.get(groupOf(b.s_FLT)) ?? 0);
  if (byGroup !== 0) return byGroup;
  return byTime(group, a, b) || compare(a.callsign, b.callsign) || a.id - b.id;
}

function byTime(group: FlightGroup, a: OrderedFlight, b: OrderedFlight): number {
  if (group === 'ended') return compare(b.aldt ?? b.sobt ?? '', a.aldt ?? a.sobt ?? '');
  const at = (flight: OrderedFlight) => (group === 'air' ? flight.eldt : flight.sobt) ?? '9';
  return compare(at(a), at(b));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
