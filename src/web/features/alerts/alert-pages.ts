import type { Page } from '#web/ui/page.ts';

const watchers = ['Pages.FlightWatch.Navigation_3D'];

/** The alerts of the safety nets, and how much they disturb whoever watches. */
export const alertPages: Page[] = [
  {
    // The resource's own entry in the menu leads here.
    path: '/flightWatch/encounter',
    permission: watchers,
    load: async () => ({ default: (await import('./encounter-list-page.tsx')).EncounterListPage }),
    titleKey: 'alerts.list',
  },
  {
    path: '/flightWatch/alertStatistics',
    permission: watchers,
    menu: { group: 'flightWatch', order: 24 },
    load: async () => ({ default: (await import('./statistics-page.tsx')).AlertStatisticsPage }),
    titleKey: 'alert.statistics',
  },
];
