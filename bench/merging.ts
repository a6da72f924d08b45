import { adsbRecording } from '#bench/adsb-recording.ts';
import { createAllReports, type Heard, isNamed } from '#bench/recorded-mix.ts';
import { encounterReports, encounters } from '#domain/surveillance/scene/encounters.ts';
import { matchPoints } from '#domain/surveillance/scene/score.ts';
import { eastOf, northOf, planeAt } from '#domain/surveillance/track/plane.ts';
import { createTrackTable } from '#domain/surveillance/track/track-table.ts';
import { type BenchRow, printRows } from './bench-row.ts';

/**
 * How often two aircraft are shown as one, and one as two: on encounters that are flown by simulation, and on recorded
 * traffic of which a part is heard without its address, by FLARM or by a radar.
 */

const flownS = 180;
/** Until then tracks begin; what is shown counts from here on. */
const judgedFromS = 60;
const seeds = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

function encounterRows(): BenchRow[] {
  let seconds = 0;
  let hidden = 0;
  let doubled = 0;
  const rows: BenchRow[] = [];
  for (const encounter of encounters()) {
    let [ownSeconds, ownHidden, ownDoubled] = [0, 0, 0];
    for (const seed of seeds) {
      const table = createTrackTable();
      const { startMs, reports } = encounterReports(encounter, flownS, seed);
      let next = 0;
      for (let second = 1; second < flownS; second++) {
        const nowMs = startMs + second * 1000;
        for (let one = reports[next]; one && one.receivedAtMs <= nowMs; one = reports[++next]) {
          table.apply(one.report, one.sourceId, one.receivedAtMs);
        }
        table.sweep(nowMs);
        const { fromS, toS } = encounter.judged ?? { fromS: judgedFromS, toS: flownS };
        if (second < fromS || second > toS) continue;
        const aircraft = encounter.actors.length;
        ownSeconds += aircraft;
        ownHidden += Math.max(0, aircraft - table.size());
        ownDoubled += Math.max(0, table.size() - aircraft);
      }
    }
    seconds += ownSeconds;
    hidden += ownHidden;
    doubled += ownDoubled;
    rows.push({
      name: `  ${encounter.name}`,
      value: (100 * ownHidden) / ownSeconds,
      unit: '% hidden',
      note: `${((100 * ownDoubled) / ownSeconds).toFixed(1)} % shown twice`,
    });
  }
  return [
    {
      name: 'encounters: aircraft and seconds hidden in another target',
      value: (100 * hidden) / seconds,
      unit: '%',
      goal: 0.1,
      goalIs: 'atMost',
    },
    {
      name: 'encounters: aircraft and seconds shown twice',
      value: (100 * doubled) / seconds,
      unit: '%',
      goal: 5,
      goalIs: 'atMost',
    },
    ...rows,
  ];
}

/** What a target shows is of an aircraft within this. */
const withinM = 800;
const everyMs = 5_000;

function recordedRows(name: string, hours: number): BenchRow[] {
  const reports = adsbRecording(name);
  if (reports === null) console.log(`skipped: no recording ../shared/data/adsb/${name}.json.gz`);
  const [first] = reports ?? [];
  if (!reports || !first) return [];
  const untilMs = first.receivedAtMs + hours * 3_600_000;
  const plane = planeAt({ latitude: 46.8, longitude: 8 });
  const table = createTrackTable();
  const mix = createAllReports(7);
  const heard = new Map<string, Heard>();
  let [moments, hidden, hiddenNamed, doubled, lookedAt] = [0, 0, 0, 0, first.receivedAtMs];
  for (const timed of reports) {
    const nowMs = timed.receivedAtMs;
    if (nowMs > untilMs) break;
    while (nowMs - lookedAt >= everyMs) {
      lookedAt += everyMs;
      table.sweep(lookedAt);
      const fresh = (at: number) => lookedAt - at < 15_000;
      const truths = [...heard.values()].filter(({ at, reports }) => fresh(at) && reports >= 6);
      const near = [...heard.values()].filter(({ at }) => lookedAt - at < 60_000);
      const shown = [...table.tracks()].filter(({ at }) => fresh(at));
      const points = (list: readonly { latitude: number; longitude: number }[]) =>
        list.map((one) => ({ x: eastOf(plane, one.longitude), y: northOf(plane, one.latitude) }));
      const matched = matchPoints(points(truths), points(shown), withinM).pairs;
      const used = new Set(matched.map(({ track }) => track));
      // One that is not heard is shown where it should be by now, which is not where it was heard last.
      const rest = shown.filter(({ isCoasting }, i) => !used.has(i) && !isCoasting);
      moments += truths.length;
      const seen = new Set(matched.map(({ truth }) => truth));
      // One alone that has no target is not hidden by another: it was heard too seldom.
      const lost = truths.filter((one, i) => !seen.has(i) && near.some((other) => isBeside(one, other)));
      hidden += lost.length;
      hiddenNamed += lost.filter((one) => one.isNamed).length;
      // What is left over shows an aircraft that began a moment ago, or one again.
      const begun = near.filter((one) => !truths.includes(one) || one.reports < 6);
      doubled += rest.length - matchPoints(points(begun), points(rest), withinM).pairs.length;
    }
    for (const { report, sourceId } of mix(timed.report)) table.apply(report, sourceId, nowMs);
    const address = timed.report.icao24;
    if (address === null) continue;
    const before = heard.get(address);
    const isGap = before === undefined || timed.report.at - before.at > 60_000;
    heard.set(address, {
      at: timed.report.at,
      latitude: timed.report.latitude,
      longitude: timed.report.longitude,
      reports: isGap ? 1 : before.reports + 1,
      isNamed: isNamed(timed.report),
    });
  }
  const note = `${moments} aircraft and moments`;
  return [
    {
      name: `${name}: aircraft hidden in another target`,
      value: (100 * hidden) / moments,
      unit: '%',
      note,
    },
    {
      name: `${name}: of those that name themselves`,
      value: (100 * hiddenNamed) / moments,
      unit: '%',
      goal: 0.1,
      goalIs: 'atMost',
    },
    {
      name: `${name}: shown twice`,
      value: (100 * doubled) / moments,
      unit: '%',
      goal: 5,
      goalIs: 'atMost',
      note,
    },
  ];
}

const besideDeg = 0.03;
const isBeside = (one: Heard, other: Heard): boolean =>
  one !== other &&
  Math.abs(one.latitude - other.latitude) < besideDeg &&
  Math.abs(one.longitude - other.longitude) < besideDeg;

export async function run(): Promise<BenchRow[]> {
  return [
    ...encounterRows(),
    ...recordedRows('switzerland', 4),
    ...recordedRows('calfire', 200),
    ...recordedRows('oxford_cambridge', 200),
  ];
}

if (process.argv[1] === import.meta.filename) printRows(await run());
