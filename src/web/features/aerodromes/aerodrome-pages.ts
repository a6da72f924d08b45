import type { Page } from '#web/ui/page.ts';

/** The list of aerodromes of air transport. */
export const transportPath = '/information/cAirport';

/** Aerodromes by what they serve; their records, forms and history are those of one type. */
export const aerodromePages: Page[] = [
  {
    // The record type's own entry in the menu leads here.
    path: '/information/airport',
    permission: 'signedIn',
    load: async () => ({ default: (await import('./aerodrome-lists.tsx')).GeneralAerodromesPage }),
    titleKey: 'aerodrome.general',
  },
  {
    path: transportPath,
    permission: 'signedIn',
    menu: { group: 'information', order: 45 },
    load: async () => ({ default: (await import('./aerodrome-lists.tsx')).TransportAerodromesPage }),
    titleKey: 'aerodrome.transport',
  },
];
