import { readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { build, type PluginOption } from 'vite';
import { launchChromium } from '#tests/support/chromium.ts';

const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
};

export interface PageSource {
  /** A folder beside this file, with an index.html. */
  page: string;
  plugins?: PluginOption[];
  /** Adds to what was built. */
  add?(folder: string): void;
}

/** Builds a page of this folder, serves it on loopback and opens a browser; all of it is gone when the work is done. */
export async function withServedPage<T>(
  { page, plugins = [], add }: PageSource,
  work: (browser: Browser, address: string) => Promise<T>,
): Promise<T> {
  const folder = join(tmpdir(), `clearway-bench-${page}-${process.pid}`);
  await build({
    configFile: false,
    logLevel: 'error',
    root: fileURLToPath(new URL(page, import.meta.url)),
    plugins,
    build: { outDir: folder, emptyOutDir: true, target: 'es2022' },
  });
  add?.(folder);
  const server = createServer(async (request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://localhost').pathname);
    try {
      const body = await readFile(join(folder, path === '/' ? 'index.html' : path));
      response.writeHead(200, { 'content-type': types[extname(path)] ?? 'text/html' }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const browser = await launchChromium();
  try {
    return await work(browser, `http://127.0.0.1:${port}/`);
  } finally {
    await browser.close();
    server.close();
    await rm(folder, { recursive: true, force: true });
  }
}

export function percentile(values: number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0;
}
