import { AbilityProvider } from '@casl/react';
import { useNotificationProvider } from '@refinedev/antd';
import { Refine, type ResourceProps } from '@refinedev/core';
import routerProvider from '@refinedev/react-router';
import type { ComponentType } from 'react';
import { type LoaderFunctionArgs, type RouteObject, redirect } from 'react-router';
import { resources } from '../../resources.config.ts';
import type { PermissionRule, Resource } from '../domain/resource.ts';
import { useHub } from './hub.ts';
import { RouteError } from './pages/error/route-error.tsx';
import { type Page, pages } from './pages/index.ts';
import { PlanNotices } from './pages/plan/plan-notices.tsx';
import { ability, accessControlProvider, holdsPermission } from './providers/access.ts';
import { authProvider, loadUser } from './providers/auth.ts';
import { dataProvider } from './providers/data.ts';
import { guarded, landingPath } from './providers/guard.ts';
import { i18nProvider } from './providers/i18n.ts';
import { useLiveRefetch } from './providers/live.ts';
import { queryClient } from './providers/query-client.ts';
import { currentUser, session, signInFailure } from './session.ts';
import { Layout } from './shell/layout.tsx';
import { Splash } from './shell/splash.tsx';
import { ThemeProvider } from './shell/theme-provider.tsx';

const refineResources: ResourceProps[] = resources.map(({ name, path }) => ({
  name,
  list: path,
  create: `${path}/create`,
  show: `${path}/:id`,
  edit: `${path}/:id/edit`,
}));

/** The application behind the guard: refine, the shell, and a route for each screen. */
function Frame() {
  return (
    <ThemeProvider>
      <AbilityProvider value={ability}>
        <Refine
          dataProvider={dataProvider}
          authProvider={authProvider}
          accessControlProvider={accessControlProvider}
          i18nProvider={i18nProvider}
          notificationProvider={useNotificationProvider}
          routerProvider={routerProvider}
          resources={refineResources}
          options={{
            disableTelemetry: true,
            disableRouteChangeHandler: true,
            reactQuery: { clientConfig: queryClient },
            title: { text: 'Clearway' },
          }}
        >
          <LiveConnection />
          <PlanNotices />
          <Layout />
        </Refine>
      </AbilityProvider>
    </ThemeProvider>
  );
}

function LiveConnection() {
  useHub('chat');
  useLiveRefetch();
  return null;
}

/** Loads the user once a visit; a failure ends the session and says why on the sign-in page (specification §8). */
async function frameLoader({ request }: LoaderFunctionArgs) {
  const { pathname, search } = new URL(request.url);
  const elsewhere = guarded(pathname, search, session.bearer() !== undefined);
  if (elsewhere) return redirect(elsewhere);
  if (currentUser.get() === null) {
    try {
      await loadUser();
    } catch (error) {
      session.clear();
      signInFailure.set(error instanceof Error && error.message ? error.message : 'Has Error');
      return redirect(`/login?redirect=${encodeURIComponent(pathname + search)}`);
    }
  }
  if (pathname !== '/') firstPage = false;
  return null;
}

let firstPage = true;
currentUser.subscribe(() => {
  if (currentUser.get() === null) firstPage = true;
});

/** The root: just signed in, it is the role's landing page; later it is /home. */
async function rootLoader(args: LoaderFunctionArgs) {
  const answer = await frameLoader(args);
  if (answer) return answer;
  const target = firstPage ? landingPath(currentUser.get()?.roles ?? [], '/') : '/home';
  firstPage = false;
  return redirect(target);
}

/** Someone who may not open a page is told so, not shown an empty one. */
function permissionLoader(rule: PermissionRule) {
  return async (args: LoaderFunctionArgs) => {
    const answer = await frameLoader(args);
    if (answer) return answer;
    return holdsPermission(rule) ? null : redirect('/401');
  };
}

export function frameRoutes(): RouteObject[] {
  return [
    { path: '/', id: 'root-redirect', loader: rootLoader, Component: Splash, HydrateFallback: Splash },
    {
      id: 'frame',
      loader: frameLoader,
      shouldRevalidate: () => false,
      Component: Frame,
      ErrorBoundary: RouteError,
      HydrateFallback: Splash,
      children: [...pages.map(pageRoute), ...resources.flatMap(resourceRoutes)],
    },
  ];
}

function pageRoute({ path, permission, load, titleKey, full }: Page): RouteObject {
  return {
    path,
    handle: { titleKey, full },
    loader: permissionLoader(permission),
    ErrorBoundary: RouteError,
    lazy: async () => ({ Component: (await load()).default }),
  };
}

type Screen = ComponentType<{ resource: Resource }>;

function resourceRoutes(resource: Resource): RouteObject[] {
  const { path, permissions, readOnly } = resource;
  const label = resource.schema['x-label'];
  const screen = (
    suffix: string,
    rule: PermissionRule,
    titleKey: string,
    load: () => Promise<Screen>,
  ): RouteObject => ({
    path: `${path}${suffix}`,
    handle: { label, titleKey },
    loader: permissionLoader(rule),
    ErrorBoundary: RouteError,
    lazy: async () => {
      const Component = await load();
      return { element: <Component key={`${resource.name}${suffix}`} resource={resource} /> };
    },
  });
  const routes = [
    screen(
      '',
      permissions.read,
      'list.title',
      async () => (await import('./resources/list.tsx')).ResourceList,
    ),
    screen(
      '/:id',
      permissions.read,
      'list.show',
      async () => (await import('./resources/show.tsx')).ResourceShow,
    ),
  ];
  if (readOnly) return routes;
  const form = async () => (await import('./resources/form-page.tsx')).ResourceForm;
  return [
    ...routes,
    screen('/create', permissions.create, 'list.create', form),
    screen('/:id/edit', permissions.update, 'list.edit', form),
  ];
}
