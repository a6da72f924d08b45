import { sql as raw, type SqlBool } from 'kysely';
import type { Landings, ScenePlan } from '#domain/conflicts/nets/safety-net.ts';
import { activeStates, isPlanState, type PlanState, planState } from '#domain/plans/states.ts';
import { isObject } from '#domain/text/narrow.ts';
import type { Sql } from '#server/db/sql.ts';
import { airspaceSource } from '#server/features/conflicts/airspace-source.ts';
import { createConflicts } from '#server/features/conflicts/conflicts.ts';
import type { KnownVolume } from '#server/features/conflicts/known-volume.ts';
import { readVolumeParameters } from '#server/features/plans/plan-parameters.ts';
import { planSourceOf } from '#server/features/plans/plan-source.ts';
import { aerodromeGroundOf, readAerodromes } from '#server/features/terrain/aerodrome-ground.ts';
import type { Terrain } from '#server/features/terrain/terrain.ts';
import { readPressures } from '#server/features/weather/pressures.ts';
import { createSafeAltitudes } from './safe-altitudes.ts';
import { readAreas } from './scene-areas.ts';
import { noSceneData, type SceneData } from './scene-data.ts';
import { landedMs, landingsBetween, plansWhere } from './scene-plans.ts';

const hourMs = 3_600_000;
/** Areas hold the times of the next half hour, and pressures change seldom. */
const readEveryMs = 300_000;
/** A flight is as late as this at most. */
const lateMs = 24 * hourMs;

/** A plan with the states that it was in: from when on, UTC ms, in the order of time. */
interface PastPlan {
  plan: ScenePlan;
  /** UTC ms; null: it did not leave, or land. */
  takeoffAt: number | null;
  states: { from: number; state: PlanState }[];
}

/**
 * What the records of a past moment were, as far as one connection shows it: airspaces by their versions and events, plans in the states
 * that they had then, pressures that were reported then. Times go forward.
 */
export async function createPastRecords(deps: {
  sql: Sql;
  parameters: ReadonlyMap<string, string>;
  terrain: Pick<Terrain, 'installed' | 'elevationsAt'>;
}): Promise<{ at(nowMs: number): Promise<SceneData> }> {
  const { sql, parameters, terrain } = deps;
  const volumeParameters = await readVolumeParameters({ all: async () => parameters });
  const air = createConflicts([airspaceSource], terrain);
  await air.refresh(sql, volumeParameters);
  const safeAltitudes = createSafeAltitudes({ terrain });
  let data: SceneData = { ...noSceneData, aerodromes: aerodromeGroundOf(await readAerodromes(sql)) };
  let areasUntil = Number.NEGATIVE_INFINITY;
  let plansUntil = Number.NEGATIVE_INFINITY;
  /** When a plan changes its state next, UTC ms. */
  let changesAt = Number.NEGATIVE_INFINITY;
  let plans: PastPlan[] = [];
  let landings: Landings = new Map();

  async function readPlansOf(fromMs: number, toMs: number): Promise<void> {
    const at = (ms: number) => raw`${new Date(ms).toISOString()}::timestamptz`;
    // As far around as the live nets look, and flights that are late.
    const condition = raw<SqlBool>`(p.start_time < ${at(toMs + 12 * hourMs)} and p.end_time > ${at(fromMs - 6 * hourMs)}
      or p.takeoff_at < ${at(toMs)} and p.takeoff_at > ${at(fromMs - lateMs)}
        and coalesce(p.real_eta, p.end_time + interval '1 day') > ${at(fromMs)})`;
    const { volumes } = await planSourceOf(condition).load(sql, null, volumeParameters);
    const onGround = new Map<number, readonly KnownVolume[]>();
    for (const [id, own] of volumes) onGround.set(id, await air.overGround(own));
    const found = await safeAltitudes(await plansWhere(sql, condition, (id) => onGround.get(id) ?? []));
    plans = await withStates(sql, found);
    landings = await landingsBetween(sql, fromMs - landedMs, toMs);
  }

  return {
    async at(nowMs) {
      if (nowMs >= areasUntil) {
        areasUntil = nowMs + readEveryMs;
        data = {
          ...data,
          areas: await readAreas(sql, air, nowMs, parameters),
          pressures: await readPressures(sql, nowMs, parameters),
        };
      }
      if (nowMs >= plansUntil) {
        plansUntil = nowMs + hourMs;
        await readPlansOf(nowMs, plansUntil);
        changesAt = Number.NEGATIVE_INFINITY;
      }
      if (nowMs >= changesAt) {
        data = {
          ...data,
          plans: plansAt(plans, nowMs),
          landings: new Map([...landings].filter(([, landedAt]) => landedAt <= nowMs)),
        };
        changesAt = Math.min(
          ...plans.flatMap(({ states }) => states.flatMap(({ from }) => (from > nowMs ? [from] : []))),
          ...[...landings.values()].filter((landedAt) => landedAt > nowMs),
        );
      }
      return data;
    },
  };
}

function plansAt(plans: readonly PastPlan[], nowMs: number): Map<number, ScenePlan> {
  const found = new Map<number, ScenePlan>();
  for (const { plan, takeoffAt, states } of plans) {
    const state = states.findLast(({ from }) => from <= nowMs)?.state;
    if (state === undefined || !activeStates.includes(state)) continue;
    const isOut = state === planState.inFlight;
    found.set(plan.id, { ...plan, state, takeoffAt: isOut ? takeoffAt : null, openOrder: null });
  }
  return found;
}

/** By the history of the records; of a plan that has none, by its reports. */
async function withStates(sql: Sql, plans: ReadonlyMap<number, ScenePlan>): Promise<PastPlan[]> {
  if (plans.size === 0) return [];
  const ids = [...plans.keys()];
  const entries = await sql
    .selectFrom('recordHistory')
    .select(['recordId', 'at', 'changes'])
    .where('resource', '=', 'plan')
    .where('recordId', 'in', ids)
    .orderBy('id')
    .execute();
  const rows = await sql
    .selectFrom('plan')
    .select(['id', 'state', 'releaseDecidedAt', 'takeoffAt', 'realEta'])
    .where('id', 'in', ids)
    .execute();
  const states = new Map<number, PastPlan['states']>();
  for (const { recordId, at, changes } of entries) {
    for (const change of Array.isArray(changes) ? changes : []) {
      if (!isObject(change) || change.field !== 'state' || !isPlanState(change.after)) continue;
      const own = states.get(Number(recordId)) ?? [];
      states.set(Number(recordId), own);
      if (own.length === 0 && isPlanState(change.before))
        own.push({ from: Number.NEGATIVE_INFINITY, state: change.before });
      own.push({ from: Date.parse(at), state: change.after });
    }
  }
  return rows.flatMap((row): PastPlan[] => {
    const plan = plans.get(row.id);
    if (!plan) return [];
    const time = (value: string | null) => (value === null ? null : Date.parse(value));
    const [takeoffAt, landedAt] = [time(row.takeoffAt), time(row.realEta)];
    const byReports = [
      { from: time(row.releaseDecidedAt), state: planState.releaseAllowed },
      { from: takeoffAt, state: planState.inFlight },
      { from: row.state === planState.landed ? landedAt : null, state: planState.landed },
    ].flatMap(({ from, state }) => (from === null ? [] : [{ from, state }]));
    const approved = { from: Number.NEGATIVE_INFINITY, state: planState.approved };
    const wasApproved = byReports.length > 0 || row.state === planState.approved;
    return [
      {
        plan,
        takeoffAt,
        states: states.get(row.id) ?? (wasApproved ? [approved, ...byReports] : []),
      },
    ];
  });
}
