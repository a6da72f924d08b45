import { Agent, request } from 'node:http';

/** The clients of requests.ts, in a process of their own: what they cost is nobody's figure. */
export interface Round {
  /** Whole addresses, asked in turn. */
  urls: string[];
  method: 'GET' | 'POST' | 'PATCH';
  authorization: string;
  /** Sent as JSON; `{n}` in it becomes a number that no other request has. */
  body: string | null;
  requests: number;
  /** Under way at once. */
  concurrency: number;
}
export interface RoundDone {
  ms: number;
  /** The last answer's status and text. */
  status: number;
  text: string;
  total: string | null;
}

const agent = new Agent({ keepAlive: true });
let made = 0;

function ask(round: Round, turn: number): Promise<Omit<RoundDone, 'ms'>> {
  const url = round.urls[turn % round.urls.length] ?? '';
  made += 1;
  const body = round.body?.replaceAll('{n}', `${process.pid}${made}`);
  return new Promise((resolve, reject) => {
    const outgoing = request(
      url,
      {
        agent,
        method: round.method,
        headers: {
          authorization: round.authorization,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
      },
      (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('end', () => {
          const total = answer.headers['x-total-count'];
          resolve({
            status: answer.statusCode ?? 0,
            text: Buffer.concat(parts).toString(),
            total: typeof total === 'string' ? total : null,
          });
        });
        answer.on('error', reject);
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

process.on('message', async (round: Round) => {
  const startMs = performance.now();
  let turn = 0;
  let last: Omit<RoundDone, 'ms'> = { status: 0, text: '', total: null };
  await Promise.all(
    Array.from({ length: round.concurrency }, async () => {
      while (turn < round.requests) last = await ask(round, turn++);
    }),
  );
  process.send?.({ ...last, ms: performance.now() - startMs });
});
