import { connect, type NatsConnection, type NodeConnectionOptions } from '@nats-io/transport-node';
import type { Backplane } from './backplane.ts';
import type { SignalRLogger } from './settings.ts';

/** `nats://user:password@host:4222`, `nats://token@host`, `tls://host`; several separated by commas. */
export function natsOptions(url: string): NodeConnectionOptions {
  const urls = url.split(',').map((part) => new URL(part.trim()));
  const first = urls[0];
  const user = decodeURIComponent(first?.username ?? '');
  const pass = decodeURIComponent(first?.password ?? '');
  return {
    servers: urls.map(({ host }) => host),
    ...(user && pass ? { user, pass } : {}),
    ...(user && !pass ? { token: user } : {}),
    ...(first?.protocol === 'tls:' ? { tls: {} } : {}),
    name: 'clearway',
    // A server that comes back after an hour is found again; until then each process serves its own clients.
    maxReconnectAttempts: -1,
    reconnectTimeWait: 1000,
  };
}

/** What a NATS server takes where its settings name nothing else. */
const usualMostBytes = 1_048_576;

/**
 * @param prefix what its subjects begin with: keeps installations that share a NATS server apart.
 * @throws where no server answers at the start: a setting that names one must not be ignored.
 */
export async function createNatsBackplane(
  url: string,
  logger: SignalRLogger,
  prefix: string,
): Promise<Backplane> {
  const connection = await connect(natsOptions(url));
  const returned: (() => void)[] = [];
  void watch(connection, logger, () => {
    for (const listener of returned) listener();
  });

  return {
    get mostBytes() {
      return connection.info?.max_payload ?? usualMostBytes;
    },
    publish(subject, message) {
      try {
        connection.publish(`${prefix}.${subject}`, JSON.stringify(message));
      } catch (error) {
        // Closed, or larger than the server's max_payload: the clients of this process have it all the same.
        logger.error({ subject, error: String(error) }, 'backplane: message not published');
      }
    },
    subscribe(subject, handler) {
      const subscription = connection.subscribe(`${prefix}.${subject}`, {
        callback(error, received) {
          if (error) {
            logger.error({ subject, error: String(error) }, 'backplane: subscription failed');
            return;
          }
          try {
            handler(received.json());
          } catch (failure) {
            logger.error({ subject, error: String(failure) }, 'backplane: message not handled');
          }
        },
      });
      return () => subscription.unsubscribe();
    },
    flush: () => connection.flush(),
    onReturn: (listener) => void returned.push(listener),
    async close() {
      if (!connection.isClosed()) await connection.drain();
    },
  };
}

async function watch(connection: NatsConnection, logger: SignalRLogger, returned: () => void): Promise<void> {
  for await (const status of connection.status()) {
    if (status.type === 'disconnect' || status.type === 'reconnect' || status.type === 'error') {
      logger.warn({ status: status.type }, 'backplane: connection to NATS changed');
    }
    if (status.type === 'reconnect') returned();
  }
}
