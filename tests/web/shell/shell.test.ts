import { describe, expect, test } from 'vitest';
import { clockText, localText, zuluText } from '#web/client/clock.ts';
import { defaultPreferences, readPreferences, readStored } from '#web/client/read-preferences.ts';
import { closed, flagOf, sidebarOf, toggled } from '#web/shell/sidebar.ts';
import { groupEntries, longestPrefix, placeIn, sectionAt, sectionsOf } from '#web/ui/menu-groups.ts';
import { accentInk, cssVariables, palette } from '#web/ui/palette.ts';
import { scaleFor } from '#web/ui/scale.ts';
import { closeAll, closeOthers, closeTag, openTag, parseTags, type Tag } from '#web/ui/tags.ts';
import { themeFor } from '#web/ui/theme.ts';

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

test('the system group is in sections by the order of its entries; other groups are one', () => {
  const entry = (path: string, order: number) => ({ group: 'permission', order, path, text: path });
  const entries = [entry('/user', 10), entry('/dictionary', 50), entry('/webhook', 86), entry('/log', 110)];
  expect(
    sectionsOf({ name: 'permission', entries }).map(({ name, entries: own }) => [name, own.length]),
  ).toEqual([
    ['accounts', 1],
    ['data', 1],
    ['interfaces', 1],
    ['logs', 1],
  ]);
  expect(sectionsOf({ name: 'baseManage', entries })).toEqual([{ name: null, entries }]);
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
    zone: 'CST',
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
    fixedHeader: false,
  });
});

test.each([
  [undefined, 'zh-CN', 'zh-Hans'],
  [undefined, 'zh', 'zh-Hans'],
  [undefined, 'en-GB', 'en'],
  [undefined, 'de', 'en'],
  ['zh-Hans', 'en-GB', 'zh-Hans'],
  ['en', 'zh-CN', 'en'],
])('a choice of %s on a browser of %s is %s', (choice, language, locale) => {
  expect(readPreferences((name) => (name === 'locale' ? choice : undefined), language).locale).toBe(locale);
});

test('what the server kept is taken over as far as it makes sense; the language is the user’s', () => {
  expect(readStored(null)).toBeNull();
  expect(readStored('dark')).toBeNull();
  expect(readStored([1])).toBeNull();
  expect(
    readStored({ theme: 'dark', size: 'large', accent: 7, tagsView: false, fixedHeader: true, locale: 'en' }),
  ).toEqual({
    theme: 'dark',
    size: 'large',
    accent: '#1890ff',
    tagsView: false,
    fixedHeader: true,
    locale: 'en',
  });
  const stored = { ...defaultPreferences, logo: false, size: 'middle', accent: '#ff0000' };
  expect(readStored(JSON.parse(JSON.stringify(stored)))).toEqual(stored);
});

test.each([
  [undefined, true],
  ['1', true],
  ['0', false],
  ['yes', true],
])('a sidebar whose flag is %j is open: %s', (flag, opened) => {
  expect(sidebarOf(flag)).toEqual({ opened, withoutAnimation: false });
});

test('a toggle stores 1 or 0, closing stores 0 and may skip the animation', () => {
  const open = sidebarOf(undefined);
  expect(flagOf(toggled(open))).toBe('0');
  expect(flagOf(toggled(toggled(open)))).toBe('1');
  expect(closed(true)).toEqual({ opened: false, withoutAnimation: true });
  expect(flagOf(closed(false))).toBe('0');
});

test('the section is the group that the page stands in', () => {
  const groups = groupEntries([
    { group: 'permission', order: 1, path: '/permission/dictionary', text: 'd' },
    { group: 'permission', order: 2, path: '/permission/dictionary/items', text: 'i' },
    { group: 'baseManage', order: 1, path: '/baseManage/flyType', text: 'f' },
  ]);
  expect(sectionAt(placeIn(groups, '/permission/dictionary/items/7'))?.name).toBe('permission');
  expect(placeIn(groups, '/baseManage/flyType').group?.name).toBe('baseManage');
  // One page alone needs no list beside it.
  expect(sectionAt(placeIn(groups, '/baseManage/flyType'))).toBeUndefined();
  expect(placeIn(groups, '/baseManage/flyTypes').group?.name).toBe('baseManage');
  expect(placeIn(groups, '/nowhere').group).toBeUndefined();
  expect(
    longestPrefix('/permission/dictionary/items/7/edit', [
      '/permission/dictionary',
      '/permission/dictionary/items',
    ]),
  ).toBe('/permission/dictionary/items');
});

describe('letters and colours that can be read', () => {
  test('no window makes letters smaller than 12 px or controls lower than 24 px', () => {
    for (let width = 320; width <= 2560; width++) {
      const { token } = themeFor('light', '#1890ff', scaleFor(width));
      expect(token?.fontSize ?? 0).toBeGreaterThanOrEqual(12);
      expect(token?.controlHeight ?? 0).toBeGreaterThanOrEqual(24);
    }
  });

  test('whoever zooms in is never given smaller letters, and at 200 % twice as large ones', () => {
    for (const screen of [1366, 1680, 1920]) {
      let before = 0;
      for (let zoom = 100; zoom <= 500; zoom += 5) {
        const size = scaleFor((screen * 100) / zoom) * zoom;
        expect(size).toBeGreaterThanOrEqual(before - 1e-9);
        before = size;
      }
      expect(scaleFor(screen / 2) * 2).toBeGreaterThanOrEqual(2 * scaleFor(screen));
    }
  });

  test('the colour of the specification is the default, and letters on or of it are dark or light enough', () => {
    expect(readPreferences(() => undefined).accent).toBe('#1890ff');
    expect(contrast('#1890ff', '#ffffff')).toBeLessThan(4.5);
    for (const mode of ['light', 'dark'] as const) {
      expect(contrast(accentInk[mode], palette[mode].panel)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(cssVariables(mode, '#1890ff')['--cw-button'] ?? '', '#ffffff')).toBeGreaterThanOrEqual(
        4.5,
      );
      expect(cssVariables(mode, '#1890ff')['--cw-accent']).toBe('#1890ff');
    }
  });
});

/** The ratio of WCAG 2 between two colours. */
function contrast(a: string, b: string): number {
  const light = (colour: string) => {
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
      const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [lighter = 0, darker = 0] = [light(a), light(b)].sort((x, y) => y - x);
  return (lighter + 0.05) / (darker + 0.05);
}
