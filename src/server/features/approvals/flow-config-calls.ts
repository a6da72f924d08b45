import type { FlowProblem } from '#domain/approvals/check-flow.ts';
import { needsSecondPerson } from '#domain/approvals/flow.ts';
import { AppError } from '#domain/text/errors.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import { nameIn } from '#domain/text/name-in.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Records } from '#server/engine/records/records.ts';
import { type Handlers, implement, type Service } from '#server/http/service.ts';
import { asService, userIdOf } from '#server/kernel/caller.ts';
import { publishFlow } from '#server/seed/seed-flows.ts';
import { checkDraft, documentFields, draftOf, nameable } from './flow-drafts.ts';
import { stepsOf } from './flow-rows.ts';
import type { FlowStore } from './flow-store.ts';

/** Approval flows: what waits for the caller, and publishing a changed flow. The drafts are ordinary records. */
export function createFlowConfigService(deps: {
  records: Records;
  flows: FlowStore;
  sql: Sql;
  clock: () => Date;
  /** FlowConfig/GetInbox, of whoever has documents that wait. */
  inbox: Handlers<'FlowConfig'>['GetInbox'];
}): Service {
  const { records, flows, sql, clock, inbox } = deps;
  return implement('FlowConfig', {
    GetInbox: inbox,
    async Check(input, caller) {
      const draft = draftOf(input);
      const { problems, people } = await checkDraft({ records, flows, sql }, draft);
      return {
        problems: problems.map((one) => ({ ...one, text: textIn(one.text, caller.locale) })),
        people,
        fields: documentFields(records, draft.documentKind),
      };
    },
    async GetNameable(_input, { locale }) {
      return nameable(sql, locale);
    },
    Publish: ({ id, note }, caller) =>
      records.transaction(async (transaction) => {
        const flow = await records.get(caller, 'flowConfig', id, transaction.sql);
        const { problems } = await checkDraft({ records, flows, sql: transaction.sql }, draftOf(flow));
        const errors = problems.filter(({ level }) => level === 'error');
        // A flow that nobody can end would hold every document for ever.
        if (errors.length > 0) throw broken(errors);
        const by = userIdOf(caller);
        // Proposed by another, and not changed since.
        const isSecond =
          typeof flow.proposedBy === 'number' &&
          flow.proposedBy !== by &&
          flow.proposedVersion === flow.version;
        if (needsSecondPerson(draftOf(flow).steps, caller.actor) && !isSecond) {
          const values = {
            proposedBy: by,
            proposedAt: clock().toISOString(),
            proposedVersion: flow.version + 1,
          };
          await records.update(asService(caller), 'flowConfig', id, flow.version, values, transaction);
          return { id, number: null };
        }
        return {
          id,
          number: await publishFlow(records, transaction, id, by, clock(), note?.trim() || null),
        };
      }),
    async GetVersions({ id }, caller) {
      await records.get(caller, 'flowConfig', id);
      const rows = await sql
        .selectFrom('flowVersion as v')
        .leftJoin('user as u', 'u.id', 'v.publishedBy')
        .select(['v.id', 'v.number', 'v.note', 'v.createdAt', 'v.condition', 'v.steps', 'u.name', 'u.nameEn'])
        .select((query) =>
          query
            .selectFrom('flowInstance as i')
            .select(({ fn }) => fn.countAll().as('running'))
            .whereRef('i.flowVersion', '=', 'v.id')
            .where('i.state', '=', 'running')
            .where('i.deletedAt', 'is', null)
            .as('running'),
        )
        .where('v.flow', '=', id)
        .where('v.deletedAt', 'is', null)
        .orderBy('v.number', 'desc')
        .execute();
      return {
        items: rows.map((row) => ({
          id: row.id,
          number: row.number,
          note: row.note,
          publishedAt: row.createdAt,
          publishedByName: nameIn(row, caller.locale),
          condition: row.condition ?? null,
          steps: stepsOf(row.steps).map((step) => ({ ...step })),
          running: Number(row.running ?? 0),
        })),
      };
    },
  });
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
