import type { Page } from '#web/ui/page.ts';

/** What of the administration is no generated list: the menu entries of the first two are those of their records. */
export const adminPages: Page[] = [
  {
    path: '/permission/organizationUnits',
    permission: ['Pages.Organizations'],
    load: async () => ({ default: (await import('./unit-tree-page.tsx')).UnitTreePage }),
    titleKey: 'admin.unit.title',
  },
  {
    path: '/permission/organizationUnits/table',
    permission: ['Pages.Organizations'],
    load: async () => ({ default: (await import('./table-page.tsx')).UnitTablePage }),
    titleKey: 'admin.unit.title',
  },
  {
    path: '/permission/param',
    permission: ['Pages.Operating'],
    load: async () => ({ default: (await import('./parameter-page.tsx')).ParameterPage }),
    titleKey: 'admin.parameter.title',
  },
  {
    path: '/permission/param/table',
    permission: ['Pages.Operating'],
    load: async () => ({ default: (await import('./table-page.tsx')).ParameterTablePage }),
    titleKey: 'admin.parameter.title',
  },
  {
    path: '/permission/aboutUs',
    permission: 'signedIn',
    menu: { group: 'permission', order: 120 },
    load: async () => ({ default: (await import('./about-page.tsx')).AboutPage }),
    titleKey: 'admin.about.title',
  },
];
