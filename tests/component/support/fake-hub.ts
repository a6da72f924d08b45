import { expect, onTestFinished, vi } from 'vitest';
import { type HubEvents, hubPaths } from '#contract/hub.ts';
import { disconnectHubs } from '#web/client/hub.ts';
import { json } from './fake-server.ts';
import { server } from './mount.tsx';
import type { SlowClock } from './slow-clock.ts';
import { css } from './ui.ts';

/** Ends each message of SignalR's JSON protocol. */
const end = '\u001e';
const signOfLifeMs = 1_000;

/** What the page calls on the hub. */
interface Called {
  target: string;
  arguments: unknown[];
}

/** The chat hub in place of a server's: it answers every call and sends what the test sends. */
export class FakeHub {
  /** Calls of the page, in order. */
  readonly called: Called[] = [];
  /** When the page asked for a connection, by its own clock (UTC ms). */
  readonly triedAt: number[] = [];
  /** Whether it gives a connection. */
  accepts = true;
  /** It sends nothing over a connection, not even its signs of life. */
  isSilent = false;
  #sockets: HubSocket[] = [];

  /** Sends an event over the connection. */
  send<E extends keyof HubEvents>(event: E, ...values: HubEvents[E]): void {
    this.#sockets.at(-1)?.give({ type: 1, target: event, arguments: values });
  }

  negotiate(): Response {
    this.triedAt.push(Date.now());
    if (!this.accepts) return new Response(null, { status: 503 });
    return json({
      connectionId: 'fake',
      connectionToken: 'fake',
      negotiateVersion: 1,
      availableTransports: [{ transport: 'WebSockets', transferFormats: ['Text', 'Binary'] }],
    });
  }

  open(): HubSocket {
    const socket = new HubSocket(this);
    this.#sockets.push(socket);
    return socket;
  }

  /** Ends the connection as a lost one ends. */
  drop(): void {
    this.#sockets.at(-1)?.drop();
  }
}

/** The page's end of the connection, as the browser's own WebSocket. */
class HubSocket {
  readyState: number = WebSocket.CONNECTING;
  onopen: ((event: Event) => void) | null = null;
  onmessage: ((event: MessageEvent<string>) => void) | null = null;
  onerror: ((event: Event) => void) | null = null;
  onclose: ((event: CloseEvent) => void) | null = null;
  readonly #hub: FakeHub;
  readonly #alive: ReturnType<typeof setInterval>;

  constructor(hub: FakeHub) {
    this.#hub = hub;
    this.#alive = setInterval(() => this.give({ type: 6 }), signOfLifeMs);
    // Its handlers are set in the same task.
    queueMicrotask(() => {
      this.readyState = WebSocket.OPEN;
      this.onopen?.(new Event('open'));
    });
  }

  send(data: string): void {
    for (const text of data.split(end).filter(Boolean)) this.#take(JSON.parse(text));
  }

  #take(frame: {
    protocol?: string;
    type?: number;
    invocationId?: string;
    target: string;
    arguments: unknown[];
  }) {
    if (frame.protocol) return this.give({});
    if (frame.type !== 1) return;
    this.#hub.called.push({ target: frame.target, arguments: frame.arguments });
    if (frame.invocationId) {
      this.give({
        type: 3,
        invocationId: frame.invocationId,
        result: frame.target === 'CatchUp' ? true : null,
      });
    }
  }

  give(frame: object): void {
    if (this.#hub.isSilent) return;
    queueMicrotask(() => {
      if (this.readyState !== WebSocket.OPEN) return;
      this.onmessage?.(new MessageEvent('message', { data: JSON.stringify(frame) + end }));
    });
  }

  close(): void {
    clearInterval(this.#alive);
    this.readyState = WebSocket.CLOSED;
  }

  drop(): void {
    if (this.readyState !== WebSocket.OPEN) return;
    this.close();
    this.onclose?.(new CloseEvent('close', { code: 1006, wasClean: false }));
  }
}

/** A hub for the page of this test, which connects two seconds after it is opened. Called before that. */
export function fakeHub(): FakeHub {
  const hub = new FakeHub();
  // What an earlier test began to connect to is gone.
  void disconnectHubs();
  server().on(`${hubPaths.chat}/negotiate`, () => hub.negotiate());
  const real = window.WebSocket;
  window.WebSocket = new Proxy(real, {
    construct: (target, [url, ...rest]) =>
      String(url).includes(hubPaths.chat) ? hub.open() : Reflect.construct(target, [url, ...rest]),
  });
  // The library logs each lost connection; here they are lost on purpose.
  const log = console.error;
  const quiet = vi.spyOn(console, 'error').mockImplementation((...parts) => {
    if (!/^\[.*\] Error: (Connection|Failed to)/.test(String(parts[0]))) log(...parts);
  });
  onTestFinished(() => {
    hub.drop();
    void disconnectHubs();
    window.WebSocket = real;
    quiet.mockRestore();
  });
  return hub;
}

/** Lets the time pass after which the page that is open connects, and waits until it has. */
export async function connect(clock: SlowClock): Promise<void> {
  const state = css('.cw-bottom output');
  await expect.element(state).toHaveTextContent(/连接中|Connecting/);
  await clock.pass(2_000);
  await expect.element(state).toHaveTextContent(/已连接|Live/);
}
