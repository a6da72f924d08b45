import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pino, stdSerializers } from 'pino';
import type { Text } from '#domain/text/errors.ts';
import { type RunningServer, startServer } from './compose.ts';
import { readConfig } from './kernel/config.ts';
import { StartError, type Tell, terminalText } from './kernel/start-error.ts';

const stopMs = 15_000;

/** The process: settings, one server, and a clean end at Ctrl-C or SIGTERM. */
async function main(): Promise<void> {
  const config = readConfig(process.env);
  // What we write is our user's alone: records, identity papers, the secret.
  process.umask(0o077);
  const log = pino({
    level: process.env.LOG_LEVEL ?? 'warn',
    base: undefined,
    serializers: { error: stdSerializers.err },
  });
  const root = rootFolder();
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  let running: RunningServer | undefined;
  let stopping = false;

  async function stop(signal: string): Promise<void> {
    if (stopping) return;
    stopping = true;
    say('start.stopping', { signal });
    // A part that hangs must not keep the process: the database recovers from its log.
    setTimeout(() => end(1, { key: 'start.stopSlow', values: { seconds: stopMs / 1000 } }), stopMs).unref();
    await running?.close();
    process.exit(0);
  }
  // `disconnect`: the process that started us and would start us again is gone (scripts/supervise.ts).
  for (const signal of ['SIGINT', 'SIGTERM', 'disconnect'] as const) {
    process.on(signal, () => {
      stop(signal).catch((error: unknown) => endBy(error, 'start.stopFailed'));
    });
  }

  running = await startServer({
    config,
    log,
    tell: say,
    version,
    releaseDate: statSync(join(root, 'package.json')).mtime.toISOString(),
    webFolder: join(root, 'dist', 'web'),
    clock: () => new Date(),
    demoHistory: true,
    onLost: (error) => endBy(error, 'start.unexpected'),
    crashedAt: crashesIn(process.env.CLEARWAY_CRASHED_AT),
  });
  process.send?.('listening');
}

/** When the server crashed, UTC ms, as whoever starts it again says. */
const crashesIn = (text = ''): number[] =>
  text
    .split(',')
    .map(Number)
    .filter((at) => at > 0);

const say: Tell = (key, values) => {
  process.stdout.write(`${terminalText(values ? { key, values } : { key })}\n`);
};

/** The folder of package.json, seen from src/server in work and from dist/server when built. */
function rootFolder(): string {
  return join(dirname(fileURLToPath(import.meta.url)), '..', '..');
}

/** Every end says why at the terminal: the exit code alone explains nothing afterwards. */
function end(code: number, text: Text): never {
  process.stderr.write(`${terminalText(text)}\n${terminalText({ key: 'start.ended', values: { code } })}\n`);
  process.exit(code);
}

/** What a person can cure is a sentence; of the rest, where it happened. */
function endBy(error: unknown, key: string): never {
  if (error instanceof StartError) end(1, error.text);
  const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
  end(1, { key, values: { reason } });
}

// A promise that nobody waits for ends up here, too.
process.on('uncaughtException', (error) => endBy(error, 'start.unexpected'));
main().catch((error: unknown) => endBy(error, 'start.unexpected'));
