import { App } from 'antd';
import { useTranslation } from 'react-i18next';
import { callService } from '#web/client/services.ts';
import type { ActionProps } from '#web/engine/record-actions.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

/** ReportResult/SendNow: a scheduled report, made and sent at once. */
export function SendReport({ record, name, onClose }: ActionProps) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  return (
    <ConfirmDialog
      title={t('report.sendNow.title', { name })}
      okText={t('report.sendNow')}
      failed={t('report.sendNow.failed')}
      work={async () => {
        const { recipients } = await callService('ReportResult', 'SendNow', { id: record.id });
        message.success(t('report.sendNow.done', { count: recipients }));
        onClose(true);
      }}
      onCancel={() => onClose(false)}
    >
      <p>{t('report.sendNow.text')}</p>
    </ConfirmDialog>
  );
}
