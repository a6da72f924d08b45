import type { WhatIfResult } from '#contract/what-if.ts';
import { fieldError, refused } from '#domain/text/errors.ts';
import type { Locale } from '#domain/text/label.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import { nameIn } from '#domain/text/name-in.ts';
import { longestDays } from '#domain/what-if/changes.ts';
import type { ApprovalView } from '#domain/what-if/compare-approvals.ts';
import type { StoredFinding } from '#domain/what-if/compare-plans.ts';
import type { Sql } from '#server/db/sql.ts';
import { titleIn } from '#server/engine/records/fields.ts';
import { namesOf } from '#server/engine/records/names.ts';
import type { Records } from '#server/engine/records/records.ts';
import { type AboutDocument, documentsById } from '#server/features/approvals/documents-by-id.ts';
import type { PublishDraft } from '#server/features/approvals/publish-draft.ts';
import { implement, type Service } from '#server/http/service.ts';
import { asService, type Caller, userIdOf } from '#server/kernel/caller.ts';
import { applyChanges, tryChanges } from './hypothesis.ts';
import { addRun, readRun } from './run-table.ts';
import type { Runner } from './runner.ts';
import type { StoredResult } from './stored-result.ts';

/** Evaluations that wait or run at once. */
const mostWaiting = 20;

export function createWhatIfService(deps: {
  records: Records;
  sql: Sql;
  publishDraft: PublishDraft;
  runner: Pick<Runner, 'cancel'>;
  clock: () => Date;
}): Service {
  const { records, sql, runner, clock } = deps;
  return implement('WhatIf', {
    async Start({ title: given, from, to, parts, changes }, caller) {
      const title = given.trim();
      if (title === '') throw fieldError('title', 'common.invalid.required', { field: 'title' });
      const [start, end] = [Date.parse(from), Date.parse(to)];
      if (end <= start) throw fieldError('to', 'whatIf.invalid.order');
      if (end - start > longestDays * 86_400_000)
        throw fieldError('to', 'whatIf.invalid.tooLong', { days: longestDays });
      if (start > clock().getTime()) throw fieldError('from', 'whatIf.invalid.future');
      await refuseTooMany();
      const { hypothesis, differences } = await tryChanges(deps, caller, changes);
      if (differences.every(({ before, after }) => JSON.stringify(before) === JSON.stringify(after)))
        throw fieldError('changes', 'whatIf.invalid.nothing');
      return records.transaction(async (transaction) => {
        const { id } = await records.create(
          asService(caller),
          'whatIf',
          {
            title,
            from: new Date(start).toISOString(),
            to: new Date(end).toISOString(),
            parts,
            state: 'waiting',
          },
          transaction,
        );
        await addRun(transaction.sql, { id, changes, hypothesis, differences });
        return { id };
      });
    },
    async Get({ id }, caller) {
      const record = await records.get(caller, 'whatIf', id);
      const run = await readRun(sql, id);
      return {
        id,
        state: record.state,
        progress: run?.progress ?? 0,
        differences: (run?.differences ?? []).map(
          ({ resource, id: of, label, labelEn, field, before, after }) => ({
            resource,
            id: of,
            label: nameIn({ name: label, nameEn: labelEn }, caller.locale),
            field,
            before,
            after,
          }),
        ),
        result: run?.result ? await resultIn(run.result, caller) : null,
      };
    },
    async Cancel({ id }, caller) {
      await records.transaction(async (transaction) => {
        const record = await records.get(caller, 'whatIf', id, transaction.sql);
        if (record.state !== 'waiting' && record.state !== 'running')
          throw refused('whatIf.refused.notRunning');
        const values = { state: 'cancelled' as const, finishedAt: clock().toISOString() };
        await records.update(asService(caller), 'whatIf', id, record.version, values, transaction);
      });
      runner.cancel(id);
      return null;
    },
    Apply: ({ id, reason }, caller) =>
      records.transaction(async (transaction) => {
        const record = await records.get(caller, 'whatIf', id, transaction.sql);
        const run = await readRun(transaction.sql, id);
        if (record.state !== 'done' || !run) throw refused('whatIf.refused.notDone');
        const why = reason.trim();
        if (why === '') throw fieldError('reason', 'common.invalid.required', { field: 'reason' });
        const applied = await applyChanges(deps, caller, run.changes, run.differences, transaction);
        const values = {
          state: 'applied' as const,
          appliedAt: clock().toISOString(),
          appliedBy: userIdOf(caller),
          appliedReason: why,
        };
        await records.update(asService(caller), 'whatIf', id, record.version, values, transaction);
        return { applied };
      }),
  });

  async function refuseTooMany(): Promise<void> {
    const { count } = await sql
      .selectFrom('whatIf')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('state', 'in', ['waiting', 'running'])
      .where('deletedAt', 'is', null)
      .executeTakeFirstOrThrow();
    if (Number(count) >= mostWaiting) throw refused('whatIf.refused.tooMany', { most: mostWaiting });
  }

  async function resultIn(result: StoredResult, caller: Caller): Promise<WhatIfResult> {
    const { plans, approvals, alerts } = result;
    const { locale } = caller;
    const companies = await namesOf(sql, 'company', plans?.items.map(({ company }) => company) ?? [], locale);
    const documents = await documentsById(records, caller, approvals?.items ?? [], { trash: 'with' });
    const titleOf = (about: AboutDocument) => {
      const record = documents(about);
      return record && titleIn(caller, records.untyped.resource(about.resource), record);
    };
    return {
      plans: plans && {
        ...plans,
        items: plans.items.map((one) => ({
          id: one.id,
          planNumber: one.planNumber,
          companyName: companies.get(one.company) ?? `#${one.company}`,
          at: iso(one.at),
          state: one.state,
          before: one.before,
          after: one.after,
          added: one.added.map((finding) => findingIn(finding, locale)),
          removed: one.removed.map((finding) => findingIn(finding, locale)),
        })),
      },
      approvals: approvals && {
        ...approvals,
        items: approvals.items.map(({ kind, resource, document, submittedAt, before, after }) => ({
          kind,
          resource,
          document,
          label: titleOf({ resource, document }) ?? `#${document}`,
          submittedAt: iso(submittedAt),
          before: approvalIn(before, locale),
          after: approvalIn(after, locale),
        })),
      },
      alerts: alerts && {
        ...alerts,
        leftOut: alerts.leftOut.map((text) => textIn(text, locale)),
        items: alerts.items.map((one) => ({
          ...one,
          raisedAt: iso(one.raisedAt),
          clearedAt: one.clearedAt === null ? null : iso(one.clearedAt),
          reason: textIn(one.reason, locale),
          causes: one.causes ?? [],
        })),
      },
    };
  }
}

const iso = (at: number) => new Date(at).toISOString();

const findingIn = ({ level, message, rule }: StoredFinding, locale: Locale) => ({
  level,
  message: textIn(message, locale),
  rule: textIn({ key: rule }, locale),
});

const approvalIn = ({ flow, steps, outcome, minutes, inTime }: ApprovalView, locale: Locale) => ({
  flow: flow && nameIn(flow, locale),
  steps: steps.map((step) => nameIn(step, locale)),
  outcome,
  minutes,
  inTime,
});
