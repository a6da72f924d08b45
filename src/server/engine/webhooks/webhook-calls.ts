import { randomUUID } from 'node:crypto';
import { Type } from '@sinclair/typebox';
import { AppError } from '#domain/text/errors.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Records } from '#server/engine/records/records.ts';
import { nullable } from '#server/http/nullable.ts';
import { method, type Service } from '#server/http/service.ts';
import type { Webhooks } from './webhooks.ts';

const operating = ['Pages.Operating'];
const byId = Type.Object({ id: Type.Integer({ minimum: 1 }) });

/** What an administrator does to a webhook beside editing it. */
export function createWebhookService(deps: {
  sql: Sql;
  records: Records;
  webhooks: Pick<Webhooks, 'deliveries' | 'signing'>;
  clock: () => Date;
}): Service {
  const { sql, records, webhooks, clock } = deps;
  const { deliveries, signing } = webhooks;

  return {
    name: 'Webhook',
    methods: [
      method({
        verb: 'POST',
        name: 'RenewSecret',
        permission: operating,
        session: true,
        summary: 'A new signing secret, told this once; the old one signs nothing more',
        input: byId,
        output: Type.Object({ secret: Type.String() }),
        async handle({ id }, caller) {
          const version = await records.transaction(async (unit) => {
            const webhook = await records.get(caller, 'webhook', id, unit.sql);
            const secretVersion = Number(webhook.secretVersion ?? 0) + 1;
            await records.update(caller, 'webhook', id, webhook.version, { secretVersion }, unit);
            return secretVersion;
          });
          return { secret: signing.secretOf(id, version) };
        },
      }),
      method({
        verb: 'POST',
        name: 'Ping',
        permission: operating,
        summary: 'Sends a test event at once and tells what came of it',
        input: byId,
        output: Type.Object({
          received: Type.Boolean(),
          answerCode: nullable(Type.Integer()),
          durationMs: nullable(Type.Integer()),
          error: nullable(Type.String()),
        }),
        async handle({ id }, caller) {
          const webhook = await records.get(caller, 'webhook', id);
          if (webhook.deletedAt !== null) throw new AppError('conflict', { key: 'records.inTrash' });
          const at = clock().toISOString();
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
              nextAt: at,
            })
            .returning('id')
            .executeTakeFirstOrThrow();
          const outcome = await deliveries.sendNow(Number(row.id));
          return {
            received: outcome?.error === null,
            answerCode: outcome?.code ?? null,
            durationMs: outcome?.durationMs ?? null,
            error: outcome?.error ? textIn(outcome.error, caller.locale) : null,
          };
        },
      }),
      method({
        verb: 'POST',
        name: 'SendAgain',
        permission: operating,
        summary: 'Puts a delivery back into the queue, with a day of patience anew',
        input: byId,
        output: Type.Null(),
        async handle({ id }, caller) {
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
      }),
    ],
  };
}
