import { afterAll, beforeAll, expect, test } from 'vitest';
import { scan } from '#domain/conflicts/nets/index.ts';
import { stepLifeCycle, type Watched } from '#domain/conflicts/nets/life-cycle.ts';
import { netNames, type Scene, type SceneFeed } from '#domain/conflicts/nets/safety-net.ts';
import { atOnce } from '#domain/steps.ts';
import { targetOf } from '#domain/surveillance/track/track.ts';
import { createTrackTable } from '#domain/surveillance/track/track-table.ts';
import { createParameters } from '#server/db/stored-parameters.ts';
import { createDemoPlans } from '#server/demo/demo-plans.ts';
import { createSceneFlight, sceneFlight } from '#server/demo/demo-scene-flight.ts';
import { visitorSources } from '#server/demo/demo-visitors.ts';
import { heightValues } from '#server/features/alerts/net-parameters.ts';
import { createSceneReader, noSceneData } from '#server/features/alerts/scene-data.ts';
import { createTrackMemory } from '#server/features/alerts/track-memory.ts';
import { transitionAltitudeAt } from '#server/features/alerts/transition-altitude.ts';
import {
  createEquipmentCounter,
  type EquipmentCounter,
} from '#server/features/equipment/equipment-counter.ts';
import { createInterferenceWatch } from '#server/features/equipment/interference-watch.ts';
import { createCorrelations } from '#server/features/surveillance/correlations.ts';
import { createIntake } from '#server/features/surveillance/intake.ts';
import { createRunningSource } from '#server/features/surveillance/running-source.ts';
import { sourceSettings } from '#server/features/surveillance/source-settings.ts';
import { createAerodromeGround } from '#server/features/terrain/aerodrome-ground.ts';
import { systemCaller } from '#server/kernel/caller.ts';
import { silentLog } from '#tests/support/database.ts';
import { listOf } from '#tests/support/engine.ts';
import { type PlanWorld, startPlanWorld } from '#tests/support/plan-world.ts';

let world: PlanWorld;
beforeAll(async () => {
  world = await startPlanWorld();
});
afterAll(() => world.close());

/** A Friday: its danger area rests. */
const begin = Date.parse('2026-11-20T08:00:00Z');
const hourS = 3_600;

/** What the watch is to have seen in an hour, beside one of each net. */
const reasons = [
  ...['code.hijack', 'code.radio', 'code.general'].map((what) => `emergency.${what}`),
  ...['duplicateAddress', 'leap', 'impossibleClimb'].map((what) => `spoofed.${what}`),
  ...['noPlan', 'lateral', 'vertical', 'late'].map((what) => `conformance.${what}`),
  ...['areas.ahead', 'areas.inside', 'feeds.stale', 'feeds.dead', 'density.full', 'density.over'],
];
const shutAreas = ['演示禁区 P901', '演示限制区 R902', '金堂二号训练空域'];

/** The scenes and the weather radar: whatever the other aircraft of the demo raise comes on top. */
function listen(table: ReturnType<typeof createTrackTable>, counter: Pick<EquipmentCounter, 'heard'>) {
  const intake = createIntake();
  const sources = visitorSources
    .filter(({ aircraft }) => aircraft === 0)
    .map(({ record, messages, misbehaviour }, index) => {
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
        take: (reports, at) => {
          counter.heard(settings.id, settings.transport, reports, at);
          for (const report of reports) table.apply(report, settings.id, at);
        },
        heard() {},
        rain() {},
        log() {},
        raw: null,
      });
      return { record, source, line: source.events(false).line(), messages, misbehaviour };
    });
  return {
    async second(at: number) {
      for (const { record, line, messages, misbehaviour } of sources) {
        if (misbehaviour?.((at / 1_000) % hourS) === 'silent') continue;
        const said = messages([], at);
        // Of a picture of the weather its beginning says that the radar lives.
        for (const message of record.type === 'Cat08' ? said.slice(0, 1) : said)
          await line.bytes(message, at);
      }
    },
    feeds: () => sources.map(({ source }): SceneFeed => ({ ...source.state(), openedAt: begin })),
  };
}

test('every kind of alert occurs within an hour of the traffic of the demo, and ends', async () => {
  const { records, sql, database, demo, now, air, orderRooms } = world;
  const parameters = createParameters({ sql, changes: world.feed });
  const figures = await parameters.all();
  const heights = heightValues(figures);
  const left: object[] = [];
  const log = { ...silentLog, warn: (facts: object) => left.push(facts) };
  const deps = { records, database, parameters, air, orderRooms, demo, clock: now, log };
  const flight = createSceneFlight(deps);
  const plans = createDemoPlans(deps);
  const correlations = createCorrelations({ sql, changes: world.feed, log, onChange() {} });
  const terrain = { installed: false, elevationsAt: async () => [] };
  const readScene = createSceneReader({ sql, air, terrain, aerodromes: createAerodromeGround(sql) });
  const table = createTrackTable();
  const counter = await createEquipmentCounter({
    database,
    feeds: () => [],
    parameters,
    now: () => now().getTime(),
    log,
  });
  const interference = createInterferenceWatch({ records, parameters, now: () => now().getTime(), log });
  const heard = listen(table, counter);
  const memory = createTrackMemory();
  const watched = new Map<string, Watched>();
  const raised = new Map<string, number>();
  const cleared = new Set<string>();
  let data = noSceneData;

  function sceneAt(at: number): Scene {
    const targets = [...table.tracks()].map((track) => {
      const target = targetOf(track);
      return { target: { ...target, planId: correlations.planOf(target)?.planId ?? null } };
    });
    const { aerodromes } = data;
    const uncertain = interference.uncertain();
    return {
      nowMs: at,
      ...atOnce(memory.observe(targets, at)),
      plans: data.plans,
      landings: data.landings,
      areas: data.areas,
      feeds: heard.feeds(),
      elevationAt: null,
      groundNear: aerodromes.groundNear,
      // As the weather of the demo reports it.
      qnhAt: () => ({ lowest: 1_012, highest: 1_014 }),
      transitionAltitudeAt: transitionAltitudeAt(aerodromes, heights),
      heights,
      ...(uncertain ? { uncertain } : {}),
    };
  }

  for (let second = 0; second < hourS; second += 1) {
    const at = begin + second * 1_000;
    if (second % 60 === 0) {
      world.setClock(new Date(at).toISOString());
      await flight.act();
      // It lands by itself, long after the others would have.
      if (second % 300 === 0) await plans.land();
      await correlations.refresh();
      await counter.flush();
      await interference.evaluate(at);
      data = await readScene(at, figures);
    }
    await heard.second(at);
    table.sweep(at);
    const step = stepLifeCycle(watched, scan(sceneAt(at)), at);
    for (const { finding } of step.cleared) cleared.add(finding.net);
    for (const { finding } of [...step.raised, ...step.kept.map((one) => one.watched)]) {
      const { key, values } = finding.reason;
      for (const one of [finding.net, key.replace('alert.', ''), String(values?.area ?? '')])
        if (!raised.has(one)) raised.set(one, Math.floor(second / 60));
    }
  }
  await correlations.close();

  expect(left).toEqual([]);
  expect([...raised.keys()]).toEqual(expect.arrayContaining([...netNames, ...reasons, ...shutAreas]));
  expect([...cleared].sort()).toEqual([...netNames].sort());
  // Spread over the hour: no quarter is without something new.
  expect(new Set([...raised.values()].map((minute) => Math.floor(minute / 15))).size).toBe(4);
  const { items } = await records.list(systemCaller(), 'plan', listOf());
  expect(items.map(({ mission, state }) => [mission, state])).toEqual([[sceneFlight.mission, 10]]);
}, 120_000);

test('where its source is switched off nothing is filed', async () => {
  const { records, sql, database, demo, now, air, orderRooms } = world;
  await sql.updateTable('surveillanceSource').set({ enabled: false }).execute();
  world.setClock(new Date(begin + 24 * hourS * 1_000).toISOString());
  const parameters = createParameters({ sql, changes: world.feed });
  const deps = { records, database, parameters, air, orderRooms, demo, clock: now, log: silentLog };
  await createSceneFlight(deps).act();
  const { total } = await records.list(systemCaller(), 'plan', listOf());
  expect(total).toBe(1);
});
