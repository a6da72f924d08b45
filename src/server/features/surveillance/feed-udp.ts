import { createSocket } from 'node:dgram';
import { numberOf, textOf } from '#domain/text/narrow.ts';
import type { StoredRecord } from '#server/engine/records/stored-record.ts';
import { socketError } from '#server/engine/sources/line-errors.ts';
import type { Feed, FeedDeps, FeedEvents, Transport } from './feed.ts';

export interface UdpAddress {
  /** Address to listen on; for multicast the group. */
  host: string;
  port: number;
  multicast: boolean;
  /** Local interface address of a multicast group. */
  interfaceAddress: string | null;
  /** Who may send; empty: everybody. */
  senders: readonly string[];
}

/** Where a source of datagrams listens; null: it is none. */
export function udpAddress(record: StoredRecord): UdpAddress | null {
  const multicast = record.transport === 'udpMulticast';
  if (!multicast && record.transport !== 'udpUnicast') return null;
  return {
    host: textOf(multicast ? record.multicastGroup : record.host) ?? '127.0.0.1',
    port: numberOf(record.port) ?? 8600,
    multicast,
    interfaceAddress: textOf(record.multicastInterface),
    senders: sendersIn(textOf(record.senders)),
  };
}

/** Addresses separated by commas or blanks. */
export function sendersIn(text: string | null): string[] {
  return (text ?? '').split(/[\s,;，；]+/).filter(Boolean);
}

/** An address of IPv4 that a socket of IPv6 heard is the same address. */
const plainAddress = (address: string) => address.replace(/^::ffff:(?=\d+\.)/i, '').toLowerCase();

/** After which a socket that failed is opened again. */
const reopenAfterMs = 5_000;

/** Listens for datagrams; a socket that fails is reported and opened again, for as long as the feed lives. */
function openUdpFeed(address: UdpAddress, events: FeedEvents, { log, now }: FeedDeps): Feed {
  let closed = false;
  let failing = false;
  const senders = new Set(address.senders.map(plainAddress));
  let retry: NodeJS.Timeout | undefined;
  const line = events.line();
  let socket = open();

  function open() {
    const opened = createSocket({
      type: address.host.includes(':') ? 'udp6' : 'udp4',
      reuseAddr: address.multicast,
    });
    opened.on('message', (message: Buffer, { address: from, port }) => {
      if (senders.size > 0 && !senders.has(plainAddress(from))) events.refused('track.feed.sender');
      else void line.bytes(message, now(), { sender: `${plainAddress(from)} ${port}` });
    });
    opened.on('listening', () => {
      failing = false;
      events.working();
    });
    opened.on('error', (error) => {
      events.failed(socketError(error));
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

/** Datagrams to one address or to a group: each holds whole messages. */
export const udp: Transport = {
  isStream: false,
  open(record, events, deps) {
    const address = udpAddress(record);
    if (!address) throw new Error('not a source of datagrams');
    return openUdpFeed(address, events, deps);
  },
};
