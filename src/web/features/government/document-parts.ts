import { mayEver } from '#domain/identity/access.ts';
import { ability } from '#web/client/access.ts';
import { addShowTab } from '#web/engine/show-tabs.ts';

/** What the page of a document has beside its fields: its text from a file. Called once, before the first screen. */
export function addDocumentParts(): void {
  addShowTab({
    key: 'documentText',
    titleKey: 'government.import',
    when: ({ resource, record }) =>
      resource.name === 'governmentDocument' &&
      !record.deletedAt &&
      mayEver(ability, 'update', 'governmentDocument'),
    load: async () => ({ default: (await import('./import-tab.tsx')).ImportTab }),
  });
}
