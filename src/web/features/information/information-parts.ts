import { addShowTab } from '#web/engine/show-tabs.ts';

/** What information adds to the page of a source: how it goes, and a box for reports. Called once, before the first screen. */
export function addInformationParts(): void {
  addShowTab({
    key: 'intake',
    titleKey: 'intake.tab',
    when: ({ resource, record }) => resource.name === 'informationSource' && !record.deletedAt,
    load: async () => ({ default: (await import('./source-tab.tsx')).SourceTab }),
  });
}
