import type { Records } from '#server/engine/records/records.ts';
import type { WebhookSigning } from '#server/engine/webhooks/signing.ts';
import { implement, type Service } from '#server/http/service.ts';

/** What an administrator does to a message gateway beside editing it. */
export function createMessageGatewayService(deps: { records: Records; signing: WebhookSigning }): Service {
  const { records, signing } = deps;
  return implement('MessageGateway', {
    async RenewSecret({ id }, caller) {
      const version = await records.transaction(async (transaction) => {
        const gateway = await records.get(caller, 'messageGateway', id, transaction.sql);
        const secretVersion = (gateway.secretVersion ?? 0) + 1;
        await records.update(caller, 'messageGateway', id, gateway.version, { secretVersion }, transaction);
        return secretVersion;
      });
      return { secret: signing.secretOf(id, version) };
    },
  });
}
