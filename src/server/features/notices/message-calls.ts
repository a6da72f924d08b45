import type { DocumentKind } from '#domain/approvals/flow.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { FlowStore } from '#server/features/approvals/flow-store.ts';
import { waitingDocuments } from '#server/features/approvals/waiting-documents.ts';
import { implement, type Service } from '#server/http/service.ts';

/** Which figure of the summary a document that waits is counted in. */
const countOf: Record<DocumentKind, 'aircraft' | 'auth' | 'naircraft' | 'pilot'> = {
  plan: 'naircraft',
  release: 'naircraft',
  airspace: 'naircraft',
  aircraft: 'aircraft',
  pilot: 'pilot',
  company: 'auth',
};

/** How much waits for the caller: the message count of specification §3. */
export function createMessageService(deps: { records: Records; flows: FlowStore; sql: Sql }): Service {
  return implement('Message', {
    async GetCount(_, caller) {
      const counts = { count: 0, aircraft: 0, airspace: 0, auth: 0, naircraft: 0, pilot: 0 };
      for (const { flow } of await waitingDocuments(deps, caller)) {
        counts[countOf[flow.kind]] += 1;
        if (flow.kind === 'airspace') counts.airspace += 1;
        counts.count += 1;
      }
      return counts;
    },
  });
}
