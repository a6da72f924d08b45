import type { ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router';
import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { hubPaths } from '#contract/hub.ts';
import type { CurrentUser } from '#contract/session.ts';
import { type Actor, adminPermission, rulesFor } from '#domain/identity/access.ts';
import type { Locale } from '#domain/text/label.ts';
import { frameRoutes } from '#web/app/frame.tsx';
import { pages } from '#web/app/pages.ts';
import { disconnectHubs } from '#web/client/hub.ts';
import { showLocale } from '#web/client/i18n.ts';
import { setPreferences } from '#web/client/preferences.ts';
import { queryClient } from '#web/client/query-client.ts';
import { defaultPreferences } from '#web/client/read-preferences.ts';
import { currentResources } from '#web/client/record-types.ts';
import { session } from '#web/client/session.ts';
import { LoginPage } from '#web/features/identity/login/login-page.tsx';
import { sidebarOf } from '#web/shell/sidebar.ts';
import { sidebar } from '#web/shell/sidebar-store.ts';
import { useAppearance, windowWidth } from '#web/ui/appearance.ts';
import { PagesContext } from '#web/ui/page.ts';
import { RefineFrame } from '#web/ui/refine-frame.tsx';
import { ThemeProvider } from '#web/ui/theme-provider.tsx';
import { FakeServer } from './fake-server.ts';

/** How the page is looked at. Default: Chinese, light, at a desk. */
export interface Look {
  locale?: Locale;
  theme?: 'light' | 'dark';
  phone?: boolean;
}

/** Script errors of the page, which fail the test that they happen in. */
export const errors: string[] = [];

const desk = { width: 1600, height: 900 };
const phoneSize = { width: 390, height: 844 };

let current: FakeServer | undefined;
let root: Root | undefined;
let host: HTMLElement | undefined;

/** What the page talks to in this test. */
export function server(): FakeServer {
  current ??= newServer();
  return current;
}

/** The window has this size, and its page has heard of it, which it does a moment later. */
export async function resize({ width, height }: { width: number; height: number }): Promise<void> {
  await page.viewport(width, height);
  await expect.poll(windowWidth.get).toBe(width);
  await new Promise(requestAnimationFrame);
}

async function put(what: ReactNode, { locale = 'zh-Hans', theme = 'light', phone = false }: Look) {
  takeAway();
  setPreferences({ ...defaultPreferences, theme, locale });
  await showLocale();
  // One that is mounted before its page knows its size would see a window that becomes a phone's.
  await resize(phone ? phoneSize : desk);
  host = document.createElement('div');
  host.id = 'root';
  document.body.append(host);
  root = createRoot(host);
  root.render(what);
}

/** A component by itself, in the theme and the language. */
export async function mount(what: ReactNode, look: Look = {}): Promise<void> {
  await put(<Themed>{what}</Themed>, look);
}

function Themed({ children }: { children: ReactNode }) {
  useAppearance();
  return <ThemeProvider>{children}</ThemeProvider>;
}

interface Visit extends Look {
  /** Default: an administrator; null: nobody is signed in. */
  user?: Actor | null;
  /** Menu, tags and bars around the screen. */
  shell?: boolean;
}

/** A screen of the application at this path, behind its guard. */
export async function open(path: string, { user = admin, shell = false, ...look }: Visit = {}) {
  if (user) signIn(user);
  const routes = frameRoutes().map((route) =>
    route.id === 'frame' && !shell ? { ...route, Component: ScreenAlone } : route,
  );
  routes.push({ path: '/login', element: <LoginPage prefetch={() => undefined} /> });
  const router = createMemoryRouter(routes, { initialEntries: [path] });
  await put(<Application router={router} />, look);
  // The first visit of a worker brings the whole application; what a test waits for is counted from there.
  await expect.poll(() => router.state.initialized, { timeout: 45_000 }).toBe(true);
  return {
    /** Path and query of the page now. */
    at: () => new URL(router.createHref(router.state.location), window.location.href),
    go: (to: string | -1) => (to === -1 ? router.navigate(-1) : router.navigate(to)),
  };
}
export type Screen = Awaited<ReturnType<typeof open>>;

/** In place of the frame: what a screen needs around it, and no more. */
function ScreenAlone() {
  return (
    <RefineFrame>
      <PagesContext value={pages}>
        <main id="content" style={{ height: '100%', overflow: 'auto' }}>
          <Outlet />
        </main>
      </PagesContext>
    </RefineFrame>
  );
}

function Application({ router }: { router: ReturnType<typeof createMemoryRouter> }) {
  useAppearance();
  return <RouterProvider router={router} />;
}

export const admin: Actor = {
  userId: 1,
  userName: 'admin',
  name: '管理员',
  companyId: null,
  companyIds: [],
  coverageIds: [],
  roles: ['Admin'],
  permissions: [adminPermission],
  organizationUnitIds: [],
};

export function signIn(actor: Actor): void {
  session.keep({ accessToken: 'token', encryptedAccessToken: 'token', expireInSeconds: 3600 }, false);
  server().call('Session', 'GetCurrentUserInfo', () => userOf(actor));
}

/** The user as the server describes them. */
export function userOf(actor: Actor): CurrentUser {
  return {
    user: {
      id: actor.userId,
      name: actor.name,
      surname: '',
      bussinessName: null,
      coverageIds: actor.coverageIds,
      isAuth: null,
    },
    roles: actor.roles,
    permissions: actor.permissions,
    application: { name: 'Clearway', version: '0' },
    duty: null,
    actor,
    rules: rulesFor(actor, [...currentResources()]),
  };
}

/** The calls that every screen makes. */
function newServer(): FakeServer {
  const made = new FakeServer();
  made.on('/api/catalogue', () => undefined);
  made.call('View', 'GetList', () => ({ items: [], defaultId: null, ownDefaultId: null, mayShare: true }));
  const stored = new Map<string, unknown>();
  made.call('Preference', 'Get', ({ key }) => ({ key, value: stored.get(key) ?? null }));
  made.call('Preference', 'Set', ({ key, value }) => {
    stored.set(key, value);
    return { key, value };
  });
  made.call('Session', 'GetCurrentLoginInformations', () => ({
    application: {
      version: '0',
      releaseDate: '',
      features: {},
      timeZone: 'Asia/Shanghai',
      dimAfterS: 60,
      dropAfterS: 300,
    },
    user: null,
    tenant: null,
  }));
  // What lies below the map: no rain, and no terrain installed.
  made.call('WeatherRadar', 'GetPictures', () => ({
    at: Date.now(),
    dimAfterMs: 600_000,
    dropAfterMs: 1_800_000,
    items: [],
  }));
  made.call('Lightning', 'GetStrokes', () => ({
    at: Date.now(),
    shownForMs: 3_600_000,
    sources: 0,
    silent: 0,
    isCut: false,
    strokes: [],
  }));
  made.call('Equipment', 'GetInterferenceNow', () => ({ at: Date.now(), degrees: 0.25, cells: [] }));
  made.call('Alert', 'GetList', () => ({ at: Date.now(), alerts: [], lacks: [] }));
  made.call('Terrain', 'GetCoverage', () => ({ cells: [] }));
  // Live news come over a connection that is never made: what they bring is tried with a server.
  for (const path of Object.values(hubPaths))
    made.on(`${path}/negotiate`, () => new Promise<undefined>(() => undefined));
  return made;
}

function takeAway(): void {
  root?.unmount();
  host?.remove();
  root = undefined;
  host = undefined;
}

/** Away with the page and all that it knew. */
export async function endMount(): Promise<void> {
  takeAway();
  await disconnectHubs();
  current = undefined;
  session.clear();
  queryClient.clear();
  sidebar.set(sidebarOf(undefined));
  window.localStorage.clear();
  window.sessionStorage.clear();
}

/** The one element that this finds, once it is there. */
export async function found(selector: string): Promise<HTMLElement> {
  await expect.poll(() => document.querySelector(selector)).not.toBeNull();
  const element = document.querySelector<HTMLElement>(selector);
  if (!element) throw new Error(`${selector} is gone`);
  return element;
}
