import { scan } from '#domain/conflicts/nets/index.ts';
import { stepLifeCycle, type Watched } from '#domain/conflicts/nets/life-cycle.ts';
import type { Scene, SceneArea, ScenePlan, SceneTarget } from '#domain/conflicts/nets/safety-net.ts';
import { createLiveSky, type LiveSky } from '#domain/conflicts/nets/sky.ts';
import { circleRing, direct, type LonLat } from '#domain/geo/geodesy.ts';
import { seeded } from '#domain/surveillance/scene/random.ts';
import { plainTarget } from '#domain/surveillance/track/target.ts';
import { sceneOf } from '#tests/domain/conflicts/nets/scene.ts';
import { type BenchRow, printRows } from './bench-row.ts';
import { percentile } from './served-page.ts';

const start = Date.UTC(2026, 10, 21, 4);
const scans = 40;

/** Aircraft over 900 × 900 km between 300 and 3,300 m; one in five by a plan with a route, one in ten turning. */
function sky(count: number) {
  const random = seeded(11).uniform;
  const plans = new Map<number, ScenePlan>();
  const targets = Array.from({ length: count }, (_, i): SceneTarget => {
    const here = { latitude: 29 + random() * 8, longitude: 102 + random() * 9.7 };
    const trackDeg = random() * 360;
    const planId = i % 5 === 0 ? i + 1 : null;
    if (planId !== null) {
      const route = [here, direct(here, trackDeg, 30_000)].map(
        ({ longitude, latitude }): LonLat => [longitude, latitude],
      );
      const volume = {
        polygons: [[circleRing(here, 20_000, 24)]],
        lower: null,
        upper: null,
        from: null,
        to: null,
      };
      plans.set(planId, {
        id: planId,
        planNumber: `FP${planId}`,
        callsigns: [],
        addresses: [],
        companyId: 1,
        companyName: 'Heron Aviation',
        state: 9,
        startAt: start - 3_600_000,
        endAt: start + 3_600_000,
        takeoffAt: start - 3_600_000,
        openOrder: null,
        volumes: [volume],
        places: [],
        route,
        safeAltitude: null,
        formation: null,
        contacts: [],
      });
    }
    return {
      ...plainTarget,
      ...here,
      id: i.toString(16),
      icao24: i.toString(16).padStart(6, '0'),
      callsign: `CW${i}`,
      pressureAltitudeM: 300 + random() * 3_000,
      geometricAltitudeM: null,
      groundSpeedMps: 40 + random() * 40,
      trackDeg,
      verticalRateMps: random() < 0.7 ? 0 : random() * 4 - 2,
      onGround: false,
      at: start,
      sourceId: 1,
      planId,
      turnDps: i % 10 === 3 ? 3 : 0,
    };
  });
  const areas = Array.from({ length: 300 }, (_, id): SceneArea => {
    const here = { latitude: 29 + random() * 8, longitude: 102 + random() * 9.7 };
    const uses = ['closed', 'prohibited', 'restricted', 'danger', 'training', 'managed'] as const;
    return {
      id,
      name: `A${id}`,
      use: uses[id % uses.length] ?? 'plain',
      volume: {
        polygons: [[circleRing(here, 2_000 + random() * 8_000, 36)]],
        lower: null,
        upper: { value: 1_000, unit: 'm', reference: 'STD' },
        from: null,
        to: null,
      },
      companyId: null,
      airspaceClass: null,
      densityLimit: null,
      separationM: null,
      separationVerticalM: null,
      minimumAltitudeM: null,
      figures: null,
    };
  });
  return { targets, plans, areas };
}

/** Moves everybody on by a second. */
function moved(targets: readonly SceneTarget[]): SceneTarget[] {
  return targets.map((target) => {
    const track = ((target.trackDeg ?? 0) * Math.PI) / 180;
    const metres = target.groundSpeedMps ?? 0;
    return {
      ...target,
      at: target.at + 1_000,
      latitude: target.latitude + (metres * Math.cos(track)) / 111_120,
      longitude: target.longitude + (metres * Math.sin(track)) / (111_120 * 0.84),
      trackDeg: ((target.trackDeg ?? 0) + target.turnDps + 360) % 360,
    };
  });
}

/** Time of the processor that this process has used, ms: others work on the machine as well. */
function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Every pair compared with every other, as is done where nothing is sorted: for comparison. */
function everyPair(targets: readonly SceneTarget[]): number {
  let near = 0;
  for (let i = 0; i < targets.length; i += 1) {
    for (let j = i + 1; j < targets.length; j += 1) {
      const [a, b] = [targets[i], targets[j]];
      if (a && b && Math.abs(a.latitude - b.latitude) < 0.02 && Math.abs(a.longitude - b.longitude) < 0.02)
        near += 1;
    }
  }
  return near;
}

/** The first 3,000 within 5 km, each flying as it likes: a crowd that nobody announced. */
function crowded(targets: readonly SceneTarget[]): SceneTarget[] {
  const random = seeded(5).uniform;
  const middle = { latitude: 33, longitude: 107 };
  return targets.map((target, i) =>
    i < 3_000
      ? { ...target, ...direct(middle, random() * 360, 5_000 * Math.sqrt(random())), planId: null }
      : target,
  );
}

/** As the server keeps it: what did not change since the last scan is not looked at again. */
function keptOf(targets: readonly SceneTarget[]): LiveSky {
  const kept = createLiveSky();
  for (const target of targets) kept.add(target);
  return kept;
}

const sceneAt = (nowMs: number, kept: LiveSky, plans: Scene['plans'], areas: readonly SceneArea[]): Scene =>
  sceneOf(kept.targets, { nowMs, sky: kept, plans, areas });

function measure(count: number, crowd = false) {
  const { plans, areas, targets: first } = sky(count);
  let targets = crowd ? crowded(first) : first;
  const kept = keptOf(targets);
  const state = new Map<string, Watched>();
  const taken: number[] = [];
  const processor: number[] = [];
  for (let s = 0; s < scans + 20; s += 1) {
    const used = processorMs();
    const at = performance.now();
    targets.forEach((target, i) => void kept.replace(i, target));
    const scene = sceneAt(start + s * 1_000, kept, plans, areas);
    const findings = scan(scene);
    stepLifeCycle(state, findings, scene.nowMs);
    // The first scans find nothing compiled yet.
    if (s >= 20) {
      taken.push(performance.now() - at);
      processor.push(processorMs() - used);
    }
    targets = moved(targets);
  }
  const at = performance.now();
  if (!crowd) everyPair(targets);
  return {
    p50: percentile(taken, 0.5),
    processorP50: percentile(processor, 0.5),
    p95: percentile(taken, 0.95),
    naiveMs: performance.now() - at,
    alerts: [...state.values()].filter(({ level }) => level !== null).length,
    largest: Math.max(0, ...[...state.values()].map(({ finding }) => finding.group?.length ?? 0)),
  };
}

function crowdRow(): BenchRow {
  const { p50, processorP50, p95, alerts, largest } = measure(10_000, true);
  return {
    name: 'the same with 3,000 of 10,000 within 5 km',
    value: processorP50,
    unit: 'ms',
    note: `of the processor; ${Math.round(p50)} ms by the clock, p95 ${Math.round(p95)} ms; ${alerts} alerts, one of ${largest} aircraft`,
  };
}

/** Of a flood: tracks of which neither height nor speed is known, most of them two at one place. */
function floodOf(count: number): SceneTarget[] {
  return Array.from({ length: count }, (_, i) => ({
    ...plainTarget,
    id: `f${i}`,
    icao24: (0x600000 + i).toString(16),
    callsign: null,
    latitude: 20 + Math.floor((i % 15_000) / 150) / 10,
    longitude: 110 + (i % 150) / 10,
    pressureAltitudeM: null,
    geometricAltitudeM: null,
    groundSpeedMps: null,
    trackDeg: null,
    verticalRateMps: null,
    onGround: false,
    at: start,
    sourceId: 2,
    planId: null,
    turnDps: 0,
  }));
}

/** Most of what is there does not change from scan to scan. */
function floodRow(): BenchRow {
  const { plans, areas, targets: first } = sky(2_000);
  const kept = keptOf([...first, ...floodOf(23_000)]);
  let targets = first;
  const processor: number[] = [];
  for (let s = 0; s < 30; s += 1) {
    targets = moved(targets);
    const used = processorMs();
    targets.forEach((target, i) => void kept.replace(i, target));
    scan(sceneAt(start + s * 1_000, kept, plans, areas));
    if (s >= 10) processor.push(processorMs() - used);
  }
  return {
    name: 'the same beside 23,000 of a flood, of which nothing but the place is known',
    value: percentile(processor, 0.5),
    unit: 'ms',
    note: 'of the processor; 2,000 tracks that move',
  };
}

function everywhereRows(): BenchRow[] {
  return [
    { count: 2_000, goal: 5 },
    { count: 10_000, goal: 25 },
  ].flatMap(({ count, goal }): BenchRow[] => {
    const { p50, processorP50, p95, naiveMs, alerts } = measure(count);
    const name = `scan of ${count.toLocaleString('en-US')} tracks by every net`;
    return [
      {
        name,
        value: processorP50,
        unit: 'ms',
        goal,
        goalIs: 'atMost',
        note: `of the processor, median of ${scans}; ${Math.round(p50)} ms by the clock; ${alerts} alerts`,
      },
      { name: `${name}, p95`, value: p95, unit: 'ms' },
      {
        name: `every pair of ${count.toLocaleString('en-US')} compared, nothing else`,
        value: naiveMs,
        unit: 'ms',
      },
    ];
  });
}

export async function run(): Promise<BenchRow[]> {
  return [crowdRow(), ...everywhereRows(), floodRow()];
}

if (process.argv[1] === import.meta.filename) printRows(await run());
