import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { resources } from '../../resources.config.ts';
import { sharedTexts } from '../../src/domain/locales/index.ts';
import { permissionNames } from '../../src/domain/permissions.ts';
import type { PermissionRule, Resource } from '../../src/domain/resource.ts';
import { laterRoutes } from '../../src/web/pages/later-routes.ts';
import { publicPaths } from '../../src/web/providers/guard.ts';
import { menuGroups } from '../../src/web/shell/menu-groups.ts';
import {
  constants,
  mainRoutes,
  otherwise,
  publicRoutes,
  quotedInCode,
  quotedTexts,
  specifiedPermissions,
} from '../support/specification.ts';
import { root } from './sources.ts';

// The page's own modules read its cookies when they are loaded.
vi.stubGlobal('document', { cookie: '', documentElement: {} });
vi.stubGlobal('window', { matchMedia: () => ({ addEventListener() {} }), location: {}, sessionStorage: {} });
const { pages } = await import('../../src/web/pages/index.ts');
const { webTexts } = await import('../../src/web/locales/index.ts');

const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const later = new Map(
  Object.entries(laterRoutes).flatMap(([step, paths]) => paths.map((one) => [one, Number(step)] as const)),
);

/** Who opens a screen: what its menu entry asks for, else what its page or record type does. */
function ruleOf(where: string): PermissionRule | undefined {
  const page = pages.find((one) => one.path === where);
  if (page) return page.permission;
  const resource: Resource | undefined = resources.find((one) => one.path === where);
  return resource && (resource.menu?.permission ?? resource.permissions.read);
}

describe('the route table', () => {
  test('without a token exactly the public routes open', () => {
    expect([...publicPaths].sort()).toEqual(publicRoutes.map((route) => route.path).sort());
  });

  test('every route is there, or a later step of the roadmap brings it', () => {
    const missing = mainRoutes.filter(({ path: one }) => ruleOf(one) === undefined && !later.has(one));
    expect(missing.map((route) => route.path)).toEqual([]);
  });

  test('what a later step brings is in the table, is not there yet, and is not in the menu', () => {
    const known = new Set(mainRoutes.map((route) => route.path));
    expect([...later.keys()].filter((one) => !known.has(one))).toEqual([]);
    expect([...later.keys()].filter((one) => ruleOf(one) !== undefined)).toEqual([]);
    expect([...new Set(later.values())].every((step) => step > 3 && step < 8)).toBe(true);
    const inMenu = [...pages, ...resources].filter(({ menu, path: one }) => menu && later.has(one));
    expect(inMenu.map((one) => one.path)).toEqual([]);
  });

  test.each(
    mainRoutes.filter((route) => !later.has(route.path)).map((route) => [route.path, route] as const),
  )('%s asks for its permissions', (one, { permission }) => {
    const rule = ruleOf(one);
    const wanted = otherwise[one]?.[0] ?? (permission.length === 0 ? 'signedIn' : permission);
    const sorted = (names: PermissionRule | readonly string[] | undefined) =>
      Array.isArray(names) ? [...names].sort() : names;
    expect(sorted(rule)).toEqual(sorted(wanted));
  });

  test('every screen has a title of its own in both languages, and a group that the menu knows', () => {
    const texts = { 'zh-Hans': { ...sharedTexts['zh-Hans'], ...webTexts['zh-Hans'] }, en: webTexts.en };
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
    const router = read('src/web/router.tsx');
    expect(router).toContain("path: '/redirect/*'");
    expect(router).toMatch(
      /path: '\*',\s+loader: \(\) => \(session\.bearer\(\) \? redirect\('\/404'\) : null\)/,
    );
    expect(read('src/web/frame.tsx')).toContain(": '/home'");
  });
});

test('the permissions are those of the specification, and no other', () => {
  expect([...permissionNames].sort()).toEqual([...specifiedPermissions].sort());
});

test.each(quotedTexts)('the text %s is said letter for letter', (key, text) => {
  expect({ ...sharedTexts['zh-Hans'], ...webTexts['zh-Hans'] }[key]).toBe(text);
});

test.each(quotedInCode)('%s says %s', (file, text) => {
  expect(read(file)).toContain(text);
});

test.each(constants)('%s', (_, file, pattern) => {
  expect(read(file), `${file} says ${pattern}`).toMatch(pattern);
});
