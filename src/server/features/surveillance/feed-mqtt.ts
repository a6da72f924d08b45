import { connect as connectPlain } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { ErrorWithReasonCode, MqttClient } from 'mqtt';
import type { Text } from '#domain/text/errors.ts';
import { numberOf, textOf } from '#domain/text/narrow.ts';
import { createBackOff } from '#server/engine/sources/back-off.ts';
import { socketError } from '#server/engine/sources/line-errors.ts';
import { Refused } from '#server/kernel/network-guard.ts';
import type { Feed, FeedDeps, FeedEvents, Transport } from './feed.ts';
import { createPace } from './pace.ts';

const patienceMs = 10_000;
/** A message larger than this is none that a surveillance source sends. */
const mostOctets = 1024 * 1024;
/** A packet is gathered before anybody can look at it: at this length the line is cut. MQTT itself allows 256 MiB. */
const mostGathered = 16 * mostOctets;

/** `mqtt://host[:1883]`, `mqtts://host[:8883]`; null: neither. */
export function brokerOf(address: string): { host: string; port: number; isSecure: boolean } | null {
  if (!URL.canParse(address)) return null;
  const { protocol, hostname, port } = new URL(address);
  if ((protocol !== 'mqtt:' && protocol !== 'mqtts:') || hostname === '') return null;
  const isSecure = protocol === 'mqtts:';
  return {
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: port === '' ? (isSecure ? 8883 : 1883) : Number(port),
    isSecure,
  };
}

/** A broker says by a code of its own why it lets nobody in (MQTT 3.1.1 §3.2.2.3, MQTT 5 §3.2.2.2). */
function reasonOf(error: unknown): Text {
  if (error instanceof Refused) return error.text;
  if (error instanceof ErrorWithReasonCode) {
    const isCredentials = [4, 5, 134, 135].includes(error.code);
    return isCredentials
      ? { key: 'track.line.credentials' }
      : { key: 'track.line.failed', values: { reason: error.message.slice(0, 100) } };
  }
  return socketError(error);
}

/** Subscribes to topics of a broker. Each message is one datagram of the source. */
export const mqtt: Transport = {
  isStream: false,
  open: (record, events, deps) => openMqttFeed(record, events, deps),
};

function openMqttFeed(
  record: Parameters<Transport['open']>[0],
  events: FeedEvents,
  { guard, now, password }: FeedDeps,
): Feed {
  const broker = brokerOf(textOf(record.url) ?? '');
  const topics = Array.isArray(record.topics) ? record.topics.map(String) : [];
  const qos = ([0, 1, 2] as const).find((one) => one === record.qos) ?? 0;
  const backOff = createBackOff();
  const line = events.line();
  const pace = createPace();
  let closed = false;
  let client: MqttClient | null = null;

  function again(reason: Text): void {
    if (closed) return;
    events.failed(reason);
    const failed = client;
    client = null;
    failed?.end(true);
    backOff.again(dial);
  }

  function dial(): void {
    const reason = begin();
    if (reason) again(reason);
  }

  /** Why nothing was dialled; null: it was. */
  function begin(): Text | null {
    if (!broker) return { key: 'track.line.address' };
    const { host, port, isSecure } = broker;
    const refused = guard.refuses(host);
    if (refused) return refused;
    let secret: string | null;
    try {
      secret = password();
    } catch {
      return { key: 'track.line.password' };
    }
    const userName = textOf(record.userName);
    const to = { host, port, lookup: guard.lookup };
    let gathered = 0;
    const dialled = new MqttClient(
      () => {
        const line = isSecure ? connectTls({ ...to, servername: host }) : connectPlain(to);
        return line.on('data', (bytes: Buffer) => {
          gathered += bytes.length;
          if (gathered > mostGathered && current()) again({ key: 'track.line.tooLarge' });
        });
      },
      {
        clientId: `clearway-${record.id}-${Math.random().toString(36).slice(2, 10)}`,
        clean: true,
        keepalive: Math.min(60, Math.max(5, numberOf(record.deadAfterS) ?? 60)),
        connectTimeout: patienceMs,
        // We dial anew ourselves, later each time.
        reconnectPeriod: 0,
        ...(userName ? { username: userName } : {}),
        ...(secret !== null ? { password: secret } : {}),
      },
    );
    client = dialled;
    const current = () => client === dialled && !closed;
    dialled.on('packetreceive', () => {
      gathered = 0;
    });
    dialled.on('connect', () => {
      dialled.subscribe(topics, { qos }, (error, granted) => {
        if (!current()) return;
        if (error || granted?.some((one) => one.qos > 2)) again({ key: 'track.line.topics' });
        else {
          backOff.reset();
          events.working();
        }
      });
    });
    // The connection is not read on until the message before was taken: the broker waits.
    dialled.handleMessage = ({ payload }, taken) => {
      const bytes = typeof payload === 'string' ? Buffer.from(payload) : payload;
      if (bytes.length > mostOctets) {
        events.failed({ key: 'track.line.tooLarge' });
        setImmediate(taken);
      } else pace.take(bytes.length, line.bytes(bytes, now()), taken);
    };
    dialled.on('error', (error) => current() && again(reasonOf(error)));
    dialled.on('close', () => current() && again({ key: 'track.line.closed' }));
    return null;
  }

  dial();
  return {
    async close() {
      closed = true;
      backOff.stop();
      await client?.endAsync(true);
    },
  };
}
