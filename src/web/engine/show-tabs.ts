import { takesFiles } from '#domain/record/files.ts';
import { geometryFields } from './show/geometry-fields.ts';
import type { ShowTab } from './show/show-tab.ts';
import { tilesFieldOf } from './tiles/tiles-field-of.ts';

/** The tabs of every record's page, in order. A new one is a file and a line here; a feature adds its own (addShowTab). */
export const showTabs: ShowTab[] = [
  {
    key: 'tiles',
    titleKey: 'dashboard.tiles',
    when: ({ resource }) => tilesFieldOf(resource) !== undefined,
    load: async () => ({ default: (await import('./tiles/tiles-tab.tsx')).TilesTab }),
  },
  {
    key: 'related',
    titleKey: 'show.related',
    load: async () => ({ default: (await import('./show/related-tab.tsx')).RelatedTab }),
  },
  {
    key: 'map',
    titleKey: 'show.map',
    when: ({ resource, record }) => geometryFields(resource, record).length > 0,
    load: async () => ({ default: (await import('./show/map-tab.tsx')).MapTab }),
  },
  {
    key: 'permissions',
    titleKey: 'admin.permissions.tab',
    when: ({ resource }) => resource.name === 'user',
    load: async () => ({ default: (await import('./show/permissions-tab.tsx')).PermissionsTab }),
  },
  {
    key: 'files',
    titleKey: 'files.tab',
    when: ({ resource }) => takesFiles(resource),
    load: async () => ({ default: (await import('./files/files-tab.tsx')).FilesTab }),
  },
  {
    key: 'uses',
    titleKey: 'show.uses',
    load: async () => ({ default: (await import('./show/uses-tab.tsx')).UsesTab }),
  },
  {
    key: 'history',
    titleKey: 'form.history',
    load: async () => ({ default: (await import('./history.tsx')).HistoryTab }),
  },
];

/** A feature adds a tab, before the one of that key (absent: before all); once, however often it is called. */
export function addShowTab(tab: ShowTab, before?: string): void {
  if (showTabs.some(({ key }) => key === tab.key)) return;
  const place = before === undefined ? 0 : showTabs.findIndex(({ key }) => key === before);
  showTabs.splice(place === -1 ? showTabs.length : place, 0, tab);
}
