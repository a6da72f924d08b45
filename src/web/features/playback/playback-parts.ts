import { addShowTab } from '#web/engine/show-tabs.ts';

/** Adds the report to the page of an alert, which opens with it. Called once, before the first screen. */
export function addPlaybackParts(): void {
  addShowTab({
    key: 'incident',
    titleKey: 'playback.incident',
    opens: true,
    when: ({ resource }) => resource.name === 'encounter',
    load: async () => ({ default: (await import('./incident-tab.tsx')).IncidentTab }),
  });
}
