import { sql as raw } from 'kysely';
import { storedText } from '#domain/text/locales/stored-text.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Records } from '#server/engine/records/records.ts';
import { unlessRefused } from '#server/jobs/clock.ts';
import { systemCaller } from '#server/kernel/caller.ts';
import type { ChangeFeed } from '#server/kernel/changes.ts';
import type { Logger } from '#server/kernel/logger.ts';
import type { ApprovedDocument, StepTurn } from './approved-document.ts';
import { satisfied } from './voters.ts';

/** A flow whose step time has dealt with, and its document. */
export interface EndedStep {
  flow: number;
  resource: string;
  id: number;
}

interface DueStep extends EndedStep {
  stepIndex: number;
  step: string | null;
  onTimeout: string | null;
}

export type StepClock = (now: Date) => Promise<EndedStep[]>;

/** What time does to the waiting steps of approval flows: the same for every document. */
export function createStepClock(deps: {
  sql: Sql;
  records: Records;
  documents: () => ApprovedDocument[];
  changes: ChangeFeed;
  log: Logger;
}): StepClock {
  const { sql, records, changes, log } = deps;
  const caller = systemCaller('system');

  /** The end of a step's time limit: decided as the flow says, or those whom it concerns are told, once for each step. */
  async function endSteps(documents: Map<string, ApprovedDocument>, now: Date): Promise<EndedStep[]> {
    const { rows } = await raw<DueStep>`
      select id as flow, document_resource as resource, document_id as id, step_index as "stepIndex",
        steps -> step_index::int ->> 'name' as step, steps -> step_index::int ->> 'onTimeout' as "onTimeout"
      from flow_instance
      where state = 'running' and document_resource = any(${[...documents.keys()]}::text[]) and deleted_at is null
        and step_due_at <= ${now.toISOString()}::timestamptz and reminded_at is null
      order by flow_instance.id limit 200`.execute(sql);
    const done: EndedStep[] = [];
    for (const { flow, resource, id, stepIndex, step, onTimeout } of rows) {
      const document = documents.get(resource);
      if (!document) continue;
      const comment = storedText({ key: 'flow.timeLimit' });
      const ended =
        onTimeout === 'approve' || onTimeout === 'reject'
          ? await take(document, { id, stepIndex, decision: onTimeout, comment })
          : await remind(document, { flow, id, step: step ?? '' }, now);
      if (ended) done.push({ flow, resource, id });
    }
    return done;
  }

  /** Whoever was still waited for may not decide any more: those who have decided are all. */
  async function passSatisfied(documents: Map<string, ApprovedDocument>): Promise<EndedStep[]> {
    const done: EndedStep[] = [];
    for (const one of await satisfied(sql, [...documents.keys()])) {
      const { id: flow, documentResource: resource, documentId: id, stepIndex } = one;
      const document = documents.get(resource);
      const comment = storedText({ key: 'flow.allDecided' });
      if (document && (await take(document, { id, stepIndex, decision: 'approve', comment }))) {
        done.push({ flow, resource, id });
      }
    }
    return done;
  }

  const take = (document: ApprovedDocument, turn: StepTurn) =>
    unlessRefused(log, { resource: document.resource, id: turn.id }, () => document.decide(caller, turn));

  function remind(
    { resource, overdue }: ApprovedDocument,
    { flow, id, step }: { flow: number; id: number; step: string },
    now: Date,
  ): Promise<boolean> {
    const at = now.toISOString();
    return unlessRefused(log, { resource, id }, async () => {
      await sql.updateTable('flowInstance').set({ remindedAt: at }).where('id', '=', flow).execute();
      const record = await records.untyped.get(caller, resource, id);
      changes.publish({
        resource,
        id,
        action: 'update',
        record,
        message: {
          type: `${resource}.stepOverdue`,
          ...overdue(record, step),
          message: '',
          unit: null,
          actualNum: null,
        },
        by: null,
        at,
      });
    });
  }

  return async (now) => {
    const documents = new Map(deps.documents().map((one) => [one.resource, one]));
    return [...(await endSteps(documents, now)), ...(await passSatisfied(documents))];
  };
}
