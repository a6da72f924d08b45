import { ApartmentOutlined, KeyOutlined } from '@ant-design/icons';
import type { ComponentType } from 'react';
import type { PermissionRule } from '../../domain/resource.ts';
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
  /** Its dialog, a chunk of its own. */
  load: () => Promise<{ default: ComponentType<ActionProps> }>;
}

/** Actions of each resource. A new one is a file in `actions/` and a line here. */
const actions: Record<string, RecordAction[]> = {
  flowConfig: [
    {
      name: 'design',
      titleKey: 'flow.design.open',
      Icon: ApartmentOutlined,
      permission: ['Pages.Operating.FlowConfig'],
      load: async () => ({ default: (await import('./actions/open-design.tsx')).OpenDesign }),
    },
  ],
  user: [
    {
      name: 'setPassword',
      titleKey: 'action.setPassword',
      Icon: KeyOutlined,
      permission: ['Pages.Users'],
      load: async () => ({ default: (await import('./actions/set-password.tsx')).SetPassword }),
    },
  ],
};

export function actionsOf(resource: string): RecordAction[] {
  return actions[resource] ?? [];
}
