import { App } from 'antd';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { callService } from '../../providers/services.ts';
import type { ActionProps } from '../actions.ts';

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
