import { direct, inverse, type LonLat, type Position } from '#domain/geo/geodesy.ts';

/** A runway as its aerodrome has it: thresholds in WGS-84 degrees, width in metres. */
export interface PlacedRunway {
  firstLatitude?: number | null;
  firstLongitude?: number | null;
  secondLatitude?: number | null;
  secondLongitude?: number | null;
  widthM?: number | null;
}

/** Where no width is recorded. */
const usualWidthM = 30;

/** Both thresholds, the first of the designator first; null: they are not recorded. */
export function thresholdsOf(runway: PlacedRunway): [Position, Position] | null {
  const { firstLatitude, firstLongitude, secondLatitude, secondLongitude } = runway;
  const values = [firstLatitude, firstLongitude, secondLatitude, secondLongitude];
  if (!values.every((value) => typeof value === 'number')) return null;
  const [a = 0, b = 0, c = 0, d = 0] = values;
  return [
    { latitude: a, longitude: b },
    { latitude: c, longitude: d },
  ];
}

/** The ground that a runway takes from threshold to threshold, as a closed ring; null: its thresholds are not recorded. */
export function runwayRing(runway: PlacedRunway): LonLat[] | null {
  const thresholds = thresholdsOf(runway);
  if (!thresholds) return null;
  const [first, second] = thresholds;
  const { distanceM, initialBearingDeg, finalBearingDeg } = inverse(first, second);
  if (distanceM === 0) return null;
  const halfM = (runway.widthM || usualWidthM) / 2;
  const corner = (at: Position, bearingDeg: number): LonLat => {
    const { longitude, latitude } = direct(at, bearingDeg, halfM);
    return [longitude, latitude];
  };
  const start = corner(first, initialBearingDeg - 90);
  return [
    start,
    corner(second, finalBearingDeg - 90),
    corner(second, finalBearingDeg + 90),
    corner(first, initialBearingDeg + 90),
    start,
  ];
}
