import type { Page } from '#web/ui/page.ts';

const readers = ['Pages.Statistics', 'Pages.Navigation', 'Pages.StandingNAircraft'];
const service = ['Pages.Statistics.NavigationFSS'];

/** Statistics of flights and of the service, by the specification's route table. */
export const statisticsPages: Page[] = [
  {
    path: '/statistics/NavigationBigData',
    permission: readers,
    menu: { group: 'statistics', order: 10 },
    load: async () => ({ default: (await import('./big-data-page.tsx')).BigDataPage }),
    titleKey: 'statistics.title',
  },
  {
    path: '/statistics/NavigationBigData/movements',
    permission: readers,
    load: async () => ({ default: (await import('./movements-page.tsx')).MovementsPage }),
    titleKey: 'statistics.movements',
  },
  {
    path: '/statistics/NavigationBigData/flights',
    permission: readers,
    load: async () => ({ default: (await import('./track-flights-page.tsx')).TrackFlightsPage }),
    titleKey: 'statistics.trackFlights',
  },
  {
    path: '/statistics/navigationFSS',
    permission: service,
    menu: { group: 'statistics', order: 20 },
    load: async () => ({ default: (await import('./service-page.tsx')).ServicePage }),
    titleKey: 'statistics.service',
  },
  {
    path: '/statistics/navigationFSSNew',
    permission: service,
    menu: { group: 'statistics', order: 30 },
    load: async () => ({ default: (await import('./periods-page.tsx')).PeriodsPage }),
    titleKey: 'statistics.periods',
  },
  {
    path: '/statistics/navigationFSS/decisions',
    permission: service,
    load: async () => ({ default: (await import('./decisions-page.tsx')).DecisionsPage }),
    titleKey: 'statistics.decisionList',
  },
  {
    path: '/statistics/navigationFSS/waiting',
    permission: service,
    load: async () => ({ default: (await import('./waiting-page.tsx')).WaitingPage }),
    titleKey: 'statistics.waitingList',
  },
];
