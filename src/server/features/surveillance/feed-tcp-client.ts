import { connect, type Socket } from 'node:net';
import { numberOf, textOf } from '#domain/text/narrow.ts';
import { Refused } from '#server/kernel/network-guard.ts';
import { createBackOff, type Line, socketError, type Transport } from './feed.ts';

/** A connection on which nothing comes for this long is made anew: its other end may be gone without a word. */
const silenceMs = (deadAfterS: number) => Math.max(10, deadAfterS) * 1_000;

/** Connects to a receiver and connects again when the connection breaks, later each time. */
export const tcpClient: Transport = {
  isStream: true,
  open(record, events, { guard, now }) {
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
      let line: Line | null = null;
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
          line = events.line();
          events.working();
        })
        .on('data', (bytes: Buffer) => {
          backOff.reset();
          line?.bytes(bytes, now());
        })
        .on('timeout', () => {
          told = true;
          events.failed({ key: 'track.line.silent' });
          dialled.destroy();
        })
        .on('error', fail)
        .on('close', () => {
          fail(Object.assign(new Error('closed'), { code: 'ECONNRESET' }));
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
