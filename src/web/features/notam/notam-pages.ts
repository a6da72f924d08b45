import type { Page } from '#web/ui/page.ts';

/** Aeronautical notices, by the specification's route table; control notices have the list of their record type. */
export const notamPages: Page[] = [
  {
    path: '/information/notice',
    permission: 'signedIn',
    menu: { group: 'information', order: 20 },
    load: async () => ({ default: (await import('./notam-page.tsx')).NotamPage }),
    titleKey: 'notam.page.title',
  },
];
