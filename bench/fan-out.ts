import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import Fastify from 'fastify';
import { type WebSocket, WebSocketServer } from 'ws';
import type { FlyData, HubEvents } from '#contract/hub.ts';
import { createInProcessBackplane } from '#server/signalr/backplane.ts';
import { createHub } from '#server/signalr/hub-definition.ts';
import { jsonProtocol } from '#server/signalr/protocol.ts';
import { createSignalRServer } from '#server/signalr/server.ts';
import { type BenchRow, printRows } from './bench-row.ts';
import type { Order } from './fan-out/clients.ts';
import { sampleTarget } from './sample-target.ts';

const clients = 200;
const targets = 2000;
/** Ticks of one round; rounds of the two sides alternate, so that a busy machine is busy for both. */
const ticksPerRound = 5;
const rounds = 12;

function flyData(atMs: number): FlyData {
  const list = Array.from({ length: targets }, (_, n) => sampleTarget(n, atMs));
  return { kind: 'changes', at: atMs, targets: list, removed: [], feeds: [] };
}

/** Bytes of a server's WebSocket frame, header included. */
function frameBytes(payload: Uint8Array): number {
  return payload.length + (payload.length < 126 ? 2 : payload.length < 65_536 ? 4 : 10);
}

/** The value of a tick, and the bytes of its frame. */
interface Load {
  data: FlyData;
  bytes: number;
}

/** One way to send the same value to all clients. */
interface Side {
  name: string;
  /** Bytes that all clients together have been sent since they opened. */
  sentBytes: number;
  /** Serialises the value and hands it to every socket. */
  tick(data: FlyData): void;
}

interface Arrival {
  side: string;
  /** Wall time, ms with fractions. */
  atMs: number;
}

function ask(child: ChildProcess, order: Order): Promise<Arrival> {
  return new Promise((resolve, reject) => {
    const gone = () => reject(new Error('The clients of the bench ended.'));
    const answered = (arrival: Arrival) => {
      if (arrival.side !== order.side) return;
      child.off('message', answered);
      child.off('exit', gone);
      resolve(arrival);
    };
    child.on('message', answered);
    child.once('exit', gone);
    child.send(order);
  });
}

async function openBare(child: ChildProcess): Promise<{ side: Side; close(): Promise<void> }> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false });
  const sockets: WebSocket[] = [];
  server.on('connection', (socket) => sockets.push(socket));
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  await ask(child, {
    kind: 'open',
    side: 'bare',
    port,
    path: '/',
    clients,
    hello: null,
    helloAnswerBytes: 0,
  });
  return {
    side: {
      name: 'bare',
      sentBytes: 0,
      tick(data) {
        const bytes = jsonProtocol.write({ type: 1, target: 'getFlyData', arguments: [data] });
        for (const socket of sockets) socket.send(bytes, { binary: false });
      },
    },
    async close() {
      for (const socket of sockets) socket.terminate();
      server.close();
    },
  };
}

async function openHub(child: ChildProcess): Promise<{ side: Side; close(): Promise<void> }> {
  const app = Fastify({ logger: false });
  const quiet = () => {};
  const signalr = createSignalRServer({
    app,
    backplane: createInProcessBackplane(),
    logger: { debug: quiet, info: quiet, warn: quiet, error: console.error },
    authenticate: async ({ encryptedToken }) => ({
      locale: 'zh-Hans',
      readOnly: false,
      unattended: false,
      actor: {
        userId: Number(encryptedToken),
        userName: `user${encryptedToken}`,
        name: `User ${encryptedToken}`,
        companyId: null,
        companyIds: [],
        coverageIds: [],
        roles: [],
        permissions: [],
        organizationUnitIds: [],
      },
      sessionId: `session${encryptedToken}`,
    }),
  });
  const hub = signalr.hub('/signalr-instant', createHub<Record<never, never>, HubEvents>({ methods: {} }));
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  await ask(child, {
    kind: 'open',
    side: 'hub',
    port: Number(new URL(url).port),
    path: '/signalr-instant?enc_auth_token={n}',
    clients,
    hello: '{"protocol":"json","version":1}\x1e',
    // A frame header of two bytes and `{}` with its separator.
    helloAnswerBytes: 5,
  });
  return {
    side: {
      name: 'hub',
      sentBytes: 0,
      // As the publisher of targets sends: latest value wins, one message shared by all who see the same.
      tick(data) {
        const message = hub.prepare('getFlyData', data);
        for (const caller of hub.callers()) caller.sendLatest('getFlyData', () => message);
      },
    },
    close: () => app.close(),
  };
}

/** Sends one value and waits until the last client has its last byte. */
async function deliver(
  child: ChildProcess,
  side: Side,
  { data, bytes }: Load,
): Promise<{ lastByteMs: number }> {
  side.sentBytes += bytes * clients;
  const arrived = ask(child, { kind: 'await', side: side.name, bytes: side.sentBytes });
  const sentAtMs = performance.timeOrigin + performance.now();
  side.tick(data);
  const { atMs } = await arrived;
  return { lastByteMs: atMs - sentAtMs };
}

/** Processor time of this process since then, user and system, in ms. */
function cpuMs(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1000;
}

/** Processor time of one tick to all clients, in ms. */
async function roundCpuMs(child: ChildProcess, side: Side, load: Load): Promise<number> {
  const begun = process.cpuUsage();
  for (let tick = 0; tick < ticksPerRound; tick += 1) await deliver(child, side, load);
  return cpuMs(begun) / ticksPerRound;
}

/** The product's rate for some seconds: how busy it keeps one core, and how late the last client is. */
async function atOneHertz(child: ChildProcess, side: Side, load: Load, seconds: number) {
  const lateMs: number[] = [];
  const begun = process.cpuUsage();
  const startedMs = performance.now();
  for (let second = 0; second < seconds; second += 1) {
    lateMs.push((await deliver(child, side, load)).lastByteMs);
    const restMs = startedMs + (second + 1) * 1000 - performance.now();
    if (restMs > 0) await new Promise((resolve) => setTimeout(resolve, restMs));
  }
  return {
    corePercent: cpuMs(begun) / ((performance.now() - startedMs) / 100),
    worstMs: Math.max(...lateMs),
  };
}

export async function run(): Promise<BenchRow[]> {
  const child = fork(fileURLToPath(new URL('./fan-out/clients.ts', import.meta.url)), {
    execArgv: ['--import', import.meta.resolve('tsx')],
  });
  const opened = [await openBare(child), await openHub(child)];
  const [bare, hub] = opened.map(({ side }) => side);
  if (!bare || !hub) throw new Error('a side is missing');
  const data = flyData(Date.now());
  const load = {
    data,
    bytes: frameBytes(jsonProtocol.write({ type: 1, target: 'getFlyData', arguments: [data] })),
  };
  try {
    const costs = new Map<Side, number[]>([
      [bare, []],
      [hub, []],
    ]);
    for (let round = -1; round < rounds; round += 1) {
      // The side that goes first changes: the second finds warmer buffers.
      for (const side of round % 2 === 0 ? [bare, hub] : [hub, bare]) {
        const cost = await roundCpuMs(child, side, load);
        if (round >= 0) costs.get(side)?.push(cost);
      }
    }
    // The cheapest round: the others paid for what else ran on the machine.
    const bareMs = Math.min(...(costs.get(bare) ?? []));
    const hubMs = Math.min(...(costs.get(hub) ?? []));
    const { corePercent, worstMs } = await atOneHertz(child, hub, load, 5);
    const scene = `${targets} targets to ${clients} clients`;
    return [
      {
        name: 'fan-out: hub beside bare ws',
        value: bareMs / hubMs,
        unit: 'of bare ws',
        goal: 0.8,
        note: `server processor time (user + system) of one tick, bare ÷ hub; ${scene}, ${Math.round(load.bytes / 1000)} kB each, clients in another process; best of ${rounds} alternating rounds of ${ticksPerRound}; both serialise once a tick`,
      },
      { name: 'fan-out: bare ws', value: (bareMs * 1000) / clients, unit: 'µs/message' },
      { name: 'fan-out: hub', value: (hubMs * 1000) / clients, unit: 'µs/message' },
      {
        name: 'fan-out: one core at 1 Hz',
        value: corePercent,
        unit: '%',
        goal: 50,
        goalIs: 'atMost',
        note: scene,
      },
      {
        name: 'fan-out: last client has it',
        value: worstMs,
        unit: 'ms',
        goal: 1000,
        goalIs: 'atMost',
        note: 'worst of 5 ticks at 1 Hz, from before serialising to the last byte at the last client',
      },
    ];
  } finally {
    child.kill();
    await Promise.all(opened.map(({ close }) => close()));
  }
}

if (process.argv[1] === import.meta.filename) printRows(await run());
