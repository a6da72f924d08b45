import { App } from 'antd';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { callService } from '../../providers/services.ts';
import type { ActionProps } from '../actions.ts';

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
