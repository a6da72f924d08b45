import { App, Input } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callService } from '#web/client/services.ts';
import type { ActionProps } from '#web/engine/record-actions.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

/** ErrorLog/Resolve: seen again, it is open again by itself. */
export function ResolveError({ record, name, onClose }: ActionProps) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const [resolution, setResolution] = useState('');
  const id = useId();
  return (
    <ConfirmDialog
      title={t('admin.error.resolveTitle', { name: short(name) })}
      okText={t('admin.error.resolve')}
      failed={t('admin.failed')}
      work={async () => {
        await callService('ErrorLog', 'Resolve', { id: record.id, resolution });
        message.success(t('admin.error.resolved'));
        onClose(true);
      }}
      onCancel={() => onClose(false)}
    >
      <p>{t('admin.error.resolveText')}</p>
      <label htmlFor={id}>{t('admin.error.resolution')}</label>
      <Input.TextArea
        id={id}
        autoFocus
        rows={3}
        maxLength={1000}
        value={resolution}
        onChange={(event) => setResolution(event.target.value)}
      />
    </ConfirmDialog>
  );
}

/** ErrorLog/Reopen. */
export function ReopenError({ record, name, onClose }: ActionProps) {
  const { t } = useTranslation();
  return (
    <ConfirmDialog
      title={t('admin.error.reopenTitle', { name: short(name) })}
      okText={t('admin.error.reopen')}
      failed={t('admin.failed')}
      work={async () => {
        await callService('ErrorLog', 'Reopen', { id: record.id });
        onClose(true);
      }}
      onCancel={() => onClose(false)}
    >
      <p>{t('admin.error.reopenText')}</p>
    </ConfirmDialog>
  );
}

function short(text: string): string {
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
