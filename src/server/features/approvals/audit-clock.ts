import { sql as raw } from 'kysely';
import { auditState } from '#domain/approvals/audit.ts';
import type { Database } from '#server/db/database.ts';
import type { Catalogue } from '#server/engine/records/catalogue.ts';
import { type Clock, createClock, unlessRefused } from '#server/jobs/clock.ts';
import { systemCaller } from '#server/kernel/caller.ts';
import type { Logger } from '#server/kernel/logger.ts';
import type { AuditActs } from './audit-acts.ts';
import { auditedTypes } from './audit-rows.ts';
import type { StepClock } from './step-clock.ts';

export interface AuditRound {
  expired: { resource: string; id: number }[];
  /** The flows whose step ended. */
  timedOut: number[];
}

export type AuditClock = Clock<AuditRound>;

/** What time does by itself to audited records: a paper that ends undoes the acceptance; a step's time limit ends. */
export function createAuditClock(deps: {
  database: Pick<Database, 'kysely' | 'locks'>;
  catalogue: Catalogue;
  acts: AuditActs;
  steps: StepClock;
  today: () => Promise<string>;
  clock: () => Date;
  log: Logger;
}): AuditClock {
  const { database, catalogue, acts, clock, log } = deps;
  const caller = systemCaller('system');
  const sql = database.kysely;

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
        const one = { resource: resource.name, id };
        await unlessRefused(log, one, async () => {
          if (await acts.expire(caller, one.resource, one.id, today)) done.push(one);
        });
      }
    }
    return done;
  }

  return createClock<AuditRound>({
    database,
    name: 'audit',
    pattern: '15 * * * * *',
    clock,
    round: async (now) => ({
      expired: await expire(),
      timedOut: (await deps.steps(now)).map(({ flow }) => flow),
    }),
    none: { expired: [], timedOut: [] },
    report({ expired }) {
      if (expired.length > 0) log.info({ expired }, 'papers have ended');
    },
    log,
  });
}
