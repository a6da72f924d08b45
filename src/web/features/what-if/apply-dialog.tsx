import { App, Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { useAsyncAction } from '#web/client/async-action.ts';
import { callService } from '#web/client/services.ts';
import { Failure } from '#web/ui/failure.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';

interface Props {
  id: number;
  /** Changes that are put in force. */
  count: number;
  onClose: (changed: boolean) => void;
}

/** Puts the changes in force, with the reason that stays with the evaluation. */
export function ApplyDialog({ id, count, onClose }: Props) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const [form] = Form.useForm<{ reason: string }>();
  const { busy, failure, run } = useAsyncAction({ form, fields: ['reason'] });
  return (
    <FormDialog<{ reason: string }>
      open
      form={form}
      title={t('whatIf.applyTitle')}
      okText={t('whatIf.apply')}
      confirmLoading={busy}
      onCancel={() => onClose(false)}
      onFinish={({ reason }) =>
        void run(async () => {
          await callService('WhatIf', 'Apply', { id, reason });
          void message.success(t('whatIf.applied', { count }));
          onClose(true);
        })
      }
    >
      <p>{t('whatIf.applyText', { count })}</p>
      <Form.Item
        name="reason"
        label={t('whatIf.reason')}
        rules={[{ required: true, whitespace: true, message: t('whatIf.required') }]}
      >
        <Input.TextArea rows={3} maxLength={500} showCount />
      </Form.Item>
      {failure !== null && <Failure title={t('whatIf.applyFailed')} error={failure} />}
    </FormDialog>
  );
}
