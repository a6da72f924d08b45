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
