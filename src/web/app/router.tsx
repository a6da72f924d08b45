import { createBrowserRouter, type LoaderFunctionArgs, type RouteObject, redirect } from 'react-router';
import { loadUser } from '#web/client/auth.ts';
import { askCatalogueEarly } from '#web/client/catalogue-request.ts';
import { guarded, safePath } from '#web/client/guard.ts';
import { serviceSettingsReady } from '#web/client/service-settings.ts';
import { session } from '#web/client/session.ts';
import { applicantRoutes } from '#web/features/registration/public/applicant-routes.tsx';
import { RouteError } from '#web/shell/error/route-error.tsx';
import { noteLeaving } from '#web/ui/leaving.ts';
import { Splash } from '#web/ui/splash.tsx';

/** What whoever signs in will need next; nobody else pays for it. A second call finds it there. */
function prefetchApplication(): void {
  void import('./frame.tsx');
  void import('#web/features/watch/watch-map-page.tsx');
}

/**
 * Pages that need no session, in small chunks of their own: the sign-in page must not load the application.
 * Everything else is discovered when it is first asked for (frame.tsx).
 */
const publicRoutes: RouteObject[] = [
  {
    path: '/login',
    handle: { titleKey: 'shell.login.title' },
    lazy: async () => {
      const { LoginPage } = await import('#web/features/identity/login/login-page.tsx');
      return { element: <LoginPage prefetch={prefetchApplication} /> };
    },
  },
  {
    path: '/reg',
    loader: timesOfTheService,
    handle: { titleKey: 'shell.public.reg' },
    lazy: async () => ({
      Component: (await import('#web/features/registration/register/reg-page.tsx')).RegPage,
    }),
  },
  {
    path: '/preview',
    loader: timesOfTheService,
    handle: { titleKey: 'shell.public.preview' },
    lazy: async () => ({
      Component: (await import('#web/features/registration/public/preview-page.tsx')).PreviewPage,
    }),
  },
  {
    path: '/permission/bindCode',
    handle: { titleKey: 'shell.public.bindCode' },
    lazy: async () => ({
      Component: (await import('#web/features/registration/public/bind-page.tsx')).BindPage,
    }),
  },
  {
    path: '/permission/mapApp',
    loader: timesOfTheService,
    handle: { titleKey: 'shell.public.map' },
    lazy: async () => ({
      Component: (await import('#web/features/phone/map-app-page.tsx')).MapAppPage,
    }),
  },
  {
    path: '/permission/mapAPPno1',
    handle: { titleKey: 'shell.public.mapDraw' },
    lazy: async () => ({
      Component: (await import('#web/features/phone/map-draw-page.tsx')).MapDrawPage,
    }),
  },
  {
    path: '/permission/mapshow',
    loader: timesOfTheService,
    handle: { titleKey: 'shell.public.mapshow' },
    lazy: async () => ({
      Component: (await import('#web/features/phone/map-show-page.tsx')).MapShowPage,
    }),
  },
  {
    path: '/verify',
    loader: timesOfTheService,
    handle: { titleKey: 'shell.public.verify' },
    lazy: async () => ({
      Component: (await import('#web/features/evidence/verify-page.tsx')).VerifyPage,
    }),
  },
  { path: '/auth-redirect', loader: authRedirect, Component: Splash },
  { path: '/redirect/*', loader: redirectHelper, Component: Splash },
];

/**
 * Stands for every screen that is still to be discovered; what is unknown after that goes to /404 (specification §2).
 * Whoever is signed in finds /404 and /401 in the frame; a visitor, here.
 */
const anyPath: RouteObject = {
  path: '*',
  loader: () => (session.bearer() ? redirect('/404') : null),
  lazy: async () => ({ Component: (await import('#web/shell/error/refused-visit.tsx')).RefusedVisit }),
};

export function createRouter() {
  const { pathname, search } = window.location;
  const elsewhere = guarded(pathname, search, session.bearer() !== undefined);
  // Before the router starts, so that a visitor without a token does not download the application.
  if (elsewhere) window.history.replaceState(null, '', elsewhere);
  // The user and the first screen are asked for while the application's code is on its way, not after it.
  if (session.bearer()) {
    void loadUser().catch(() => undefined);
    void serviceSettingsReady();
    askCatalogueEarly();
    void import('./frame.tsx');
    if (/^\/(home)?$/.test(pathname)) void import('#web/features/watch/watch-map-page.tsx');
  }
  const routes: RouteObject[] = [
    {
      ErrorBoundary: RouteError,
      HydrateFallback: Splash,
      loader: rootGuard,
      shouldRevalidate: () => true,
      children: [...publicRoutes, applicantRoutes, anyPath],
    },
  ];
  let found = false;
  const router = createBrowserRouter(routes, {
    patchRoutesOnNavigation: async ({ patch, signal }) => {
      // Without a token only the pages above exist.
      if (session.bearer() === undefined) return;
      const { frameRoutes } = await import('./frame.tsx');
      // Of a navigation that another has overtaken nothing is taken in: the other one brings the routes.
      if (found || signal.aborted) return;
      found = true;
      patch(null, frameRoutes());
    },
  });
  router.subscribe(({ location, navigation }) =>
    noteLeaving(navigation.location !== undefined && navigation.location.pathname !== location.pathname),
  );
  return router;
}

/** What a page without a session says of times is on the service's wall, too. */
async function timesOfTheService() {
  await serviceSettingsReady();
  return null;
}

function rootGuard({ request }: LoaderFunctionArgs) {
  const { pathname, search } = new URL(request.url);
  const elsewhere = guarded(pathname, search, session.bearer() !== undefined);
  return elsewhere ? redirect(elsewhere) : null;
}

/** `/redirect/{path}` goes on to that path: a page is opened anew by going through here. */
function redirectHelper({ request, params }: LoaderFunctionArgs) {
  const { search } = new URL(request.url);
  return redirect(safePath(`/${params['*'] ?? ''}${search}`) ?? '/');
}

/** Where another site's sign-in comes back to; the wanted path is carried in the query. */
function authRedirect({ request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  return redirect(safePath(searchParams.get('redirect')) ?? '/');
}
