import { sql as raw } from 'kysely';
import { auditState } from '#domain/approvals/audit.ts';
import { AppError } from '#domain/text/errors.ts';
import { keptText } from '#domain/text/locales/kept-text.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import type { Database } from '#server/db/database.ts';
import type { Catalogue } from '#server/engine/records/catalogue.ts';
import { findRow, withoutSecrets } from '#server/engine/records/rows.ts';
import { aloneAt, startRounds } from '#server/jobs/rounds.ts';
import { systemCaller } from '#server/kernel/caller.ts';
import type { ChangeFeed } from '#server/kernel/changes.ts';
import type { Logger } from '#server/kernel/logger.ts';
import type { AuditActs } from './audit-acts.ts';
import { saidOf } from './audit-journal.ts';
import { auditedTypes } from './audit-rows.ts';
import { satisfied } from './voters.ts';

export interface AuditClock {
  /** One round; gives what it did. Safe on any number of servers at once: only one does a round at a time. */
  tick(): Promise<{ expired: { resource: string; id: number }[]; timedOut: number[] }>;
  /** Every minute until closed. */
  start(): {
    /** Resolves once a round that has begun is over. */
    close(): Promise<void>;
  };
}

/** What time does by itself to audited records: a paper that ends undoes the acceptance; a step's time limit ends. */
export function createAuditClock(deps: {
  database: Pick<Database, 'kysely'>;
  catalogue: Catalogue;
  acts: AuditActs;
  changes: ChangeFeed;
  today: () => Promise<string>;
  clock: () => Date;
  log: Logger;
}): AuditClock {
  const { database, catalogue, acts, changes, clock, log } = deps;
  const caller = systemCaller('system');
  const sql = database.kysely;

  /** What somebody did meanwhile is no longer the clock's to do. */
  async function attempt(work: () => Promise<boolean>, what: object): Promise<boolean> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      log.info({ ...what, reason: error.text.key }, 'the audit clock left a record as it is');
      return false;
    }
  }

  async function expire(): Promise<{ resource: string; id: number }[]> {
    const today = await deps.today();
    const done: { resource: string; id: number }[] = [];
    for (const { type, resource, approval } of auditedTypes(catalogue)) {
      if (approval.expiry.length === 0) continue;
      const past = approval.expiry.map((field) => raw`t.${raw.ref(field)} < ${today}::date`);
      const { rows } = await raw<{ id: number }>`
        select t.id from ${raw.table(type.table)} as t
        where t.deleted_at is null and t.${raw.ref(approval.state)} = ${auditState.accepted}
          and (${raw.join(past, raw` or `)}) order by t.id limit 500`.execute(sql);
      for (const { id } of rows) {
        const one = { resource: resource.name, id: Number(id) };
        if (await attempt(() => acts.expire(caller, one.resource, one.id, today), one)) done.push(one);
      }
    }
    return done;
  }

  async function endSteps(): Promise<number[]> {
    const now = clock();
    const names = auditedTypes(catalogue).map(({ resource }) => resource.name);
    const { rows } = await raw<{
      id: number;
      resource: string;
      documentId: number;
      stepIndex: number;
      step: string | null;
      onTimeout: string | null;
    }>`
      select id, document_resource as resource, document_id as "documentId", step_index as "stepIndex",
        steps -> step_index::int ->> 'name' as step, steps -> step_index::int ->> 'onTimeout' as "onTimeout"
      from flow_instance
      where state = 'running' and document_resource = any(${names}::text[]) and deleted_at is null
        and step_due_at <= ${now.toISOString()}::timestamptz and reminded_at is null
      order by id limit 200`.execute(sql);
    const done: number[] = [];
    for (const { id, resource, documentId, stepIndex, step, onTimeout } of rows) {
      if (onTimeout === 'approve' || onTimeout === 'reject') {
        const comment = keptText({ key: 'flow.timeLimit' });
        const decided = async () => {
          const document = { resource, id: Number(documentId), stepIndex: Number(stepIndex) };
          await acts.decide(caller, { ...document, decision: onTimeout, comment, assignees: [] });
          return true;
        };
        if (await attempt(decided, { resource, id: documentId })) done.push(Number(id));
      } else {
        await remind(Number(id), resource, Number(documentId), step ?? '', now);
        done.push(Number(id));
      }
    }
    return done;
  }

  /** Whoever was still waited for may not decide any more: those who have decided are all. */
  async function passSatisfied(): Promise<number[]> {
    const names = auditedTypes(catalogue).map(({ resource }) => resource.name);
    const done: number[] = [];
    for (const { id, documentResource: resource, documentId, stepIndex } of await satisfied(sql, names)) {
      const comment = keptText({ key: 'flow.allDecided' });
      const document = { resource, id: documentId, stepIndex };
      const decided = async () => {
        await acts.decide(caller, { ...document, decision: 'approve', comment, assignees: [] });
        return true;
      };
      if (await attempt(decided, { resource, id: documentId })) done.push(id);
    }
    return done;
  }

  /** Tells those whom the record concerns, once for each step. */
  async function remind(instance: number, name: string, id: number, step: string, now: Date): Promise<void> {
    const at = now.toISOString();
    await sql.updateTable('flowInstance').set({ remindedAt: at }).where('id', '=', instance).execute();
    const type = catalogue.find(name);
    const record = await findRow(sql, type, raw`t.id = ${id}`);
    if (!record) return;
    changes.publish({
      resource: name,
      id,
      action: 'update',
      record: withoutSecrets(type, record),
      message: {
        type: `${name}.stepOverdue`,
        title: textIn({ key: 'audit.action.overdue' }, 'zh-Hans'),
        ...saidOf(type.resource, record, 'audit.message.overdue', { step }),
        message: '',
        unit: null,
        actualNum: null,
        state: auditState.waiting,
      },
      by: null,
      at,
    });
  }

  async function runOnce(): Promise<void> {
    try {
      const { expired } = await clockOf.tick();
      if (expired.length > 0) log.info({ expired }, 'papers have ended');
    } catch (error) {
      log.error({ error }, 'the audit clock failed and will try again');
    }
  }

  const clockOf: AuditClock = {
    async tick() {
      const done = await aloneAt(database, 'clearway audit clock', async () => ({
        expired: await expire(),
        timedOut: [...(await endSteps()), ...(await passSatisfied())],
      }));
      return done ?? { expired: [], timedOut: [] };
    },

    start: () => startRounds('15 * * * * *', runOnce),
  };
  return clockOf;
}
