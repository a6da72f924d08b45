import type { Socket } from 'node:net';
import type { Peer } from '#domain/surveillance/formats/peer.ts';
import type { FeedEvents } from './feed.ts';

/** One connection of a source. */
export interface PeerLine {
  bytes(bytes: Uint8Array, receivedAt: number): void;
  /** Has the other end said why it does not take us? */
  isRefused(): boolean;
  /** Has it taken us? */
  isReady(): boolean;
  end(): void;
}

/** Who takes nothing of what is said to them is not spoken to any more: answers are small. */
const mostWaitingOctets = 256 * 1024;

/** Reads a connection, and speaks on it as the format of the source asks; `peer` null: it is listened to alone. */
export function converse(socket: Socket, peer: Peer | null, events: FeedEvents): PeerLine {
  const line = events.line();
  if (peer === null) {
    return {
      bytes: (bytes, at) => void line.bytes(bytes, at),
      isRefused: () => false,
      isReady: () => true,
      end: line.end,
    };
  }
  let isRefused = false;
  let isReady = false;

  function take(
    { pass, replies, refused, examples, answered = [], fault, ...heard }: ReturnType<Peer['hear']>,
    receivedAt: number,
  ): void {
    isReady = heard.isReady;
    for (const reason of refused) events.refused(reason, examples?.get(reason));
    for (const { kind, example } of answered) events.answered(kind, example, receivedAt);
    for (const one of pass) void line.bytes(one, receivedAt);
    for (const reply of replies) say(reply);
    if (fault && !isRefused) events.failed(fault);
    isRefused = fault !== null;
  }

  function say(octets: Uint8Array): void {
    if (socket.writable && socket.writableLength < mostWaitingOctets) socket.write(octets);
  }

  if (peer.greeting) say(peer.greeting);
  const { keepAlive } = peer;
  const timer = keepAlive && setInterval(() => say(keepAlive.octets), keepAlive.everyMs).unref();
  return {
    bytes(bytes, receivedAt) {
      try {
        take(peer.hear(bytes, receivedAt), receivedAt);
      } catch (error) {
        events.threw(error);
      }
    },
    isRefused: () => isRefused,
    isReady: () => isReady,
    end() {
      if (timer) clearInterval(timer);
      line.end();
    },
  };
}
