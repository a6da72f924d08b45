/** Degrees, WGS-84. */
type Corner = [longitude: number, latitude: number];

/** A side of an outline or a line, and its box, in degrees. */
export interface Side {
  /** Place in the outline, from 0. */
  index: number;
  from: Corner;
  to: Corner;
  west: number;
  east: number;
  south: number;
  north: number;
}

const same = (a: Corner, b: Corner): boolean => a[0] === b[0] && a[1] === b[1];

/** The sides of a line from corner to corner; a corner that is written twice in a row begins none. */
export function sidesOf(path: readonly Corner[]): Side[] {
  const sides: Side[] = [];
  let from = path[0];
  for (const to of path.slice(1)) {
    if (!from || same(from, to)) continue;
    const [west, east] = from[0] < to[0] ? [from[0], to[0]] : [to[0], from[0]];
    const [south, north] = from[1] < to[1] ? [from[1], to[1]] : [to[1], from[1]];
    sides.push({ index: sides.length, from, to, west, east, south, north });
    from = to;
  }
  return sides;
}

/** Degrees by which boxes may miss each other and count as met: a millimetre. */
const nearDeg = 1e-8;

/**
 * Does `meets` hold of any two sides whose boxes meet? They are swept from west to east, so that most pairs are never
 * asked about; the search ends at the first that holds.
 */
export function someMeeting(sides: readonly Side[], meets: (a: Side, b: Side) => boolean): boolean {
  let active: Side[] = [];
  for (const side of sides.toSorted((a, b) => a.west - b.west)) {
    active = active.filter((other) => other.east >= side.west - nearDeg);
    for (const other of active) {
      if (other.south > side.north + nearDeg || other.north < side.south - nearDeg) continue;
      if (meets(side, other)) return true;
    }
    active.push(side);
  }
  return false;
}
