import { formNotices, showNotices } from '#web/engine/show/notices.ts';
import type { ShowTabProps } from '#web/engine/show/show-tab.ts';
import { addShowTab, showTabs } from '#web/engine/show-tabs.ts';

const audited = ({ resource, record }: ShowTabProps) => resource.approval !== undefined && !record.deletedAt;

/** What approvals add to the generated screens of the types that pass one; called once, before the first screen. */
export function addAuditParts(): void {
  if (showTabs.some(({ key }) => key === 'approvals')) return;
  addShowTab(
    {
      key: 'approvals',
      titleKey: 'audit.tab',
      when: ({ resource }) => resource.approval !== undefined,
      load: async () => ({ default: (await import('./approvals-tab.tsx')).ApprovalsTab }),
    },
    'uses',
  );
  showNotices.push({
    key: 'audit',
    when: audited,
    load: async () => ({ default: (await import('./audit-notice.tsx')).AuditNotice }),
  });
  formNotices.push({
    key: 'audit',
    when: audited,
    load: async () => ({ default: (await import('./audit-notice.tsx')).AuditFormNotice }),
  });
}
