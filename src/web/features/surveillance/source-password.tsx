import { Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { useAsyncAction } from '#web/client/async-action.ts';
import { callService } from '#web/client/services.ts';
import type { ActionProps } from '#web/engine/record-actions.ts';
import { Failure } from '#web/ui/failure.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';

interface Values {
  password?: string;
}

/** SurveillanceSource/SetPassword: the password of a source that signs in elsewhere; empty takes it away. */
export function SourcePassword(props: ActionProps) {
  const { id } = props.record;
  return (
    <NewPassword
      {...props}
      save={(password) => callService('SurveillanceSource', 'SetPassword', { id, password })}
    />
  );
}

/** The password of a source: set, or taken away where it is left empty. */
export function NewPassword({
  name,
  onClose,
  save: store,
}: ActionProps & { save: (password: string | null) => Promise<unknown> }) {
  const { t } = useTranslation();
  const [form] = Form.useForm<Values>();
  const { busy, failure, run } = useAsyncAction({ form, fields: ['password'] });
  const save = async ({ password }: Values) => {
    await store(password || null);
    onClose(true);
  };
  return (
    <FormDialog<Values>
      open
      form={form}
      onFinish={(values) => void run(() => save(values))}
      title={t('sources.passwordTitle', { name })}
      okText={t('sources.setPassword')}
      cancelText={t('shell.cancel')}
      confirmLoading={busy}
      onCancel={() => onClose(false)}
    >
      {failure !== null && <Failure title={t('tokens.failed')} error={failure} />}
      <Form.Item name="password" label={t('sources.password')} extra={t('sources.passwordHelp')}>
        <Input.Password autoComplete="new-password" maxLength={200} autoFocus />
      </Form.Item>
    </FormDialog>
  );
}
