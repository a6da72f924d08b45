import { expect, test } from 'vitest';
import { importsWithoutExtension, impurities, wrongImports } from './import-rules.ts';
import { importsOf, sourcesBelow } from './sources.ts';

const all = ['src', 'schemas'].flatMap(sourcesBelow);

test('every import points the right way', () => {
  expect(all.length).toBeGreaterThan(50);
  expect(all.flatMap(wrongImports)).toEqual([]);
});

test('relative imports name their file whole', () => {
  expect(all.flatMap(importsWithoutExtension)).toEqual([]);
});

test('the domain asks no clock and no chance', () => {
  expect(sourcesBelow('src/domain').flatMap(impurities)).toEqual([]);
});

test.each([
  ['src/domain/plan/x.ts', "import { readFile } from 'node:fs/promises';", /domain takes only pure packages/],
  ['src/domain/x.ts', "import React from 'react';", /domain takes only pure packages/],
  ['src/domain/x.ts', "import type { Caller } from '../server/caller.ts';", /domain knows nothing of ours/],
  ['src/domain/x.ts', "export { a } from '../web/hub.ts';", /domain knows nothing of ours/],
  ['src/server/x.ts', "const a = await import('../web/hub.ts');", /never meet/],
  ['src/server/x.ts', "import { Button } from 'antd';", /never meet/],
  ['src/web/pages/x.tsx', "import '../../server/main.ts';", /never meet/],
  ['src/web/x.ts', "import fs from 'node:fs';", /never meet/],
  ['src/server/services/user.ts', "import pg from 'pg';", /Only src\/server\/db/],
  ['src/server/services/user.ts', "import type { FastifyRequest } from 'fastify';", /routes decode/],
  ['src/server/db/x.ts', "import { a } from '../services/user.ts';", /below everything/],
  ['src/web/components/x.tsx', "import { a } from '../pages/login/login.tsx';", /below the pages/],
  ['resources/x.ts', "import { a } from '../src/server/app.ts';", /plain data/],
])('%s may not: %s', (file, text, cure) => {
  expect(wrongImports({ file, text }).join('\n')).toMatch(cure);
});

test.each([
  ['src/domain/plan/x.ts', "import { a } from '../geo/altitude.ts'; import kdbush from 'kdbush';"],
  ['src/domain/x.ts', "// import fs from 'node:fs'\n/* import 'react' */"],
  ['src/server/x.ts', "import { a } from '../domain/errors.ts'; import path from 'node:path';"],
  ['src/server/db/x.ts', "import pg from 'pg';"],
  ['src/web/x.tsx', "import { a } from '../domain/hub.ts'; import { Button } from 'antd';"],
])('%s may: %s', (file, text) => {
  expect(wrongImports({ file, text })).toEqual([]);
});

test('an import over several lines, a re-export and a bare one are all read', () => {
  const text =
    "import {\n  type A,\n  b,\n} from './a.ts';\nexport * from './b.ts';\nimport './c.css';\nvoid import('./d.ts');";
  expect(importsOf({ file: 'x.ts', text })).toEqual(['./a.ts', './b.ts', './c.css', './d.ts']);
});
