import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildIfChanged, root } from './build.ts';

/** `npm start`: builds what changed, then becomes the server. */
export async function main(): Promise<void> {
  await buildIfChanged().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  });
  process.env.NODE_ENV ??= 'production';
  await import(pathToFileURL(path.join(root, 'dist', 'server', 'main.js')).href);
}
