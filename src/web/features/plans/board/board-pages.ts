import type { Page } from '#web/ui/page.ts';

const readers = ['Pages.Navigation', 'Pages.StandingNAircraft'];

/** The wall displays, by the specification's route table: of all, and of one unit. */
export const boardPages: Page[] = [
  {
    path: '/navigation/NavigationBigDataAdmin',
    permission: readers,
    menu: { group: 'navigation', order: 65 },
    load: async () => ({ default: (await import('./board-page.tsx')).BoardPage }),
    titleKey: 'board.title',
    full: true,
  },
  {
    path: '/navigation/NavigationBigDataAdmins',
    permission: readers,
    menu: { group: 'navigation', order: 66 },
    load: async () => ({ default: (await import('./board-page.tsx')).UnitBoardPage }),
    titleKey: 'board.titleUnit',
    full: true,
  },
];
