import type { Page } from '#web/ui/page.ts';

/** The situation in three dimensions (specification §2, /flightWatch/map3D). */
export const globePages: Page[] = [
  {
    path: '/flightWatch/map3D',
    permission: ['Pages.FlightWatch.Navigation_3D'],
    menu: { group: 'flightWatch', order: 10 },
    load: async () => ({ default: (await import('./globe-page.tsx')).GlobePage }),
    titleKey: 'globe.title',
    full: true,
  },
];
