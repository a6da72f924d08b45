import { direct, inverse, type Position } from '#domain/geo/geodesy.ts';

export interface ProfilePoint extends Position {
  /** Along the line, metres. */
  distanceM: number;
}

/**
 * Points along a line on its geodesics, its corners among them, `stepM` apart at most and about `most` of them: the steps of
 * a long line are longer.
 */
export function profilePoints(line: readonly Position[], stepM: number, most: number): ProfilePoint[] {
  const [first] = line;
  if (!first) return [];
  let from = first;
  const legs = line.slice(1).map((to) => {
    const leg = { from, to, ...inverse(from, to) };
    from = to;
    return leg;
  });
  const whole = legs.reduce((sum, { distanceM }) => sum + distanceM, 0);
  const step = Math.max(stepM, whole / Math.max(1, most));
  const points: ProfilePoint[] = [{ ...first, distanceM: 0 }];
  let passedM = 0;
  for (const leg of legs) {
    const parts = Math.ceil(leg.distanceM / step);
    for (let part = 1; part < parts; part++) {
      const alongM = (leg.distanceM * part) / parts;
      points.push({ ...direct(leg.from, leg.initialBearingDeg, alongM), distanceM: passedM + alongM });
    }
    passedM += leg.distanceM;
    points.push({ ...leg.to, distanceM: passedM });
  }
  return points;
}
