import type { ComponentType } from 'react';
import type { Resource } from '#domain/record/resource.ts';
import type { RecordValues } from '#web/engine/labels.ts';

export interface ShowTabProps {
  resource: Resource;
  record: RecordValues & { id: number };
}

/** A part of a record's page beside its fields: a tab, its chunk loaded when it is opened. */
export interface ShowTab {
  key: string;
  titleKey: string;
  /** The page opens with it; absent: with the fields. */
  opens?: true;
  /** Is it there for this record, and for this user? Absent: always. */
  when?: (props: ShowTabProps) => boolean;
  load: () => Promise<{ default: ComponentType<ShowTabProps> }>;
}
