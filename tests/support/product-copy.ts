import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { commandOf } from '#scripts/run.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const parts = [
  'src',
  'schemas',
  'scripts',
  'resources.config.ts',
  'package.json',
  'tsconfig.json',
  'tsconfig.base.json',
  'vite.config.ts',
  // The configuration has them.
  'tests/component/support/chromium.ts',
  'tests/support/chromium.ts',
  'biome.json',
];
const run = promisify(execFile);

/** For a step that compiles, builds or starts the whole product. */
export const patience = 300_000;

/** A copy of the repository, in which a test does what a page of docs/ says. */
export interface ProductCopy {
  folder: string;
  /** Node with these arguments, in the copy. */
  node(...args: string[]): Promise<{ stdout: string }>;
  generate(...args: string[]): Promise<unknown>;
  /** What the compiler says, of the file or folder of this configuration. */
  compile(project: string): Promise<string>;
  build(): Promise<unknown>;
  /** The text of every file, by its path. */
  files(): Promise<Map<string, string>>;
  remove(): Promise<void>;
}

export async function copyProduct(): Promise<ProductCopy> {
  const folder = await mkdtemp(path.join(tmpdir(), 'clearway-copy-'));
  for (const part of parts) await cp(path.join(root, part), path.join(folder, part), { recursive: true });
  await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  const node = (...args: string[]) =>
    run(process.execPath, args, { cwd: folder, maxBuffer: 64 * 1024 * 1024, timeout: patience });
  return {
    folder,
    node,
    generate: (...args) => node('--import', 'tsx', 'scripts/generate-types.ts', ...args),
    async compile(project) {
      const { stdout } = await node(commandOf('typescript', 'tsc'), '-p', project).catch(
        (error: { stdout: string }) => error,
      );
      return stdout;
    },
    build: () => node(commandOf('vite'), 'build', '--logLevel', 'warn', '--mode', 'test'),
    async files() {
      const found = new Map<string, string>();
      for (const part of parts) {
        const place = path.join(folder, part);
        const names = part.includes('.') ? [''] : await readdir(place, { recursive: true });
        for (const name of names) {
          const text = await readFile(path.join(place, name), 'utf8').catch(() => undefined);
          if (text !== undefined) found.set(path.join(part, name), text);
        }
      }
      return found;
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** A page of docs/, and its blocks of code of one language. */
export async function blocksOf(page: string, language: string): Promise<string[]> {
  const document = await readFile(path.join(root, 'docs', page), 'utf8');
  return [...document.matchAll(/```(\w+)\n([\s\S]*?)```/g)].flatMap(([, kind, text = '']) =>
    kind === language ? [text] : [],
  );
}
