import { Type } from '@sinclair/typebox';
import type { Records } from '#server/engine/records/records.ts';
import type { WebhookSigning } from '#server/engine/webhooks/signing.ts';
import { method, type Service } from '#server/http/service.ts';

/** What an administrator does to a message gateway beside editing it. */
export function createMessageGatewayService(deps: { records: Records; signing: WebhookSigning }): Service {
  const { records, signing } = deps;
  return {
    name: 'MessageGateway',
    methods: [
      method({
        verb: 'POST',
        name: 'RenewSecret',
        permission: ['Pages.Operating'],
        session: true,
        summary: 'A new signing secret for an HTTP gateway, told this once; the old one signs nothing more',
        input: Type.Object({ id: Type.Integer({ minimum: 1 }) }),
        output: Type.Object({ secret: Type.String() }),
        async handle({ id }, caller) {
          const version = await records.transaction(async (unit) => {
            const gateway = await records.get(caller, 'messageGateway', id, unit.sql);
            const secretVersion = Number(gateway.secretVersion ?? 0) + 1;
            await records.update(caller, 'messageGateway', id, gateway.version, { secretVersion }, unit);
            return secretVersion;
          });
          return { secret: signing.secretOf(id, version) };
        },
      }),
    ],
  };
}
