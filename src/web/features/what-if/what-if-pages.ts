import type { Page } from '#web/ui/page.ts';

const administrators = ['Pages.Admin'];

/** Changes evaluated on past plans, approvals and alerts before they are put in force. */
export const whatIfPages: Page[] = [
  {
    // The resource's own entry in the menu leads here.
    path: '/statistics/whatIf',
    permission: administrators,
    load: async () => ({ default: (await import('./what-if-list-page.tsx')).WhatIfListPage }),
    titleKey: 'whatIf.list',
  },
  {
    path: '/statistics/whatIf/create',
    permission: administrators,
    load: async () => ({ default: (await import('./start-page.tsx')).StartPage }),
    titleKey: 'whatIf.new',
  },
];
