import type { ComponentType } from 'react';
import { type LoaderFunctionArgs, type RouteObject, redirect } from 'react-router';
import { serviceSettingsReady } from '#web/client/service-settings.ts';
import { session } from '#web/client/session.ts';
import { type ApplicantResource, applicantPlaces } from './applicant-state.ts';

interface Place {
  path: string;
  titleKey: string;
  /** Where someone signed in finds the same. */
  signedIn: (id: string | null) => string;
  load: () => Promise<ComponentType>;
}

const records = () => import('./applicant-records.tsx');

function ofType(name: ApplicantResource, screen: string) {
  const { list, add, one } = applicantPlaces[name];
  const titleKey = name === 'aircraft' ? 'register.applicant.aircraft' : 'register.applicant.pilots';
  const places: Place[] = [
    {
      path: list,
      titleKey,
      signedIn: () => screen,
      load: async () => {
        const { ApplicantList } = await records();
        return () => <ApplicantList name={name} />;
      },
    },
    {
      path: add,
      titleKey,
      signedIn: () => `${screen}/create`,
      load: async () => {
        const { ApplicantAdd } = await records();
        return () => <ApplicantAdd name={name} />;
      },
    },
    {
      path: one,
      titleKey,
      signedIn: (id) => `${screen}${id ? `/${id}` : ''}`,
      load: async () => {
        const { ApplicantDetail } = await records();
        return () => <ApplicantDetail name={name} />;
      },
    },
  ];
  return places;
}

/** The pages of the guard list that belong to an applicant with a ticket (decisions.md §9). */
const places: Place[] = [
  {
    path: '/auth',
    titleKey: 'shell.public.auth',
    signedIn: () => '/baseManage/qualificationManagement',
    load: async () => (await import('./certification-page.tsx')).CertificationPage,
  },
  ...ofType('aircraft', '/baseManage/aircraftManage'),
  ...ofType('pilot', '/baseManage/pilotManage'),
];

/** One frame around all of them: it knows the ticket, and goes on from page to page. */
export const applicantRoutes: RouteObject = {
  id: 'applicant',
  lazy: async () => ({ Component: (await import('./applicant-frame.tsx')).ApplicantFrame }),
  children: places.map(({ path, titleKey, signedIn, load }) => ({
    path,
    handle: { titleKey },
    loader: async ({ request }: LoaderFunctionArgs) => {
      if (!session.bearer()) {
        await serviceSettingsReady();
        return null;
      }
      const id = new URL(request.url).searchParams.get('id');
      return redirect(signedIn(id && /^\d+$/.test(id) ? id : null));
    },
    lazy: async () => ({ Component: await load() }),
  })),
};
