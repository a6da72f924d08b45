import type { FlowProblem } from '#domain/approvals/check-flow.ts';
import { needsSecondPerson } from '#domain/approvals/flow.ts';
import { AppError } from '#domain/text/errors.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { Transaction } from '#server/engine/records/stored-record.ts';
import { asService, type Caller, userIdOf } from '#server/kernel/caller.ts';
import { publishFlow } from '#server/seed/seed-flows.ts';
import { checkDraft, draftOf } from './flow-drafts.ts';
import type { FlowStore } from './flow-store.ts';

/** Makes the draft of a flow its next version; `number` null: it is proposed, and another user has to publish it. */
export type PublishDraft = (
  caller: Caller,
  flow: { id: number; note: string | null },
  transaction: Transaction,
) => Promise<{ id: number; number: number | null }>;

export function createPublishDraft(deps: {
  records: Records;
  flows: Pick<FlowStore, 'candidatesOf'>;
  clock: () => Date;
}): PublishDraft {
  const { records, flows, clock } = deps;
  return async (caller, { id, note }, transaction) => {
    const flow = await records.get(caller, 'flowConfig', id, transaction.sql);
    const { problems } = await checkDraft({ records, flows, sql: transaction.sql }, draftOf(flow));
    const errors = problems.filter(({ level }) => level === 'error');
    // A flow that nobody can end would hold every document for ever.
    if (errors.length > 0) throw broken(errors);
    const by = userIdOf(caller);
    // Proposed by another, and not changed since.
    const isSecond =
      typeof flow.proposedBy === 'number' && flow.proposedBy !== by && flow.proposedVersion === flow.version;
    if (needsSecondPerson(draftOf(flow).steps, caller.actor) && !isSecond) {
      const values = {
        proposedBy: by,
        proposedAt: clock().toISOString(),
        proposedVersion: flow.version + 1,
      };
      await records.update(asService(caller), 'flowConfig', id, flow.version, values, transaction);
      return { id, number: null };
    }
    return { id, number: await publishFlow(records, transaction, id, by, clock(), note) };
  };
}

function broken(errors: FlowProblem[]): AppError {
  const fields = errors.map(({ step, field, text }) => ({
    field: step === null ? field : `steps.${step}.${field}`,
    text,
  }));
  return new AppError(
    'validation',
    { key: 'flow.check.refused', values: { count: errors.length } },
    { fields },
  );
}
