import type { Page } from '#web/ui/page.ts';

/** Notification settings: their own settings, those of roles, and where a mail or a push leads. */
export const channelPages: Page[] = [
  {
    path: '/account/channels',
    permission: 'signedIn',
    load: async () => ({ default: (await import('./channels-page.tsx')).ChannelsPage }),
    titleKey: 'channels.title',
  },
  {
    path: '/permission/channels',
    permission: ['Pages.Roles'],
    menu: { group: 'permission', order: 32 },
    load: async () => ({ default: (await import('./role-channels-page.tsx')).RoleChannelsPage }),
    titleKey: 'channels.roles',
  },
  {
    path: '/message/open/:id',
    permission: 'signedIn',
    load: async () => ({ default: (await import('./open-message-page.tsx')).OpenMessagePage }),
    titleKey: 'notices.message',
  },
];
