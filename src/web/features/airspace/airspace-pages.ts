import type { Page } from '#web/ui/page.ts';
import { airspaceMakers } from './airspace-makers.ts';

const readers = ['Pages.Navigation', 'Pages.AirspaceApproval'];

const editPage: Page['load'] = async () => ({
  default: (await import('./editor-page.tsx')).EditAirspacePage,
});

/** The screens of airspaces, by the specification's route table. */
export const airspacePages: Page[] = [
  {
    path: '/situation/addNavAirPlan',
    permission: airspaceMakers,
    menu: { group: 'situation', order: 0 },
    load: async () => ({ default: (await import('./editor-page.tsx')).AddAirspacePage }),
    titleKey: 'airspace.add.title',
  },
  {
    path: '/situation/detailsAir',
    permission: readers,
    load: async () => ({ default: (await import('./details-page.tsx')).AirspacePage }),
    titleKey: 'airspace.details.title',
  },
  {
    // The resource's own entry in the menu leads here.
    path: '/situation/airspaceApproval',
    permission: ['Pages.AirspaceApproval'],
    load: async () => ({ default: (await import('./list-page.tsx')).AirspaceListPage }),
    titleKey: 'airspace.list.title',
  },
  {
    path: '/situation/airspaceRepository',
    permission: ['Pages.AirspaceApproval.Library'],
    menu: { group: 'situation', order: 30 },
    load: async () => ({ default: (await import('./library-page.tsx')).LibraryPage }),
    titleKey: 'airspace.library.title',
  },
  {
    path: '/situation/airspaceQuery',
    permission: readers,
    menu: { group: 'situation', order: 40 },
    load: async () => ({ default: (await import('./query-page.tsx')).AirspaceQueryPage }),
    titleKey: 'airspace.query.title',
  },
  {
    path: '/situation/airspaceOpen',
    permission: readers,
    menu: { group: 'situation', order: 50 },
    load: async () => ({ default: (await import('./open-desk-page.tsx')).OpenDeskPage }),
    titleKey: 'airspace.desk.title',
  },
  { path: '/situation/edit_a', permission: airspaceMakers, load: editPage, titleKey: 'airspace.edit.title' },
  {
    path: '/situation/edit_Air',
    permission: airspaceMakers,
    load: editPage,
    titleKey: 'airspace.edit.title',
  },
];
