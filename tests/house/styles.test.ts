import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { read, root } from './sources.ts';

/** The selectors of a stylesheet, one by one; those within media queries too where `nested` asks for them. */
function selectorsOf(css: string, { nested }: { nested: boolean }): string[] {
  const plain = css.replaceAll(/\/\*[\s\S]*?\*\//g, '');
  const found: string[] = [];
  /** Whether each open block is an at-rule, whose inside are rules again. */
  const open: boolean[] = [];
  let text = '';
  for (const sign of plain) {
    if (sign === '{') {
      const isAtRule = text.trim().startsWith('@');
      const frames = open.at(-1) === true && /^\s*(?:from|to|[\d.]+%)/.test(text);
      if (!isAtRule && !frames && (nested || open.length === 0)) found.push(...partsOf(text));
      open.push(isAtRule);
      text = '';
    } else if (sign === '}') {
      open.pop();
      text = '';
    } else if (sign === ';') text = '';
    else text += sign;
  }
  return found;
}

/** `:is(.a, .b) .c, .d` is two selectors. */
function partsOf(text: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const sign of text) {
    if (sign === '(' || sign === '[') depth += 1;
    if (sign === ')' || sign === ']') depth -= 1;
    if (sign === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += sign;
  }
  return parts.map((part) => part.trim());
}

const classesIn = (selector: string) =>
  [...selector.matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name = '']) => name);

/** `.cw-strip {` is a rule of the class itself; `.cw-strip span {` and `.a .cw-strip {` are not. */
const ownClass = (selector: string) => /^\.([\w-]+)$/.exec(selector)?.[1] ?? null;

/** A feature, or one of the shared folders beside the features. */
const ownerOf = (file: string) => /^src\/web\/(features\/[^/]+|[^/]+)\//.exec(file)?.[1] ?? '';

function stylesheets(): { file: string; css: string }[] {
  return readdirSync(path.join(root, 'src/web'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.css'))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
    .filter((file) => !file.startsWith('src/web/public/'))
    .map((file) => ({ file, css: read(file) }));
}

test('selectors are read one by one, without comments and the steps of an animation', () => {
  const css =
    '.a, .b {} .c span {} @media print { .d {} } /* .e {} */ .f:is(.g, .h) { --x: 1; } @keyframes k { from {} 50% {} }';
  expect(selectorsOf(css, { nested: false })).toEqual(['.a', '.b', '.c span', '.f:is(.g, .h)']);
  expect(selectorsOf(css, { nested: true })).toEqual(['.a', '.b', '.c span', '.d', '.f:is(.g, .h)']);
  expect(['.a', '.c span', '.a.b', '.f:hover'].map(ownClass)).toEqual(['a', null, null, null]);
});

test('no class has a rule of its own in two stylesheets: both are loaded sooner or later, and one wins', () => {
  const places = new Map<string, Set<string>>();
  for (const { file, css } of stylesheets()) {
    for (const name of selectorsOf(css, { nested: false }).flatMap((one) => ownClass(one) ?? []))
      places.set(name, (places.get(name) ?? new Set()).add(file));
  }
  expect(places.size).toBeGreaterThan(600);
  expect([...places].filter(([, files]) => files.size > 1).map(([name, files]) => [name, ...files])).toEqual(
    [],
  );
});

test('every rule names a class of its own folder: what one screen loads cannot change another', () => {
  const sheets = stylesheets().map(({ file, css }) => ({
    file,
    selectors: selectorsOf(css, { nested: true }),
  }));
  const owners = new Map<string, string>();
  const speakers = new Map<string, Set<string>>();
  for (const { file, selectors } of sheets) {
    for (const selector of selectors) {
      const own = ownClass(selector);
      if (own) owners.set(own, ownerOf(file));
      for (const name of classesIn(selector))
        speakers.set(name, (speakers.get(name) ?? new Set()).add(ownerOf(file)));
    }
  }
  const isOf = (owner: string, name: string) =>
    owners.has(name) ? owners.get(name) === owner : speakers.get(name)?.size === 1;
  const strays = sheets
    // The base of every page is for every page.
    .filter(({ file }) => file !== 'src/web/app/style.css')
    .flatMap(({ file, selectors }) =>
      selectors
        // A mode of the whole page, such as printing one sheet of it.
        .filter((selector) => !selector.startsWith('html['))
        .filter((selector) => !classesIn(selector).some((name) => isOf(ownerOf(file), name)))
        .map((selector) => `${file}: ${selector}`),
    );
  expect(strays).toEqual([]);
});
