import { App, Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { useAsyncAction } from '#web/client/async-action.ts';
import { callService } from '#web/client/services.ts';
import type { ActionProps } from '#web/engine/record-actions.ts';
import { Failure } from '#web/ui/failure.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';

const fields = ['answer'] as const;

/** Feedback/Answer: whoever asked finds a reminder. */
export function AnswerFeedback({ record, onClose }: ActionProps) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const [form] = Form.useForm<{ answer: string }>();
  const { busy, failure, run } = useAsyncAction({ form, fields });
  return (
    <FormDialog<{ answer: string }>
      open
      form={form}
      initialValues={{ answer: typeof record.answer === 'string' ? record.answer : '' }}
      onFinish={({ answer }) =>
        void run(async () => {
          await callService('Feedback', 'Answer', { id: record.id, answer });
          message.success(t('admin.feedback.answered'));
          onClose(true);
        })
      }
      title={t('admin.feedback.answerTitle')}
      okText={t('admin.feedback.answer')}
      cancelText={t('shell.cancel')}
      confirmLoading={busy}
      onCancel={() => onClose(false)}
    >
      {failure !== null && <Failure title={t('admin.failed')} error={failure} />}
      <blockquote style={{ margin: '0 0 12px', whiteSpace: 'pre-wrap' }}>
        {String(record.question)}
      </blockquote>
      <Form.Item
        name="answer"
        label={t('admin.feedback.text')}
        extra={t('admin.feedback.help')}
        rules={[{ required: true, whitespace: true, message: t('admin.feedback.missing') }]}
      >
        <Input.TextArea rows={5} maxLength={4000} showCount autoFocus />
      </Form.Item>
    </FormDialog>
  );
}
