import type { ComponentType } from 'react';
import type { ShowTabProps } from '../show-tabs.ts';

/** A line above a record's tabs: it waits for a decision, it expires soon. Its chunk is loaded where it has a place. */
export interface ShowNotice {
  key: string;
  when: (props: ShowTabProps) => boolean;
  load: () => Promise<{ default: ComponentType<ShowTabProps> }>;
}

/** The notices of every record's page, in order. A new one is a file and a line here. */
export const showNotices: ShowNotice[] = [
  {
    key: 'audit',
    when: ({ resource, record }) => resource.approval !== undefined && !record.deletedAt,
    load: async () => ({ default: (await import('../../pages/audit/audit-notice.tsx')).AuditNotice }),
  },
];
