import { importsOf, type SourceFile, targetOf } from './sources.ts';

/** Which folders of a side each of its folders needs. A feature and a part of the server's engine are folders of their own. */
export function foldersOf(side: string, sources: readonly SourceFile[]): Map<string, Set<string>> {
  const below = `src/${side}/`;
  const folderOf = (file: string): string => {
    const parts = file.slice(below.length).split('/');
    const deep = parts[0] === 'features' || (parts[0] === 'engine' && side === 'server');
    return parts.slice(0, Math.max(1, Math.min(parts.length - 1, deep ? 2 : 1))).join('/');
  };
  const folders = new Map<string, Set<string>>();
  for (const source of sources) {
    const from = folderOf(source.file);
    const needed = folders.get(from) ?? new Set<string>();
    folders.set(from, needed);
    for (const specifier of importsOf(source)) {
      const target = targetOf(source.file, specifier);
      if (target.startsWith(below) && folderOf(target) !== from) needed.add(folderOf(target));
    }
  }
  return folders;
}

/** Sets of folders that all need one another, each as its names in order. */
export function circles(folders: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const reaches = (from: string): Set<string> => {
    const seen = new Set<string>();
    const open = [...(folders.get(from) ?? [])];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (seen.has(next)) continue;
      seen.add(next);
      open.push(...(folders.get(next) ?? []));
    }
    return seen;
  };
  const reached = new Map([...folders.keys()].map((folder) => [folder, reaches(folder)]));
  const found = new Set<string>();
  for (const [folder, all] of reached) {
    if (!all.has(folder)) continue;
    found.add(
      [...all]
        .filter((other) => reached.get(other)?.has(folder))
        .sort()
        .join(' '),
    );
  }
  return [...found];
}
