import type { ComponentType } from 'react';
import type { PermissionRule } from '#domain/record/resource.ts';
import type { RecordValues } from './labels.ts';

export interface ActionProps {
  record: RecordValues & { id: number };
  /** What people call the record. */
  name: string;
  /** Ends the dialog; `changed`: the record is not what it was. */
  onClose: (changed: boolean) => void;
}

/** What can be done to one record beside editing it: a service call with a dialog of its own. */
export interface RecordAction {
  name: string;
  titleKey: string;
  Icon: ComponentType;
  permission: PermissionRule;
  /** Is it there for this record now? Absent: always. */
  when?: (record: RecordValues) => boolean;
  /** Its dialog, a chunk of its own. */
  load: () => Promise<{ default: ComponentType<ActionProps> }>;
}

const actions = new Map<string, readonly RecordAction[]>();

/** What the features add; called once, before the first screen. */
export function addRecordActions(added: Readonly<Record<string, readonly RecordAction[]>>): void {
  for (const [resource, ofResource] of Object.entries(added)) actions.set(resource, ofResource);
}

export function actionsOf(resource: string): readonly RecordAction[] {
  return actions.get(resource) ?? [];
}
