import type { Page } from '#web/ui/page.ts';

/** How surveillance sources go; their records are edited at /statistics/surveillanceSource. */
export const sourcePages: Page[] = [
  {
    path: '/statistics/sourceMonitor',
    permission: ['Pages.Statistics.SoftwareMonitor', 'Pages.Operating'],
    menu: { group: 'statistics', order: 59 },
    load: async () => ({ default: (await import('./source-monitor-page.tsx')).SourceMonitorPage }),
    titleKey: 'sources.title',
  },
];
