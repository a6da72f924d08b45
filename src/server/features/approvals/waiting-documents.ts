import type { Sql } from '#server/db/sql.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { StoredRecord } from '#server/engine/records/stored-record.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { documentsById } from './documents-by-id.ts';
import type { FlowInstance } from './flow-rows.ts';
import type { FlowStore } from './flow-store.ts';
import { stepName } from './flow-view.ts';

/** What waits for the caller's decision among the caller's rows: of these resources, or of all where none are named. */
export async function waitingDocuments(
  { records, flows, sql }: { records: Records; flows: FlowStore; sql: Sql },
  caller: Caller,
  resources?: string[],
): Promise<{ flow: FlowInstance; record: StoredRecord }[]> {
  const waiting = await flows.waitingFor(sql, caller.actor, resources);
  const about = (flow: FlowInstance) => ({ resource: flow.documentResource, document: flow.documentId });
  const documentOf = await documentsById(records, caller, waiting.map(about));
  return waiting.flatMap((flow) => {
    const record = documentOf(about(flow));
    return record ? [{ flow, record }] : [];
  });
}

/** Where a flow stands, as every list of waiting documents shows it. */
export function standingOfFlow(flow: FlowInstance, caller: Pick<Caller, 'locale'>) {
  return {
    flowInstance: flow.id,
    stepIndex: flow.stepIndex,
    stepCount: flow.steps.length,
    stepName: stepName(flow.steps[flow.stepIndex], caller),
    waitingSince: flow.stepStartedAt,
    stepDueAt: flow.state === 'running' ? flow.stepDueAt : null,
  };
}
