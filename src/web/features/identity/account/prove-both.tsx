import { Button, Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { useAsyncAction } from '#web/client/async-action.ts';
import { Failure } from '#web/ui/failure.tsx';

interface Proof extends Record<string, string> {
  password: string;
  code: string;
}

const fields = ['code'] as const;

/** The password and a code: whoever changes two-step sign-in has both. */
export function ProveBoth({
  text,
  action,
  danger = false,
  onProved,
}: {
  text: string;
  action: string;
  danger?: boolean;
  onProved: (proof: Proof) => Promise<void>;
}) {
  const { t } = useTranslation();
  const [form] = Form.useForm<Proof>();
  const { busy, failure, run } = useAsyncAction({ form, fields });
  return (
    <Form<Proof>
      form={form}
      layout="vertical"
      requiredMark={false}
      onFinish={({ password, code }) => void run(() => onProved({ password, code: code.trim() }))}
    >
      <p style={{ marginTop: 0 }}>{text}</p>
      {failure !== null && (
        <div style={{ marginBottom: 12 }}>
          <Failure error={failure} />
        </div>
      )}
      <Form.Item
        name="password"
        label={t('account.ownPassword')}
        rules={[{ required: true, message: t('shell.login.passwordMissing') }]}
      >
        <Input.Password autoComplete="current-password" />
      </Form.Item>
      <Form.Item
        name="code"
        label={t('account.code.label')}
        extra={t('account.code.eitherHelp')}
        rules={[{ required: true, whitespace: true, message: t('account.code.missing') }]}
      >
        <Input className="cw-figures" autoComplete="one-time-code" maxLength={64} />
      </Form.Item>
      <Button type="primary" danger={danger} htmlType="submit" loading={busy}>
        {action}
      </Button>
    </Form>
  );
}
