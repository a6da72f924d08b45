import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** The text of one file, by its path from the root. */
export const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');

export interface SourceFile {
  /** From the repository's root, with slashes: `src/domain/identity/access.ts`. */
  file: string;
  text: string;
}

/** Our TypeScript below a folder; what is generated is not read by people and not counted. */
export function sourcesBelow(folder: string): SourceFile[] {
  return readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.gen\.tsx?$/.test(entry.name))
    .map((entry) => {
      const full = path.join(entry.parentPath, entry.name);
      return { file: path.relative(root, full).replaceAll(path.sep, '/'), text: readFileSync(full, 'utf8') };
    });
}

/** Every module a file names: import, export … from, import(). Comments do not count. */
export function importsOf({ text }: SourceFile): string[] {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
  const patterns = [
    /\b(?:import|export)\s[^'";]*?\bfrom\s*['"]([^'"]+)['"]/g,
    /\bimport\s*['"]([^'"]+)['"]/g,
    /\bimport\(\s*['"]([^'"]+)['"]/g,
  ];
  return patterns.flatMap((pattern) => [...code.matchAll(pattern)].map((match) => match[1] ?? ''));
}

const aliases = /^#(contract|domain|server|web)\//;

/** `../errors.ts` and `#domain/text/errors.ts` as paths from the root; a package's name stays as it is. */
export function targetOf(file: string, specifier: string): string {
  if (aliases.test(specifier)) return specifier.replace(aliases, 'src/$1/');
  return specifier.startsWith('.') ? path.posix.join(path.posix.dirname(file), specifier) : specifier;
}
