import { Alert, App, Form, Input, Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { signOut } from '../providers/auth.ts';
import { RequestError } from '../providers/http.ts';
import { callService } from '../providers/services.ts';

interface Values {
  currentPassword: string;
  newPassword: string;
  repeat: string;
}

/** Specification §5 and decisions.md §10: where the two entries differ, nothing is sent. */
export function ChangePassword({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const [form] = Form.useForm<Values>();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  const change = async ({ currentPassword, newPassword, repeat }: Values) => {
    if (newPassword !== repeat) {
      setFailure(t('shell.password.differ'));
      return;
    }
    setBusy(true);
    setFailure(null);
    try {
      await callService('User', 'ChangePassword', { currentPassword, newPassword });
      message.success(t('shell.password.done'));
      onClose();
      await signOut();
      await navigate(`/login?redirect=${encodeURIComponent(pathname + search)}`);
    } catch (error) {
      const atField = error instanceof RequestError ? error.errors.newPassword : undefined;
      if (atField) form.setFields([{ name: 'newPassword', errors: atField }]);
      else setFailure(error instanceof Error ? t(error.message) : t('shell.error.unknown'));
    } finally {
      setBusy(false);
    }
  };

  const field = (name: keyof Values, autoComplete: string) => (
    <Form.Item
      name={name}
      label={t(`shell.password.${name}`)}
      rules={[{ required: true, message: t(`shell.password.${name}Missing`) }]}
    >
      <Input.Password autoComplete={autoComplete} />
    </Form.Item>
  );

  return (
    <Modal
      open={open}
      title={t('shell.password.title')}
      okText={t('shell.ok')}
      cancelText={t('shell.cancel')}
      confirmLoading={busy}
      onOk={() => form.submit()}
      onCancel={onClose}
      // Passwords do not wait behind a closed dialog, nor does what was wrong with them.
      afterClose={() => {
        form.resetFields();
        setFailure(null);
      }}
      destroyOnHidden
    >
      <Form<Values>
        form={form}
        layout="vertical"
        onFinish={(values) => void change(values)}
        requiredMark={false}
      >
        {failure && (
          <Alert type="error" showIcon message={failure} role="alert" style={{ marginBottom: 12 }} />
        )}
        {field('currentPassword', 'current-password')}
        {field('newPassword', 'new-password')}
        {field('repeat', 'new-password')}
      </Form>
    </Modal>
  );
}
