import type { Page } from '#web/ui/page.ts';

/** One query over all information (specification §2, infoMana), and the briefings made of it. */
export const briefingPages: Page[] = [
  {
    path: '/information/infoMana',
    permission: 'signedIn',
    menu: { group: 'information', order: 30 },
    load: async () => ({ default: (await import('./information-page.tsx')).InformationPage }),
    titleKey: 'brief.title',
  },
  {
    path: '/information/briefing/:id',
    permission: 'signedIn',
    load: async () => ({ default: (await import('./briefing-page.tsx')).BriefingPage }),
    titleKey: 'brief.briefing',
  },
];
