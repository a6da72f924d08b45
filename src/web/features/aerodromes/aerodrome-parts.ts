import { formNotices, type ShowNotice, showNotices } from '#web/engine/show/notices.ts';
import { addShowTab, showTabs } from '#web/engine/show-tabs.ts';
import { importConverters } from '#web/engine/transfer/converters.ts';

/** What the page of an aerodrome has beside its fields: itself at a glance. Called once, before the first screen. */
export function addAerodromeParts(): void {
  if (showTabs.some(({ key }) => key === 'aerodrome')) return;
  importConverters.push({
    resource: 'airport',
    extension: '.xml',
    convert: async (file) => (await import('./aixm-file.ts')).aixmAsJson(file),
  });
  const entry: ShowNotice = {
    key: 'transport-entry',
    when: ({ resource, record: { kind } }) =>
      resource.name === 'airport' && (kind === 'civil' || kind === 'military'),
    load: async () => ({ default: (await import('./transport-entry.tsx')).TransportEntry }),
  };
  showNotices.push(entry);
  formNotices.push(entry);
  addShowTab({
    key: 'aerodrome',
    titleKey: 'aerodrome.title',
    opens: true,
    when: ({ resource, record }) => resource.name === 'airport' && !record.deletedAt,
    load: async () => ({ default: (await import('./aerodrome-tab.tsx')).AerodromeTab }),
  });
}
