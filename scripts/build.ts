import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from './run.ts';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** Everything that a build is made of. */
const sources = ['src', 'schemas', 'resources.config.ts', 'scripts', 'vite.config.ts', 'package-lock.json'];
const results = ['dist/server/main.js', 'dist/web/index.html'];
const madeByBuild = new Set(['base-map', 'cesium']);
const stampFile = path.join(root, 'dist', 'stamp');

/** Builds into dist/ unless it was built from these very sources. Says what it does; throws where that fails. */
export async function buildIfChanged(): Promise<void> {
  let wanted = await hashOf(sources);
  const built = await readFile(stampFile, 'utf8').catch(() => '');
  if (built === wanted && results.every((file) => existsSync(path.join(root, file)))) return;
  console.log('Building …');
  const start = Date.now();
  await rm(stampFile, { force: true });
  // A schema that was added is found, and has its type, without another word.
  if ((await run(process.execPath, ['--import', 'tsx', 'scripts/generate-types.ts'])) !== 0)
    throw new Error('the types of schemas/ could not be written; what is said above is the reason');
  wanted = await hashOf(sources);
  // In a process of its own: what a bundler takes in memory would stay with the server.
  const code = await run(process.execPath, ['--import', 'tsx', 'scripts/build.ts'], {
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (code !== 0) throw new Error('the build failed; what it says above is the reason');
  await mkdir(path.dirname(stampFile), { recursive: true });
  await writeFile(stampFile, wanted);
  console.log(`Built in ${((Date.now() - start) / 1000).toFixed(1)} s.`);
}

/** Of names and contents, so that a checkout that only touches times builds nothing. */
async function hashOf(entries: string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const entry of entries) {
    for (const file of await filesBelow(path.join(root, entry))) {
      hash
        .update(`${path.relative(root, file)}\0`)
        .update(await readFile(file))
        .update('\0');
    }
  }
  return hash.digest('hex');
}

async function filesBelow(place: string): Promise<string[]> {
  if (!existsSync(place)) return [];
  const entries = await readdir(place, { withFileTypes: true }).catch(() => null);
  if (entries === null) return [place];
  const below = entries
    // Made by the build itself.
    .filter(({ name }) => !(place.endsWith('public') && madeByBuild.has(name)) && !name.startsWith('.'))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map((entry) => {
      const inner = path.join(place, entry.name);
      return entry.isDirectory() ? filesBelow(inner) : [inner];
    });
  return (await Promise.all(below)).flat();
}

/** The web application into dist/web, the server into dist/server with its packages left in node_modules. */
async function buildAll(): Promise<void> {
  const { build } = await import('vite');
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    ssr: { external: true },
    build: {
      ssr: 'src/server/main.ts',
      outDir: 'dist/server',
      emptyOutDir: true,
      target: 'node20',
      minify: false,
      sourcemap: true,
      rollupOptions: { output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' } },
    },
  });
  await build({ configFile: path.join(root, 'vite.config.ts'), mode: 'production', logLevel: 'warn' });
  const { compressAssets } = await import('./compress-assets.ts');
  await compressAssets(path.join(root, 'dist/web/assets'), path.join(root, 'dist/web/base-map'));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildAll();
