import { App } from 'antd';
import { useTranslation } from 'react-i18next';
import { isLockedForGood } from '#domain/identity/lockout.ts';
import { localText } from '#web/client/clock.ts';
import { callService } from '#web/client/services.ts';
import type { ActionProps } from '#web/engine/record-actions.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

/** User/LockUser: until an administrator unlocks them; their sessions end. */
export function LockUser({ record, name, onClose }: ActionProps) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  return (
    <ConfirmDialog
      title={t('admin.user.lockTitle', { name })}
      okText={t('admin.user.lock')}
      danger
      failed={t('admin.failed')}
      work={async () => {
        await callService('User', 'LockUser', { id: record.id });
        message.success(t('admin.user.locked', { name }));
        onClose(true);
      }}
      onCancel={() => onClose(false)}
    >
      <p>{t('admin.user.lockText')}</p>
    </ConfirmDialog>
  );
}

/** User/UnLockUser, whoever or whatever locked them. */
export function UnlockUser({ record, name, onClose }: ActionProps) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const until = String(record.lockoutEndAt ?? '');
  return (
    <ConfirmDialog
      title={t('admin.user.unlockTitle', { name })}
      okText={t('admin.user.unlock')}
      failed={t('admin.failed')}
      work={async () => {
        await callService('User', 'UnLockUser', { id: record.id });
        message.success(t('admin.user.unlocked', { name }));
        onClose(true);
      }}
      onCancel={() => onClose(false)}
    >
      <p>
        {isLockedForGood(until)
          ? t('admin.user.lockedByHand')
          : t('admin.user.lockedUntil', { until: localText(until) })}
      </p>
    </ConfirmDialog>
  );
}
