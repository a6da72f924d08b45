import { App, Form, Input, Radio } from 'antd';
import { useTranslation } from 'react-i18next';
import { type Classification, classifications } from '#domain/conflicts/alert-counts.ts';
import { stringOf } from '#domain/text/narrow.ts';
import { useAsyncAction } from '#web/client/async-action.ts';
import { callService } from '#web/client/services.ts';
import type { ActionProps } from '#web/engine/record-actions.ts';
import { Failure } from '#web/ui/failure.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import './alerts.css';

interface Values {
  classification: Classification;
  reason?: string;
}

/** Classifies an alert, open or cleared: on the map, in the list and on its page. */
export function ClassifyAlert({ record, name, onClose }: ActionProps) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const [form] = Form.useForm<Values>();
  const { busy, failure, run } = useAsyncAction({ form, fields: ['reason'] });
  const classification = Form.useWatch('classification', form);
  const before = classifications.find((one) => one === record.classification);
  return (
    <FormDialog<Values>
      open
      form={form}
      title={t('alerts.classifyTitle', { name })}
      okText={t('alerts.classify')}
      confirmLoading={busy}
      requiredMark={false}
      initialValues={{ classification: before, reason: stringOf(record.classificationReason) ?? '' }}
      onCancel={() => onClose(false)}
      onFinish={({ classification: chosen, reason = '' }) =>
        void run(async () => {
          await callService('Alert', 'Classify', { id: record.id, classification: chosen, reason });
          void message.success(t('alerts.classified'));
          onClose(true);
        })
      }
    >
      <Form.Item
        name="classification"
        label={t('alerts.classification')}
        rules={[{ required: true, message: t('alerts.classificationMissing') }]}
      >
        <Radio.Group
          className="cw-alert-classifications"
          options={classifications.map((value) => ({ value, label: t(`alerts.classification.${value}`) }))}
        />
      </Form.Item>
      <Form.Item
        name="reason"
        label={t('alerts.classificationReason')}
        dependencies={['classification']}
        rules={
          classification === 'confirmed'
            ? []
            : [{ required: true, whitespace: true, message: t('alert.refused.classificationReason') }]
        }
      >
        <Input.TextArea rows={3} maxLength={500} showCount />
      </Form.Item>
      {failure !== null && <Failure title={t('alerts.classifyFailed')} error={failure} />}
    </FormDialog>
  );
}
