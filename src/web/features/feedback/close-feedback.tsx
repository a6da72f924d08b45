import { App } from 'antd';
import { useTranslation } from 'react-i18next';
import { callService } from '#web/client/services.ts';
import type { ActionProps } from '#web/engine/record-actions.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

/** Feedback/Close: nothing more is to be said about it. */
export function CloseFeedback({ record, onClose }: ActionProps) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  return (
    <ConfirmDialog
      title={t('admin.feedback.closeTitle')}
      okText={t('admin.feedback.close')}
      failed={t('admin.failed')}
      work={async () => {
        await callService('Feedback', 'Close', { id: record.id });
        message.success(t('admin.feedback.closed'));
        onClose(true);
      }}
      onCancel={() => onClose(false)}
    >
      <p>{t('admin.feedback.closeText')}</p>
      <blockquote style={{ margin: 0, whiteSpace: 'pre-wrap' }}>{String(record.question)}</blockquote>
    </ConfirmDialog>
  );
}
