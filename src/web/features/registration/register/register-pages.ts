import type { Page } from '#web/ui/page.ts';

/** What is handed out to whoever registers, and what they accept. */
export const registerPages: Page[] = [
  {
    path: '/permission/QRCode',
    permission: ['Pages.Static'],
    menu: { group: 'permission', order: 72 },
    load: async () => ({ default: (await import('./qr-page.tsx')).QrPage }),
    titleKey: 'register.qr.title',
  },
  {
    path: '/permission/authProtocol',
    permission: ['Pages.Static'],
    menu: { group: 'permission', order: 73 },
    load: async () => ({ default: (await import('./protocol-page.tsx')).ProtocolPage }),
    titleKey: 'register.protocol.title',
  },
];
