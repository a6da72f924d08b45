import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** What comes with the product is ours to hand on: each package of the lock file says its licence, and it is one of these. */
const known = new Set([
  'MIT',
  'MIT-0',
  'Apache-2.0',
  'ISC',
  'MPL-2.0',
  'BSD-3-Clause',
  'BSD-2-Clause',
  '0BSD',
  'BlueOak-1.0.0',
  'Unlicense',
  'Hippocratic-2.1',
  'Python-2.0',
  'PSF-2.0',
  'ODbL-1.0',
  'CC-BY-4.0',
  'MIT OR Apache-2.0',
  '(MIT OR GPL-3.0-or-later)',
  '(MIT AND Zlib)',
  '(AFL-2.1 OR BSD-3-Clause)',
  '(MPL-2.0 OR Apache-2.0)',
  'CC0-1.0',
  'MIT AND BSD-3-Clause',
]);

/** Packages whose licence is in a file of theirs and not among what they say of themselves; read once, by hand. */
const readByHand: Record<string, string> = {
  'node_modules/duck': 'BSD-2-Clause',
  'node_modules/suncalc': 'BSD-2-Clause',
};

interface LockFile {
  packages: Record<string, { license?: string; resolved?: string }>;
}

const lock: LockFile = JSON.parse(readFileSync('package-lock.json', 'utf8'));

test('every package has a licence that we know', () => {
  const packages = Object.entries(lock.packages).filter(([path]) => path !== '');
  expect(packages.length).toBeGreaterThan(300);
  const unknown = packages
    .map(([path, { license }]) => ({ path, license: readByHand[path] ?? license }))
    .filter(({ license }) => license === undefined || !known.has(license));
  expect(unknown).toEqual([]);
});

test('no package is tied to the address that it was fetched from', () => {
  expect(Object.values(lock.packages).filter(({ resolved }) => resolved !== undefined)).toEqual([]);
});
