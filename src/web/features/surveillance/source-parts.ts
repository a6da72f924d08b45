import { addShowTab } from '#web/engine/show-tabs.ts';

/** What surveillance adds to the page of a source: its last message. Called once, before the first screen. */
export function addSourceParts(): void {
  addShowTab({
    key: 'listen',
    titleKey: 'sources.listen',
    when: ({ resource, record }) => resource.name === 'surveillanceSource' && !record.deletedAt,
    load: async () => ({ default: (await import('./listen-tab.tsx')).ListenTab }),
  });
}
