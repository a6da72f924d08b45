import { showTabs } from '#web/engine/show-tabs.ts';
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

/** What surveillance adds to the page of a source: its last message. Called once, before the first screen. */
export function addSourceParts(): void {
  if (showTabs.some(({ key }) => key === 'listen')) return;
  showTabs.unshift({
    key: 'listen',
    titleKey: 'sources.listen',
    when: ({ resource, record }) => resource.name === 'surveillanceSource' && !record.deletedAt,
    load: async () => ({ default: (await import('./listen-tab.tsx')).ListenTab }),
  });
}
