import type { Database } from '#server/db/database.ts';
import type { Records } from '#server/engine/records/records.ts';
import { createPost } from '#server/engine/webhooks/post.ts';
import { createWebhookSigning, type WebhookSigning } from '#server/engine/webhooks/signing.ts';
import type { Service } from '#server/http/service.ts';
import { startRounds } from '#server/jobs/rounds.ts';
import type { ChangeFeed } from '#server/kernel/changes.ts';
import type { Logger } from '#server/kernel/logger.ts';
import type { Parameters } from '#server/kernel/parameters.ts';
import { createDirectoryGateway, sweepMarks } from './gateways/directory.ts';
import type { OnReceived } from './gateways/gateway.ts';
import { createHttpGateway } from './gateways/http.ts';
import { createTcpGateway } from './gateways/tcp.ts';
import type { Inbound } from './inbound.ts';
import { createMessageGatewayService } from './message-gateway-calls.ts';
import type { GatewayRow } from './message-rows.ts';
import { createSender, type Sender } from './sender.ts';

export interface Messages {
  sender: Sender;
  signing: WebhookSigning;
  /** What an administrator does to a gateway. */
  service: Service;
  /** Reads the folders that receive, once. */
  collect(): Promise<number>;
  /** Sends and receives from now on; `close` waits for what is under way. */
  start(): { close(): Promise<void> };
}

const everyMs = 1_000;
const collectEveryMs = 2_000;
const sweepEveryMs = 3_600_000;
const markRetentionMs = 30 * 86_400_000;

/** The gateways at work: the outbox is emptied, lines and folders are listened to. */
export function createMessages(deps: {
  database: Pick<Database, 'kysely' | 'locks' | 'transaction'>;
  records: Records;
  changes: ChangeFeed;
  parameters: Pick<Parameters, 'all'>;
  inbound: Pick<Inbound, 'receive'>;
  dataFolder: string;
  secret: string;
  allowPrivate: boolean;
  clock: () => Date;
  log: Logger;
}): Messages {
  const { database, changes, inbound, dataFolder, clock, log } = deps;
  const signing = createWebhookSigning(deps.secret, 'messageGateway');
  const onReceived: OnReceived = async (text, gateway, reply) => {
    await inbound.receive(text, { gateway, ...(reply ? { reply } : {}) });
  };
  const directory = createDirectoryGateway(dataFolder);
  const tcp = createTcpGateway({ log, onReceived, allowPrivate: deps.allowPrivate });
  const http = createHttpGateway({ post: createPost(deps), signing, clock });
  const sender = createSender({
    ...deps,
    through: { directory: directory.send, tcp: tcp.send, http },
  });

  async function receiving(kind: 'directory' | 'tcp'): Promise<GatewayRow[]> {
    const rows = await database.kysely
      .selectFrom('messageGateway')
      .selectAll()
      .where('kind', '=', kind)
      .where('isEnabled', '=', true)
      .where('direction', 'in', kind === 'tcp' ? ['in'] : ['in', 'both'])
      .where('deletedAt', 'is', null)
      .execute();
    return rows;
  }

  async function collect(): Promise<number> {
    let taken = 0;
    for (const gateway of await receiving('directory')) taken += await directory.collect(gateway, onReceived);
    return taken;
  }

  async function sweep(): Promise<void> {
    const rows = await database.kysely
      .selectFrom('messageGateway')
      .select('address')
      .where('kind', '=', 'directory')
      .execute();
    for (const { address } of rows)
      await sweepMarks(dataFolder, address, clock().getTime() - markRetentionMs);
  }

  return {
    sender,
    signing,
    service: createMessageGatewayService({ records: deps.records, signing }),
    collect,
    start() {
      const failed = (error: unknown) => log.error({ error }, 'messages rest for a moment');
      const sending = startRounds(sender.tick, everyMs, failed);
      const collecting = startRounds(
        async () => {
          await collect();
          tcp.listen(await receiving('tcp'), onReceived);
        },
        collectEveryMs,
        failed,
      );
      const sweeping = startRounds(sweep, sweepEveryMs, failed);
      // What a transaction wrote is there once its changes are told.
      const stop = changes.subscribe(({ resource, action }) => {
        if (resource === 'planMessage' && action === 'create') setImmediate(sending.now);
        if (resource === 'messageGateway') setImmediate(collecting.now);
      });
      return {
        async close() {
          stop();
          for (const one of [sending, collecting, sweeping]) await one.close();
          await tcp.close();
        },
      };
    },
  };
}
