import type { Page } from '#web/ui/page.ts';

/** How the servers of the installation are (specification §2, softwareMonitor). */
export const monitorPages: Page[] = [
  {
    path: '/statistics/softwareMonitor',
    permission: ['Pages.Statistics.SoftwareMonitor'],
    menu: { group: 'statistics', order: 50 },
    load: async () => ({ default: (await import('./software-monitor-page.tsx')).SoftwareMonitorPage }),
    titleKey: 'monitor.title',
  },
];
