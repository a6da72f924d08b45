import { readFileSync } from 'node:fs';
import path from 'node:path';
import { StartError, type Tell, terminalText } from '#server/kernel/start-error.ts';
import { root } from './build.ts';

/** Tells the person at the terminal, in the language of the terminal. */
export const say: Tell = (key, values) => {
  process.stdout.write(`${terminalText(values ? { key, values } : { key })}\n`);
};

/** Does the work of a command; what a person can cure is a sentence, and the exit code says that it failed. */
export async function runAtTerminal(work: () => Promise<void>): Promise<void> {
  process.umask(0o077);
  try {
    await work();
  } catch (error) {
    const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
    process.stderr.write(`${error instanceof StartError ? error.message : reason}\n`);
    process.exitCode = 1;
  }
}

export function productVersion(): string {
  const { version }: { version: string } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  return version;
}

/** A path as the person meant it: npm changes into the repository's folder, and says where it was called. */
export function fromHere(file: string): string {
  return path.resolve(process.env.INIT_CWD ?? '.', file);
}
