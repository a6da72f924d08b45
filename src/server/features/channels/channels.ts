import type { Sql } from '#server/db/sql.ts';
import type { Records } from '#server/engine/records/records.ts';
import { createPost } from '#server/engine/webhooks/post.ts';
import { createWebhookSigning } from '#server/engine/webhooks/signing.ts';
import type { Service } from '#server/http/service.ts';
import { startRounds } from '#server/jobs/rounds.ts';
import type { ChangeFeed } from '#server/kernel/changes.ts';
import type { Config } from '#server/kernel/config.ts';
import type { Logger } from '#server/kernel/logger.ts';
import { createNetworkGuard } from '#server/kernel/network-guard.ts';
import { createChannelService } from './channel-calls.ts';
import type { ChannelOutbox, Sending } from './channel-outbox.ts';
import { type AttachmentsOf, createChannelSender } from './channel-sender.ts';
import { createMailer } from './mail.ts';
import { createPusher } from './push.ts';

export interface Channels {
  service: Service;
  /** Sends from now on, every second and at once after a message; `close` waits for what is under way. */
  start(): { close(): Promise<void> };
}

type Settings = Pick<
  Config,
  'smtpUrl' | 'mailFrom' | 'publicUrl' | 'pushContact' | 'pushKey' | 'webhookPrivate'
>;

const everyMs = 1_000;
const forgetEveryMs = 3_600_000;

/** What this server is set up to send. */
export function sendingOf({ smtpUrl, pushContact }: Pick<Settings, 'smtpUrl' | 'pushContact'>): Sending {
  return { email: smtpUrl !== null, push: pushContact !== null };
}

export function createChannels(deps: {
  sql: Sql;
  records: Records;
  changes: ChangeFeed;
  outbox: ChannelOutbox;
  attachmentsOf: AttachmentsOf;
  config: Settings;
  secret: string;
  clock: () => Date;
  log: Logger;
}): Channels {
  const { config, outbox, secret, log } = deps;
  const allowPrivate = config.webhookPrivate;
  const post = createPost({ allowPrivate });
  const mailer = createMailer({ url: config.smtpUrl, from: config.mailFrom });
  const pusher = createPusher({ contact: config.pushContact, key: config.pushKey, secret, post });
  const signing = createWebhookSigning(secret, 'channel');
  const sender = createChannelSender({
    ...deps,
    publicUrl: config.publicUrl,
    mailer,
    pusher,
    post,
    signing,
  });

  return {
    service: createChannelService({
      ...deps,
      sending: sendingOf(config),
      publicKey: pusher?.publicKey ?? null,
      sender,
      signing,
      guard: createNetworkGuard({ allowPrivate }),
    }),
    start() {
      const failed = (error: unknown) => log.error({ error }, 'messages rest for a moment');
      const sending = startRounds(sender.tick, everyMs, failed);
      const forgetting = startRounds(sender.forget, forgetEveryMs, failed);
      const stop = outbox.onWritten(() => setImmediate(sending.now));
      return {
        async close() {
          stop();
          await Promise.all([sending.close(), forgetting.close()]);
          mailer?.close();
        },
      };
    },
  };
}
