import { scan } from '#domain/conflicts/nets/index.ts';
import { stepLifeCycle, type Watched } from '#domain/conflicts/nets/life-cycle.ts';
import {
  type AlertLevel,
  alertLevels,
  netNames,
  rankOf,
  type Scene,
  type SceneFeed,
} from '#domain/conflicts/nets/safety-net.ts';
import { steadinessAt } from '#domain/conflicts/nets/steadiness.ts';
import { atOnce } from '#domain/steps.ts';
import { targetOf } from '#domain/surveillance/track/track.ts';
import { createTrackTable } from '#domain/surveillance/track/track-table.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import { resources } from '#resources';
import { createParameters } from '#server/db/stored-parameters.ts';
import { seedDemoAirspaces } from '#server/demo/demo-airspaces.ts';
import { createDemoPlans } from '#server/demo/demo-plans.ts';
import { createSceneFlight } from '#server/demo/demo-scene-flight.ts';
import { planned } from '#server/demo/demo-scenes.ts';
import { demoFlight } from '#server/demo/demo-traffic.ts';
import { visitorMessages, visitorSources } from '#server/demo/demo-visitors.ts';
import { adsbBlocks, type DemoFlight, recordOf } from '#server/demo/generator.ts';
import { demoSource } from '#server/demo/seed-demo.ts';
import { createCatalogue } from '#server/engine/records/catalogue.ts';
import { netValues, steadinessValues } from '#server/features/alerts/net-parameters.ts';
import { sceneAt } from '#server/features/alerts/scene-at.ts';
import { createSceneReader, noSceneData } from '#server/features/alerts/scene-data.ts';
import { createTrackMemory } from '#server/features/alerts/track-memory.ts';
import { flyablePlans } from '#server/features/plans/active-plans.ts';
import { createCorrelations } from '#server/features/surveillance/correlations.ts';
import { createIntake } from '#server/features/surveillance/intake.ts';
import { createRunningSource } from '#server/features/surveillance/running-source.ts';
import { sourceSettings } from '#server/features/surveillance/source-settings.ts';
import { createAerodromeGround } from '#server/features/terrain/aerodrome-ground.ts';
import { silentLog } from '#tests/support/database.ts';
import { type PlanWorld, startPlanWorld } from '#tests/support/plan-world.ts';
import { type BenchRow, printRows } from './bench-row.ts';
import { expectedScenes, sceneOf } from './nuisance/scenes.ts';
import { type TrueAircraft, trueTraffic } from './nuisance/traffic.ts';
import { isTrue } from './nuisance/truth.ts';
import { withEmbeddedPostgres } from './own-postgres.ts';

/**
 * The share of nuisance among the alerts of the demo's own traffic: its plans, its visitors and its alert scenes, simulated as
 * fast as it goes through decoders, tracker, correlation, nets and life cycle. What the simulator really flies is the label.
 *
 * An alert is true if it belongs to one of the alert scenes (nuisance/scenes.ts), or if at the moment at which it reaches its
 * highest level the true trajectories show what it says, within its own look-ahead (nuisance/truth.ts):
 * - pairs: the two really come within the separation of that level (advisory 1 NM and 152 m, otherwise 0.66 NM and 137 m)
 *   within 25, 55 or 120 s (an advisory of aircraft that turn or follow a plan: 300 s) and tau, 35 s;
 * - areas: it is really inside the area, in place, height and time, within 120 s;
 * - terrain: it is really below the minimum within 30 s;
 * - density: so many are really inside;
 * - conformance: its true position is outside the plan by more than the limits, or in the area without a plan;
 * - lostSignal: it is in the air and the simulator has sent nothing of it for 30 s; feeds: nor of the source for 10 s;
 * - emergency, spoofed: the simulator sends that code, or a false position, or two under one address.
 * Everything else is nuisance. Alerts of reports and orders are right by the records, and are not counted.
 */

/** A Monday: the danger area is active. */
const begin = Date.parse('2026-11-23T02:00:00Z');
const hourS = 3_600;
const usualHours = 1;
const goalPercent = 20;
/** Plans and areas are read so often, and plans of the demo led on, s. */
const [readEveryS, actEveryS, refreshEveryS] = [10, 60, 300];
/** Nothing is counted until tracks have begun: the nets find them in the middle of their flight. */
const settlesS = 60;

interface Counted {
  net: (typeof netNames)[number];
  level: AlertLevel;
  isTrue: boolean | null;
  raisedS: number;
  text: string;
}

function listen(table: ReturnType<typeof createTrackTable>) {
  const intake = createIntake();
  const running = [demoSource, ...visitorSources.map(({ record }) => record)].map((record, index) => {
    const settings = sourceSettings({ id: index + 1, version: 1, ...record });
    if (!settings) throw new Error(`${record.name} is switched off`);
    const source = createRunningSource({
      settings,
      clients: () => null,
      queue: intake.queue(),
      admit: (reports) => reports,
      failed(error) {
        throw error;
      },
      take(reports, at) {
        for (const report of reports) table.apply(report, settings.id, at);
      },
      heard() {},
      rain() {},
      log() {},
      raw: null,
    });
    return { source, line: source.events(false).line() };
  });
  const [own, ...others] = running;
  return {
    async second(at: number, flights: readonly DemoFlight[]) {
      for (const block of adsbBlocks(flights.map((flight) => recordOf(flight, at))))
        if (block.ok) await own?.line.bytes(block.bytes, at);
      for (const [group, { line }] of others.entries()) {
        const source = visitorSources[group];
        const extra = source?.misbehaviour?.((at / 1_000) % hourS) ?? null;
        if (!source || extra === 'silent') continue;
        const sent = visitorMessages(source, group, at);
        // Of a picture of the weather its beginning shows that the radar is on.
        for (const message of source.record.type === 'Cat08' ? sent.slice(0, 1) : sent)
          await line.bytes(message, at);
        if (extra) await line.bytes(extra, at);
      }
    },
    feeds: () => running.map(({ source }): SceneFeed => ({ ...source.state(), openedAt: begin })),
  };
}

async function simulate(world: PlanWorld, hours: number) {
  const { records, sql, database, demo, now, air, orderRooms } = world;
  const parameters = createParameters({ sql, changes: world.feed });
  const stored = await parameters.all();
  const [values, steadiness] = [netValues(stored), steadinessValues(stored)];
  const deps = { records, database, parameters, air, orderRooms, demo, clock: now, log: silentLog };
  world.setClock(new Date(begin).toISOString());
  const { flows } = world.navigation;
  await seedDemoAirspaces({ ...deps, catalogue: createCatalogue(resources), flows, conflicts: air });
  const [plans, flight] = [createDemoPlans(deps), createSceneFlight(deps)];
  const correlations = createCorrelations({ sql, changes: world.feed, log: silentLog, onChange() {} });
  const terrain = { installed: false, elevationsAt: async () => [] };
  const readScene = createSceneReader({ sql, air, terrain, aerodromes: createAerodromeGround(sql) });
  const table = createTrackTable();
  const heard = listen(table);
  const memory = createTrackMemory();
  const watched = new Map<string, Watched>();
  const counted = new Map<Watched, Counted>();
  const all: Counted[] = [];
  const seen = new Set<string>();
  let flights: DemoFlight[] = [];
  let data = noSceneData;
  let airborneS = 0;

  function label(scene: Scene, one: Watched, second: number): void {
    const { finding, level } = one;
    const known = counted.get(one);
    if (level === null || (known && rankOf(level) <= rankOf(known.level))) return;
    const own = sceneOf(finding);
    if (own) seen.add(`${Math.floor(second / hourS)} ${own.name}`);
    const traffic = new Map<number, TrueAircraft[]>();
    const at = (ms: number) => {
      const known = traffic.get(ms) ?? trueTraffic(ms, flights);
      traffic.set(ms, known);
      return known;
    };
    const byTruth = isTrue(finding, level, { scene, at });
    const text = `${textIn(finding.reason, 'en')} [${one.key}]`;
    const found = {
      net: finding.net,
      level,
      isTrue: byTruth === null ? null : own !== undefined || byTruth,
      raisedS: second,
      text,
    };
    if (known) Object.assign(known, { ...found, raisedS: known.raisedS });
    else {
      counted.set(one, found);
      all.push(found);
    }
  }

  for (let second = 0; second < hours * hourS; second += 1) {
    const at = begin + 1_000 * second;
    world.setClock(new Date(at).toISOString());
    if (second % refreshEveryS === 0) await plans.refresh();
    if (second % actEveryS === 0) await flight.act();
    if (second % readEveryS === 0) {
      await correlations.refresh();
      data = await readScene(at, stored);
      flights = (await flyablePlans(records, sql, new Date(at)))
        .filter(({ callsign }) => callsign !== planned.callsign)
        .map(demoFlight);
    }
    await heard.second(at, flights);
    table.sweep(at);
    const targets = [...table.tracks()].map((track) => {
      const target = targetOf(track);
      return { target: { ...target, planId: correlations.planOf(target)?.planId ?? null } };
    });
    airborneS += targets.filter(({ target }) => !target.onGround).length;
    const sky = atOnce(memory.observe(targets, at));
    // As the weather of the demo reports it.
    const scene = {
      ...sceneAt(at, sky, data, { feeds: heard.feeds(), elevationAt: null, parameters: stored }),
      qnhAt: () => ({ lowest: 1_012, highest: 1_014 }),
    };
    const step = stepLifeCycle(watched, scan(scene, values), at, steadinessAt(scene, steadiness));
    if (second < settlesS) continue;
    for (const one of [...step.raised, ...step.kept.map((kept) => kept.watched)]) label(scene, one, second);
  }
  await correlations.close();
  const missed = Array.from({ length: hours }, (_, hour) =>
    expectedScenes
      .filter(({ name }) => !seen.has(`${hour} ${name}`))
      .map(({ net, name }) => ({ hour, net, name })),
  ).flat();
  return { all, missed, flightHours: airborneS / hourS };
}

export async function run(hours = usualHours, prints = false): Promise<BenchRow[]> {
  return withEmbeddedPostgres(async (url) => {
    const world = await startPlanWorld({
      on: { name: 'embedded', url, prefix: 'bench_', template: 'template1' },
    });
    try {
      const { all, missed, flightHours } = await simulate(world, hours);
      if (prints) printAlerts(all, missed);
      const labelled = all.filter((one) => one.isTrue !== null);
      const nuisance = labelled.filter((one) => one.isTrue === false).length;
      const note = `${labelled.length} alerts in ${hours} h, ${Math.round(flightHours)} flight hours`;
      return [
        {
          name: "nuisance among the alerts of the demo's own traffic",
          value: (100 * nuisance) / Math.max(1, labelled.length),
          unit: '%',
          goal: goalPercent,
          goalIs: 'atMost',
          note,
        },
        { name: 'the same, for each flight hour', value: nuisance / flightHours, unit: '' },
        {
          name: 'scenes of the demo without an alert',
          value: missed.length,
          unit: '',
          goal: 0,
          goalIs: 'atMost',
          note: `of ${hours * expectedScenes.length}`,
        },
      ];
    } finally {
      await world.close();
    }
  });
}

function printAlerts(
  all: readonly Counted[],
  missed: readonly { hour: number; net: string; name: string }[],
): void {
  console.log('net'.padEnd(16), 'level'.padEnd(10), 'raised', '  true', 'nuisance', ' missed scenes');
  for (const net of netNames)
    for (const level of alertLevels) {
      const own = all.filter((one) => one.net === net && one.level === level);
      const lost = level === 'advisory' ? missed.filter((one) => one.net === net).length : 0;
      if (own.length + lost === 0) continue;
      const count = (is: boolean | null) => own.filter((one) => one.isTrue === is).length;
      const byRecords = count(null) > 0;
      console.log(
        net.padEnd(16),
        level.padEnd(10),
        String(own.length).padStart(6),
        (byRecords ? 'n/a' : String(count(true))).padStart(6),
        (byRecords ? 'n/a' : String(count(false))).padStart(8),
        String(lost || '').padStart(14),
      );
    }
  for (const { hour, net, name } of missed) console.log(`missed in hour ${hour + 1}: ${net}, ${name}`);
  for (const one of all.filter(({ isTrue: is }) => is === false))
    console.log(`nuisance at ${one.raisedS} s: ${one.net} ${one.level}: ${one.text}`);
}

if (process.argv[1] === import.meta.filename) {
  const at = process.argv.indexOf('--hours');
  printRows(
    await run(at === -1 ? usualHours : Math.max(1, Number(process.argv[at + 1]) || usualHours), true),
  );
}
