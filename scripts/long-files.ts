import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Where to ask whether a file is one subject; it is never a reason to cut one in two. */
const manyLines = 400;

/** A line about the files below `folder` that are long, the longest first; null: there are none. */
export function longFiles(folder: string): string | null {
  const long = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.gen\.ts$/.test(entry.name))
    .map(({ parentPath, name }) => path.join(parentPath, name))
    .map((file) => ({ file, lines: readFileSync(file, 'utf8').trimEnd().split('\n').length }))
    .filter(({ lines }) => lines > manyLines)
    .sort((a, b) => b.lines - a.lines);
  if (long.length === 0) return null;
  const named = long.map(({ file, lines }) => `${path.relative('.', file)} (${lines})`).join(', ');
  return `More than ${manyLines} lines; is each one subject? ${named}`;
}
