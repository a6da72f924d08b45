import { holdsPermission } from '#web/client/access.ts';
import { addShowTab } from '#web/engine/show-tabs.ts';

/** What playback adds to the page of an alert: the report of it, which the page opens with. Called once, before the first screen. */
export function addPlaybackParts(): void {
  addShowTab({
    key: 'incident',
    titleKey: 'playback.incident',
    opens: true,
    when: ({ resource }) =>
      resource.name === 'encounter' && holdsPermission(['Pages.FlightWatch.Trackreplay']),
    load: async () => ({ default: (await import('./incident-tab.tsx')).IncidentTab }),
  });
}
