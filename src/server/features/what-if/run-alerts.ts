import { setTimeout as sleep } from 'node:timers/promises';
import { type Difference, mostListed } from '#domain/what-if/changes.ts';
import { type AlertCause, compareAlerts } from '#domain/what-if/compare-alerts.ts';
import type { ReplayedAlert } from '#domain/what-if/replayed-alert.ts';
import { replayAlerts } from '#server/features/alerts/alert-replay.ts';
import { recordedTracks } from '#server/features/recording/recorded-tracks.ts';
import type { Terrain } from '#server/features/terrain/terrain.ts';
import type { Evaluation, Side } from './evaluation.ts';
import type { StoredAlert, StoredResult } from './stored-result.ts';

export interface AlertDeps {
  terrain: Pick<Terrain, 'installed' | 'heldElevationAt' | 'elevationsAt'>;
  clock: () => Date;
}

/** Between slices of about 20 ms: what is live has more than half of the processor. */
const restMs = 25;

/** Flies the recorded traffic of the period through the safety nets twice, with the values in force and with the changed ones. */
export async function evaluateAlerts(
  { terrain, clock }: AlertDeps,
  evaluation: Evaluation,
): Promise<NonNullable<StoredResult['alerts']>> {
  const { fromMs, toMs, signal, progressed } = evaluation;
  const replay = (side: Side, done: number) =>
    replayAlerts({
      sql: side.sql,
      fromMs,
      toMs,
      parameters: side.parameters,
      terrain,
      tracksBetween: (start, end) =>
        recordedTracks(evaluation.before.sql, { start, end, box: null, track: null }, clock().getTime()),
      progressed: (atMs) => progressed((done + (atMs - fromMs) / (toMs - fromMs)) / 2),
      signal,
      pause: () => sleep(restMs),
    });
  const before = await replay(evaluation.before, 0);
  const after = await replay(evaluation.after, 1);
  // Where one of them had too many alerts, both are compared as far as it came.
  const untilMs = Math.min(before.evaluatedToMs, after.evaluatedToMs);
  const causes = await causesIn(evaluation);
  const changes = [...causes.keys()];
  const { same, added, removed, changed } = compareAlerts(before.alerts, after.alerts, { changes, untilMs });
  const placesOf = (found: readonly AlertCause[]) => found.flatMap((cause) => causes.get(cause) ?? []);
  const items: StoredAlert[] = [
    ...removed.map(({ alert, causes: of }) =>
      itemOf(alert, { before: alert.level, after: null, earlierS: 0, causes: placesOf(of) }),
    ),
    ...added.map(({ alert, causes: of }) =>
      itemOf(alert, { before: null, after: alert.level, earlierS: 0, causes: placesOf(of) }),
    ),
    ...changed.map(({ before: was, levelBefore, levelAfter, earlierS, reason, causes: of }) => ({
      ...itemOf(was, { before: levelBefore, after: levelAfter, earlierS, causes: placesOf(of) }),
      reason,
    })),
  ];
  const raisedBefore = same + removed.length + changed.length;
  return {
    evaluated: raisedBefore + added.length,
    differ: items.length,
    raisedBefore,
    raisedAfter: same + added.length + changed.length,
    items: items.slice(0, mostListed).sort((a, b) => a.raisedAt - b.raisedAt),
    leftOut: before.leftOut.map(({ reason }) => reason),
  };
}

/** The changed records that alerts may follow from, each with the places of its differences. Nothing else bears on alerts. */
async function causesIn({ differences, before }: Evaluation): Promise<Map<AlertCause, number[]>> {
  const places = new Map<string, { resource: Difference['resource']; id: number; at: number[] }>();
  for (const [index, { resource, id }] of differences.entries()) {
    const known = places.get(`${resource} ${id}`);
    if (known) known.at.push(index);
    else places.set(`${resource} ${id}`, { resource, id, at: [index] });
  }
  const ids = differences.flatMap(({ resource, id }) => (resource === 'parameter' ? [id] : []));
  const keys = new Map(
    ids.length === 0
      ? []
      : (await before.sql.selectFrom('parameter').select(['id', 'key']).where('id', 'in', ids).execute()).map(
          ({ id, key }) => [id, key],
        ),
  );
  const causes = new Map<AlertCause, number[]>();
  for (const { resource, id, at } of places.values()) {
    const key = resource === 'parameter' ? keys.get(id) : undefined;
    if (key !== undefined) causes.set({ kind: 'parameter', key }, at);
    if (resource === 'airspace') causes.set({ kind: 'airspace', id }, at);
    if (resource === 'airport' || resource === 'takeoffLandingPoint')
      causes.set({ kind: 'aerodrome', id }, at);
  }
  return causes;
}

function itemOf(
  { net, raisedAt, clearedAt, reason, targets }: ReplayedAlert,
  rest: Pick<StoredAlert, 'before' | 'after' | 'earlierS' | 'causes'>,
): StoredAlert {
  const [first] = targets;
  return {
    net,
    ...rest,
    raisedAt,
    clearedAt,
    reason,
    targets: targets.map(({ id, callsign, icao24 }) => callsign ?? icao24 ?? id),
    track: first?.id ?? null,
  };
}
