import type { Page } from '#web/ui/page.ts';

/** Weather by aerodrome and area, by the specification's route table. */
export const weatherPages: Page[] = [
  {
    path: '/information/weatherInfor',
    permission: 'signedIn',
    menu: { group: 'information', order: 10 },
    load: async () => ({ default: (await import('./weather-page.tsx')).WeatherPage }),
    titleKey: 'weather.page.title',
  },
];
