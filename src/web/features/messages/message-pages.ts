import type { Page } from '#web/ui/page.ts';

/** Plan message receipts (specification §2, /intelligence). */
export const messagePages: Page[] = [
  {
    path: '/intelligence/MessageReceipt',
    permission: ['Pages.BaseManage.Craft_Audit'],
    menu: { group: 'intelligence', order: 30 },
    load: async () => ({ default: (await import('./message-page.tsx')).MessagePage }),
    titleKey: 'messages.title',
  },
];
