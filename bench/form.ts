import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { cpus, loadavg, tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'vite';
import { validatorsPlugin } from '../scripts/validators-plugin.ts';
import { launchChromium } from '../tests/support/chromium.ts';
import { type BenchRow, printRows } from './bench-row.ts';

const keys = 200;
const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

/** From a key to the frame that shows it, in the real form of a record with many fields. */
export async function run(): Promise<BenchRow[]> {
  const folder = join(tmpdir(), `clearway-bench-form-${process.pid}`);
  await build({
    configFile: false,
    logLevel: 'error',
    root: fileURLToPath(new URL('form-page', import.meta.url)),
    plugins: [validatorsPlugin(fileURLToPath(new URL('..', import.meta.url)))],
    build: { outDir: folder, emptyOutDir: true, target: 'es2022' },
  });
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
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const browser = await launchChromium();
  try {
    const rows: BenchRow[] = [];
    for (const fields of [20, 60, 120]) {
      const machine = `load ${(loadavg()[0] ?? 0).toFixed(1)} on ${cpus().length} cores`;
      const page = await browser.newPage({ viewport: { width: 1920, height: 1080 } });
      await page.goto(`http://127.0.0.1:${port}/?fields=${fields}`);
      await page.click('#field_field2');
      // The first keys find nothing compiled yet.
      await page.keyboard.type('warm it up ', { delay: 40 });
      await page.evaluate(() => {
        window.taken.length = 0;
      });
      for (let typed = 0; typed < keys; typed += 50) {
        await page.keyboard.type('abcdefghij'.repeat(5), { delay: 60 });
        await page.fill('#field_field2', '');
      }
      const taken = await page.evaluate(() => window.taken);
      rows.push({
        name: `form: p95 from key to paint, ${fields} fields`,
        value: percentile(taken, 0.95),
        unit: 'ms',
        ...(fields === 60 ? { goal: 30, goalIs: 'atMost' as const } : {}),
        note: `median ${percentile(taken, 0.5).toFixed(1)} ms of ${taken.length} keys, ${machine}`,
      });
      await page.close();
    }
    return rows;
  } finally {
    await browser.close();
    server.close();
  }
}

function percentile(values: number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) printRows(await run());
