import { App } from 'antd';
import { useTranslation } from 'react-i18next';
import { patchRecord } from '#web/client/data.ts';
import type { ActionProps } from '#web/engine/record-actions.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

/** A parameter takes its default again. */
export function ResetParameter({ record, name, onClose }: ActionProps) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const unit = typeof record.unit === 'string' ? ` ${record.unit}` : '';
  const amount = (value: unknown) => (typeof value === 'string' ? `${value}${unit}` : '—');
  return (
    <ConfirmDialog
      title={t('admin.parameter.resetTitle', { name })}
      okText={t('admin.parameter.reset')}
      failed={t('admin.failed')}
      work={async () => {
        await patchRecord('parameter', record.id, { version: Number(record.version), value: null });
        message.success(t('admin.parameter.resetDone', { name }));
        onClose(true);
      }}
      onCancel={() => onClose(false)}
    >
      <p>
        {t('admin.parameter.resetText', {
          value: amount(record.value),
          defaultValue: amount(record.defaultValue),
        })}
      </p>
    </ConfirmDialog>
  );
}
