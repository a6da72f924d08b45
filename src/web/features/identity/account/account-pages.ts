import type { Page } from '#web/ui/page.ts';

/** The own account: reached by everyone through the user menu. */
export const accountPages: Page[] = [
  {
    path: '/account',
    permission: 'signedIn',
    load: async () => ({ default: (await import('./account-page.tsx')).AccountPage }),
    titleKey: 'account.title',
  },
];
