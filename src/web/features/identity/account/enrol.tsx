import { Button, Form, Input, QRCode, Steps } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OutputOf } from '#contract/services.ts';
import { useAsyncAction } from '#web/client/async-action.ts';
import { callService } from '#web/client/services.ts';
import { Failure } from '#web/ui/failure.tsx';
import './account.css';
import { RecoveryCodes } from './recovery-codes.tsx';

/** Sets up two-step sign-in: the password, the QR code with the first code, the recovery codes. */
export function Enrol({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation();
  const [begun, setBegun] = useState<OutputOf<'MyAccount', 'BeginSecondFactor'> | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const step = codes ? 2 : begun ? 1 : 0;
  return (
    <div style={{ display: 'grid', gap: 16 }}>
      <Steps
        size="small"
        responsive={false}
        labelPlacement="vertical"
        current={step}
        items={['password', 'scan', 'keep'].map((key) => ({ title: t(`account.enrol.${key}`) }))}
      />
      {codes ? (
        <RecoveryCodes codes={codes} onStored={onDone} />
      ) : begun ? (
        <Scan begun={begun} onConfirmed={setCodes} onAgain={() => setBegun(null)} />
      ) : (
        <Prove onBegun={setBegun} />
      )}
    </div>
  );
}

function Prove({ onBegun }: { onBegun: (begun: OutputOf<'MyAccount', 'BeginSecondFactor'>) => void }) {
  const { t } = useTranslation();
  const { busy, failure, run } = useAsyncAction();
  const begin = async ({ password }: { password: string }) =>
    onBegun(await callService('MyAccount', 'BeginSecondFactor', { password }));
  return (
    <Form<{ password: string }>
      layout="vertical"
      requiredMark={false}
      onFinish={(values) => void run(() => begin(values))}
    >
      <p style={{ marginTop: 0 }}>{t('account.enrol.intro')}</p>
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
      <Button type="primary" htmlType="submit" loading={busy}>
        {t('account.enrol.next')}
      </Button>
    </Form>
  );
}

function Scan({
  begun,
  onConfirmed,
  onAgain,
}: {
  begun: OutputOf<'MyAccount', 'BeginSecondFactor'>;
  onConfirmed: (codes: string[]) => void;
  onAgain: () => void;
}) {
  const { t } = useTranslation();
  const [form] = Form.useForm<{ code: string }>();
  const { busy, failure, run } = useAsyncAction({ form, fields: ['code'] });
  const confirm = ({ code }: { code: string }) =>
    run(async () => {
      const { recoveryCodes } = await callService('MyAccount', 'ConfirmSecondFactor', { code: code.trim() });
      onConfirmed(recoveryCodes);
    });
  return (
    <Form<{ code: string }>
      form={form}
      layout="vertical"
      requiredMark={false}
      onFinish={(values) => void confirm(values)}
    >
      <div className="cw-enrol">
        <div role="img" aria-label={t('account.enrol.qr')}>
          {/* Cameras read dark on light, in either theme. */}
          <div aria-hidden="true">
            <QRCode value={begun.uri} size={184} color="#000000" bgColor="#ffffff" errorLevel="M" />
          </div>
        </div>
        <div>
          <p style={{ marginTop: 0 }}>{t('account.enrol.scanHelp')}</p>
          <p style={{ marginBottom: 4 }}>{t('account.enrol.byHand')}</p>
          <code className="cw-secret">{begun.secret.match(/.{1,4}/g)?.join(' ')}</code>
        </div>
      </div>
      {failure !== null && (
        <div style={{ marginBottom: 12 }}>
          <Failure error={failure} />
        </div>
      )}
      <Form.Item
        name="code"
        label={t('account.code.label')}
        rules={[{ required: true, whitespace: true, message: t('account.code.missing') }]}
      >
        <Input
          className="cw-figures"
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={7}
          style={{ maxWidth: 200 }}
        />
      </Form.Item>
      <div className="cw-bar">
        <Button type="primary" htmlType="submit" loading={busy}>
          {t('account.enrol.confirm')}
        </Button>
        <Button onClick={onAgain}>{t('account.enrol.again')}</Button>
      </div>
    </Form>
  );
}
