import type { Page } from '#web/ui/page.ts';

/** Moves a configuration from one installation to another. */
export const configurationPages: Page[] = [
  {
    path: '/permission/configuration',
    permission: ['Pages.Admin'],
    menu: { group: 'permission', order: 56 },
    load: async () => ({ default: (await import('./configuration-page.tsx')).ConfigurationPage }),
    titleKey: 'configuration.title',
  },
  {
    path: '/permission/configuration/:id',
    permission: ['Pages.Admin'],
    load: async () => ({ default: (await import('./transfer-page.tsx')).TransferPage }),
    titleKey: 'configuration.title',
  },
];
