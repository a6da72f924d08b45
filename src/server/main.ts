import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pino, stdSerializers } from 'pino';
import { readConfig } from './config.ts';
import { type RunningServer, startServer } from './server.ts';
import { StartError, type Tell, terminalText } from './start-error.ts';

/** The process: settings, one server, and a clean end at Ctrl-C or SIGTERM. */
async function main(): Promise<void> {
  const config = readConfig(process.env);
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
    setTimeout(() => process.exit(1), 15_000).unref();
    await running?.close();
    process.exit(0);
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop(signal));

  running = await startServer({
    config,
    log,
    tell: say,
    version,
    releaseDate: statSync(join(root, 'package.json')).mtime.toISOString(),
    webFolder: join(root, 'dist', 'web'),
    clock: () => new Date(),
    onLost(error) {
      process.stderr.write(`${error.message}\n`);
      process.exit(1);
    },
  });
}

const say: Tell = (key, values) => {
  process.stdout.write(`${terminalText(values ? { key, values } : { key })}\n`);
};

/** The folder of package.json, seen from src/server in work and from dist/server when built. */
function rootFolder(): string {
  return join(dirname(fileURLToPath(import.meta.url)), '..', '..');
}

main().catch((error: unknown) => {
  if (error instanceof StartError) process.stderr.write(`${error.message}\n`);
  else process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exit(1);
});
