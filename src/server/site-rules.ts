import path from 'node:path';
import type { Config } from './config.ts';
import { gatewayRules } from './messages/gateways/gateway-rules.ts';
import { createNetworkGuard } from './network-guard.ts';
import type { RecordRules } from './records/rules.ts';
import { sourceRules } from './surveillance/source-rules.ts';
import { webhookRules } from './webhooks/webhook-rules.ts';

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
