import type { Actor } from '#domain/identity/access.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Catalogue } from '#server/engine/records/catalogue.ts';
import type { Records } from '#server/engine/records/records.ts';
import { startRounds } from '#server/jobs/rounds.ts';
import type { ChangeFeed } from '#server/kernel/changes.ts';
import type { Logger } from '#server/kernel/logger.ts';
import { createDeliveries, type Deliveries } from './deliveries.ts';
import type { WebhookOutbox } from './outbox.ts';
import { createPost } from './post.ts';
import { createWebhookSigning, type WebhookSigning } from './signing.ts';

export interface Webhooks {
  deliveries: Deliveries;
  signing: WebhookSigning;
  /** Sends from now on, every second and at once after a change; `close` waits for what is under way. */
  start(): { close(): Promise<void> };
}

const everyMs = 1_000;
const forgetEveryMs = 3_600_000;

export function createWebhooks(deps: {
  sql: Sql;
  records: Records;
  catalogue: Catalogue;
  changes: ChangeFeed;
  outbox: WebhookOutbox;
  actorOf(userId: number): Promise<Actor | null>;
  secret: string;
  allowPrivate: boolean;
  clock: () => Date;
  log: Logger;
}): Webhooks {
  const { outbox, log } = deps;
  const signing = createWebhookSigning(deps.secret);
  const deliveries = createDeliveries({ ...deps, signing, post: createPost(deps) });

  return {
    deliveries,
    signing,
    start() {
      const failed = (error: unknown) => log.error({ error }, 'webhooks rest for a moment');
      const sending = startRounds(deliveries.tick, everyMs, failed);
      const forgetting = startRounds(deliveries.forget, forgetEveryMs, failed);
      const stop = outbox.onWritten(() => setImmediate(sending.now));
      return {
        async close() {
          stop();
          await Promise.all([sending.close(), forgetting.close()]);
        },
      };
    },
  };
}
