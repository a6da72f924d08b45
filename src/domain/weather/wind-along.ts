import {
  type Altitude,
  type AltitudeContext,
  altitudeM,
  amslRange,
  pressureToAmslM,
} from '#domain/geo/altitude.ts';
import { inverse, type Position } from '#domain/geo/geodesy.ts';
import type { WindLevel, WindsAloft } from './weather.ts';

/** Winds over one place for one moment, with where that is. */
export interface PlacedWinds {
  id: number;
  isDemo: boolean;
  position: Position;
  decoded: WindsAloft;
}

/** What is forecast for a place, height and moment. */
export interface WindThere {
  /** The report, of which place, and how far away that is, metres. */
  id: number;
  station: string;
  distanceM: number;
  isDemo: boolean;
  /** When it was issued, the moment that it was forecast for, and between which it is to be used, UTC ms. */
  issuedAt: number;
  validAt: number;
  validFrom: number;
  validTo: number;
  /** From where, degrees true; null: variable. */
  directionDeg: number | null;
  speedMps: number;
  temperatureC: number | null;
}

/** So far below the lowest and above the highest of a table that level counts, metres. */
const beyondM = 300;
/** What is known of the air where nobody reported its pressure. */
const standardHpa = 1_013.25;

/** The middle of what an altitude may mean, metres above mean sea level; null: over ground that is not known. */
export function middleAmslM(altitude: Altitude, context: AltitudeContext): number | null {
  const standard = { lowest: standardHpa, highest: standardHpa };
  const range = amslRange(altitude, { ...context, qnhHpa: context.qnhHpa ?? standard });
  return range.known ? (range.lowestM + range.highestM) / 2 : null;
}

/**
 * The wind at a place (degrees WGS 84), a height (metres above mean sea level) and a moment (UTC ms): of the tables that are
 * to be used then those of the nearest place within `withinM`, of these the one whose moment is nearest; between two of its
 * levels by their heights. Levels above 1013.25 hPa are brought to mean sea level by `qnhHpa`, where that is known. Null:
 * nothing is forecast there, or the height lies farther than 300 m from all levels.
 */
export function windAt(
  winds: readonly PlacedWinds[],
  place: Position,
  { heightM, at, withinM, qnhHpa }: { heightM: number; at: number; withinM: number; qnhHpa: number | null },
): WindThere | null {
  const used = winds.filter(({ decoded }) => decoded.validFrom <= at && at < decoded.validTo);
  const near = used
    .map((one) => ({ one, distanceM: inverse(one.position, place).distanceM }))
    .filter(({ distanceM }) => distanceM <= withinM)
    .sort(
      (a, b) =>
        a.distanceM - b.distanceM ||
        Math.abs(a.one.decoded.validAt - at) - Math.abs(b.one.decoded.validAt - at) ||
        b.one.decoded.issuedAt - a.one.decoded.issuedAt,
    );
  for (const { one, distanceM } of near) {
    const { id, isDemo, decoded } = one;
    const found = levelAt(decoded.levels, heightM, qnhHpa ?? standardHpa);
    const { station, issuedAt, validAt, validFrom, validTo } = decoded;
    if (found) return { id, isDemo, station, distanceM, issuedAt, validAt, validFrom, validTo, ...found };
  }
  return null;
}

type Air = Pick<WindThere, 'directionDeg' | 'speedMps' | 'temperatureC'>;

function levelAt(levels: readonly WindLevel[], heightM: number, qnhHpa: number): Air | null {
  const placed = levels
    .flatMap(({ altitude, directionDeg, speedMps, temperatureC }) =>
      speedMps === null
        ? []
        : [{ heightM: amslOf(altitude, qnhHpa), air: { directionDeg, speedMps, temperatureC } }],
    )
    .sort((a, b) => a.heightM - b.heightM);
  const above = placed.findIndex((one) => one.heightM >= heightM);
  const [lower, upper] = [placed[above < 0 ? placed.length - 1 : above - 1], placed[above]];
  if (lower && upper) {
    const share = (heightM - lower.heightM) / (upper.heightM - lower.heightM);
    return between(lower.air, upper.air, share);
  }
  const nearest = lower ?? upper;
  return nearest && Math.abs(nearest.heightM - heightM) <= beyondM ? nearest.air : null;
}

const amslOf = (altitude: Altitude, qnhHpa: number): number =>
  altitude.reference === 'STD' ? pressureToAmslM(altitudeM(altitude), qnhHpa) : altitudeM(altitude);

/** Winds are added as arrows, so that 350° and 10° make north; what is variable is taken as it is from the nearer level. */
function between(a: Air, b: Air, share: number): Air {
  const temperatureC =
    a.temperatureC === null || b.temperatureC === null
      ? (share < 0.5 ? a : b).temperatureC
      : a.temperatureC + (b.temperatureC - a.temperatureC) * share;
  if (a.directionDeg === null || b.directionDeg === null) return { ...(share < 0.5 ? a : b), temperatureC };
  const arrow = (degrees: number, speed: number): [number, number] => {
    const turn = (degrees * Math.PI) / 180;
    return [speed * Math.sin(turn), speed * Math.cos(turn)];
  };
  const [ax, ay] = arrow(a.directionDeg, a.speedMps);
  const [bx, by] = arrow(b.directionDeg, b.speedMps);
  const [x, y] = [ax + (bx - ax) * share, ay + (by - ay) * share];
  const speedMps = Math.hypot(x, y);
  const degrees = ((Math.atan2(x, y) * 180) / Math.PI + 360) % 360;
  return { directionDeg: speedMps < 0.05 ? null : degrees, speedMps, temperatureC };
}

/**
 * What of a wind goes along a course and across it, m/s: `headMps` is positive from ahead and negative from behind, `crossMps`
 * positive from the right. Of a variable wind nothing is known but its speed: null.
 */
export function windOnCourse(
  { directionDeg, speedMps }: Pick<WindThere, 'directionDeg' | 'speedMps'>,
  courseDeg: number,
): { headMps: number; crossMps: number } | null {
  if (speedMps === 0) return { headMps: 0, crossMps: 0 };
  if (directionDeg === null) return null;
  const turn = ((directionDeg - courseDeg) * Math.PI) / 180;
  return { headMps: speedMps * Math.cos(turn), crossMps: speedMps * Math.sin(turn) };
}
