import { Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import type { ConfigurationItemView } from '#contract/configuration-transfer.ts';
import { useAsyncAction } from '#web/client/async-action.ts';
import { RequestError } from '#web/client/http.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { RefusalList } from '#web/ui/refusal-list.tsx';

interface Applied {
  id: number;
  added: number;
  changed: number;
}

interface Props {
  items: readonly ConfigurationItemView[];
  installation: string;
  apply: (reason: string) => Promise<Applied>;
  onDone: (applied: Applied) => void;
  /** The installation has changed since the preview. */
  onOutdated: () => void;
  onClose: () => void;
}

/** What is about to be applied, and why. */
export function ApplyDialog({ items, installation, apply, onDone, onOutdated, onClose }: Props) {
  const { t } = useTranslation();
  const [form] = Form.useForm<{ reason: string }>();
  const { busy, failure, run } = useAsyncAction({ form, fields: ['reason'] });
  const added = items.filter(({ status }) => status === 'new').length;
  return (
    <FormDialog<{ reason: string }>
      open
      form={form}
      title={t('configuration.applyTitle')}
      okText={t('configuration.apply')}
      cancelText={t('shell.cancel')}
      confirmLoading={busy}
      onCancel={onClose}
      onFinish={({ reason }) =>
        void run(async () => {
          try {
            onDone(await apply(reason.trim()));
          } catch (error) {
            if (!(error instanceof RequestError && error.statusCode === 409)) throw error;
            onOutdated();
          }
        })
      }
    >
      <p>{t('configuration.applyText', { installation, added, changed: items.length - added })}</p>
      {failure !== null && <RefusalList title={t('configuration.applyFailed')} error={failure} />}
      <Form.Item
        name="reason"
        label={t('configuration.reason')}
        rules={[{ required: true, whitespace: true, message: t('configuration.reasonMissing') }]}
      >
        <Input.TextArea rows={3} maxLength={500} showCount />
      </Form.Item>
    </FormDialog>
  );
}
