import { App } from 'antd';
import { useTranslation } from 'react-i18next';
import { callService } from '#web/client/services.ts';
import type { ActionProps } from '#web/engine/record-actions.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

/** Channel/SendAgain: what was given up goes back into the queue. */
export function SendNotificationAgain({ record, onClose }: ActionProps) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  return (
    <ConfirmDialog
      title={t('channels.sendAgainTitle')}
      okText={t('webhooks.sendAgain')}
      failed={t('tokens.failed')}
      work={async () => {
        await callService('Channel', 'SendAgain', { id: record.id });
        message.success(t('webhooks.sendAgainDone'));
        onClose(true);
      }}
      onCancel={() => onClose(false)}
    >
      <p>{t('channels.sendAgainText')}</p>
    </ConfirmDialog>
  );
}
