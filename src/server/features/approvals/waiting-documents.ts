import { mayEver } from '#domain/identity/access.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { StoredRecord } from '#server/engine/records/stored-record.ts';
import type { Caller } from '#server/kernel/caller.ts';
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
  const found: { flow: FlowInstance; record: StoredRecord }[] = [];
  for (const resource of new Set(waiting.map(({ documentResource }) => documentResource))) {
    if (!mayEver(caller.ability, 'read', resource)) continue;
    const own = waiting.filter(({ documentResource }) => documentResource === resource);
    const { items } = await records.untyped.list(caller, resource, {
      start: 0,
      end: own.length,
      sort: [],
      search: undefined,
      trash: 'without',
      count: 'none',
      filter: { field: 'id', operator: 'in', value: [...new Set(own.map(({ documentId }) => documentId))] },
    });
    const byId = new Map(items.map((record) => [record.id, record]));
    for (const flow of own) {
      const record = byId.get(flow.documentId);
      if (record) found.push({ flow, record });
    }
  }
  return found;
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
