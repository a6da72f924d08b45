import { type LoaderFunctionArgs, matchRoutes, type RouteMatch, type RouteObject } from 'react-router';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { type Actor, abilityOf, adminPermission, holds, rulesFor } from '#domain/identity/access.ts';
import { permissionNames } from '#domain/identity/permissions.ts';
import { type ScreenKind, screenRefusal } from '#domain/identity/screens.ts';
import type { PermissionRule } from '#domain/record/resource.ts';
import { resources } from '#resources';
import { roles } from '#server/seed/data/roles.ts';
import { mainRoutes, otherwise } from '#tests/support/specification.ts';

// The page's own modules read its cookies when they are loaded, and what draws asks for a window.
vi.stubGlobal('document', { cookie: 'Abp.AuthToken=a-token', documentElement: {} });
vi.stubGlobal('window', {
  matchMedia: () => ({ addEventListener() {} }),
  location: { protocol: 'http:' },
  sessionStorage: {},
  addEventListener() {},
});
vi.mock('#web/shell/layout.tsx', () => ({ Layout: () => null }));
vi.mock('#web/ui/refine-frame.tsx', () => ({ RefineFrame: () => null }));
vi.mock('#web/features/plans/plan-notices.tsx', () => ({ PlanNotices: () => null }));
vi.mock('#web/features/approvals/audit/audit-notices.tsx', () => ({ AuditNotices: () => null }));
vi.mock('#web/shell/error/route-error.tsx', () => ({ RouteError: () => null }));
vi.mock('#web/client/load-record-types.ts', () => ({
  catalogueReady: async () => undefined,
  useCatalogueUpdates: () => undefined,
}));
const { frameRoutes } = await import('#web/app/frame.tsx');
const { currentUser } = await import('#web/client/session.ts');
const { pages } = await import('#web/app/pages.ts');
const { showLocale } = await import('#web/client/i18n.ts');
const { holdsPermission } = await import('#web/client/access.ts');
const { actionsOf } = await import('#web/engine/record-actions.ts');
const { opensScreen, pageRefusal } = await import('#web/client/screens.ts');

function signIn(permissions: string[]): void {
  const actor: Actor = {
    userId: 7,
    userName: 'someone',
    name: 'Someone',
    companyId: null,
    companyIds: [],
    coverageIds: [],
    roles: ['Someone'],
    permissions,
    organizationUnitIds: [],
  };
  currentUser.set({
    user: { id: 7, name: 'Someone', surname: '', bussinessName: null, coverageIds: [], isAuth: null },
    duty: null,
    roles: actor.roles,
    permissions,
    rules: rulesFor(actor, resources),
    actor,
  });
}

let routes: RouteObject[];
beforeAll(async () => {
  await showLocale();
  routes = frameRoutes();
});

const leaves = new Map<string, RouteMatch | undefined>();

/** The route of a path, which is the same for every user: ranking all routes anew for each visit takes a minute. */
function leafOf(path: string): RouteMatch | undefined {
  if (!leaves.has(path)) leaves.set(path, matchRoutes(routes, path)?.at(-1));
  return leaves.get(path);
}

/** Where the guard sends a visit; null: the screen opens. */
async function sentTo(path: string): Promise<string | null> {
  const leaf = leafOf(path);
  if (typeof leaf?.route.loader !== 'function') throw new Error(`${path} has no guard`);
  const args = {
    request: new Request(`http://clearway.test${path}`),
    params: leaf.params,
    context: {},
  } as LoaderFunctionArgs;
  const answer: unknown = await leaf.route.loader(args);
  return answer instanceof Response ? answer.headers.get('location') : null;
}

/** The visit follows the screens that serve another path, as a browser does. */
async function opens(path: string): Promise<boolean> {
  const next = await sentTo(path);
  if (next === null) return true;
  return !next.startsWith('/401');
}

const users: [name: string, permissions: string[]][] = [
  ...roles.map(({ name, permissions }): [string, string[]] => [name, permissions ?? []]),
  ...permissionNames.map((name): [string, string[]] => [`only ${name}`, [name]]),
  ['nothing', []],
];

function ruleOf(path: string, permission: readonly string[]): PermissionRule {
  const rule = otherwise[path]?.[0] ?? (permission.length === 0 ? 'signedIn' : permission);
  return rule === 'signedIn' ? rule : [...rule];
}

describe('the guard obeys the route table', () => {
  test.each(users)('for who holds %s', async (_, permissions) => {
    signIn(permissions);
    const wanted = Object.fromEntries(
      mainRoutes.map(({ path, permission }) => [path, holds({ permissions }, ruleOf(path, permission))]),
    );
    const found: Record<string, boolean> = {};
    for (const { path } of mainRoutes) found[path] = await opens(path);
    expect(found).toEqual(wanted);
    expect(Object.keys(found).length).toBeGreaterThan(60);
  });

  test.each(users)('and the menu of who holds %s leads nowhere else', async (_, permissions) => {
    signIn(permissions);
    const inMenu = [
      ...resources.filter(({ menu }) => menu).map((one) => [one.path, opensScreen(one, 'list')] as const),
      ...pages.filter(({ menu }) => menu).map((one) => [one.path, pageRefusal(one) === null] as const),
    ];
    for (const [path, shown] of inMenu) expect([path, await opens(path)]).toEqual([path, shown]);
  });

  test('the records below a list are no way round it', async () => {
    signIn(['Pages.Chat']);
    for (const path of ['dictionary', 'organizationUnits', 'param', 'holiday', 'role', 'dictionary/items']) {
      for (const below of ['/7', '/create', '/7/edit']) {
        expect([path, below, await opens(`/permission/${path}${below}`)]).toEqual([path, below, false]);
      }
    }
    expect(await sentTo('/permission/dictionary')).toBe('/401?permissions=Pages.Dictionary');
  });

  test('whoever reads a record opens its page, though they do not keep the list', async () => {
    signIn(roles.find(({ name }) => name === 'OM')?.permissions ?? []);
    expect(await opens('/permission/company')).toBe(false);
    expect(await opens('/permission/company/7')).toBe(true);
    expect(await opens('/permission/company/7/edit')).toBe(true);
    expect(await opens('/permission/company/create')).toBe(false);
  });

  test.each([
    ['Pages.AirspaceApproval.Create', '/situation/addNavAirPlan'],
    ['Pages.AirspaceApproval.Library', '/situation/addNavAirPlan'],
    ['Pages.BaseManage', '/401?permissions=Pages.AirspaceApproval.Create%2CPages.AirspaceApproval.Library'],
  ])('with %s, /baseManage/airspaceEntry leads to %s', async (name, target) => {
    signIn([name]);
    expect(await sentTo('/baseManage/airspaceEntry')).toBe(target);
    if (target.startsWith('/situation')) expect(await opens(target)).toBe(true);
  });

  test('an element that lists no permission is an error that says so, even for an administrator', () => {
    signIn([adminPermission]);
    const page = { path: '/nowhere', permission: [] };
    expect(() => holdsPermission([])).toThrow(/需要角色|Roles are needed/);
    expect(() => pageRefusal(page)).toThrow(/需要角色|Roles are needed/);
    expect(holdsPermission(['Pages.Users'])).toBe(true);
  });

  test('no page, record type or action lists no permission', () => {
    const listed = [
      ...pages.map(({ path, permission }) => [path, permission] as const),
      ...resources.flatMap(({ name, opens }) => [
        [name, opens?.list ?? 'signedIn'] as const,
        [name, opens?.record ?? 'signedIn'] as const,
      ]),
      ...resources.flatMap(({ name }) =>
        actionsOf(name).map(({ permission }) => [name, permission] as const),
      ),
    ];
    expect(listed.filter(([, permission]) => permission.length === 0)).toEqual([]);
    expect(listed.length).toBeGreaterThan(100);
  });

  test('whoever opens a list opens what its rows lead to', () => {
    const kinds: ScreenKind[] = ['list', 'show'];
    for (const [name, permissions] of users) {
      const actor = { permissions };
      signIn(permissions);
      const ability = abilityOf(currentUser.get()?.rules ?? []);
      for (const resource of resources) {
        const [list, show] = kinds.map((kind) => screenRefusal(actor, ability, resource, kind));
        if (list === null) expect([name, resource.name, show]).toEqual([name, resource.name, null]);
      }
    }
    expect(users.some(([, held]) => held.includes(adminPermission))).toBe(true);
  });
});
