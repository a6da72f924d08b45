import type { Page } from '#web/ui/page.ts';

/** Documents of authorities (specification §2, /governmentInformation). */
export const governmentPages: Page[] = [
  {
    path: '/governmentInformation',
    permission: ['Pages.governmentInformation'],
    menu: { group: 'governmentInformation', order: 10 },
    load: async () => ({ default: (await import('./government-page.tsx')).GovernmentPage }),
    titleKey: 'government.title',
  },
];
