import { planReaders } from '#domain/plans/readers.ts';
import type { Page } from '#web/ui/page.ts';

const readers = ['Pages.Navigation', 'Pages.StandingNAircraft'];
const planPage: Page['load'] = async () => ({ default: (await import('./plan-page.tsx')).PlanPage });

/** The screens of a plan's life, by the specification's route table. */
export const planPages: Page[] = [
  {
    path: '/situation/dynamic',
    permission: readers,
    menu: { group: 'intelligence', order: 0 },
    load: async () => ({ default: (await import('./desk-page.tsx')).DeskPage }),
    titleKey: 'plan.desk.title',
    full: true,
  },
  {
    path: '/navigation/addNavPlan',
    permission: ['Pages.Navigation.Create'],
    menu: { group: 'navigation', order: 0 },
    load: async () => ({ default: (await import('./plan-form-page.tsx')).AddPlanPage }),
    titleKey: 'plan.add.title',
  },
  {
    path: '/navigation/edit_n',
    permission: ['Pages.Navigation.Create'],
    load: async () => ({ default: (await import('./plan-form-page.tsx')).EditPlanPage }),
    titleKey: 'plan.add.edit',
  },
  {
    path: '/navigation/editNavPlan',
    permission: ['Pages.Navigation.Create'],
    load: async () => ({ default: (await import('./plan-form-page.tsx')).EditPlanPage }),
    titleKey: 'plan.add.edit',
  },
  {
    path: '/navigation/TodayIndex',
    permission: readers,
    menu: { group: 'navigation', order: 40 },
    load: async () => ({ default: (await import('./today-page.tsx')).TodayPage }),
    titleKey: 'plan.today.title',
  },
  {
    // The resource's own entry in the menu leads here.
    path: '/navigation/navigation',
    permission: readers,
    load: async () => ({ default: (await import('./plan-list-page.tsx')).PlanListPage }),
    titleKey: 'plan.page.plan',
  },
  {
    path: '/navigation/navigation/table',
    permission: readers,
    load: async () => ({ default: (await import('./plan-list-page.tsx')).PlanTablePage }),
    titleKey: 'plan.query.table',
  },
  {
    path: '/navigation/NotFinish',
    permission: readers,
    menu: { group: 'navigation', order: 80 },
    load: async () => ({ default: (await import('./unfinished-page.tsx')).UnfinishedPage }),
    titleKey: 'plan.notFinish.list',
  },
  { path: '/navigation/details', permission: planReaders, load: planPage, titleKey: 'plan.page.title' },
  { path: '/navigation/details/:id', permission: planReaders, load: planPage, titleKey: 'plan.page.title' },
  // Links of lists and relations lead to the record's own path.
  { path: '/navigation/navigation/:id', permission: readers, load: planPage, titleKey: 'plan.page.title' },
  {
    path: '/intelligence/takeOffReport',
    permission: ['Pages.Navigation'],
    menu: { group: 'intelligence', order: 10 },
    load: async () => ({ default: (await import('./report-page.tsx')).TakeOffReportPage }),
    titleKey: 'plan.report.title.takeOff',
  },
  {
    path: '/intelligence/landingReport',
    permission: ['Pages.Navigation'],
    menu: { group: 'intelligence', order: 20 },
    load: async () => ({ default: (await import('./report-page.tsx')).LandingReportPage }),
    titleKey: 'plan.report.title.land',
  },
];
