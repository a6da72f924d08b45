import type { Transport } from './feed.ts';
import { httpPoll } from './feed-http-poll.ts';
import { httpPush } from './feed-http-push.ts';
import { mqtt } from './feed-mqtt.ts';
import { tcpClient } from './feed-tcp-client.ts';
import { tcpServer } from './feed-tcp-server.ts';
import { udp } from './feed-udp.ts';

/** How live octets reach a source, by the transport that its record names. A new one is a file and a line here. */
export const transports: Readonly<Record<string, Transport>> = {
  udpUnicast: udp,
  udpMulticast: udp,
  tcpClient,
  tcpServer,
  mqtt,
  httpPoll,
  httpPush,
};
