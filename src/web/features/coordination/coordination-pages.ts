import type { Page } from '#web/ui/page.ts';

const permission = ['Pages.Chat'];

/** Coordination (specification §2, /coordination): hidden from the menu, the sign in the header leads there. */
export const coordinationPages: Page[] = [
  {
    path: '/coordination/index',
    permission,
    load: async () => ({ default: (await import('./index/index-page.tsx')).CoordinationPage }),
    titleKey: 'chat.title',
  },
  {
    path: '/coordination/chat',
    permission,
    load: async () => ({ default: (await import('./chat/chat-page.tsx')).ChatPage }),
    titleKey: 'chat.chat',
    full: true,
  },
  {
    path: '/coordination/detail',
    permission,
    load: async () => ({ default: (await import('./record/record-page.tsx')).RoomRecordPage }),
    titleKey: 'chat.record',
  },
];
