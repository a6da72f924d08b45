import { textIn } from '#domain/text/locales/text-in.ts';
import { nameIn } from '#domain/text/name-in.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Records } from '#server/engine/records/records.ts';
import { type Handlers, implement, type Service } from '#server/http/service.ts';
import { checkDraft, documentFields, draftOf, nameable } from './flow-drafts.ts';
import { stepsOf } from './flow-rows.ts';
import type { FlowStore } from './flow-store.ts';
import { createPublishDraft } from './publish-draft.ts';

/** Approval flows: what waits for the caller, and publishing a changed flow. The drafts are ordinary records. */
export function createFlowConfigService(deps: {
  records: Records;
  flows: FlowStore;
  sql: Sql;
  clock: () => Date;
  /** FlowConfig/GetInbox, of whoever has documents that wait. */
  inbox: Handlers<'FlowConfig'>['GetInbox'];
}): Service {
  const { records, flows, sql, inbox } = deps;
  const publish = createPublishDraft(deps);
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
      records.transaction((transaction) => publish(caller, { id, note: note?.trim() || null }, transaction)),
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
