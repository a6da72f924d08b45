import { assign, type Pairing } from '#domain/surveillance/track/assignment.ts';

export interface Point {
  x: number;
  y: number;
}

/**
 * Generalized optimal sub-pattern assignment (Rahmathullah, García-Fernández and Svensson 2017) with p = 2, α = 2:
 * metres; what is missed and what is false costs cut/√2 each, errors count up to `cutM`.
 */
export function gospaM(truths: readonly Point[], tracks: readonly Point[], cutM: number): number {
  const { pairs } = matchPoints(truths, tracks, cutM);
  let sum = 0;
  for (const { distanceM } of pairs) sum += distanceM * distanceM;
  const alone = truths.length + tracks.length - 2 * pairs.length;
  return Math.sqrt(sum + (alone * cutM * cutM) / 2);
}

export interface Match {
  truth: number;
  track: number;
  distanceM: number;
}

/** Which track shows which aircraft: all together as near as can be, none farther than `withinM`. */
export function matchPoints(
  truths: readonly Point[],
  tracks: readonly Point[],
  withinM: number,
): { pairs: Match[] } {
  const pairings: Pairing[] = [];
  const cells = new Map<string, number[]>();
  const cell = (value: number) => Math.floor(value / withinM);
  for (const [column, { x, y }] of tracks.entries()) {
    const key = `${cell(x)}:${cell(y)}`;
    const members = cells.get(key);
    if (members) members.push(column);
    else cells.set(key, [column]);
  }
  for (const [row, { x, y }] of truths.entries()) {
    for (let dx = -1; dx <= 1; dx++) {
      for (let dy = -1; dy <= 1; dy++) {
        for (const column of cells.get(`${cell(x) + dx}:${cell(y) + dy}`) ?? []) {
          const track = tracks[column];
          if (track === undefined) continue;
          const distance = Math.hypot(track.x - x, track.y - y);
          if (distance <= withinM) pairings.push({ row, column, cost: distance * distance });
        }
      }
    }
  }
  const chosen = assign(truths.length, pairings, withinM * withinM);
  const pairs: Match[] = [];
  for (const [truth, track] of chosen.entries()) {
    const there = truths[truth];
    const seen = tracks[track];
    if (!there || !seen) continue;
    pairs.push({ truth, track, distanceM: Math.hypot(there.x - seen.x, there.y - seen.y) });
  }
  return { pairs };
}
