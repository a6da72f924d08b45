import { App } from 'antd';
import { useTranslation } from 'react-i18next';
import { callService } from '#web/client/services.ts';
import type { ActionProps } from '#web/engine/record-actions.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

/** ApiToken/Revoke, for whoever keeps users. */
export function RevokeToken({ record, name, onClose }: ActionProps) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  return (
    <ConfirmDialog
      title={t('tokens.revokeTitle', { name })}
      okText={t('tokens.revoke')}
      danger
      failed={t('tokens.failed')}
      work={async () => {
        await callService('ApiToken', 'Revoke', { id: record.id });
        message.success(t('tokens.revokedDone', { name }));
        onClose(true);
      }}
      onCancel={() => onClose(false)}
    >
      <p>{t('tokens.revokeText')}</p>
    </ConfirmDialog>
  );
}
