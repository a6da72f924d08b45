import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { build } from 'vite';
import { launchChromium } from '#tests/support/chromium.ts';
import { type RunningTestServer, startTestServer } from '#tests/support/server.ts';
import { withEmbeddedPostgres } from './own-postgres.ts';

/** The product as it is served, on a database of its own, and a browser; all of it is gone when the work is done. */
export async function withBuiltProduct<T>(
  work: (server: RunningTestServer, browser: Browser) => Promise<T>,
): Promise<T> {
  const webFolder = join(tmpdir(), `clearway-bench-web-${process.pid}`);
  await build({
    configFile: fileURLToPath(new URL('../vite.config.ts', import.meta.url)),
    logLevel: 'error',
    build: { outDir: webFolder, emptyOutDir: true },
  });
  try {
    return await withEmbeddedPostgres(async (url) => {
      const server = await startTestServer({
        on: { name: 'embedded', url, prefix: 'bench_', template: 'template1' },
        webFolder,
      });
      const browser = await launchChromium();
      try {
        return await work(server, browser);
      } finally {
        await browser.close();
        await server.close();
      }
    });
  } finally {
    await rm(webFolder, { recursive: true, force: true });
  }
}
