import { showTabs } from '#web/engine/show-tabs.ts';
import { importConverters } from '#web/engine/transfer/converters.ts';
import type { Page } from '#web/ui/page.ts';

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
    path: '/information/cAirport',
    permission: 'signedIn',
    menu: { group: 'information', order: 45 },
    load: async () => ({ default: (await import('./aerodrome-lists.tsx')).TransportAerodromesPage }),
    titleKey: 'aerodrome.transport',
  },
];

/** What the page of an aerodrome has beside its fields: itself at a glance. Called once, before the first screen. */
export function addAerodromeParts(): void {
  if (showTabs.some(({ key }) => key === 'aerodrome')) return;
  importConverters.push({
    resource: 'airport',
    extension: '.xml',
    convert: async (file) => (await import('./aixm-file.ts')).aixmAsJson(file),
  });
  showTabs.unshift({
    key: 'aerodrome',
    titleKey: 'aerodrome.title',
    when: ({ resource, record }) => resource.name === 'airport' && !record.deletedAt,
    load: async () => ({ default: (await import('./aerodrome-tab.tsx')).AerodromeTab }),
  });
}
