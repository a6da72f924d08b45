import { resources } from '#resources';
import type { Database } from '#server/db/database.ts';
import type { Phase, RecordRule } from '#server/engine/records/record-rules.ts';
import { createWebhookOutbox } from '#server/engine/webhooks/outbox.ts';
import { createChannelOutbox } from '#server/features/channels/channel-outbox.ts';
import { type Air, createAir } from '#server/flights.ts';
import { recordRules } from '#server/record-rules.ts';
import { silentLog } from './database.ts';

/** Types whose rules go by the settings of an installation. */
const bySettings = ['surveillanceSource', 'messageGateway', 'webhook'];

/** The rules of the product in its order, but those that go by the settings of an installation. */
export function productRules(database: Database, air: Air = createAir()): RecordRule[] {
  return recordRules({
    config: { dataFolder: '/nowhere', recordingsFolder: null, webhookPrivate: false },
    resources,
    database,
    store: { remove: async () => undefined },
    air,
    outbox: createWebhookOutbox({ clock: () => new Date() }),
    told: createChannelOutbox({ sending: { email: false, push: false }, clock: () => new Date() }),
    log: silentLog,
  }).filter(({ types }) => !types?.some((type) => bySettings.includes(type)));
}

const ofOneRecord: Phase[] = ['guard', 'complete', 'authorise', 'validate'];

/** Those that are asked of each record: for a store of invented types, which has no other tables. */
export function rulesOfOneRecord(database: Database): RecordRule[] {
  return productRules(database).filter(({ phase }) => ofOneRecord.includes(phase));
}
