import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';

export interface ReceivedMail {
  from: string;
  to: string[];
  /** As it came, headers and body. */
  raw: string;
}

/** A mail server that speaks as much of SMTP (RFC 5321) as a client needs, and answers as the test says. */
export async function startMailServer(): Promise<{
  url: string;
  received: ReceivedMail[];
  /** What each message to come is answered with after its last line: a reply, or the line is cut; afterwards taken. */
  answers: (string | 'cut')[];
  /** Recipients that are refused for good. */
  unknown: Set<string>;
  close(): Promise<void>;
}> {
  const received: ReceivedMail[] = [];
  const answers: (string | 'cut')[] = [];
  const unknown = new Set<string>();
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
    const say = (line: string) => socket.write(`${line}\r\n`);
    let mail: ReceivedMail = { from: '', to: [], raw: '' };
    let waiting = '';
    let inData = false;
    const addressIn = (line: string) => /<([^>]*)>/.exec(line)?.[1] ?? '';

    const command = (line: string) => {
      const verb = line.slice(0, 4).toUpperCase();
      if (verb === 'EHLO' || verb === 'HELO') say('250 mail.test');
      else if (verb === 'MAIL') {
        mail = { from: addressIn(line), to: [], raw: '' };
        say('250 ok');
      } else if (verb === 'RCPT') {
        const to = addressIn(line);
        if (unknown.has(to)) return say('550 no such user');
        mail.to.push(to);
        say('250 ok');
      } else if (verb === 'DATA') {
        inData = true;
        say('354 go on');
      } else if (verb === 'QUIT') {
        say('221 bye');
        socket.end();
      } else say('250 ok');
    };

    const end = () => {
      const answer = answers.shift() ?? '250 taken';
      if (answer === 'cut') return socket.destroy();
      if (answer.startsWith('250')) received.push(mail);
      say(answer);
    };

    say('220 mail.test');
    socket.setEncoding('utf8').on('data', (part: string) => {
      waiting += part;
      for (;;) {
        if (inData) {
          const stop = waiting.indexOf('\r\n.\r\n');
          if (stop < 0) return;
          mail.raw = waiting.slice(0, stop);
          waiting = waiting.slice(stop + 5);
          inData = false;
          end();
          continue;
        }
        const stop = waiting.indexOf('\r\n');
        if (stop < 0) return;
        const line = waiting.slice(0, stop);
        waiting = waiting.slice(stop + 2);
        command(line);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    answers,
    unknown,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/** The parts of a message by their media type, decoded. */
export function partsOf({ raw }: ReceivedMail): Record<string, string> {
  const [, boundary] = /boundary="?([^"\r\n;]+)"?/.exec(raw) ?? [];
  const parts: Record<string, string> = {};
  if (boundary === undefined) return parts;
  for (const part of raw.split(`--${boundary}`).slice(1)) {
    const [head = '', ...rest] = part.split('\r\n\r\n');
    const type = /content-type:\s*([^;\s]+)/i.exec(head)?.[1] ?? '';
    if (type.startsWith('multipart/')) Object.assign(parts, partsOf({ from: '', to: [], raw: part }));
    else parts[type] = decoded(rest.join('\r\n\r\n'), /transfer-encoding:\s*(\S+)/i.exec(head)?.[1]);
  }
  return parts;
}

function decoded(text: string, encoding = '7bit'): string {
  if (encoding === 'base64') return Buffer.from(text, 'base64').toString('utf8');
  if (encoding !== 'quoted-printable') return text.trim();
  const bytes = text
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8').trim();
}

/** A header, its encoded words read (RFC 2047). */
export function headerOf({ raw }: ReceivedMail, name: string): string {
  const head = (raw.split('\r\n\r\n')[0] ?? '').replace(/\r\n[ \t]+/g, ' ');
  const value = new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1] ?? '';
  return value
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?UTF-8\?([BQ])\?([^?]*)\?=/gi, (_, kind: string, text: string) =>
      kind.toUpperCase() === 'B'
        ? Buffer.from(text, 'base64').toString('utf8')
        : decoded(text.replaceAll('_', ' '), 'quoted-printable'),
    );
}
