import type { ComponentType } from 'react';
import type { ShowTabProps } from './show-tab.ts';

/** A line above a record's tabs: it waits for a decision, it expires soon. Its chunk is loaded where it has a place. */
export interface ShowNotice {
  key: string;
  when: (props: ShowTabProps) => boolean;
  load: () => Promise<{ default: ComponentType<ShowTabProps> }>;
}

/** The notices of every record's page, in order. Pages add their own (pages/audit/audit-parts.ts). */
export const showNotices: ShowNotice[] = [];

/** The same above the form of a record that is changed. */
export const formNotices: ShowNotice[] = [];
