import { readdirSync } from 'node:fs';
import path from 'node:path';

/** Every file of tests, as `tests/server/…`, in order. */
export function testFiles(): string[] {
  return readdirSync('tests', { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.test\.tsx?$/.test(entry.name))
    .map(({ parentPath, name }) => path.join(parentPath, name).split(path.sep).join('/'))
    .sort();
}

/** Left for `npm run test:full`, by its name: it starts processes and kills them, or takes minutes. */
export const isOnlyInFull = (file: string): boolean => /\.full\.test\.tsx?$/.test(file);

/**
 * The files of `all` that have one of these names in their path. What is left for the full run counts where `full` is asked,
 * or where a name finds nothing else.
 */
export function filesNamed(names: readonly string[], all: readonly string[], full: boolean): string[] {
  const chosen = names.flatMap((name) => {
    const found = all.filter((file) => file.includes(name));
    const short = found.filter((file) => !isOnlyInFull(file));
    return full || short.length === 0 ? found : short;
  });
  return all.filter((file) => chosen.includes(file));
}

/** What `npm test` has left, for the end of its output. */
export function leftForFull(): string {
  const files = testFiles().filter(isOnlyInFull);
  return [
    `Left for npm run test:full: ${files.length} files (${files
      .map((file) => file.replace(/^tests\//, '').replace(/\.full\.test\.tsx?$/, ''))
      .join(', ')}),`,
    'the tests of the database on a second PostgreSQL, and the whole breadth of walks and generated input.',
  ].join('\n');
}
