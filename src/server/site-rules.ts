import path from 'node:path';
import type { RecordRules } from './engine/records/rules.ts';
import { webhookRules } from './engine/webhooks/webhook-rules.ts';
import { gatewayRules } from './features/messages/gateways/gateway-rules.ts';
import { sourceRules } from './features/surveillance/source-rules.ts';
import type { Config } from './kernel/config.ts';
import { createNetworkGuard } from './kernel/network-guard.ts';

/** What records must keep to by the settings of this installation, whichever way they are saved. */
export function siteRules(config: Config): RecordRules {
  const guard = createNetworkGuard({ allowPrivate: config.webhookPrivate });
  return {
    surveillanceSource: sourceRules(recordingsIn(config)),
    messageGateway: gatewayRules({ dataFolder: config.dataFolder, guard }),
    webhook: webhookRules(guard),
  };
}

/** The folder below which replayed recordings lie. */
export function recordingsIn({ recordingsFolder, dataFolder }: Config): string {
  return recordingsFolder ?? path.join(dataFolder, 'recordings');
}
