import { afterAll, describe, expect, test, vi } from 'vitest';
import { signInRequirementPath } from '#domain/identity/landing.ts';
import { permissionNames } from '#domain/identity/permissions.ts';
import { isTimeText } from '#domain/record/formats.ts';
import type { PermissionRule, Resource } from '#domain/record/resource.ts';
import { screens } from '#domain/record/screens.gen.ts';
import { sharedTexts } from '#domain/text/locales/index.ts';
import { thousands, withSuffix } from '#domain/text/numbers.ts';
import { dateText, limitText, parseTime, relativeTime } from '#domain/text/times.ts';
import { resources } from '#resources';
import { webTexts } from '#scripts/read-texts.ts';
import { everyScreen, leftOut } from '#tests/browser/support/every-screen.ts';
import {
  addedPublicPaths,
  constants,
  mainRoutes,
  otherwise,
  publicRoutes,
  quotedInCode,
  quotedTexts,
  specifiedPermissions,
} from '#tests/support/specification.ts';
import { publicPaths } from '#web/client/guard.ts';
import { menuGroups } from '#web/ui/menu-groups.ts';
import { read } from './sources.ts';

// The page's own modules read its cookies when they are loaded.
vi.stubGlobal('document', { cookie: '', documentElement: {} });
vi.stubGlobal('window', { matchMedia: () => ({ addEventListener() {} }), location: {}, sessionStorage: {} });
afterAll(() => vi.unstubAllGlobals());
const { pages } = await import('#web/app/pages.ts');

/** Who opens a screen: what its menu entry asks for, else what its page or record type does. */
function ruleOf(where: string): PermissionRule | undefined {
  const page = pages.find((one) => one.path === where);
  if (page) return page.permission;
  const resource: Resource | undefined = resources.find((one) => one.path === where);
  return resource && (resource.opens?.list ?? resource.permissions.read);
}

/** Every path that the router knows: without a token, of the frame, of the pages and of the record types. */
function routedPaths(): string[] {
  const literal = ['src/web/app/router.tsx', 'src/web/app/frame.tsx'].flatMap((file) =>
    [...read(file).matchAll(/\bpath: '([^']+)'/g)].map(([, one = '']) => one),
  );
  const ofTypes = [...resources, { path: '/records/:type', readOnly: false }].flatMap(
    ({ path: one, readOnly }) => [
      one,
      `${one}/:id`,
      ...(readOnly ? [] : [`${one}/create`, `${one}/:id/edit`]),
    ],
  );
  return [...literal, ...publicPaths, signInRequirementPath, ...pages.map((page) => page.path), ...ofTypes];
}

/** Whether a path is left out: by its own name, or by one that begins with a star, by its end. */
function isLeftOut(one: string, ...names: string[]): boolean {
  return (names.length > 0 ? names : Object.keys(leftOut)).some(
    (left) => left === one || (left.startsWith('*/') && one.endsWith(left.slice(1))),
  );
}

describe('the route table', () => {
  test('without a token exactly the public routes open', () => {
    const open = [...publicRoutes.map((route) => route.path), ...addedPublicPaths];
    expect([...publicPaths].sort()).toEqual(open.sort());
  });

  test('every route is there', () => {
    const missing = mainRoutes.filter(({ path: one }) => ruleOf(one) === undefined);
    expect(missing.map((route) => route.path)).toEqual([]);
  });

  test('the list of every screen has each route once, or names why it is left out', () => {
    const listed = everyScreen.map((screen) => screen.path);
    expect(listed.filter((one, index) => listed.indexOf(one) !== index)).toEqual([]);
    const routed = [...new Set(routedPaths())];
    expect(routed.length).toBeGreaterThan(300);
    const isListed = (one: string) => listed.includes(one);
    expect(routed.filter((one) => !isListed(one) && !isLeftOut(one))).toEqual([]);
    expect(routed.filter((one) => isListed(one) && isLeftOut(one))).toEqual([]);
    // What is gone from the router leaves the list.
    expect(listed.filter((one) => !routed.includes(one))).toEqual([]);
    expect(Object.keys(leftOut).filter((left) => !routed.some((one) => isLeftOut(one, left)))).toEqual([]);
    expect(mainRoutes.map((route) => route.path).filter((one) => !isListed(one))).toEqual([]);
  });

  test('paths that share a screen in the list share it in the router', () => {
    const loaded = new Map<string, string>();
    const shared = new Set<string>();
    for (const { path: one, load, onward } of pages) {
      if (onward || loaded.has(String(load))) shared.add(one);
      loaded.set(String(load), one);
    }
    const named = everyScreen.flatMap(({ path: one, sameAs }) => (sameAs === undefined ? [] : [one]));
    expect(named.filter((one) => !shared.has(one))).toEqual([]);
    for (const { sameAs } of everyScreen)
      if (sameAs !== undefined)
        expect(everyScreen.find((one) => one.path === sameAs)).toMatchObject({ path: sameAs });
  });

  test.each(mainRoutes.map((route) => [route.path, route] as const))(
    '%s asks for its permissions',
    (one, { permission }) => {
      const rule = ruleOf(one);
      const wanted = otherwise[one]?.[0] ?? (permission.length === 0 ? 'signedIn' : permission);
      const sorted = (names: PermissionRule | readonly string[] | undefined) =>
        Array.isArray(names) ? [...names].sort() : names;
      expect(sorted(rule)).toEqual(sorted(wanted));
    },
  );

  test('every screen has a title of its own in both languages, and a group that the menu knows', () => {
    const texts = {
      'zh-Hans': { ...sharedTexts['zh-Hans'], ...webTexts['zh-Hans'] },
      en: { ...sharedTexts.en, ...webTexts.en },
    };
    for (const { path: one, titleKey, menu } of pages) {
      expect([one, texts['zh-Hans'][titleKey]]).toEqual([one, expect.stringMatching(/\S/)]);
      expect([one, texts.en[titleKey]]).toEqual([one, expect.stringMatching(/\S/)]);
      if (menu) expect(menuGroups).toContain(menu.group);
    }
    for (const { name, schema, menu } of resources) {
      expect([name, schema['x-label']['zh-Hans'], schema['x-label'].en]).toEqual([
        name,
        expect.stringMatching(/\S/),
        expect.stringMatching(/\S/),
      ]);
      if (menu) expect(menuGroups).toContain(menu.group);
    }
  });

  test('the root, the redirect helper and unknown paths lead where they should', () => {
    const router = read('src/web/app/router.tsx');
    expect(router).toContain("path: '/redirect/*'");
    expect(router).toMatch(
      /path: '\*',\s+loader: \(\) => \(session\.bearer\(\) \? redirect\('\/404'\) : null\)/,
    );
    expect(read('src/web/app/frame.tsx')).toContain(": '/home'");
  });
});

test('the menu that is told to other clients has every entry of a hand-written screen (scripts/generate-screens.ts)', () => {
  const texts = {
    'zh-Hans': { ...sharedTexts['zh-Hans'], ...webTexts['zh-Hans'] },
    en: { ...sharedTexts.en, ...webTexts.en },
  };
  const drawn = pages.flatMap(({ path: one, permission, menu, titleKey }) =>
    menu
      ? [
          {
            path: one,
            permission,
            group: menu.group,
            order: menu.order,
            title: { 'zh-Hans': texts['zh-Hans'][titleKey], en: texts.en[titleKey] },
          },
        ]
      : [],
  );
  expect([...screens].sort(byPath)).toEqual(drawn.sort(byPath));
});

function byPath(a: { path: string }, b: { path: string }): number {
  return a.path < b.path ? -1 : 1;
}

test('the permissions are those of the specification, and the one for reading phone codes', () => {
  expect([...permissionNames].sort()).toEqual([...specifiedPermissions, 'Pages.PhoneCodes'].sort());
});

test.each(quotedTexts)('the text %s is said letter for letter', (key, text) => {
  expect({ ...sharedTexts['zh-Hans'], ...webTexts['zh-Hans'] }[key]).toBe(text);
});

test.each(quotedInCode)('%s says %s', (file, text) => {
  expect(read(file)).toContain(text);
});

/** Specification §5 and what decisions.md §10 makes of it. */
describe('the validation rules', () => {
  const rules: readonly (readonly [rule: string, holds: () => boolean])[] = [
    ['time text has four characters', () => isTimeText('0830') && !isTimeText('830') && !isTimeText('08300')],
    ['its hours go from 0 to 24', () => isTimeText('0000') && isTimeText('2400') && !isTimeText('2500')],
    ['its minutes go from 0 to 59', () => isTimeText('0059') && !isTimeText('0060')],
    ['0001-01-01 reads ---', () => dateText('0001-01-01') === '---'],
    ['1900-01-01 reads ---', () => dateText('1900-01-01') === '---'],
    ['0001-01-01 is no limit for one formatter', () => limitText('0001-01-01', '∞') === '∞'],
    ['dates have zeros and seconds', () => parseTime('2026-1-2 3:4:5') === '2026-01-02 03:04:05'],
    ['dashes are read as slashes', () => parseTime('2026-01-02') === parseTime('2026/01/02')],
    ['ten digits are seconds', () => parseTime(1_700_000_000) === parseTime(1_700_000_000_000)],
    ['a numeric string is a number', () => parseTime('1700000000000') === parseTime(1_700_000_000_000)],
    ['the weekday is a Chinese character', () => parseTime('2026-11-22', '{a}') === '日'],
    ['under 30 seconds is 刚刚', () => relativeTime(1e12, 1e12 + 29_999) === '刚刚'],
    ['minutes are rounded up', () => relativeTime(1e12, 1e12 + 61_000) === '2分钟前'],
    ['hours are rounded up', () => relativeTime(1e12, 1e12 + 3_601_000) === '2小时前'],
    ['under 48 hours is 1天前', () => relativeTime(1e12, 1e12 + 47 * 3_600_000) === '1天前'],
    [
      'later it is the date',
      () => relativeTime(1e12, 1e12 + 48 * 3_600_000) === parseTime(1e12, '9月9日9时46分'),
    ],
    ['numbers have thousands', () => thousands(1_234_567) === '1,234,567'],
    ...(['k', 'M', 'G', 'T', 'P', 'E'] as const).map(
      (suffix, index) =>
        [`numbers have ${suffix}`, () => withSuffix(1_000 ** (index + 1)) === `1${suffix}`] as const,
    ),
    [
      'an operator without roles is told so, and so is one who is unknown',
      () => /roles\.length === 0[\s\S]*用户角色为空!/.test(read('src/web/client/auth.ts')),
    ],
    [
      'all three fields of a new password have their message',
      () =>
        ['currentPassword', 'newPassword', 'repeat'].every(
          (name) => (webTexts['zh-Hans'][`shell.password.${name}Missing`] ?? '') !== '',
        ),
    ],
    [
      'no full screen is a warning',
      () =>
        /message\.warning\(t\('shell\.fullScreen\.unsupported'\)\)/.test(
          read('src/web/ui/full-screen-button.tsx'),
        ),
    ],
  ];

  test.each(rules)('%s', (_, holds) => {
    expect(holds()).toBe(true);
  });
});

test.each(constants)('%s', (_, file, pattern) => {
  expect(read(file), `${file} says ${pattern}`).toMatch(pattern);
});
