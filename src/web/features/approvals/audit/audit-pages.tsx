import type { Page } from '#web/ui/page.ts';
import { desks } from './audit-desks.ts';

/** Where records are audited and companies certified: a desk for each type, and the qualifications. */
export const auditPages: Page[] = [
  ...Object.entries(desks).map(
    ([resource, { path, permission, menu }]): Page => ({
      path,
      permission,
      menu: { ...menu, waiting: resource },
      // Its chunk is the same for all.
      load: async () => {
        const { AuditDesk } = await import('./audit-desk.tsx');
        return { default: () => <AuditDesk resource={resource} /> };
      },
      titleKey: `audit.page.${resource}`,
      full: true,
    }),
  ),
  {
    path: '/baseManage/qualificationManagement',
    permission: ['Pages.Navigation'],
    menu: { group: 'baseManage', order: 10 },
    load: async () => ({ default: (await import('./qualification-page.tsx')).QualificationPage }),
    titleKey: 'audit.page.qualification',
  },
];
