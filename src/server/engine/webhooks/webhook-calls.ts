import { randomUUID } from 'node:crypto';
import { AppError } from '#domain/text/errors.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Records } from '#server/engine/records/records.ts';
import { implement, type Service } from '#server/http/service.ts';
import type { Webhooks } from './webhooks.ts';

/** What an administrator does to a webhook beside editing it. */
export function createWebhookService(deps: {
  sql: Sql;
  records: Records;
  webhooks: Pick<Webhooks, 'deliveries' | 'signing'>;
  clock: () => Date;
}): Service {
  const { sql, records, webhooks, clock } = deps;
  const { deliveries, signing } = webhooks;

  return implement('Webhook', {
    async RenewSecret({ id }, caller) {
      const version = await records.transaction(async (transaction) => {
        const webhook = await records.get(caller, 'webhook', id, transaction.sql);
        const secretVersion = (webhook.secretVersion ?? 0) + 1;
        await records.update(caller, 'webhook', id, webhook.version, { secretVersion }, transaction);
        return secretVersion;
      });
      return { secret: signing.secretOf(id, version) };
    },
    async Ping({ id }, caller) {
      const webhook = await records.get(caller, 'webhook', id);
      if (webhook.deletedAt !== null) throw new AppError('conflict', { key: 'records.inTrash' });
      const now = clock();
      const at = now.toISOString();
      const row = await sql
        .insertInto('webhookDelivery')
        .values({
          key: randomUUID(),
          webhook: id,
          event: 'ping',
          occurredAt: at,
          actor: caller.actor.userId,
          status: 'pending',
          attempts: 0,
          // The rounds take it up only where this call comes to no end.
          nextAt: new Date(now.getTime() + 60_000).toISOString(),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      const outcome = await deliveries.sendNow(row.id);
      return {
        received: outcome?.error === null,
        answerCode: outcome?.code ?? null,
        durationMs: outcome?.durationMs ?? null,
        error: outcome?.error ? textIn(outcome.error, caller.locale) : null,
      };
    },
    async SendAgain({ id }, caller) {
      await records.get(caller, 'webhookDelivery', id);
      const put = await sql
        .updateTable('webhookDelivery')
        .set((eb) => ({
          status: 'pending',
          attempts: 0,
          firstTriedAt: null,
          nextAt: clock().toISOString(),
          version: eb('version', '+', 1),
        }))
        .where('id', '=', id)
        .where('status', '!=', 'sending')
        .returning('id')
        .executeTakeFirst();
      if (!put) throw new AppError('conflict', { key: 'webhooks.underWay' });
      return null;
    },
  });
}
