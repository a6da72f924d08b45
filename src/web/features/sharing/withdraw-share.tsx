import { App } from 'antd';
import { useTranslation } from 'react-i18next';
import { callService } from '#web/client/services.ts';
import type { ActionProps } from '#web/engine/record-actions.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

/** Share/Withdraw, in the list of links. */
export function WithdrawShare({ record, name, onClose }: ActionProps) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  return (
    <ConfirmDialog
      title={t('share.withdrawTitle', { name })}
      okText={t('share.withdraw')}
      danger
      failed={t('share.withdrawFailed')}
      work={async () => {
        await callService('Share', 'Withdraw', { id: record.id });
        message.success(t('share.withdrawn'));
        onClose(true);
      }}
      onCancel={() => onClose(false)}
    >
      <p>{t('share.withdrawText')}</p>
    </ConfirmDialog>
  );
}
