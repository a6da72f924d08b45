import type { TransferFormat } from './protocol.ts';

export interface TransportHandlers {
  received(bytes: Uint8Array): void;
  /** Everything that was waiting has left. */
  drained(): void;
  /** The client is there again on another socket: what the old one lost is sent and read again. */
  returned(): void;
  /** Called once. `clean`: the peer closed with a closing handshake. */
  closed(clean: boolean): void;
}

export type TransportName = 'WebSockets' | 'ServerSentEvents' | 'LongPolling';

/** Carries frames to and from one client. Each `send` holds whole messages. */
export interface Transport {
  readonly name: TransportName;
  /** Long polling keeps itself alive: no pings, no client time-out. */
  readonly inherentKeepAlive: boolean;
  /** Bytes accepted by `send` that have not left the process. */
  readonly bufferedBytes: number;
  /** Since when (monotonic ms) the oldest write has been waiting; null: none is. */
  readonly stalledSinceMs: number | null;
  /** Since when (monotonic ms) the client has neither a socket nor a request open; null: it has. */
  readonly absentSinceMs: number | null;
  start(handlers: TransportHandlers): void;
  send(frame: Uint8Array, format: TransferFormat): void;
  pause(): void;
  resume(): void;
  close(code: number): void;
  abort(): void;
  /** What time does to it; called about once a second. */
  tick(): void;
  /** From now on a lost socket does not end it: the client comes back with another. Absent: it cannot. */
  outlive?(): void;
}

/** Reads what a client posts, beside the answers that it holds open. */
export interface PostedTransport extends Transport {
  /** Resolves when more may come: a client that waits for its answer sends no faster than we read. */
  receive(bytes: Uint8Array): Promise<void>;
}

/** What negotiate offers. */
export const availableTransports = [
  { transport: 'WebSockets', transferFormats: ['Text', 'Binary'] },
  { transport: 'ServerSentEvents', transferFormats: ['Text'] },
  { transport: 'LongPolling', transferFormats: ['Text', 'Binary'] },
] as const satisfies { transport: TransportName; transferFormats: TransferFormat[] }[];

/** May messages of this format go over the transport? */
export function carries(name: TransportName, format: TransferFormat): boolean {
  return availableTransports.some(
    ({ transport, transferFormats }) => transport === name && transferFormats.some((one) => one === format),
  );
}

/** Holds back the answers to what clients post while their messages are not read. */
export function createIntake() {
  let paused = false;
  let waiting: (() => void)[] = [];
  const resume = () => {
    paused = false;
    const resumed = waiting;
    waiting = [];
    for (const answer of resumed) answer();
  };
  return {
    pause: () => {
      paused = true;
    },
    resume,
    ready: () => (paused ? new Promise<void>((resolve) => waiting.push(resolve)) : Promise.resolve()),
  };
}
