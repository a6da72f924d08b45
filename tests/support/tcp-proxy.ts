import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A line to another server that a test may hold, cut and give back. */
export interface TcpProxy {
  port: number;
  /** From now on nothing passes, and no connection ends: as of a server that has stalled. */
  stall(): void;
  resume(): void;
  /** Ends every connection and refuses new ones until `mend`. */
  cut(): void;
  /** The same once so many more octets have gone to the other server. */
  cutAfter(octets: number): void;
  mend(): void;
  /** Connections that were refused. */
  readonly refused: number;
  close(): Promise<void>;
}

export async function startTcpProxy(target: { host: string; port: number }): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let held = false;
  let isCut = false;
  let refused = 0;
  let leftOctets = Number.POSITIVE_INFINITY;

  function cut(): void {
    isCut = true;
    leftOctets = Number.POSITIVE_INFINITY;
    for (const socket of sockets) socket.destroy();
  }

  const server = createServer((here) => {
    if (isCut) {
      refused++;
      here.destroy();
      return;
    }
    const there = connect(target.port, target.host);
    for (const [one, other] of [
      [here, there],
      [there, here],
    ] as const) {
      sockets.add(one);
      one.on('data', (bytes) => {
        other.write(bytes);
        if (one === here) leftOctets -= bytes.length;
        if (leftOctets <= 0) cut();
      });
      one.on('error', () => other.destroy());
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
      if (held) one.pause();
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();

  return {
    port: typeof address === 'object' ? (address?.port ?? 0) : 0,
    stall() {
      held = true;
      for (const socket of sockets) socket.pause();
    },
    resume() {
      held = false;
      for (const socket of sockets) socket.resume();
    },
    cut,
    cutAfter(octets) {
      leftOctets = octets;
    },
    mend() {
      isCut = false;
    },
    get refused() {
      return refused;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
