import type { RecordedTrack } from '#contract/playback.ts';
import { nets, scanSteps } from '#domain/conflicts/nets/index.ts';
import { stepLifeCycle, type Watched } from '#domain/conflicts/nets/life-cycle.ts';
import { type NetName, rankOf, type Scene, type SceneArea } from '#domain/conflicts/nets/safety-net.ts';
import { steadinessAt } from '#domain/conflicts/nets/steadiness.ts';
import type { Position } from '#domain/geo/geodesy.ts';
import type { Steps } from '#domain/steps.ts';
import { unpackPositions } from '#domain/surveillance/recording/positions.ts';
import { defaultTrackLimits } from '#domain/surveillance/track/limits.ts';
import type { LeftOutNet, ReplayedAlert } from '#domain/what-if/replayed-alert.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Terrain } from '#server/features/terrain/terrain.ts';
import { createPastRecords } from './alert-replay-records.ts';
import { createRecordedTargets } from './alert-replay-targets.ts';
import { netValues, steadinessValues } from './net-parameters.ts';
import { sceneAt } from './scene-at.ts';
import { createTrackMemory } from './track-memory.ts';

export interface AlertReplayInput {
  /** One connection, of which changed tables may be covered by others: all records are read over it. */
  sql: Sql;
  /** UTC ms; whole minutes of recording are read. */
  fromMs: number;
  toMs: number;
  /** All of them, as they are or would be. */
  parameters: ReadonlyMap<string, string>;
  terrain: Pick<Terrain, 'installed' | 'heldElevationAt' | 'elevationsAt'>;
  /** Tracks as recorded in the minutes that begin in this span. */
  tracksBetween(fromMs: number, toMs: number): Promise<readonly RecordedTrack[]>;
  /** Called after each of the spans that are read together. */
  progressed(atMs: number): void | Promise<void>;
  signal: AbortSignal;
  /** Lets others work: called after some 20 ms of work each. */
  pause(): Promise<void>;
  /** Alerts at most, after which it ends early. */
  mostAlerts?: number;
}

export interface AlertReplay {
  /** In the order in which they were raised. */
  alerts: ReplayedAlert[];
  /** There were too many: what came after `evaluatedToMs` is not evaluated. */
  isCut: boolean;
  evaluatedToMs: number;
  /** Seconds of traffic that were evaluated. */
  looks: number;
  leftOut: LeftOutNet[];
}

const secondMs = 1_000;
const minuteMs = 60_000;
/** Minutes of recording that are held at once: a plan's track is named by the last of them. */
const spanMs = 2 * minuteMs;
/** Nothing recorded for so long: nobody listened, and every alert ends. Lost aircraft are looked for as long. */
const gapMs = 5 * minuteMs;
const sliceMs = 20;
const usualMostAlerts = 20_000;
const mostTargets = 20;

/** What these need is not recorded as it was then. */
const leftOutNets: readonly NetName[] = [
  'emergency',
  'takeOffReport',
  'overdue',
  'orders',
  'feeds',
  'spoofed',
  'interference',
];
const replayedNets = nets.filter(({ name }) => !leftOutNets.includes(name));

/**
 * Evaluates the safety nets again over recorded traffic, once for each of its seconds, with the records of then as `sql` shows
 * them and these parameters. Two replays of one span over two connections say what a change of records or parameters would
 * have made of its alerts. An alert may come a second earlier than it did live, where reports came late.
 */
export async function replayAlerts(input: AlertReplayInput): Promise<AlertReplay> {
  const { sql, parameters, terrain, signal, mostAlerts = usualMostAlerts } = input;
  const { coastForMs } = defaultTrackLimits;
  const targets = createRecordedTargets({ coastForMs, dropAfterMs: dropAfterMs(parameters) });
  const records = await createPastRecords({ sql, parameters, terrain });
  const [values, steadiness] = [netValues(parameters), steadinessValues(parameters)];
  const elevationAt: Scene['elevationAt'] = terrain.installed
    ? ({ latitude, longitude }) => terrain.heldElevationAt(latitude, longitude) ?? null
    : null;
  let memory = createTrackMemory();
  const watched = new Map<string, Watched>();
  const open = new Map<string, ReplayedAlert>();
  const alerts: ReplayedAlert[] = [];
  let looks = 0;
  let since = performance.now();

  async function inTurns<T>(steps: Steps<T>): Promise<T> {
    for (let step = steps.next(); ; step = steps.next()) {
      if (performance.now() - since >= sliceMs) await rest();
      if (step.done) return step.value;
    }
  }

  async function rest(): Promise<void> {
    signal.throwIfAborted();
    await input.pause();
    signal.throwIfAborted();
    since = performance.now();
  }

  async function look(nowMs: number): Promise<void> {
    const sky = await inTurns(memory.observe(targets.at(nowMs), nowMs));
    if (nowMs - targets.heardAt >= gapMs) {
      endAll(nowMs);
      return;
    }
    looks += 1;
    const data = await records.at(nowMs);
    const scene = sceneAt(nowMs, sky, data, { feeds: [], elevationAt, parameters });
    const found = await inTurns(scanSteps(scene, values, replayedNets));
    const step = stepLifeCycle(watched, found, nowMs, steadinessAt(scene, steadiness));
    for (const one of step.raised) {
      const alert = raisedOf(one, nowMs, data.areas);
      open.set(one.key, alert);
      alerts.push(alert);
    }
    for (const { watched: one } of step.kept) goOn(open.get(one.key), one);
    for (const { key } of step.cleared) end(key, nowMs);
  }

  function end(key: string, nowMs: number): void {
    const alert = open.get(key);
    if (alert) alert.clearedAt = nowMs;
    open.delete(key);
  }

  function endAll(nowMs: number): void {
    for (const key of [...open.keys()]) end(key, nowMs);
    watched.clear();
    memory = createTrackMemory();
  }

  const answer = (evaluatedToMs: number): AlertReplay => ({
    alerts: alerts.slice(0, mostAlerts),
    isCut: alerts.length > mostAlerts,
    evaluatedToMs,
    looks,
    leftOut: leftOutNets.map((net) => ({ net, reason: { key: `alert.replay.leftOut.${net}` } })),
  });

  const begin = Math.floor(input.fromMs / minuteMs) * minuteMs;
  for (let from = begin; from < input.toMs; from += spanMs) {
    signal.throwIfAborted();
    const to = Math.min(from + spanMs, input.toMs);
    const tracks = await input.tracksBetween(from, to);
    targets.add(tracks);
    await readTerrain(terrain, tracks);
    const isQuiet = tracks.length === 0 && from - targets.heardAt >= gapMs && open.size === 0;
    for (let nowMs = from; nowMs < to && !isQuiet; nowMs += secondMs) {
      if (nowMs < input.fromMs) continue;
      await look(nowMs);
      if (alerts.length > mostAlerts) return answer(nowMs);
    }
    await input.progressed(to);
    if (performance.now() - since >= sliceMs) await rest();
  }
  return answer(input.toMs);
}

/** The tracker's limit, as the parameters have it. */
function dropAfterMs(parameters: ReadonlyMap<string, string>): number {
  const seconds = Number(parameters.get('surveillance.dropAfterS'));
  return seconds > 0 ? seconds * secondMs : defaultTrackLimits.dropAfterMs;
}

/** Loads the ground under the tracks, which the nets only look up in memory. */
async function readTerrain(
  terrain: AlertReplayInput['terrain'],
  tracks: readonly RecordedTrack[],
): Promise<void> {
  if (!terrain.installed) return;
  const cells = new Map<string, Position>();
  for (const { minutes } of tracks)
    for (const { data } of minutes) {
      const [first] = unpackPositions(Buffer.from(data, 'base64'));
      if (first) cells.set(`${first.latitude.toFixed(1)} ${first.longitude.toFixed(1)}`, first);
    }
  await terrain.elevationsAt([...cells.values()]);
}

function raisedOf(
  { key, level, finding }: Watched,
  nowMs: number,
  areas: readonly SceneArea[],
): ReplayedAlert {
  const { net, reason, targets, planIds, areaId = null } = finding;
  const [first] = targets;
  const [longitude, latitude] = areas.find(({ id }) => id === areaId)?.volume.polygons[0]?.[0]?.[0] ?? [];
  const inArea = longitude === undefined || latitude === undefined ? null : { latitude, longitude };
  return {
    net,
    key,
    level: level ?? finding.level,
    raisedAt: nowMs,
    clearedAt: null,
    reason,
    targets: targets.slice(0, mostTargets).map(({ id, callsign, icao24 }) => ({ id, callsign, icao24 })),
    areaId,
    planIds: [...planIds],
    place: first ? { latitude: first.latitude, longitude: first.longitude } : inArea,
  };
}

/** Takes in what an open alert has become. */
function goOn(alert: ReplayedAlert | undefined, { level, finding }: Watched): void {
  if (!alert) return;
  for (const id of finding.planIds) if (!alert.planIds.includes(id)) alert.planIds.push(id);
  if (level === null || rankOf(level) <= rankOf(alert.level)) return;
  alert.level = level;
  alert.reason = finding.reason;
}
