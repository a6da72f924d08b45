import { ApartmentOutlined, KeyOutlined, RedoOutlined, SendOutlined, StopOutlined } from '@ant-design/icons';
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
  apiToken: [
    {
      name: 'revoke',
      titleKey: 'tokens.revoke',
      Icon: StopOutlined,
      permission: ['Pages.Users'],
      load: async () => ({ default: (await import('./actions/revoke-token.tsx')).RevokeToken }),
    },
  ],
  webhook: [
    {
      name: 'newSecret',
      titleKey: 'webhooks.newSecret',
      Icon: KeyOutlined,
      permission: ['Pages.Operating'],
      load: async () => ({ default: (await import('./actions/webhook-secret.tsx')).WebhookSecret }),
    },
    {
      name: 'ping',
      titleKey: 'webhooks.ping',
      Icon: SendOutlined,
      permission: ['Pages.Operating'],
      load: async () => ({ default: (await import('./actions/webhook-ping.tsx')).WebhookPing }),
    },
  ],
  webhookDelivery: [
    {
      name: 'sendAgain',
      titleKey: 'webhooks.sendAgain',
      Icon: RedoOutlined,
      permission: ['Pages.Operating'],
      load: async () => ({ default: (await import('./actions/send-again.tsx')).SendAgain }),
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
