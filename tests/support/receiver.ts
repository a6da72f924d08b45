import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  headers: Record<string, string | string[] | undefined>;
  text: string;
  body: {
    id: string;
    event: string;
    resource: string;
    at: string;
    by: number | null;
    record: Record<string, unknown>;
    figures?: unknown;
  };
}

/** Whoever a webhook calls: a real HTTP server that keeps what it got and answers as the test says. */
export async function startReceiver(): Promise<{
  url: string;
  received: Received[];
  /** A status for each request to come; afterwards 200. */
  answers: (number | { redirectTo: string } | 'nothing')[];
  close(): Promise<void>;
}> {
  const received: Received[] = [];
  const answers: (number | { redirectTo: string } | 'nothing')[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
    request.on('end', () => {
      received.push({ headers: request.headers, text, body: JSON.parse(text) });
      const answer = answers.shift() ?? 200;
      if (answer === 'nothing') request.socket.destroy();
      else if (typeof answer === 'number') response.writeHead(answer).end('ok');
      else response.writeHead(302, { location: answer.redirectTo }).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    answers,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Worked out here anew, as the README tells a receiver to. */
export function isSigned({ headers, text }: Received, secret: string): boolean {
  const header = String(headers['x-clearway-signature']);
  const { t, v1 } = Object.fromEntries(header.split(',').map((part) => part.split('='))) as {
    t: string;
    v1: string;
  };
  return v1 === createHmac('sha256', secret).update(`${t}.${text}`).digest('hex');
}
