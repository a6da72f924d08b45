import { type SpawnOptions, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';

/** Runs a program in the foreground and gives its exit code; 1 where it could not be started or was killed. */
export function run(program: string, args: string[], options: SpawnOptions = {}): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: 'inherit', ...options });
    child.once('error', (error) => {
      console.error(`${program} could not be started: ${error.message}`);
      resolve(1);
    });
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

const require = createRequire(import.meta.url);

/** The file behind a package's command, to be run by this very Node on any platform. */
export function commandOf(name: string, command: string = name): string {
  const manifest = packageFile(name);
  const { bin }: { bin: string | Record<string, string> } = require(manifest);
  const file = typeof bin === 'string' ? bin : bin[command];
  if (file === undefined) throw new Error(`${name} has no command ${command}`);
  return path.join(path.dirname(manifest), file);
}

/** Not by require.resolve: many packages do not export their package.json. */
function packageFile(name: string): string {
  for (const folder of require.resolve.paths(name) ?? []) {
    const file = path.join(folder, name, 'package.json');
    try {
      require.resolve(file);
      return file;
    } catch {}
  }
  throw new Error(`the package ${name} is not installed`);
}
