import { defaultBuffers, type Volume4d } from '#domain/conflicts/strategic.ts';
import { VolumeIndex } from '#domain/conflicts/volume-index.ts';
import { circleRing, direct } from '#domain/geo/geodesy.ts';
import type { Coordinates, Geometry } from '#domain/geo/geojson.ts';
import { type BenchRow, machine, printRows } from './bench-row.ts';
import { percentile } from './served-page.ts';

const plans = 2_000;
const start = Date.UTC(2026, 10, 21);
const hourMs = 3_600_000;

/** The same numbers in every run (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Flights over one region within a week, far denser than any are: corridors, drawn areas, circles. */
function flight(random: () => number, id: number): Volume4d {
  const longitude = 100 + random() * 10;
  const latitude = 27 + random() * 8;
  const from = start + Math.floor(random() * 7 * 24) * hourMs;
  const floor = Math.floor(random() * 30) * 100;
  return {
    owner: { resource: 'plan', id, label: `P${id}` },
    part: 0,
    ...extent(random, { latitude, longitude }),
    lower: { value: floor, unit: 'm', reference: 'AMSL' },
    upper: { value: floor + 300, unit: 'm', reference: 'AMSL' },
    from,
    to: from + hourMs + random() * 2 * hourMs,
  };
}

function extent(
  random: () => number,
  at: { latitude: number; longitude: number },
): { footprint: Geometry; marginM: number } {
  const kind = random();
  if (kind < 0.5) {
    const points: Coordinates[] = [[at.longitude, at.latitude]];
    let here = at;
    let bearing = random() * 360;
    for (let leg = 0; leg < 3; leg += 1) {
      bearing += random() * 60 - 30;
      here = direct(here, bearing, 5_000 + random() * 30_000);
      points.push([here.longitude, here.latitude]);
    }
    return { footprint: { type: 'LineString', coordinates: points }, marginM: 1_000 };
  }
  if (kind < 0.8) {
    const ring = circleRing(at, 2_000 + random() * 8_000, 12);
    return { footprint: { type: 'Polygon', coordinates: [ring] }, marginM: 0 };
  }
  return {
    footprint: { type: 'Point', coordinates: [at.longitude, at.latitude] },
    marginM: 1_000 + random() * 5_000,
  };
}

interface Measured {
  buildMs: number;
  /** Of the processor, which on a machine that others use as well is less than the clock says. */
  buildProcessorMs: number;
  p50: number;
  p99: number;
  processorP99: number;
  matches: number;
  meanMs: number;
}

/** Time of the processor that this process has used, ms. */
function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function measure(count: number): Measured {
  const random = seeded(7);
  const volumes = Array.from({ length: count }, (_, i) => flight(random, i));
  const index = new VolumeIndex<Volume4d>();
  const built = performance.now();
  const builtProcessor = processorMs();
  index.load(volumes.map((volume) => [`plan:${volume.owner.id}`, [volume]] as const));
  const buildMs = performance.now() - built;
  const buildProcessorMs = processorMs() - builtProcessor;
  const wanted = Array.from({ length: plans }, (_, i) => flight(random, count + i));
  // The first questions find nothing compiled yet.
  for (let i = 0; i < 300; i += 1) index.conflicts([flight(random, -1)], defaultBuffers);
  let matches = 0;
  const processor: number[] = [];
  const taken = wanted.map((plan) => {
    const used = processorMs();
    const at = performance.now();
    matches += index.conflicts([plan], defaultBuffers).length;
    const ms = performance.now() - at;
    processor.push(processorMs() - used);
    return ms;
  });
  const meanMs = taken.reduce((sum, ms) => sum + ms, 0) / taken.length;
  return {
    buildMs,
    buildProcessorMs,
    p50: percentile(taken, 0.5),
    p99: percentile(taken, 0.99),
    processorP99: percentile(processor, 0.99),
    matches,
    meanMs,
  };
}

/** A plan against all that is active. */
export async function run(): Promise<BenchRow[]> {
  // Once for the compiler.
  measure(10_000);
  const sizes = [10_000, 100_000, 200_000].map((count) => ({ count, ...measure(count) }));
  const [small, middle] = sizes;
  const [hundred] = sizes.filter(({ count }) => count === 100_000);
  if (!small || !middle || !hundred) throw new Error('nothing was measured');
  const perMatch = ({ meanMs, matches }: Measured) => (meanMs * plans) / Math.max(1, matches);
  const large = sizes.at(-1) ?? middle;
  return [
    {
      name: 'conflict: index of 100,000 volumes built',
      value: hundred.buildMs / 1000,
      unit: 's',
      goal: 2,
      goalIs: 'atMost',
      note: `processor ${(hundred.buildProcessorMs / 1000).toFixed(2)} s, ${machine()}`,
    },
    {
      name: 'conflict: one plan against 100,000, p50',
      value: hundred.p50,
      unit: 'ms',
      goal: 0.3,
      goalIs: 'atMost',
      note: `${plans} plans, ${hundred.matches} conflicts`,
    },
    {
      name: 'conflict: one plan against 100,000, p99',
      value: hundred.p99,
      unit: 'ms',
      goal: 2,
      goalIs: 'atMost',
      note: `processor ${hundred.processorP99.toFixed(2)} ms`,
    },
    {
      name: 'conflict: cost of a match at 200,000 over that at 10,000',
      value: perMatch(large) / perMatch(small),
      unit: 'times',
      goal: 1,
      goalIs: 'atMost',
      note: sizes
        .map(
          ({ count, meanMs, matches }) =>
            `${count / 1000}k: mean ${(meanMs * 1000).toFixed(0)} µs, ${matches} conflicts`,
        )
        .join('; '),
    },
  ];
}

if (process.argv[1] === import.meta.filename) printRows(await run());
