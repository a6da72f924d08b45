import type { Page } from '#web/ui/page.ts';

/** All messages to the user (specification §2, /message; hidden: the reminders lead there). */
export const userMessagePages: Page[] = [
  {
    path: '/message/allmessage',
    permission: 'signedIn',
    load: async () => ({ default: (await import('./all-messages-page.tsx')).AllMessagesPage }),
    titleKey: 'notices.all',
  },
];
