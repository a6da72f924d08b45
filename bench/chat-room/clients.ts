import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { HttpTransportType, HubConnectionBuilder, LogLevel } from '@microsoft/signalr';
import { WebSocket } from 'ws';

/** The people of chat-room.ts, in a process of their own: they speak, and note when each has what was said. */
export interface ChatOrder {
  address: string;
  people: { accessToken: string; encryptedAccessToken: string }[];
  room: number;
  messages: number;
  perSecond: number;
}

export interface ChatArrivals {
  /** From the moment that a message was sent to that at which a client had it, ms, of all clients. */
  delaysMs: number[];
  /** From the same moment to the answer that its sender had, ms. */
  answersMs: number[];
  /** Messages that came before one of a lower number, or twice. */
  outOfOrder: number;
  /** Messages that somebody never had. */
  missing: number;
}

interface Heard {
  seq: number;
  text: string;
}

/** Each so many speaks through the library of Microsoft's; the others read no more of a frame than what is measured. */
const libraryEach = 10;
const patienceMs = 60_000;
const end = '\u001e';
/** The word before the moment at which it was said. */
const measured = 'at';
const said = /^at ([\d.]+)$/;
/** Seconds in which what is said is not measured: a server has been up for longer. */
const warmingS = 3;
const now = () => performance.timeOrigin + performance.now();

/** Frames are the same for all: read once. */
const read = new Map<string, Heard[]>();
function heardIn(frame: string): Heard[] {
  const known = read.get(frame);
  if (known) return known;
  const heard = [...frame.matchAll(/"seq":(\d+).*?"text":"(at [\d.]+)"/g)].map(([, seq, text = '']) => ({
    seq: Number(seq),
    text,
  }));
  if (heard.length > 0) read.set(frame, heard);
  return heard;
}

function openSocket(url: string, received: (heard: Heard[]) => void): Promise<() => void> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url);
    socket.once('error', reject);
    socket.once('open', () => socket.send(`{"protocol":"json","version":1}${end}`));
    socket.once('message', () => {
      socket.on('message', (data) => received(heardIn(String(data))));
      resolve(() => socket.terminate());
    });
    const ping = setInterval(() => {
      if (socket.readyState === WebSocket.OPEN) socket.send(`{"type":6}${end}`);
    }, 10_000);
    socket.once('close', () => clearInterval(ping));
  });
}

async function openLibrary(url: string, received: (heard: Heard[]) => void): Promise<() => void> {
  const connection = new HubConnectionBuilder()
    .withUrl(url, { transport: HttpTransportType.WebSockets })
    .configureLogging(LogLevel.None)
    .build();
  connection.on('getChatMessage', (message: Heard) => received([message]));
  for (const event of ['getOnlineClient', 'chatRoomChanged', 'recordChanged', 'getChangeMessage'])
    connection.on(event, () => {});
  await connection.start();
  return () => void connection.stop();
}

const agent = new Agent({ keepAlive: true });

function post(url: string, accessToken: string, body: object): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' };
    const outgoing = request(url, { agent, method: 'POST', headers }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('error', reject);
      answer.on('end', () => {
        if (answer.statusCode === 200) resolve();
        else reject(new Error(`${answer.statusCode} ${Buffer.concat(parts)}`));
      });
    });
    outgoing.on('error', reject);
    outgoing.end(JSON.stringify(body));
  });
}

/** Each says the word, and when. */
async function speak(
  { address, people, room, messages, perSecond }: ChatOrder,
  word: string,
  answersMs: number[],
) {
  const startMs = performance.now();
  await Promise.all(
    Array.from({ length: messages }, async (_, n) => {
      await new Promise((go) => setTimeout(go, startMs + (n * 1_000) / perSecond - performance.now()));
      const atMs = now();
      const message = { room, clientId: randomUUID(), text: `${word} ${atMs}` };
      const { accessToken = '' } = people[n % people.length] ?? {};
      await post(`${address}/api/services/app/Coordination/Send`, accessToken, message);
      answersMs.push(now() - atMs);
    }),
  );
}

process.once('message', async (order: ChatOrder) => {
  const { address, people, messages } = order;
  const arrivals: ChatArrivals = {
    delaysMs: [],
    answersMs: [],
    outOfOrder: 0,
    missing: people.length * messages,
  };
  let isWhole = () => {};
  const whole = new Promise<void>((resolve) => {
    isWhole = resolve;
  });
  const ends: (() => void)[] = [];
  for (const [at, { encryptedAccessToken }] of people.entries()) {
    let last = 0;
    const received = (heard: Heard[]) => {
      const nowMs = now();
      for (const { seq, text } of heard) {
        const sent = said.exec(text)?.[1];
        if (sent === undefined) continue;
        if (seq <= last) arrivals.outOfOrder += 1;
        last = Math.max(last, seq);
        arrivals.delaysMs.push(nowMs - Number(sent));
        arrivals.missing -= 1;
      }
      if (arrivals.missing === 0) isWhole();
    };
    const url = `${address}/signalr-chat?enc_auth_token=${encodeURIComponent(encryptedAccessToken)}`;
    ends.push(await (at % libraryEach === 0 ? openLibrary : openSocket)(url, received));
  }
  // Who is online is told to each as it comes: that is not what is measured.
  await new Promise((settled) => setTimeout(settled, 5_000));
  await speak({ ...order, messages: order.perSecond * warmingS }, 'warming', []);
  await speak(order, measured, arrivals.answersMs);
  await Promise.race([whole, new Promise((gone) => setTimeout(gone, patienceMs))]);
  process.send?.(arrivals, () => {
    for (const close of ends) close();
    process.disconnect();
  });
});
