import { useNotification } from '@refinedev/core';
import { Alert, Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { useAsyncAction } from '#web/client/async-action.ts';
import { localText } from '#web/client/clock.ts';
import { callService } from '#web/client/services.ts';
import type { ActionProps } from '#web/engine/record-actions.ts';
import { Failure } from '#web/ui/failure.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';

interface Values {
  newPassword: string;
  repeat: string;
  adminPassword: string;
}
const names = ['newPassword', 'repeat', 'adminPassword'] as const;

/**
 * User/ResetPassword: an administrator gives someone a password, and confirms with their own password. It
 * also unlocks.
 */
export function SetPassword({ record, name, onClose }: ActionProps) {
  const { t } = useTranslation();
  const { open: notify } = useNotification();
  const [form] = Form.useForm<Values>();
  const { busy, failure, run } = useAsyncAction({ form, fields: names });
  const until = lockedUntil(record.lockoutEndAt, Date.now());

  const save = async ({ newPassword, adminPassword }: Values) => {
    await callService('User', 'ResetPassword', { adminPassword, userId: record.id, newPassword });
    notify?.({
      type: 'success',
      key: `password:${record.id}`,
      message: t('action.setPassword.done', { name }),
      description: t('action.setPassword'),
    });
    onClose(true);
  };

  return (
    <FormDialog<Values>
      open
      form={form}
      onFinish={(values) => void run(() => save(values))}
      title={t('action.setPassword.title', { name })}
      okText={t('action.setPassword')}
      cancelText={t('shell.cancel')}
      confirmLoading={busy}
      onCancel={() => onClose(false)}
    >
      <div style={{ display: 'grid', gap: 12, marginBottom: 12 }}>
        {until && (
          <Alert
            type="warning"
            showIcon
            message={t('action.setPassword.locked', { until: localText(until) })}
          />
        )}
        {failure !== null && <Failure title={t('action.setPassword.failed')} error={failure} />}
      </div>
      <Form.Item
        name="newPassword"
        label={t('shell.password.newPassword')}
        help={undefined}
        extra={t('action.setPassword.help')}
        rules={[{ required: true, message: t('shell.password.newPasswordMissing') }]}
      >
        <Input.Password autoComplete="new-password" maxLength={128} autoFocus />
      </Form.Item>
      <Form.Item
        name="repeat"
        label={t('shell.password.repeat')}
        dependencies={['newPassword']}
        rules={[
          { required: true, message: t('shell.password.repeatMissing') },
          {
            validator: async (_, value) => {
              if (value && value !== form.getFieldValue('newPassword'))
                throw new Error(t('shell.password.differ'));
            },
          },
        ]}
      >
        <Input.Password autoComplete="new-password" maxLength={128} />
      </Form.Item>
      <Form.Item
        name="adminPassword"
        label={t('action.setPassword.own')}
        rules={[{ required: true, message: t('action.setPassword.ownMissing') }]}
      >
        <Input.Password autoComplete="current-password" />
      </Form.Item>
    </FormDialog>
  );
}

/** When a lock-out ends, as the record says it (ISO, UTC); null where there is none at `nowMs`. */
export function lockedUntil(value: unknown, nowMs: number): string | null {
  return typeof value === 'string' && Date.parse(value) > nowMs ? value : null;
}
