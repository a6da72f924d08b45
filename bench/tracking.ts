import { inverse } from '#domain/geo/geodesy.ts';
import { judge } from '#domain/surveillance/scene/judge.ts';
import { createScene } from '#domain/surveillance/scene/scene.ts';
import { judgedTable, nearestNeighbour } from '#domain/surveillance/scene/trackers.ts';
import { defaultTrackLimits } from '#domain/surveillance/track/limits.ts';
import { type Report, unsaid } from '#domain/surveillance/track/report.ts';
import type { Target } from '#domain/surveillance/track/target.ts';
import { createTrackTable } from '#domain/surveillance/track/track-table.ts';
import { adsbRecording } from './adsb-recording.ts';
import { type BenchRow, printRows } from './bench-row.ts';

/** 200 aircraft, three radars, multilateration and ADS-B; beside what a plain tracker makes of the same. */
function sceneRows(): BenchRow[] {
  const scene = createScene({ seed: 15, aircraft: 200, crossings: 10, seconds: 600 });
  const ours = judge(scene, judgedTable(scene.plane), 60);
  const plain = judge(scene, nearestNeighbour(scene.plane), 60);
  const note = `${scene.reports.length} reports in 600 s`;
  return [
    { name: 'aircraft and seconds with one track', value: 100 * ours.oneTrack, unit: '%', goal: 99.5, note },
    { name: 'the same, nearest neighbour', value: 100 * plain.oneTrack, unit: '%' },
    {
      name: 'identity swaps, ten crossings at 1 NM',
      value: ours.swapsAtCrossings,
      unit: '',
      goal: 0,
      goalIs: 'atMost',
    },
    { name: 'the same, nearest neighbour', value: plain.swapsAtCrossings, unit: '' },
    { name: 'identity swaps elsewhere', value: ours.otherSwaps, unit: '' },
    { name: 'the same, nearest neighbour', value: plain.otherSwaps, unit: '' },
    {
      name: 'position error beside the best single source',
      value: ours.errorM / ours.bestSourceM,
      unit: '×',
      goal: 0.7,
      goalIs: 'atMost',
      note: `${ours.errorM.toFixed(1)} m beside ${ours.bestSourceM.toFixed(1)} m`,
    },
    {
      name: 'GOSPA beside the nearest neighbour',
      value: ours.gospaM / plain.gospaM,
      unit: '×',
      goal: 1,
      goalIs: 'atMost',
      note: `${ours.gospaM.toFixed(0)} m beside ${plain.gospaM.toFixed(0)} m, cut at 500 m`,
    },
  ];
}

/** Ten thousand aircraft, each once a second: how much of one core that takes. */
function loadRow(): BenchRow {
  const aircraft = 10_000;
  const seconds = 20;
  const table = createTrackTable();
  const reports: Report[] = Array.from({ length: aircraft }, (_, i) => ({
    ...unsaid,
    icao24: (0x700000 + i).toString(16),
    callsign: `C${i}`,
    latitude: 20 + (i % 100) / 10,
    longitude: 100 + Math.floor(i / 100) / 10,
    pressureAltitudeM: 1_000,
    groundSpeedMps: 70,
    trackDeg: i % 360,
    onGround: false,
    timeResolutionS: 0.01,
    at: 0,
  }));
  let busyMs = 0;
  for (let second = 0; second < seconds; second++) {
    for (const [i, report] of reports.entries()) {
      report.at = second * 1000 + (i % 900);
      report.latitude += (70 * Math.cos((i % 360) * (Math.PI / 180))) / 111_000;
      report.longitude += (70 * Math.sin((i % 360) * (Math.PI / 180))) / 100_000;
    }
    const began = performance.now();
    for (const report of reports) table.apply(report, 1, second * 1000 + 950);
    table.sweep(second * 1000 + 999);
    if (second >= 5) busyMs += performance.now() - began;
  }
  const share = busyMs / ((seconds - 5) * 10);
  return {
    name: '10,000 aircraft at 1 Hz, of one core',
    value: share,
    unit: '%',
    goal: 50,
    goalIs: 'atMost',
  };
}

const recordings =
  'calfire ign_fontainebleau luberon noisy_landing oxford_cambridge pixair_toulouse rega_zh switzerland toulouse vasaloppet';

/** No move on the recordings may be faster than an aircraft. */
function recordedRow(): BenchRow {
  let moves = 0;
  let leaps = 0;
  for (const name of recordings.split(' ')) {
    const reports = adsbRecording(name);
    if (reports === null) continue;
    const table = createTrackTable();
    const before = new Map<string, Target>();
    let swept = 0;
    for (const { receivedAtMs, report } of reports) {
      if (receivedAtMs - swept >= 1_000) {
        for (const id of table.sweep(receivedAtMs)) before.delete(id);
        swept = receivedAtMs;
      }
      const applied = table.apply(report, 1, receivedAtMs);
      if (!applied.accepted) continue;
      const last = before.get(applied.track.id);
      before.set(applied.track.id, applied.track);
      if (last === undefined) continue;
      moves++;
      const elapsedS = (applied.track.at - last.at) / 1000;
      const reachM = defaultTrackLimits.maxSpeedMps * elapsedS + defaultTrackLimits.positionSlackM;
      if (inverse(last, applied.track).distanceM > reachM) leaps++;
    }
  }
  return {
    name: 'moves above 700 m/s + 500 m on the recordings',
    value: leaps,
    unit: '',
    goal: 0,
    goalIs: 'atMost',
    note: `of ${moves}`,
  };
}

export async function run(): Promise<BenchRow[]> {
  return [...sceneRows(), loadRow(), recordedRow()];
}

if (process.argv[1] === import.meta.filename) printRows(await run());
