import {
  ApartmentOutlined,
  BlockOutlined,
  CheckCircleOutlined,
  CloseCircleOutlined,
  CommentOutlined,
  GlobalOutlined,
  KeyOutlined,
  LockOutlined,
  RedoOutlined,
  SafetyOutlined,
  SendOutlined,
  StopOutlined,
  TagsOutlined,
  UndoOutlined,
  UnlockOutlined,
} from '@ant-design/icons';
import type { ComponentType } from 'react';
import { isLockedAt } from '../../domain/lockout.ts';
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
  /** Is it there for this record now? Absent: always. */
  when?: (record: RecordValues) => boolean;
  /** Its dialog, a chunk of its own. */
  load: () => Promise<{ default: ComponentType<ActionProps> }>;
}

const isLocked = ({ lockoutEndAt }: RecordValues) => isLockedAt(lockoutEndAt, new Date().toISOString());

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
  airspace: [
    {
      name: 'open',
      titleKey: 'airspace.details.open',
      Icon: BlockOutlined,
      permission: ['Pages.Navigation', 'Pages.AirspaceApproval'],
      load: async () => ({ default: (await import('./actions/open-airspace.tsx')).OpenAirspace }),
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
  parameter: [
    {
      name: 'reset',
      titleKey: 'admin.parameter.reset',
      Icon: UndoOutlined,
      permission: ['Pages.Operating'],
      when: ({ value, defaultValue }) => value !== null && value !== undefined && value !== defaultValue,
      load: async () => ({ default: (await import('./actions/reset-parameter.tsx')).ResetParameter }),
    },
  ],
  feedback: [
    {
      name: 'answer',
      titleKey: 'admin.feedback.answer',
      Icon: CommentOutlined,
      permission: ['Pages.Users'],
      when: ({ state }) => state !== 'closed',
      load: async () => ({ default: (await import('./actions/answer-feedback.tsx')).AnswerFeedback }),
    },
    {
      name: 'close',
      titleKey: 'admin.feedback.close',
      Icon: CloseCircleOutlined,
      permission: ['Pages.Users'],
      when: ({ state }) => state !== 'closed',
      load: async () => ({ default: (await import('./actions/close-feedback.tsx')).CloseFeedback }),
    },
  ],
  errorLog: [
    {
      name: 'resolve',
      titleKey: 'admin.error.resolve',
      Icon: CheckCircleOutlined,
      permission: ['Pages.Users'],
      when: ({ state }) => state !== 'resolved',
      load: async () => ({ default: (await import('./actions/settle-error.tsx')).ResolveError }),
    },
    {
      name: 'reopen',
      titleKey: 'admin.error.reopen',
      Icon: RedoOutlined,
      permission: ['Pages.Users'],
      when: ({ state }) => state === 'resolved',
      load: async () => ({ default: (await import('./actions/settle-error.tsx')).ReopenError }),
    },
  ],
  user: [
    {
      name: 'lock',
      titleKey: 'admin.user.lock',
      Icon: LockOutlined,
      permission: ['Pages.Users'],
      when: (record) => !isLocked(record),
      load: async () => ({ default: (await import('./actions/lock-user.tsx')).LockUser }),
    },
    {
      name: 'unlock',
      titleKey: 'admin.user.unlock',
      Icon: UnlockOutlined,
      permission: ['Pages.Users'],
      when: isLocked,
      load: async () => ({ default: (await import('./actions/lock-user.tsx')).UnlockUser }),
    },
    {
      name: 'coverage',
      titleKey: 'admin.coverage.open',
      Icon: GlobalOutlined,
      permission: ['Pages.Users'],
      load: async () => ({ default: (await import('./actions/coverage-dialog.tsx')).CoverageDialog }),
    },
    {
      name: 'others',
      titleKey: 'admin.others.open',
      Icon: TagsOutlined,
      permission: ['Pages.Users'],
      load: async () => ({ default: (await import('./actions/user-others.tsx')).UserOthers }),
    },
    {
      name: 'setPassword',
      titleKey: 'action.setPassword',
      Icon: KeyOutlined,
      permission: ['Pages.Users'],
      load: async () => ({ default: (await import('./actions/set-password.tsx')).SetPassword }),
    },
    {
      name: 'resetSecondFactor',
      titleKey: 'account.factor.reset',
      Icon: SafetyOutlined,
      permission: ['Pages.Users'],
      load: async () => ({
        default: (await import('./actions/reset-second-factor.tsx')).ResetSecondFactor,
      }),
    },
  ],
};

export function actionsOf(resource: string): RecordAction[] {
  return actions[resource] ?? [];
}
