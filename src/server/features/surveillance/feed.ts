import { createSocket, type RemoteInfo } from 'node:dgram';
import type { Logger } from '#server/kernel/logger.ts';

/** One running feed: bytes as they arrived, with the time at which they did. */
export interface Feed {
  close(): Promise<void>;
}

export interface FeedEvents {
  /** `receivedAt`: UTC ms at which the bytes arrived, or are to be taken to have arrived (replay). */
  bytes(bytes: Uint8Array, receivedAt: number): void;
  failed(reason: string): void;
}

export interface UdpAddress {
  /** Address to listen on; for multicast the group. */
  host: string;
  port: number;
  multicast: boolean;
  /** Local interface address of a multicast group. */
  interfaceAddress: string | null;
}

/** Seconds after which a socket that failed is opened again. */
const reopenAfterMs = 5_000;

/** Listens for datagrams; a socket that fails is reported and opened again, for as long as the feed lives. */
export function openUdpFeed(
  address: UdpAddress,
  events: FeedEvents,
  deps: { log: Logger; now(): number },
): Feed {
  const { log, now } = deps;
  let closed = false;
  let failing = false;
  let retry: NodeJS.Timeout | undefined;
  let socket = open();

  function open() {
    const opened = createSocket({
      type: address.host.includes(':') ? 'udp6' : 'udp4',
      reuseAddr: address.multicast,
    });
    opened.on('message', (message: Buffer, _from: RemoteInfo) => events.bytes(message, now()));
    opened.on('listening', () => {
      failing = false;
    });
    opened.on('error', (error) => {
      events.failed(error.message);
      // Said once, not every few seconds for as long as it lasts; the source counts its errors.
      log[failing ? 'debug' : 'warn'](
        { error: error.message, ...address },
        'a surveillance feed failed; it is opened again',
      );
      failing = true;
      opened.close();
      if (!closed) {
        retry = setTimeout(() => {
          socket = open();
        }, reopenAfterMs);
      }
    });
    if (address.multicast) {
      opened.bind(address.port, () => {
        try {
          opened.addMembership(address.host, address.interfaceAddress ?? undefined);
        } catch (error) {
          opened.emit('error', error);
        }
      });
    } else {
      opened.bind(address.port, address.host);
    }
    return opened;
  }

  return {
    close() {
      closed = true;
      clearTimeout(retry);
      return new Promise((resolve) => {
        try {
          socket.close(() => resolve());
        } catch {
          resolve(); // it had failed and was closed already
        }
      });
    },
  };
}
