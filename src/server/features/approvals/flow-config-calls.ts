import { Type } from '@sinclair/typebox';
import type { FlowProblem } from '#domain/approvals/check-flow.ts';
import { AppError } from '#domain/text/errors.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Records } from '#server/engine/records/records.ts';
import { nullable } from '#server/http/nullable.ts';
import { method, type Service, type ServiceMethod } from '#server/http/service.ts';
import { userIdOf } from '#server/kernel/caller.ts';
import { publishFlow } from '#server/seed/seed-flows.ts';
import { checkDraft, documentFields, draftOf, nameable } from './flow-drafts.ts';
import { stepsOf } from './flow-rows.ts';
import type { FlowStore } from './flow-store.ts';

const problem = Type.Object({
  level: Type.String(),
  /** Place of the step, from 0; null: the flow as a whole. */
  step: nullable(Type.Integer()),
  field: Type.String(),
  text: Type.String(),
});

/** Approval flows: what waits for the caller, and publishing a changed flow. The drafts are ordinary records. */
export function createFlowConfigService(deps: {
  records: Records;
  flows: FlowStore;
  sql: Sql;
  clock: () => Date;
  /** FlowConfig/GetInbox, of whoever has documents that wait. */
  inbox: ServiceMethod;
}): Service {
  const { records, flows, sql, clock, inbox } = deps;
  return {
    name: 'FlowConfig',
    methods: [
      inbox,
      method({
        verb: 'POST',
        name: 'Check',
        writes: false,
        permission: ['Pages.Operating.FlowConfig'],
        summary: 'What is wrong with a flow as it is drawn, and how many people each step reaches',
        input: Type.Object({
          documentKind: Type.String({ maxLength: 16 }),
          condition: Type.Optional(nullable(Type.Object({}, { additionalProperties: true }))),
          steps: Type.Array(Type.Object({}, { additionalProperties: true }), { maxItems: 20 }),
        }),
        output: Type.Object({
          problems: Type.Array(problem),
          people: Type.Array(Type.Integer()),
          fields: Type.Array(Type.String()),
        }),
        async handle(input, caller) {
          const draft = draftOf(input);
          const { problems, people } = await checkDraft({ records, flows, sql }, draft);
          return {
            problems: problems.map((one) => ({ ...one, text: textIn(one.text, caller.locale) })),
            people,
            fields: documentFields(records, draft.documentKind),
          };
        },
      }),
      method({
        verb: 'GET',
        name: 'GetNameable',
        permission: ['Pages.Operating.FlowConfig'],
        summary: 'Roles, organization units and users that a step may name',
        input: Type.Object({}),
        output: Type.Object({
          roles: Type.Array(Type.Object({ name: Type.String(), text: Type.String() })),
          organizationUnits: Type.Array(Type.Object({ id: Type.Integer(), text: Type.String() })),
          users: Type.Array(Type.Object({ id: Type.Integer(), text: Type.String() })),
        }),
        handle: () => nameable(sql),
      }),
      method({
        verb: 'POST',
        name: 'Publish',
        permission: ['Pages.Operating.FlowConfig'],
        summary: 'Makes the flow as it is now its next version; running documents keep theirs',
        input: Type.Object({
          id: Type.Integer({ minimum: 1 }),
          /** What is new, for those who read the list of versions. */
          note: Type.Optional(Type.String({ maxLength: 500 })),
        }),
        output: Type.Object({ id: Type.Integer(), number: Type.Integer() }),
        handle: ({ id, note }, caller) =>
          records.transaction(async (unit) => {
            const flow = await records.get(caller, 'flowConfig', id, unit.sql);
            const { problems } = await checkDraft({ records, flows, sql: unit.sql }, draftOf(flow));
            const errors = problems.filter(({ level }) => level === 'error');
            // A flow that nobody can end would hold every document for ever.
            if (errors.length > 0) throw broken(errors);
            const by = userIdOf(caller);
            return { id, number: await publishFlow(records, unit, id, by, clock(), note?.trim() || null) };
          }),
      }),
      method({
        verb: 'GET',
        name: 'GetVersions',
        permission: ['Pages.Operating.FlowConfig'],
        summary: 'The published versions of a flow, newest first, and how many documents still follow each',
        input: Type.Object({ id: Type.Integer({ minimum: 1 }) }),
        output: Type.Object({
          items: Type.Array(
            Type.Object({
              id: Type.Integer(),
              number: Type.Integer(),
              note: nullable(Type.String()),
              publishedAt: Type.String(),
              publishedByName: nullable(Type.String()),
              condition: Type.Unknown(),
              steps: Type.Array(Type.Object({}, { additionalProperties: true })),
              running: Type.Integer(),
            }),
          ),
        }),
        async handle({ id }, caller) {
          await records.get(caller, 'flowConfig', id);
          const rows = await sql
            .selectFrom('flowVersion as v')
            .leftJoin('user as u', 'u.id', 'v.publishedBy')
            .select([
              'v.id',
              'v.number',
              'v.note',
              'v.createdAt',
              'v.condition',
              'v.steps',
              'u.name as byName',
            ])
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
              id: Number(row.id),
              number: Number(row.number),
              note: typeof row.note === 'string' ? row.note : null,
              publishedAt: String(row.createdAt),
              publishedByName: typeof row.byName === 'string' ? row.byName : null,
              condition: row.condition ?? null,
              steps: stepsOf(row.steps).map((step) => ({ ...step })),
              running: Number(row.running ?? 0),
            })),
          };
        },
      }),
    ],
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
