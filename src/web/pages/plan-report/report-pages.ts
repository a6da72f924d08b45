import type { Page } from '../index.ts';

/** Plan reports, by the specification's route table. */
export const planReportPages: Page[] = [
  {
    path: '/statistics/navigationForms',
    permission: ['Pages.Statistics', 'Pages.Navigation', 'Pages.StandingNAircraft'],
    menu: { group: 'statistics', order: 0 },
    load: async () => ({ default: (await import('./report-page.tsx')).PlanReportPage }),
    titleKey: 'report.title',
  },
];
