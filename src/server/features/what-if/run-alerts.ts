import { setTimeout as sleep } from 'node:timers/promises';
import { mostListed } from '#domain/what-if/changes.ts';
import { compareAlerts } from '#domain/what-if/compare-alerts.ts';
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
  const { same, added, removed, changed } = compareAlerts(before.alerts, after.alerts, { untilMs });
  const items: StoredAlert[] = [
    ...removed.map(({ alert }) => itemOf(alert, { before: alert.level, after: null, earlierS: 0 })),
    ...added.map(({ alert }) => itemOf(alert, { before: null, after: alert.level, earlierS: 0 })),
    ...changed.map(({ before: was, levelBefore, levelAfter, earlierS, reason }) => ({
      ...itemOf(was, { before: levelBefore, after: levelAfter, earlierS }),
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

function itemOf(
  { net, raisedAt, clearedAt, reason, targets }: ReplayedAlert,
  rest: Pick<StoredAlert, 'before' | 'after' | 'earlierS'>,
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
