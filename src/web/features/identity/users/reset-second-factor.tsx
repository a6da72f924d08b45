import { useNotification } from '@refinedev/core';
import { Alert, Form, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callService } from '#web/client/services.ts';
import type { ActionProps } from '#web/engine/record-actions.ts';
import { Failure } from '#web/ui/failure.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';

/**
 * MyAccount/ResetSecondFactor: for a user who has lost their device; the administrator proves who they are.
 */
export function ResetSecondFactor({ record, name, onClose }: ActionProps) {
  const { t } = useTranslation();
  const { open: notify } = useNotification();
  const [form] = Form.useForm<{ adminPassword: string }>();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const enrolled = typeof record.secondFactorAt === 'string';

  const reset = async ({ adminPassword }: { adminPassword: string }) => {
    setBusy(true);
    setFailure(null);
    try {
      await callService('MyAccount', 'ResetSecondFactor', { adminPassword, userId: record.id });
      notify?.({
        type: 'success',
        key: `factor:${record.id}`,
        message: t('account.factor.resetDone', { name }),
        description: t('account.factor.reset'),
      });
      onClose(true);
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };

  return (
    <FormDialog<{ adminPassword: string }>
      form={form}
      requiredMark={false}
      onFinish={(values) => void reset(values)}
      open
      title={t('account.factor.resetTitle', { name })}
      okText={t('account.factor.reset')}
      cancelText={t('shell.cancel')}
      okButtonProps={{ danger: true, disabled: !enrolled }}
      confirmLoading={busy}
      onCancel={() => onClose(false)}
    >
      {!enrolled && <Alert type="info" showIcon message={t('account.factor.notOn')} />}
      {enrolled && (
        <>
          <p style={{ marginTop: 0 }}>{t('account.factor.resetText')}</p>
          {failure !== null && (
            <div style={{ marginBottom: 12 }}>
              <Failure title={t('account.factor.resetFailed')} error={failure} />
            </div>
          )}
          <Form.Item
            name="adminPassword"
            label={t('action.setPassword.own')}
            rules={[{ required: true, message: t('action.setPassword.ownMissing') }]}
          >
            <Input.Password autoComplete="current-password" autoFocus />
          </Form.Item>
        </>
      )}
    </FormDialog>
  );
}
