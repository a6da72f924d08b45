import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { commandOf } from '#scripts/run.ts';
import { circles, foldersOf } from './folder-graph.ts';
import { importsOf, read, type SourceFile, sourcesBelow } from './sources.ts';

const all = ['src', 'schemas'].flatMap(sourcesBelow);

/** Relative imports name their file whole: Node, Vite and the compiler then read the same one. */
function importsWithoutExtension(source: SourceFile): string[] {
  return importsOf(source)
    .filter(
      (specifier) => specifier.startsWith('.') && !/\.(tsx?|mjs|json|css|svg|png)(\?\w+)?$/.test(specifier),
    )
    .map((specifier) => `${source.file} imports ${specifier}`);
}

/** The clock and chance are I/O. */
function impurities({ file, text }: SourceFile): string[] {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/\/\/.*$/gm, '');
  return [
    ...code.matchAll(
      /\bDate\.now\b|\bnew Date\(\s*\)|\bMath\.random\b|\bperformance\.now\b|\bprocess\.\w+|\bsetTimeout\b|\bsetInterval\b/g,
    ),
  ].map(([found]) => `${file} uses ${found}. The domain takes the time, or the number, as an argument.`);
}

test('relative imports name their file whole', () => {
  expect(all.length).toBeGreaterThan(500);
  expect(all.flatMap(importsWithoutExtension)).toEqual([]);
});

/** Imports of a server feature's file from outside of the feature, where it has an `index.ts`. */
function pastTheIndex(sources: readonly SourceFile[]): string[] {
  const feature = /(?:^|\/)features\/([^/]+)\/([^/]+)$/;
  const withIndex = new Set(
    sources.flatMap(({ file }) => /^src\/server\/features\/([^/]+)\/index\.ts$/.exec(file)?.[1] ?? []),
  );
  return sources.flatMap(({ file, ...source }) =>
    importsOf({ file, ...source }).flatMap((specifier) => {
      const [, name = '', inside] = feature.exec(specifier) ?? [];
      const isOutside = specifier.startsWith('#server/') || specifier.startsWith('.');
      return isOutside &&
        withIndex.has(name) &&
        inside !== 'index.ts' &&
        !file.startsWith(`src/server/features/${name}/`)
        ? [`${file} imports ${specifier}: take it from the index.ts of ${name}`]
        : [];
    }),
  );
}

test('a feature of the server with an index is imported by it alone', () => {
  const server = sourcesBelow('src/server');
  expect(pastTheIndex(server)).toEqual([]);
  const past = { file: 'src/server/hubs.ts', text: "import { a } from './features/meetings/tasks.ts';" };
  expect(pastTheIndex([...server, past])).toHaveLength(1);
});

test('the domain asks no clock and no chance', () => {
  expect(sourcesBelow('src/domain').flatMap(impurities)).toEqual([]);
});

describe('no folder needs itself', () => {
  test.each(['server', 'web', 'domain'])('in src/%s', (side) => {
    const folders = foldersOf(side, sourcesBelow(`src/${side}`));
    expect(folders.size).toBeGreaterThan(5);
    expect(circles(folders)).toEqual([]);
  });

  test('a circle is found', () => {
    const sources = [
      { file: 'src/server/features/plans/a.ts', text: "import '#server/features/messages/b.ts';" },
      {
        file: 'src/server/features/messages/b.ts',
        text: "import { c } from '#server/features/airspace/c.ts';",
      },
      { file: 'src/server/features/airspace/c.ts', text: "const a = await import('../plans/a.ts');" },
    ];
    expect(circles(foldersOf('server', sources))).toEqual([
      'features/airspace features/messages features/plans',
    ]);
  });
});

/** The rules themselves are in biome.json; here each of them is seen to bite. */
describe('the linter refuses', () => {
  const wrong: [file: string, text: string, cure: RegExp][] = [
    ['src/domain/plans/a.ts', "import { readFile } from 'node:fs/promises';", /The domain is pure/],
    ['src/domain/a.ts', "import type { Caller } from '#server/kernel/caller.ts';", /The domain is pure/],
    ['src/domain/b.ts', "export { a } from '#web/client/hub.ts';", /The domain is pure/],
    ['src/contract/a.ts', "import { a } from '#server/app.ts';", /what both ends share/],
    ['src/resources/a.ts', "import { a } from '#server/app.ts';", /plain data/],
    ['src/server/kernel/a.ts', "import { Button } from 'antd';", /never meet/],
    ['src/server/http/a.ts', "export { a } from '#web/client/hub.ts';", /never meet/],
    ['src/web/app/a.ts', "import '#server/main.ts';", /never meet/],
    ['src/web/ui/a.ts', "import fs from 'node:fs';", /never meet/],
    ['src/server/features/plans/a.ts', "import pg from 'pg';", /Only src\/server\/db/],
    ['src/server/db/a.ts', "import { a } from '#server/features/plans/board.ts';", /knows only those below/],
    [
      'src/server/features/plans/b.ts',
      "import { a } from '#server/demo/fleet.ts';",
      /knows only those below/,
    ],
    ['src/server/features/plans/c.ts', "import { a } from '#server/compose.ts';", /knows only those below/],
    ['src/web/ui/b.ts', "import { a } from '#web/features/plans/plan-page.tsx';", /knows only those below/],
    ['src/web/engine/a.ts', "import { a } from '#web/shell/menu.tsx';", /knows only those below/],
    ['src/server/engine/a.ts', "import { a } from '../db/sql.ts';", /Name the file by its side/],
    ['src/web/map/a.ts', "import { a } from '#tests/support/sky.ts';", /nothing of its tests/],
    ['src/domain/text/one.ts', "import './two.ts';", /part of a cycle/],
  ];
  const right: [file: string, text: string][] = [
    ['src/domain/text/two.ts', "import './one.ts';"],
    ['src/server/features/plans/d.ts', "import { a } from '#server/engine/records/records.ts';"],
    ['src/web/features/plans/e.ts', "import { a } from '#web/ui/page.ts';"],
  ];
  let folder = '';
  let output = '';

  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'clearway-imports-'));
    const config = JSON.parse(read('biome.json'));
    writeFileSync(path.join(folder, 'biome.json'), JSON.stringify({ ...config, vcs: { enabled: false } }));
    for (const [file, text] of [...wrong, ...right]) {
      mkdirSync(path.join(folder, path.dirname(file)), { recursive: true });
      writeFileSync(path.join(folder, file), `${text}\n`);
    }
    const { stdout, stderr } = spawnSync(
      process.execPath,
      [commandOf('@biomejs/biome', 'biome'), 'lint', '--colors=off', '--max-diagnostics=none', folder],
      { cwd: folder, encoding: 'utf8' },
    );
    output = stdout + stderr;
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const importsOf = (file: string) =>
    output
      .split(/\n(?=\S*src\/\S+:\d+:\d+ lint\/)/)
      .filter((part) => part.includes(`${file}:`))
      .join('\n');

  test.each(wrong)('in %s: %s', (file, _, cure) => {
    expect(importsOf(file)).toMatch(cure);
  });

  test('and not what is as it should be', () => {
    for (const [file] of right) expect(importsOf(file)).not.toMatch(/noRestrictedImports/);
  });
});

test('an import over several lines, a re-export and a bare one are all read', () => {
  const text =
    "import {\n  type A,\n  b,\n} from './a.ts';\nexport * from './b.ts';\nimport './c.css';\nvoid import('./d.ts');";
  expect(importsOf({ file: 'x.ts', text })).toEqual(['./a.ts', './b.ts', './c.css', './d.ts']);
});
