import path from 'node:path';
import { buildIfChanged, root } from './build.ts';
import { supervise } from './supervise.ts';

/** `npm start`: builds what changed, then runs the server, and starts it again after a crash. */
export async function main(): Promise<void> {
  await buildIfChanged().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  });
  process.env.NODE_ENV ??= 'production';
  const code = await supervise({
    command: [process.execPath, path.join(root, 'dist', 'server', 'main.js')],
    firstRestMs: 1_000,
    longestRestMs: 60_000,
    steadyMs: 10 * 60_000,
    signals: process,
    say: (text) => process.stderr.write(`${new Date().toISOString()} ${text}\n`),
  });
  process.exit(code);
}
