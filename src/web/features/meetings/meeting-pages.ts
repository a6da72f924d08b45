import type { Page } from '#web/ui/page.ts';

/** Meetings and their minutes (specification §2, /coordination/meeting). */
export const meetingPages: Page[] = [
  {
    path: '/coordination/meeting',
    permission: ['Pages.Chat'],
    menu: { group: 'coordination', order: 30 },
    load: async () => ({ default: (await import('./meeting-list-page.tsx')).MeetingListPage }),
    titleKey: 'meetings.title',
  },
  {
    path: '/coordination/meeting/:id',
    permission: ['Pages.Chat'],
    load: async () => ({ default: (await import('./meeting-page.tsx')).MeetingPage }),
    titleKey: 'meetings.one',
  },
];
