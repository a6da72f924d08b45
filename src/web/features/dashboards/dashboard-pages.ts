import { statisticsReaders } from '#domain/statistics/readers.ts';
import type { Page } from '#web/ui/page.ts';

/** Dashboards: one, the records that it counts, and the wall on which several take turns. */
export const dashboardPages: Page[] = [
  {
    path: '/statistics/dashboard/:id',
    permission: statisticsReaders,
    load: async () => ({ default: (await import('./dashboard-page.tsx')).DashboardPage }),
    titleKey: 'dashboard.title',
  },
  {
    path: '/statistics/records/:type',
    permission: statisticsReaders,
    load: async () => ({ default: (await import('./counted-page.tsx')).CountedPage }),
    titleKey: 'dashboard.counted',
  },
  {
    path: '/statistics/wall',
    permission: statisticsReaders,
    menu: { group: 'statistics', order: 9 },
    load: async () => ({ default: (await import('./wall-page.tsx')).WallPage }),
    titleKey: 'dashboard.wall.title',
    full: true,
  },
];
