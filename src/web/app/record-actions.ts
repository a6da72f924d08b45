import {
  ApartmentOutlined,
  BlockOutlined,
  CheckCircleOutlined,
  CloseCircleOutlined,
  CommentOutlined,
  DashboardOutlined,
  FileTextOutlined,
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
import { mayBeInvited } from '#domain/identity/invitation.ts';
import { isLockedAt } from '#domain/identity/lockout.ts';
import { shareState } from '#domain/sharing/share-link.ts';
import { sharers } from '#domain/sharing/sharers.ts';
import { stringOf } from '#domain/text/narrow.ts';
import type { RecordValues } from '#web/engine/labels.ts';
import type { RecordAction } from '#web/engine/record-actions.ts';

const isLocked = ({ lockoutEndAt }: RecordValues) => isLockedAt(lockoutEndAt, new Date().toISOString());

/** Actions of each resource. A new one is a file of its feature and a line here. */
export const recordActions: Readonly<Record<string, readonly RecordAction[]>> = {
  flowConfig: [
    {
      name: 'design',
      titleKey: 'flow.design.open',
      Icon: ApartmentOutlined,
      permission: ['Pages.Operating.FlowConfig'],
      load: async () => ({
        default: (await import('#web/features/approvals/flow/open-design.tsx')).OpenDesign,
      }),
    },
  ],
  airspace: [
    {
      name: 'open',
      titleKey: 'airspace.details.open',
      Icon: BlockOutlined,
      permission: ['Pages.Navigation', 'Pages.AirspaceApproval'],
      load: async () => ({
        default: (await import('#web/features/airspace/open-airspace.tsx')).OpenAirspace,
      }),
    },
  ],
  dashboard: [
    {
      name: 'open',
      titleKey: 'dashboard.open',
      Icon: DashboardOutlined,
      permission: 'signedIn',
      load: async () => ({
        default: (await import('#web/features/dashboards/open-dashboard.tsx')).OpenDashboard,
      }),
    },
  ],
  encounter: [
    {
      name: 'classify',
      titleKey: 'alerts.classify',
      Icon: CheckCircleOutlined,
      permission: ['Pages.FlightWatch.Navigation_3D'],
      load: async () => ({
        default: (await import('#web/features/alerts/classify-alert.tsx')).ClassifyAlert,
      }),
    },
    {
      name: 'incident',
      titleKey: 'playback.incident',
      Icon: FileTextOutlined,
      permission: ['Pages.FlightWatch.Trackreplay'],
      load: async () => ({
        default: (await import('#web/features/alerts/open-incident.tsx')).OpenIncident,
      }),
    },
    {
      name: 'openRoom',
      titleKey: 'chat.discuss',
      Icon: CommentOutlined,
      permission: ['Pages.Chat'],
      load: async () => ({
        default: (await import('#web/features/alerts/open-alert-room.tsx')).OpenAlertRoom,
      }),
    },
  ],
  shareLink: [
    {
      name: 'withdraw',
      titleKey: 'share.withdraw',
      Icon: StopOutlined,
      permission: sharers,
      when: ({ expiresAt, withdrawnAt }) =>
        shareState({ expiresAt: String(expiresAt), withdrawnAt: stringOf(withdrawnAt) }, Date.now()) ===
        'active',
      load: async () => ({
        default: (await import('#web/features/sharing/withdraw-share.tsx')).WithdrawShare,
      }),
    },
  ],
  apiToken: [
    {
      name: 'revoke',
      titleKey: 'tokens.revoke',
      Icon: StopOutlined,
      permission: ['Pages.Users'],
      load: async () => ({
        default: (await import('#web/features/identity/tokens/revoke-token.tsx')).RevokeToken,
      }),
    },
  ],
  webhook: [
    {
      name: 'newSecret',
      titleKey: 'webhooks.newSecret',
      Icon: KeyOutlined,
      permission: ['Pages.Operating'],
      load: async () => ({
        default: (await import('#web/features/webhooks/webhook-secret.tsx')).WebhookSecret,
      }),
    },
    {
      name: 'ping',
      titleKey: 'webhooks.ping',
      Icon: SendOutlined,
      permission: ['Pages.Operating'],
      load: async () => ({ default: (await import('#web/features/webhooks/webhook-ping.tsx')).WebhookPing }),
    },
  ],
  surveillanceSource: [
    {
      name: 'newToken',
      titleKey: 'sources.newToken',
      Icon: KeyOutlined,
      permission: ['Pages.Operating'],
      when: ({ transport }) => transport === 'httpPush',
      load: async () => ({ default: (await import('#web/features/surveillance/push-token.tsx')).PushToken }),
    },
    {
      name: 'setPassword',
      titleKey: 'sources.setPassword',
      Icon: LockOutlined,
      permission: ['Pages.Operating'],
      when: ({ transport, type }) =>
        transport === 'mqtt' || transport === 'httpPoll' || (transport === 'tcpClient' && type === 'flarm'),
      load: async () => ({
        default: (await import('#web/features/surveillance/source-password.tsx')).SourcePassword,
      }),
    },
  ],
  informationSource: [
    {
      name: 'newToken',
      titleKey: 'sources.newToken',
      Icon: KeyOutlined,
      permission: ['Pages.Operating'],
      when: ({ transport }) => transport === 'httpPush',
      load: async () => ({
        default: (await import('#web/features/information/source-acts.tsx')).InformationToken,
      }),
    },
    {
      name: 'setPassword',
      titleKey: 'sources.setPassword',
      Icon: LockOutlined,
      permission: ['Pages.Operating'],
      when: ({ transport }) => transport === 'httpPoll',
      load: async () => ({
        default: (await import('#web/features/information/source-acts.tsx')).InformationPassword,
      }),
    },
  ],
  webhookDelivery: [
    {
      name: 'sendAgain',
      titleKey: 'webhooks.sendAgain',
      Icon: RedoOutlined,
      permission: ['Pages.Operating'],
      load: async () => ({ default: (await import('#web/features/webhooks/send-again.tsx')).SendAgain }),
    },
  ],
  reportSubscription: [
    {
      name: 'sendNow',
      titleKey: 'report.sendNow',
      Icon: SendOutlined,
      permission: ['Pages.Statistics'],
      load: async () => ({
        default: (await import('#web/features/plans/report/send-report.tsx')).SendReport,
      }),
    },
  ],
  channelDelivery: [
    {
      name: 'sendAgain',
      titleKey: 'webhooks.sendAgain',
      Icon: RedoOutlined,
      permission: ['Pages.Operating'],
      when: ({ status }) => status === 'dead' || status === 'skipped',
      load: async () => ({
        default: (await import('#web/features/channels/send-again.tsx')).SendNotificationAgain,
      }),
    },
  ],
  parameter: [
    {
      name: 'reset',
      titleKey: 'admin.parameter.reset',
      Icon: UndoOutlined,
      permission: ['Pages.Operating'],
      when: ({ value, defaultValue }) => value !== null && value !== undefined && value !== defaultValue,
      load: async () => ({
        default: (await import('#web/features/administration/reset-parameter.tsx')).ResetParameter,
      }),
    },
  ],
  feedback: [
    {
      name: 'answer',
      titleKey: 'admin.feedback.answer',
      Icon: CommentOutlined,
      permission: ['Pages.Users'],
      when: ({ state }) => state !== 'closed',
      load: async () => ({
        default: (await import('#web/features/feedback/answer-feedback.tsx')).AnswerFeedback,
      }),
    },
    {
      name: 'close',
      titleKey: 'admin.feedback.close',
      Icon: CloseCircleOutlined,
      permission: ['Pages.Users'],
      when: ({ state }) => state !== 'closed',
      load: async () => ({
        default: (await import('#web/features/feedback/close-feedback.tsx')).CloseFeedback,
      }),
    },
  ],
  errorLog: [
    {
      name: 'resolve',
      titleKey: 'admin.error.resolve',
      Icon: CheckCircleOutlined,
      permission: ['Pages.Users'],
      when: ({ state }) => state !== 'resolved',
      load: async () => ({
        default: (await import('#web/features/error-log/settle-error.tsx')).ResolveError,
      }),
    },
    {
      name: 'reopen',
      titleKey: 'admin.error.reopen',
      Icon: RedoOutlined,
      permission: ['Pages.Users'],
      when: ({ state }) => state === 'resolved',
      load: async () => ({ default: (await import('#web/features/error-log/settle-error.tsx')).ReopenError }),
    },
  ],
  user: [
    {
      name: 'lock',
      titleKey: 'admin.user.lock',
      Icon: LockOutlined,
      permission: ['Pages.Users'],
      when: (record) => !isLocked(record),
      load: async () => ({ default: (await import('#web/features/identity/users/lock-user.tsx')).LockUser }),
    },
    {
      name: 'unlock',
      titleKey: 'admin.user.unlock',
      Icon: UnlockOutlined,
      permission: ['Pages.Users'],
      when: isLocked,
      load: async () => ({
        default: (await import('#web/features/identity/users/lock-user.tsx')).UnlockUser,
      }),
    },
    {
      name: 'invite',
      titleKey: 'action.invite',
      Icon: SendOutlined,
      permission: ['Pages.Users'],
      when: mayBeInvited,
      load: async () => ({
        default: (await import('#web/features/identity/users/invite-user.tsx')).InviteUser,
      }),
    },
    {
      name: 'coverage',
      titleKey: 'admin.coverage.open',
      Icon: GlobalOutlined,
      permission: ['Pages.Users'],
      load: async () => ({
        default: (await import('#web/features/identity/users/coverage-dialog.tsx')).CoverageDialog,
      }),
    },
    {
      name: 'others',
      titleKey: 'admin.others.open',
      Icon: TagsOutlined,
      permission: ['Pages.Users'],
      load: async () => ({
        default: (await import('#web/features/identity/users/user-others.tsx')).UserOthers,
      }),
    },
    {
      name: 'setPassword',
      titleKey: 'action.setPassword',
      Icon: KeyOutlined,
      permission: ['Pages.Users'],
      load: async () => ({
        default: (await import('#web/features/identity/users/set-password.tsx')).SetPassword,
      }),
    },
    {
      name: 'resetSecondFactor',
      titleKey: 'account.factor.reset',
      Icon: SafetyOutlined,
      permission: ['Pages.Users'],
      load: async () => ({
        default: (await import('#web/features/identity/users/reset-second-factor.tsx')).ResetSecondFactor,
      }),
    },
  ],
};
