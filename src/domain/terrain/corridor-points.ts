import { direct, inverse, type LonLat, type Position } from '#domain/geo/geodesy.ts';

const metresPerDegree = 111_200;
const radians = Math.PI / 180;

/**
 * Places whose ground stands for that beside a line: rows across it, every `stepM` along and across, up to `reachM` from it,
 * and as far around its ends and corners. Laid out on a plane: good to a hundred metres at 25 km.
 */
export function corridorPoints(line: readonly LonLat[], reachM: number, stepM: number): Position[] {
  const points: Position[] = [];
  const across = Math.max(1, Math.round(reachM / stepM));
  /** Places from here in a direction, as far as it reaches. */
  const ray = (from: Position, bearingDeg: number) => {
    const north = Math.cos(bearingDeg * radians) / metresPerDegree;
    const east = Math.sin(bearingDeg * radians) / (metresPerDegree * Math.cos(from.latitude * radians));
    for (let i = 1; i <= across; i += 1) {
      const m = (reachM * i) / across;
      points.push({ latitude: from.latitude + north * m, longitude: from.longitude + east * m });
    }
  };
  for (let i = 0; i + 1 < line.length; i += 1) {
    const [from, to] = [line[i], line[i + 1]];
    if (!from || !to) continue;
    const [start, end] = [placeOf(from), placeOf(to)];
    const { distanceM, initialBearingDeg } = inverse(start, end);
    const steps = Math.max(1, Math.ceil(distanceM / stepM));
    for (let step = 0; step <= steps; step += 1) {
      const middle = direct(start, initialBearingDeg, (distanceM * step) / steps);
      points.push({ latitude: middle.latitude, longitude: middle.longitude });
      ray(middle, initialBearingDeg + 90);
      ray(middle, initialBearingDeg - 90);
    }
    for (const turn of [-75, -60, -45, -30, -15, 0, 15, 30, 45, 60, 75]) {
      ray(start, initialBearingDeg + 180 + turn);
      ray(end, initialBearingDeg + turn);
    }
  }
  return points;
}

const placeOf = ([longitude, latitude]: LonLat): Position => ({ longitude, latitude });
