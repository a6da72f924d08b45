import type { ComponentType } from 'react';
import { type LoaderFunctionArgs, type Params, type RouteObject, redirect, useParams } from 'react-router';
import { landingPath } from '#domain/identity/landing.ts';
import type { ScreenKind } from '#domain/identity/screens.ts';
import { listLabel, type Resource } from '#domain/record/resource.ts';
import type { Label } from '#domain/text/label.ts';
import { loadUser } from '#web/client/auth.ts';
import { guarded } from '#web/client/guard.ts';
import { useHub } from '#web/client/hub.ts';
import { useLiveRefetch } from '#web/client/live.ts';
import { catalogueReady, useCatalogueUpdates } from '#web/client/load-record-types.ts';
import { currentResources, resourceNamed, useResource } from '#web/client/record-types.ts';
import { pageRefusal, resourceRefusal } from '#web/client/screens.ts';
import '#web/client/server-notices.ts';
import { serviceSettingsReady, useServiceSettings } from '#web/client/service-settings.ts';
import { currentUser, session, signInFailure } from '#web/client/session.ts';
import { enableInlineCreation } from '#web/engine/form/enable-inline-creation.ts';
import { prefetchList } from '#web/engine/list/list-queries.ts';
import { addRecordActions } from '#web/engine/record-actions.ts';
import { addAerodromeParts } from '#web/features/aerodromes/aerodrome-parts.ts';
import { addAlertParts } from '#web/features/alerts/alert-parts.ts';
import { AuditNotices } from '#web/features/approvals/audit/audit-notices.tsx';
import { addAuditParts } from '#web/features/approvals/audit/audit-parts.ts';
import { addDecisionPanel } from '#web/features/approvals/audit/decision-panels.ts';
import { addDocumentParts } from '#web/features/government/document-parts.ts';
import { accountRoutes, addAccountParts } from '#web/features/identity/account/account-parts.ts';
import { signInRequirementAddress } from '#web/features/identity/account/sign-in-requirement-path.ts';
import { addInformationParts } from '#web/features/information/information-parts.ts';
import { PlanNotices } from '#web/features/plans/plan-notices.tsx';
import { addPlaybackParts } from '#web/features/playback/playback-parts.ts';
import { addSourceParts } from '#web/features/surveillance/source-parts.ts';
import { addWeatherParts } from '#web/features/weather/weather-parts.ts';
import { addWhatIfParts } from '#web/features/what-if/what-if-parts.ts';
import { forbiddenPage, forbiddenPath, notFoundPage } from '#web/shell/error/forbidden-path.ts';
import { RouteError } from '#web/shell/error/route-error.tsx';
import { Layout } from '#web/shell/layout.tsx';
import type { Page } from '#web/ui/page.ts';
import { PagesContext } from '#web/ui/page.ts';
import { RefineFrame } from '#web/ui/refine-frame.tsx';
import { Splash } from '#web/ui/splash.tsx';
import { pages } from './pages.ts';
import { recordActions } from './record-actions.ts';

addAuditParts();
addAccountParts();
addSourceParts();
addDocumentParts();
addInformationParts();
addAerodromeParts();
addWeatherParts();
addAlertParts();
addWhatIfParts();
addPlaybackParts();
enableInlineCreation();
addDecisionPanel('airspace', async () => ({
  default: (await import('#web/features/airspace/airspace-decision-panel.tsx')).AirspaceDecided,
}));
addRecordActions(recordActions);

/** Where the screens of record types live that were added at run time: their paths are not known when routes are made. */
const addedPath = '/records/:type';

/** The application behind the guard: refine, the shell, and a route for each screen. */
function Frame() {
  return (
    <RefineFrame>
      <LiveConnection />
      <PlanNotices />
      <AuditNotices />
      <PagesContext value={pages}>
        <Layout />
      </PagesContext>
    </RefineFrame>
  );
}

function LiveConnection() {
  useHub('chat');
  useLiveRefetch();
  useCatalogueUpdates();
  useServiceSettings();
  return null;
}

/** Loads the user once a visit; a failure ends the session and says why on the sign-in page (specification §8). */
async function frameLoader({ request }: LoaderFunctionArgs) {
  const { pathname, search } = new URL(request.url);
  const elsewhere = guarded(pathname, search, session.bearer() !== undefined);
  if (elsewhere) return redirect(elsewhere);
  const types = catalogueReady();
  const settings = serviceSettingsReady();
  if (currentUser.get() === null) {
    try {
      await loadUser();
    } catch (error) {
      session.clear();
      signInFailure.set(error instanceof Error && error.message ? error.message : 'Has Error');
      return redirect(`/login?redirect=${encodeURIComponent(pathname + search)}`);
    }
  }
  if (currentUser.get()?.duty) return redirect(signInRequirementAddress(pathname + search));
  await Promise.all([types, settings]);
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
function pageLoader(page: Page) {
  const { onward } = page;
  return async (args: LoaderFunctionArgs) => {
    const answer = await frameLoader(args);
    if (answer) return answer;
    const refusal = pageRefusal(page);
    if (refusal) return redirect(forbiddenPath(refusal));
    return onward ? redirect(onward(new URL(args.request.url).searchParams)) : null;
  };
}

export function frameRoutes(): RouteObject[] {
  return [
    { path: '/', id: 'root-redirect', loader: rootLoader, Component: Splash, HydrateFallback: Splash },
    ...accountRoutes(),
    {
      id: 'frame',
      loader: frameLoader,
      shouldRevalidate: () => false,
      Component: Frame,
      ErrorBoundary: RouteError,
      HydrateFallback: Splash,
      children: [
        ...refusalRoutes,
        ...pages.map(pageRoute),
        ...currentResources().flatMap(resourceRoutes),
        ...addedRoutes(),
      ],
    },
  ];
}

/** They keep the menu: whoever came to the wrong page goes on to the right one. Neither is worth a tag. */
const refusalRoutes: RouteObject[] = [
  {
    path: forbiddenPage,
    handle: { titleKey: 'shell.forbidden.title', untagged: true },
    lazy: async () => ({ Component: (await import('#web/shell/error/forbidden.tsx')).Forbidden }),
  },
  {
    path: notFoundPage,
    handle: { titleKey: 'shell.notFound.title', untagged: true },
    lazy: async () => ({ Component: (await import('#web/shell/error/not-found.tsx')).NotFound }),
  },
];

function pageRoute(page: Page): RouteObject {
  const { path, load, titleKey, full } = page;
  return {
    path,
    handle: { titleKey, full },
    loader: pageLoader(page),
    ErrorBoundary: RouteError,
    lazy: async () => ({ Component: (await load()).default }),
  };
}

type Screen = ComponentType<{ resource: Resource }>;

interface RecordScreen {
  suffix: string;
  kind: ScreenKind;
  titleKey: string;
  load: () => Promise<Screen>;
}

const form = async () => (await import('#web/engine/form-page.tsx')).ResourceForm;

const screens: RecordScreen[] = [
  {
    suffix: '',
    kind: 'list',
    titleKey: 'list.title',
    load: async () => (await import('#web/engine/list.tsx')).ResourceList,
  },
  {
    suffix: '/:id',
    kind: 'show',
    titleKey: 'list.show',
    load: async () => (await import('#web/engine/show.tsx')).ResourceShow,
  },
  { suffix: '/create', kind: 'create', titleKey: 'list.create', load: form },
  { suffix: '/:id/edit', kind: 'edit', titleKey: 'list.edit', load: form },
];

/** A list is of many, every other screen of one. */
function titleOf(resource: Resource | undefined, kind: ScreenKind): Label | undefined {
  return resource && (kind === 'list' ? listLabel(resource.schema) : resource.schema['x-label']);
}

function screensOf({ readOnly }: Pick<Resource, 'readOnly'>): RecordScreen[] {
  return readOnly ? screens.filter(({ kind }) => kind === 'list' || kind === 'show') : screens;
}

function resourceRoutes(resource: Resource): RouteObject[] {
  const { name, path } = resource;
  return screensOf(resource).map(({ suffix, kind, titleKey, load }) => ({
    path: `${path}${suffix}`,
    handle: { label: titleOf(resource, kind), titleKey },
    loader: async (args) => {
      const answer = await frameLoader(args);
      if (answer) return answer;
      const refusal = resourceRefusal(resourceNamed(name) ?? resource, kind);
      if (refusal) return redirect(forbiddenPath(refusal));
      if (kind === 'list') prefetchList(name);
      return null;
    },
    ErrorBoundary: RouteError,
    lazy: async () => {
      const Component = await load();
      return { element: <OfType key={`${name}${suffix}`} name={name} Component={Component} /> };
    },
  }));
}

/** The screens of whatever record type the address names. */
function addedRoutes(): RouteObject[] {
  return screens.map(({ suffix, kind, titleKey, load }) => ({
    path: `${addedPath}${suffix}`,
    handle: {
      titleKey,
      labelOf: ({ type = '' }: Readonly<Params>) => titleOf(resourceNamed(type), kind),
    },
    loader: async (args: LoaderFunctionArgs) => {
      const answer = await frameLoader(args);
      if (answer) return answer;
      const resource = resourceNamed(args.params.type ?? '');
      if (!resource || !screensOf(resource).some((screen) => screen.suffix === suffix))
        return redirect('/404');
      const refusal = resourceRefusal(resource, kind);
      return refusal && redirect(forbiddenPath(refusal));
    },
    ErrorBoundary: RouteError,
    lazy: async () => {
      const Component = await load();
      return { element: <Added suffix={suffix} Component={Component} /> };
    },
  }));
}

/** A screen with the record type as it is now: it may gain a field while the screen is open. */
function OfType({ name, Component }: { name: string; Component: Screen }) {
  const resource = useResource(name);
  return resource ? <Component resource={resource} /> : null;
}

function Added({ suffix, Component }: { suffix: string; Component: Screen }) {
  const { type = '' } = useParams();
  return <OfType key={`${type}${suffix}`} name={type} Component={Component} />;
}
