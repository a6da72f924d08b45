import path from 'node:path';
import type { Resource } from '#domain/record/resource.ts';
import type { Database } from './db/database.ts';
import type { FileStore } from './engine/files/file-store.ts';
import { purgedFiles } from './engine/files/purge-rule.ts';
import type { RecordRule } from './engine/records/record-rules.ts';
import { boundSecrets } from './engine/sources/bound-secrets.ts';
import type { WebhookOutbox } from './engine/webhooks/outbox.ts';
import { webhookAddress, webhookAddressee } from './engine/webhooks/webhook-rules.ts';
import { airspaceVersions } from './features/airspace/airspace-versions.ts';
import { lockedWhileWaiting, reopened } from './features/approvals/record-lock.ts';
import type { ChannelOutbox } from './features/channels/index.ts';
import type { AirGuard } from './features/conflicts/air-guard.ts';
import { actorsOf } from './features/identity/accounts.ts';
import { holdingRules } from './features/identity/holding-rules.ts';
import { securityParameters } from './features/identity/parameter-rules.ts';
import { roleRules, userRules } from './features/identity/role-rules.ts';
import { sessionCompany } from './features/identity/session-company.ts';
import { unitCodes } from './features/identity/unit-codes.ts';
import { unitTree } from './features/identity/unit-rules.ts';
import { imageTransport, informationAddress } from './features/information/source-rules.ts';
import { papersOfMeetings } from './features/meetings/index.ts';
import { gatewayAddress } from './features/messages/gateways/gateway-rules.ts';
import { thresholdOrder } from './features/monitor/threshold-rule.ts';
import { approvalMessages } from './features/notices/approval-messages.ts';
import { reminders } from './features/notices/reminders.ts';
import { notificationRuleChecks, planNotificationRules } from './features/notification-rules/index.ts';
import { dashboardTiles } from './features/statistics/dashboard-rule.ts';
import {
  carriedFormat,
  namedSenders,
  placedRadars,
  readableMapping,
  replayedFile,
  sourceAddress,
} from './features/surveillance/source-rules.ts';
import { watchLog } from './features/watch/log-rule.ts';
import type { Config } from './kernel/config.ts';
import type { Logger } from './kernel/logger.ts';
import { createNetworkGuard } from './kernel/network-guard.ts';

export interface RecordRulesDeps {
  config: Pick<Config, 'dataFolder' | 'recordingsFolder' | 'webhookPrivate'>;
  resources: Resource[];
  database: Pick<Database, 'transaction'>;
  store: Pick<FileStore, 'remove'>;
  air: { guard: AirGuard };
  outbox: Pick<WebhookOutbox, 'rule'>;
  told: Pick<ChannelOutbox, 'rule'>;
  log: Logger;
}

/**
 * Every rule of the product's records, in the order in which they are asked (phases: engine/records/record-rules.ts).
 * A new one is a file of its feature and a line here, in its phase.
 */
export function recordRules(deps: RecordRulesDeps): RecordRule[] {
  const { config, resources, air, outbox, told } = deps;
  const guard = createNetworkGuard({ allowPrivate: config.webhookPrivate });
  return [
    // guard
    lockedWhileWaiting,
    papersOfMeetings,
    // complete
    reopened,
    boundSecrets,
    webhookAddressee,
    // authorise
    ...holdingRules,
    securityParameters.authorise,
    // validate
    ...roleRules,
    ...userRules,
    securityParameters.validate,
    unitTree,
    replayedFile(recordingsIn(config)),
    readableMapping,
    placedRadars,
    carriedFormat,
    namedSenders,
    sourceAddress(guard),
    imageTransport,
    informationAddress({ dataFolder: config.dataFolder, guard }),
    gatewayAddress({ dataFolder: config.dataFolder, guard }),
    webhookAddress(guard),
    thresholdOrder,
    dashboardTiles,
    notificationRuleChecks,
    // follow
    unitCodes,
    sessionCompany,
    airspaceVersions,
    purgedFiles(deps),
    // reserve
    air.guard.rule,
    // notify: reminders and webhooks read what the air guard tells of plans that yield, channels the reminders
    watchLog,
    securityParameters.notify,
    reminders({ resources, actorsOf }),
    approvalMessages({ resources, actorsOf }),
    planNotificationRules({ resources, actorsOf }),
    told.rule,
    outbox.rule,
  ];
}

/** The folder below which replayed recordings lie. */
export function recordingsIn({
  recordingsFolder,
  dataFolder,
}: Pick<Config, 'dataFolder' | 'recordingsFolder'>): string {
  return recordingsFolder ?? path.join(dataFolder, 'recordings');
}
