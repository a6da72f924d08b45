import { connect, type Socket } from 'node:net';
import type { Peer } from '#domain/surveillance/formats/peer.ts';
import { numberOf, textOf } from '#domain/text/narrow.ts';
import { createBackOff } from '#server/engine/sources/back-off.ts';
import { socketError } from '#server/engine/sources/line-errors.ts';
import { Refused } from '#server/kernel/network-guard.ts';
import type { Transport } from './feed.ts';
import { converse, type PeerLine } from './peer-line.ts';
import { peerOf } from './source-peer.ts';

/** A connection on which nothing comes for this long is made anew: its other end may be gone without a word. */
const silenceMs = (deadAfterS: number) => Math.max(10, deadAfterS) * 1_000;

/** Connects to a receiver and connects again when the connection breaks, later each time. */
export const tcpClient: Transport = {
  isStream: true,
  open(record, events, deps) {
    const { guard, now } = deps;
    const host = textOf(record.remoteHost) ?? '';
    const port = numberOf(record.port) ?? 0;
    const backOff = createBackOff();
    let closed = false;
    let socket: Socket | null = null;

    function dial(): void {
      const refused = guard.refuses(host);
      if (refused) {
        events.failed(refused);
        backOff.again(dial);
        return;
      }
      let peer: Peer | null;
      try {
        peer = peerOf(record, deps);
      } catch {
        events.failed({ key: 'track.line.password' });
        backOff.again(dial);
        return;
      }
      let line: PeerLine | null = null;
      let told = false;
      const fail = (error: unknown) => {
        if (told || closed) return;
        told = true;
        events.failed(error instanceof Refused ? error.text : socketError(error));
      };
      const dialled = connect({ host, port, lookup: guard.lookup });
      socket = dialled;
      dialled.setTimeout(silenceMs(numberOf(record.deadAfterS) ?? 60));
      dialled.setKeepAlive(true, 15_000);
      dialled
        .on('connect', () => {
          events.working();
          line = converse(dialled, peer, events);
        })
        .on('data', (bytes: Buffer) => {
          line?.bytes(bytes, now());
          // Who lets us in and throws us out again is not asked every second.
          if (line?.isReady()) backOff.reset();
        })
        .on('timeout', () => {
          told = true;
          events.failed({ key: 'track.line.silent' });
          dialled.destroy();
        })
        .on('error', fail)
        .on('close', () => {
          // What the other end said before it hung up is the reason.
          if (!line?.isRefused()) fail(Object.assign(new Error('closed'), { code: 'ECONNRESET' }));
          line?.end();
          if (!closed) backOff.again(dial);
        });
    }

    dial();
    return {
      async close() {
        closed = true;
        backOff.stop();
        socket?.destroy();
      },
    };
  },
};
