import { eastOf, northOf } from '#domain/surveillance/track/plane.ts';
import type { Report } from '#domain/surveillance/track/report.ts';
import { type Scene, type SceneReport, stateAt } from './scene.ts';
import { gospaM, matchPoints, type Point } from './score.ts';

/** What a tracker shows at a moment, brought to that moment by its own velocity; and as it was said last. */
export interface Shown extends Point {
  id: string;
  /** Time of its last position, UTC ms, and that position. */
  at: number;
  lastX: number;
  lastY: number;
}

/** A tracker under judgement. */
export interface Judged {
  take(report: Report, sourceId: number, nowMs: number): void;
  /** Called once a second. */
  show(nowMs: number): Shown[];
}

export interface Judgement {
  /** Share of aircraft and seconds with exactly one track. */
  oneTrack: number;
  /** How often the track of an aircraft of a crossing went over to another, and how often any other track did. */
  swapsAtCrossings: number;
  otherSwaps: number;
  /** Root mean square error of the last positions, metres. */
  errorM: number;
  /** The same of the raw positions of the best source of each aircraft. */
  bestSourceM: number;
  /** Mean over the scene. */
  gospaM: number;
}

/** A track is of the aircraft that it is nearest to, within this. */
const withinM = 1_200;
const gospaCutM = 500;

/** Flies a scene past a tracker and judges it from `fromS` on, when all radars have turned a few times. */
export function judge(scene: Scene, tracker: Judged, fromS: number): Judgement {
  const seconds = Math.min(...scene.flights.map(({ states }) => states.length)) - 1;
  const aircraftOf = new Map<string, number>();
  let next = 0;
  let moments = 0;
  let ones = 0;
  let swapsAtCrossings = 0;
  let otherSwaps = 0;
  let gospaSum = 0;
  const squares = scene.flights.map(() => ({ sum: 0, count: 0 }));
  for (let second = 1; second < seconds; second++) {
    const nowMs = scene.startMs + second * 1000;
    for (let one = scene.reports[next]; one && one.receivedAtMs <= nowMs; one = scene.reports[++next]) {
      tracker.take(one.report, one.sourceId, one.receivedAtMs);
    }
    const shown = tracker.show(nowMs);
    if (second < fromS) continue;
    const truths = scene.flights.flatMap((flight) => stateAt(flight, second) ?? []);
    gospaSum += gospaM(truths, shown, gospaCutM);
    const { pairs } = matchPoints(truths, shown, withinM);
    const tracks = tracksOfEach(truths, shown);
    for (const count of tracks) if (count === 1) ones++;
    moments += truths.length;
    for (const { truth, track } of pairs) {
      const seen = shown[track];
      if (!seen) continue;
      const before = aircraftOf.get(seen.id);
      if (before !== undefined && before !== truth) {
        if (Math.min(before, truth) < scene.crossing) swapsAtCrossings++;
        else otherSwaps++;
      }
      aircraftOf.set(seen.id, truth);
      addError(scene, truth, seen, squares[truth]);
    }
  }
  return {
    oneTrack: ones / moments,
    swapsAtCrossings,
    otherSwaps,
    errorM: rootMean(squares),
    bestSourceM: bestSource(scene),
    gospaM: gospaSum / (seconds - fromS),
  };
}

function tracksOfEach(truths: readonly Point[], shown: readonly Shown[]): Int32Array {
  const counts = new Int32Array(truths.length);
  for (const { x, y } of shown) {
    let nearest = -1;
    let leastM = withinM;
    for (const [i, truth] of truths.entries()) {
      const distance = Math.hypot(truth.x - x, truth.y - y);
      if (distance >= leastM) continue;
      leastM = distance;
      nearest = i;
    }
    if (nearest >= 0) counts[nearest] = (counts[nearest] ?? 0) + 1;
  }
  return counts;
}

interface Squares {
  sum: number;
  count: number;
}

function addError(scene: Scene, truth: number, seen: Shown, into: Squares | undefined): void {
  const flight = scene.flights[truth];
  const state = flight && stateAt(flight, (seen.at - scene.startMs) / 1000);
  if (!state || !into) return;
  into.sum += (state.x - seen.lastX) ** 2 + (state.y - seen.lastY) ** 2;
  into.count++;
}

/** Of each aircraft the mean square, and of all the root of their mean. */
function rootMean(squares: readonly Squares[]): number {
  const seen = squares.filter(({ count }) => count > 0);
  return Math.sqrt(seen.reduce((total, { sum, count }) => total + sum / count, 0) / Math.max(1, seen.length));
}

function bestSource(scene: Scene): number {
  const bySource = scene.flights.map(() => new Map<number, Squares>());
  for (const one of scene.reports) addRaw(scene, one, bySource);
  return rootMean(
    bySource.map((sources) =>
      [...sources.values()].reduce(
        (best, one) => (one.sum / one.count < best.sum / best.count ? one : best),
        {
          sum: Number.POSITIVE_INFINITY,
          count: 1,
        },
      ),
    ),
  );
}

function addRaw(
  scene: Scene,
  { flight: index, sourceId, report }: SceneReport,
  into: Map<number, Squares>[],
): void {
  const flight = scene.flights[index];
  const state = flight && stateAt(flight, (report.at - scene.startMs) / 1000);
  const sources = into[index];
  if (!state || !sources) return;
  const squares = sources.get(sourceId) ?? { sum: 0, count: 0 };
  squares.sum +=
    (eastOf(scene.plane, report.longitude) - state.x) ** 2 +
    (northOf(scene.plane, report.latitude) - state.y) ** 2;
  squares.count++;
  sources.set(sourceId, squares);
}
