import { planReaders } from '#domain/plans/readers.ts';
import type { Page } from '#web/ui/page.ts';

const readers = ['Pages.Navigation', 'Pages.StandingNAircraft'];

/** Standing plans and the next-day plans made from them, by the specification's route table. */
export const standingPages: Page[] = [
  {
    path: '/navigation/standing',
    permission: readers,
    menu: { group: 'navigation', order: 20 },
    load: async () => ({ default: (await import('./standing-list-page.tsx')).StandingListPage }),
    titleKey: 'standing.title',
  },
  {
    path: '/navigation/TommorowIndex',
    permission: readers,
    menu: { group: 'navigation', order: 30 },
    load: async () => ({ default: (await import('./tomorrow-page.tsx')).TomorrowPage }),
    titleKey: 'standing.tomorrow.title',
  },
  {
    path: '/navigation/edit_sn',
    permission: ['Pages.StandingNAircraft.Create'],
    load: async () => ({ default: (await import('./standing-form-page.tsx')).StandingFormPage }),
    titleKey: 'standing.form',
  },
  {
    path: '/navigation/detailsSN',
    permission: planReaders,
    load: async () => ({ default: (await import('./standing-page.tsx')).StandingPage }),
    titleKey: 'standing.page',
  },
  {
    path: '/navigation/detailsT',
    permission: planReaders,
    load: async () => ({ default: (await import('./tomorrow-plan-page.tsx')).TomorrowPlanPage }),
    titleKey: 'standing.tomorrow.page',
  },
];
