import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { beside, readRecorded, record } from '#bench/bench-record.ts';
import type { BenchRow } from '#bench/bench-row.ts';
import { sourcesBelow } from './sources.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'clearway-bench-'));
});
afterAll(() => rm(folder, { recursive: true }));

const list: BenchRow = { name: 'a list', value: 0.6, unit: 'of by hand', goal: 0.7 };
const tick: BenchRow = { name: 'a tick', value: 40, unit: 'ms', goal: 40, goalIs: 'atMost', note: 'load 3' };
const yardstick: BenchRow = { name: 'by hand', value: 1.2, unit: 'ms' };
const when = { at: '2026-11-26T06:00:00.000Z', revision: 'a5b4a83e' };

test('figures are recorded for one machine, and each new one takes the place of its own', async () => {
  const file = path.join(folder, 'recorded.json');
  expect(await readRecorded(file, 'here')).toEqual({});
  await record(file, 'here', [list, tick], when);
  await record(file, 'here', [{ ...tick, value: 30 }], { ...when, revision: 'b' });
  const recorded = await readRecorded(file, 'here');
  expect(recorded).toEqual({
    'a list': { value: 0.6, unit: 'of by hand', ...when },
    'a tick': { value: 30, unit: 'ms', ...when, revision: 'b' },
  });
  expect(await readRecorded(file, 'another machine')).toEqual({});
});

test('a figure stands beside the one before, and is called worse only against its goal', () => {
  const recorded = Object.fromEntries(
    [list, tick, yardstick].map(({ name, value, unit }) => [name, { value, unit, ...when }]),
  );
  const noteOf = (row: BenchRow) => beside(row, recorded).note;
  expect(noteOf({ ...list, value: 0.5 })).toBe('WORSE: −17 % on 0.6 of a5b4a83e, 2026-11-26');
  expect(noteOf({ ...list, value: 0.72 })).toBe('+20 % on 0.6 of a5b4a83e, 2026-11-26');
  expect(noteOf({ ...list, value: 0.56 })).toBe('−7 % on 0.6 of a5b4a83e, 2026-11-26');
  expect(noteOf({ ...tick, value: 60 })).toBe('WORSE: +50 % on 40 of a5b4a83e, 2026-11-26; load 3');
  expect(noteOf({ ...tick, value: 20 })).toBe('−50 % on 40 of a5b4a83e, 2026-11-26; load 3');
  expect(noteOf({ ...yardstick, value: 3 })).toBe('+150 % on 1.2 of a5b4a83e, 2026-11-26');
});

test('what was not measured before, or in another unit, says so', () => {
  expect(beside(list, {}).note).toBe('not recorded before');
  const inSeconds = { 'a tick': { value: 0.04, unit: 's', ...when } };
  expect(beside(tick, inSeconds).note).toBe('not recorded before; load 3');
});

/** A top-level statement that runs on import. `npm run bench` imports every file to see whether it exports `run`. */
const doesSomething = /^(?:await|console|for|printRows|process|try|while)\b|^const .* = await /;

test('a file of bench does nothing when it is imported', () => {
  const found = sourcesBelow('bench')
    .filter(({ file }) => path.dirname(file) === 'bench')
    .flatMap(({ file, text }) =>
      text
        .split('\n')
        .filter((line) => doesSomething.test(line))
        .map((line) => `${file}: ${line}`),
    );
  expect(found).toEqual([]);
});
