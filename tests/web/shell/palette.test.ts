import { describe, expect, test } from 'vitest';
import {
  type Command,
  closeness,
  matching,
  noteUse,
  pageCommands,
  readRecent,
} from '#web/shell/palette/commands.ts';

const command = (key: string, text: string, section = 'Pages', second?: string): Command => ({
  key,
  text,
  section,
  second,
});

describe('how well words fit a line', () => {
  test.each([
    ['beginning with them', 'air', 'Aircraft', undefined, 3],
    ['a word beginning with them', 'type', 'Aircraft type', undefined, 2],
    ['somewhere inside', 'craft', 'Aircraft', undefined, 1],
    ['the second text', 'base', 'Aircraft', 'Base records', 2],
    ['every word, in any order', 'type air', 'Aircraft type', undefined, 2],
    ['one word that is nowhere', 'air ship', 'Aircraft', undefined, 0],
    ['Chinese', '航空', '航空器', undefined, 3],
  ])('%s', (_, words, text, second, expected) => {
    expect(closeness({ text, second }, words)).toBe(expected);
  });
});

describe('what is shown', () => {
  const commands = [
    command('a', 'Aircraft type'),
    command('b', 'Aircraft'),
    command('c', 'Pilots'),
    command('d', 'New aircraft', 'Actions'),
  ];

  test('is the best of each section, sections in their order', () => {
    expect(matching(commands, 'aircraft', [], 'Recent').map(({ key }) => key)).toEqual(['b', 'a', 'd']);
  });

  test('begins with what was used lately while nothing is typed, and says nothing twice', () => {
    const shown = matching(commands, ' ', ['d', 'gone'], 'Recent');
    expect(shown.map(({ key, section }) => [key, section])).toEqual([
      ['d', 'Recent'],
      ['a', 'Pages'],
      ['b', 'Pages'],
      ['c', 'Pages'],
    ]);
  });

  test('names the group of a page', () => {
    const entries = [{ group: 'baseManage', order: 1, path: '/a', text: 'A' }];
    expect(pageCommands([{ name: 'baseManage', entries }], 'Pages', (name) => name.toUpperCase())).toEqual([
      { key: 'page:/a', text: 'A', second: 'BASEMANAGE', section: 'Pages', path: '/a' },
    ]);
  });
});

test('what was used lately is kept, newest first, a few, and a spoilt store is an empty one', () => {
  const stored = new Map<string, string>();
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  };
  for (const key of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'b']) noteUse(storage, key);
  expect(readRecent(storage)).toEqual(['b', 'g', 'f', 'e', 'd', 'c']);
  expect(readRecent({ getItem: () => '{"not": "a list"}' })).toEqual([]);
  expect(readRecent({ getItem: () => 'not JSON' })).toEqual([]);
});
