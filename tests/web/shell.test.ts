import { describe, expect, test } from 'vitest';
import { clockText, localText, zuluText } from '../../src/web/clock.ts';
import { readPreferences } from '../../src/web/read-preferences.ts';
import { groupEntries } from '../../src/web/shell/menu-groups.ts';
import { scaleFor } from '../../src/web/shell/scale.ts';
import { closeAll, closeOthers, closeTag, openTag, parseTags, type Tag } from '../../src/web/shell/tags.ts';

const tag = (path: string): Tag => ({ path, search: '', title: path });
const open = ['/home', '/a', '/b', '/c'].map(tag);
const paths = (tags: Tag[]) => tags.map(({ path }) => path);

describe('tags', () => {
  test('a page is opened once and keeps its place; its query follows', () => {
    const again = openTag(open, { path: '/a', search: '?page=2', title: 'A' });
    expect(paths(again)).toEqual(['/home', '/a', '/b', '/c']);
    expect(again[1]).toEqual({ path: '/a', search: '?page=2', title: 'A' });
  });
  test('closing goes to the right, then to the left; home stays', () => {
    expect(closeTag(open, '/a').next).toBe('/b');
    expect(closeTag(open, '/c').next).toBe('/b');
    expect(closeTag(open, '/home').tags).toEqual(open);
  });
  test('close others and close all keep home', () => {
    expect(paths(closeOthers(open, '/b'))).toEqual(['/home', '/b']);
    expect(paths(closeAll(open))).toEqual(['/home']);
  });
  test('the oldest goes where there are too many', () => {
    let tags = open;
    for (let i = 0; i < 30; i++) tags = openTag(tags, tag(`/x${i}`));
    expect(tags).toHaveLength(20);
    expect(tags[0]?.path).toBe('/home');
    expect(tags.at(-1)?.path).toBe('/x29');
  });
  test.each([null, '', '{', '{"a":1}', '[1,{"path":"/a"}]'])(
    'kept text %j that is no list of tags is nothing',
    (text) => {
      expect(parseTags(text)).toEqual([]);
    },
  );
});

test.each([
  [1920, 1],
  [1680, 1],
  [1679, 1679 / 1680],
  [1366, 0.86],
  [992, 0.86],
  [991, 1],
  [390, 1],
])('at %i px the scale is %d', (width, scale) => {
  expect(scaleFor(width)).toBeCloseTo(scale, 2);
});

test('the clock says Beijing time and UTC, whatever the zone of the machine', () => {
  expect(clockText(Date.UTC(2026, 10, 21, 18, 5, 9))).toEqual({
    local: '2026-11-22 02:05:09',
    utc: '18:05:09',
  });
  expect(localText('2026-11-21T02:30:00.000Z')).toBe('2026-11-21 10:30 CST');
  expect(zuluText('2026-11-21T02:30:00.000Z')).toBe('0230Z');
  expect(localText('nonsense')).toBe('nonsense');
});

test('the menu keeps the order of the specification, unknown groups last, empty ones out', () => {
  const entry = (group: string, order: number, text: string) => ({ group, order, path: `/${text}`, text });
  const groups = groupEntries([
    entry('odd', 1, 'o'),
    entry('permission', 2, 'q'),
    entry('permission', 1, 'p'),
    entry('home', 0, 'h'),
  ]);
  expect(groups.map(({ name, entries }) => [name, entries.map(({ text }) => text)])).toEqual([
    ['home', ['h']],
    ['permission', ['p', 'q']],
    ['odd', ['o']],
  ]);
});

test('preferences that make no sense are the usual ones', () => {
  const cookies: Record<string, string> = {
    theme: 'pink',
    accent: 'red',
    size: 'medium',
    locale: 'fr',
    tagsView: '0',
  };
  expect(readPreferences((name) => cookies[name])).toEqual({
    theme: 'system',
    accent: '#1890ff',
    size: 'middle',
    locale: 'zh-Hans',
    tagsView: false,
    logo: true,
  });
});
