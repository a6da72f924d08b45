import type { Page } from '#web/ui/page.ts';

/** Plan reports, by the specification's route table. */
export const planReportPages: Page[] = [
  {
    path: '/statistics/navigationForms',
    permission: ['Pages.Statistics', 'Pages.Navigation', 'Pages.StandingNAircraft'],
    menu: { group: 'statistics', order: 0 },
    load: async () => ({ default: (await import('./report-page.tsx')).PlanReportPage }),
    titleKey: 'report.title',
  },
  {
    path: '/statistics/reportResult/:id',
    permission: 'signedIn',
    load: async () => ({ default: (await import('./report-result-page.tsx')).ReportResultPage }),
    titleKey: 'report.result',
  },
];
