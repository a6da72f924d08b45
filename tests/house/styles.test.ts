import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { read, root } from './sources.ts';

/** Outside media queries and layers: `.cw-strip {` but neither `.cw-strip span {` nor `.a .cw-strip {`. */
function ownRules(css: string): string[] {
  const plain = css.replaceAll(/\/\*[\s\S]*?\*\//g, '');
  const found: string[] = [];
  let depth = 0;
  let selector = '';
  for (const sign of plain) {
    if (sign === '{') {
      if (depth === 0) {
        for (const one of selector.split(',')) {
          const [, name] = /^\s*\.(cw-[\w-]+)\s*$/.exec(one) ?? [];
          if (name) found.push(name);
        }
      }
      depth += 1;
      selector = '';
    } else if (sign === '}') {
      depth -= 1;
      selector = '';
    } else selector += sign;
  }
  return found;
}

test('a rule of a class is read as one, a rule inside another or of a part of it is not', () => {
  expect(
    ownRules('.cw-a, .cw-b {} .cw-c span {} @media print { .cw-d {} } /* .cw-e {} */ .cw-f:hover {}'),
  ).toEqual(['cw-a', 'cw-b']);
});

test('no class has a rule of its own in two stylesheets: both are loaded sooner or later, and one wins', () => {
  const places = new Map<string, Set<string>>();
  for (const entry of readdirSync(path.join(root, 'src/web'), { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !entry.name.endsWith('.css') || entry.parentPath.includes('public')) continue;
    const file = path.relative(root, path.join(entry.parentPath, entry.name));
    for (const name of ownRules(read(file))) places.set(name, (places.get(name) ?? new Set()).add(file));
  }
  expect(places.size).toBeGreaterThan(300);
  expect([...places].filter(([, files]) => files.size > 1).map(([name, files]) => [name, ...files])).toEqual(
    [],
  );
});
