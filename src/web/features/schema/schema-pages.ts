import type { Page } from '#web/ui/page.ts';

/** Fields and record types of run time. */
export const schemaPages: Page[] = [
  {
    path: '/permission/schema',
    permission: ['Pages.Admin'],
    menu: { group: 'permission', order: 55 },
    load: () => import('./schema-page.tsx'),
    titleKey: 'schema.title',
  },
  {
    path: '/permission/schema/:name',
    permission: ['Pages.Admin'],
    load: () => import('./type-page.tsx'),
    titleKey: 'schema.title',
  },
];
