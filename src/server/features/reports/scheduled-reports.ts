import { sql as raw } from 'kysely';
import { abilityOf, rulesFor } from '#domain/identity/access.ts';
import { reportMetric } from '#domain/plans/report-metrics.ts';
import { spanOf, steppedSpan } from '#domain/plans/report-period.ts';
import { lastDue } from '#domain/plans/report-schedule.ts';
import { AppError } from '#domain/text/errors.ts';
import type { Locale } from '#domain/text/label.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import { nameIn, nameValues } from '#domain/text/name-in.ts';
import { dayOf } from '#domain/time/wall-clock.ts';
import type { Database } from '#server/db/database.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Catalogue } from '#server/engine/records/catalogue.ts';
import type { Records } from '#server/engine/records/records.ts';
import { asCaller, type Transaction } from '#server/engine/records/stored-record.ts';
import type { AttachmentsOf } from '#server/features/channels/index.ts';
import { actorsOf } from '#server/features/identity/accounts.ts';
import type { PlanParameters } from '#server/features/plans/plan-parameters.ts';
import {
  createPlanReporting,
  type PlanReport,
  type ReportRequest,
  renamedReport,
} from '#server/features/plans/plan-report.ts';
import { FileAnswer, implement, type Service } from '#server/http/service.ts';
import { type Clock, createClock } from '#server/jobs/clock.ts';
import { type Caller, systemCaller } from '#server/kernel/caller.ts';
import { inBoth } from '#server/kernel/in-both.ts';
import type { Logger } from '#server/kernel/logger.ts';
import { reportFile, wholeOf } from './report-file.ts';

export interface ScheduledReports {
  service: Service;
  clock: Clock<{ sent: number }>;
  /** The file of a report, for the mail that tells of it. */
  attachmentsOf: AttachmentsOf;
}

/** Recipients of one report. */
const mostRecipients = 500;

/**
 * Reports that are made by the clock: for each recipient what they may see themselves, kept for them, with the message
 * that tells of it in the same transaction: made once on any number of servers, whatever dies in between.
 */
export function createScheduledReports(deps: {
  database: Pick<Database, 'kysely' | 'locks'>;
  sql: Sql;
  records: Records;
  catalogue: Catalogue;
  readParameters: () => Promise<PlanParameters>;
  clock: () => Date;
  log: Logger;
}): ScheduledReports {
  const { sql, records, catalogue, readParameters, clock, log } = deps;

  /** Who is to get it: users and everyone of the roles, each once, as they are now. */
  async function recipientsOf(transaction: Transaction, users: readonly number[], roles: readonly number[]) {
    const { rows } = await raw<{ id: number; language: string | null }>`
      select u.id, u.language from "user" u
      where u.is_active and u.deleted_at is null
        and (u.id = any(${users}::bigint[]) or exists (select 1 from user_roles l
          where l.owner_id = u.id and l.target_id = any(${roles}::bigint[])))
      order by u.id limit ${mostRecipients}`.execute(transaction.sql);
    const actors = await actorsOf(
      records,
      rows.map(({ id }) => id),
      transaction.sql,
    );
    return actors.map((actor) => {
      const language = rows.find(({ id }) => id === actor.userId)?.language;
      const locale: Locale = language === 'en' ? 'en' : 'zh-Hans';
      return { ...systemCaller(), actor, ability: abilityOf(rulesFor(actor, catalogue.resources)), locale };
    });
  }

  /** The report as this recipient may see it; null: none of it. */
  async function reportFor(
    transaction: Transaction,
    caller: Caller,
    input: ReportRequest,
  ): Promise<PlanReport | null> {
    try {
      const reporting = createPlanReporting({ records, sql: transaction.sql, clock, readParameters });
      return await reporting.report(caller, input);
    } catch (error) {
      if (error instanceof AppError && error.code === 'forbidden') return null;
      throw error;
    }
  }

  /** Makes and sends one, unless that was done for this moment; gives the number of recipients. */
  async function send(id: number, due: Date): Promise<number> {
    const { deadlines } = await readParameters();
    const system = systemCaller();
    return records.transaction(async (transaction) => {
      const found = await records.lockForChange(system, 'reportSubscription', id, transaction);
      if (found.lastDueAt && Date.parse(String(found.lastDueAt)) >= due.getTime()) return 0;
      const { period } = found;
      const day = dayOf(due.getTime(), deadlines.timeZone);
      const { from } = steppedSpan(period, spanOf(period, day), -1);
      const filters = {
        companies: found.companies,
        missionTypes: found.missionTypes,
        aircraftTypes: found.aircraftTypes,
        airports: found.airports,
      };
      let count = 0;
      const users = found.users ?? [];
      const roles = found.roles ?? [];
      const isOwn = users.length + roles.length === 0 && typeof found.createdBy === 'number';
      const to = isOwn ? [Number(found.createdBy)] : users;
      for (const caller of await recipientsOf(transaction, to, roles)) {
        const report = await reportFor(transaction, caller, { period, from, ...filters });
        if (!report) continue;
        const { id: result } = await records.create(
          system,
          'reportResult',
          {
            subscription: id,
            user: caller.actor.userId,
            name: found.name,
            nameEn: found.nameEn ?? null,
            dueAt: due.toISOString(),
            format: found.format,
            content: { ...report },
          },
          transaction,
        );
        const content = (locale: Locale) => {
          const figures = ['plans', 'flown', 'sorties', 'hours'] as const;
          const [plans, flown, sorties, hours] = figures.map((one) => reportMetric(report.totals, one) ?? 0);
          const values = { ...nameValues('name', found), from: report.from, to: report.to };
          const rounded = Math.round(Number(hours) * 10) / 10;
          return textIn(
            {
              key: 'report.sent',
              values: {
                ...values,
                plans: Number(plans),
                flown: Number(flown),
                sorties: Number(sorties),
                hours: rounded,
              },
            },
            locale,
          );
        };
        await records.create(
          system,
          'reminder',
          {
            user: caller.actor.userId,
            ...inBoth(content),
            documentResource: 'reportResult',
            documentId: result,
          },
          transaction,
        );
        count += 1;
      }
      await records.update(
        system,
        'reportSubscription',
        id,
        found.version,
        { lastDueAt: due.toISOString(), lastCount: count },
        transaction,
      );
      return count;
    });
  }

  /** The user's own; another's is, to them, not there. */
  async function ownResult(user: number, id: number) {
    const row = await sql
      .selectFrom('reportResult')
      .selectAll()
      .where('id', '=', id)
      .where('user', '=', user)
      .where('deletedAt', 'is', null)
      .executeTakeFirst();
    return row ? { ...row, report: row.content as unknown as PlanReport } : null;
  }

  async function resultOf(caller: Caller, id: number) {
    const found = await ownResult(caller.actor.userId, id);
    if (!found)
      throw new AppError('notFound', { key: 'common.notFound', values: { type: 'ReportResult', id } });
    return { ...found, report: await renamedReport({ records, sql }, caller, found.report) };
  }

  return {
    service: implement('ReportResult', {
      async Get({ id }, caller) {
        const { dueAt, report, ...names } = await resultOf(caller, id);
        return { name: nameIn(names, caller.locale), dueAt, report };
      },
      async Download({ id }, caller) {
        const { report, format } = await resultOf(caller, id);
        return new FileAnswer(reportFile(report, format === 'csv' ? 'csv' : 'xlsx', caller.locale));
      },
      async SendNow({ id }, caller) {
        // It reaches everyone whom it names: whoever may change it may send it.
        await records.transaction((transaction) =>
          records.lockForChange(caller, 'reportSubscription', id, asCaller(transaction)),
        );
        return { recipients: await send(id, clock()) };
      },
    }),

    clock: createClock<{ sent: number }>({
      ...deps,
      name: 'report',
      pattern: '*/20 * * * * *',
      async round(now) {
        const rows = await sql
          .selectFrom('reportSubscription')
          .select(['id', 'every', 'weekday', 'monthDay', 'time', 'zone', 'lastDueAt', 'updatedAt'])
          .where('isActive', '=', true)
          .where('deletedAt', 'is', null)
          .orderBy('id')
          .execute();
        let sent = 0;
        for (const { id, lastDueAt, updatedAt, ...schedule } of rows) {
          const due = lastDue(schedule as Parameters<typeof lastDue>[0], now.getTime());
          // What was due before it was made, or set otherwise, is not made up for.
          if (due <= Math.max(Date.parse(lastDueAt ?? updatedAt), Date.parse(updatedAt))) continue;
          try {
            sent += await send(id, new Date(due));
          } catch (error) {
            log.error({ error, id }, 'a scheduled report was not made and will be tried again');
          }
        }
        return { sent };
      },
      none: { sent: 0 },
      report({ sent }) {
        if (sent > 0) log.info({ sent }, 'scheduled reports were made');
      },
    }),

    async attachmentsOf({ resource, id, user }, locale) {
      if (resource !== 'reportResult' || id === null) return [];
      const found = await ownResult(user, id);
      if (!found) return [];
      const { name, mediaType, stream } = reportFile(
        found.report,
        found.format === 'csv' ? 'csv' : 'xlsx',
        locale,
      );
      return [{ filename: name, contentType: mediaType, content: await wholeOf(stream) }];
    },
  };
}
