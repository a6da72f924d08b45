import type { Plugin } from 'vite';

/**
 * Ends a build whose files import each other in a circle: of two such files one runs before what it needs is there, and a
 * page fails in use although everything compiled.
 */
export function chunkCyclesPlugin(): Plugin {
  return {
    name: 'clearway-chunk-cycles',
    apply: 'build',
    generateBundle(_, bundle) {
      const imports = new Map(
        Object.values(bundle).flatMap((one) =>
          one.type === 'chunk' ? [[one.fileName, one.imports] as const] : [],
        ),
      );
      const done = new Set<string>();
      const visit = (file: string, way: readonly string[]): void => {
        if (way.includes(file))
          throw new Error(`files import each other: ${[...way.slice(way.indexOf(file)), file].join(' → ')}`);
        if (done.has(file)) return;
        for (const next of imports.get(file) ?? []) visit(next, [...way, file]);
        done.add(file);
      };
      for (const file of imports.keys()) visit(file, []);
    },
  };
}
