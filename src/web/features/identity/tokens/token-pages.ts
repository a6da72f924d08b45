import type { Page } from '#web/ui/page.ts';

/** API tokens: reached by everyone through the user menu. */
export const tokenPages: Page[] = [
  {
    path: '/permission/apiTokens',
    permission: 'signedIn',
    load: async () => ({ default: (await import('./token-page.tsx')).TokenPage }),
    titleKey: 'tokens.title',
  },
];
