import { App } from 'antd';
import { useTranslation } from 'react-i18next';
import { callService } from '#web/client/services.ts';
import type { ActionProps } from '#web/engine/record-actions.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

/** Webhook/SendAgain: a delivery back into the queue. */
export function SendAgain({ record, onClose }: ActionProps) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  return (
    <ConfirmDialog
      title={t('webhooks.sendAgainTitle')}
      okText={t('webhooks.sendAgain')}
      failed={t('tokens.failed')}
      work={async () => {
        await callService('Webhook', 'SendAgain', { id: record.id });
        message.success(t('webhooks.sendAgainDone'));
        onClose(true);
      }}
      onCancel={() => onClose(false)}
    >
      <p>{t('webhooks.sendAgainText')}</p>
    </ConfirmDialog>
  );
}
