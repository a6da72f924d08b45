import type { Page } from '#web/ui/page.ts';

/** What surveillance saw, once more (specification §2, /flightWatch/trackPlayback). */
export const playbackPages: Page[] = [
  {
    path: '/flightWatch/trackPlayback',
    permission: ['Pages.FlightWatch.Trackreplay'],
    menu: { group: 'flightWatch', order: 20 },
    load: async () => ({ default: (await import('./playback-page.tsx')).PlaybackPage }),
    titleKey: 'playback.title',
    full: true,
  },
  {
    path: '/flightWatch/incident',
    permission: ['Pages.FlightWatch.Trackreplay'],
    load: async () => ({ default: (await import('./incident-page.tsx')).IncidentPage }),
    titleKey: 'playback.incident',
  },
];
