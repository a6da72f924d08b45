import { useInvalidate } from '@refinedev/core';
import { Checkbox, Form, Input, type InputRef } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAsyncAction } from '#web/client/async-action.ts';
import { signIn } from '#web/client/auth.ts';
import { reconnectHubs } from '#web/client/hub.ts';
import { currentUser, sessionEnded } from '#web/client/session.ts';
import { useStore } from '#web/client/store.ts';
import { Failure } from '#web/ui/failure.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';

interface Values {
  password: string;
  remember: boolean;
  code?: string;
}

/** Specification §8: stay, or sign in again, and here: the page and all that was typed remain as they are. */
export function SessionEnded() {
  const { t } = useTranslation();
  const ended = useStore(sessionEnded);
  const user = useStore(currentUser)?.user;
  const userName = typeof user?.userName === 'string' ? user.userName : '';
  const invalidate = useInvalidate();
  const [form] = Form.useForm<Values>();
  const field = useRef<InputRef>(null);
  const { busy, failure, run, tell } = useAsyncAction();
  /** The password was right, and the code is asked for too. */
  const [confirming, setConfirming] = useState(false);
  useEffect(() => {
    if (failure || confirming) field.current?.select();
  }, [failure, confirming]);

  const again = ({ password, remember, code }: Values) =>
    run(async () => {
      const answer = await signIn(
        {
          userNameOrEmailAddress: userName,
          password,
          rememberClient: remember === true,
          ...(code ? { twoFactorVerificationCode: code.trim() } : {}),
        },
        true,
      );
      if (answer === 'code') return setConfirming(true);
      setConfirming(false);
      form.resetFields();
      await reconnectHubs();
      void invalidate({ invalidates: ['all'] });
    });

  return (
    <FormDialog<Values>
      form={form}
      requiredMark={false}
      onFinish={(values) => void again(values)}
      open={ended}
      title={t('shell.ended.title')}
      okText={t('shell.ended.again')}
      cancelText={t('shell.ended.stay')}
      confirmLoading={busy}
      maskClosable={false}
      // Above whatever dialog was open when the session ended.
      zIndex={2000}
      onCancel={() => {
        setConfirming(false);
        form.resetFields();
        tell(null);
        sessionEnded.set(false);
      }}
      afterOpenChange={(open) => {
        if (open) field.current?.focus();
      }}
    >
      <p>{t('shell.ended.text')}</p>
      {failure !== null && (
        <div style={{ marginBottom: 12 }}>
          <Failure error={failure} />
        </div>
      )}
      <Form.Item label={t('shell.login.name')} htmlFor="ended-name">
        <Input id="ended-name" value={userName} readOnly autoComplete="username" />
      </Form.Item>
      <Form.Item
        name="password"
        hidden={confirming}
        label={t('shell.login.password')}
        rules={[{ required: true, message: t('shell.login.passwordMissing') }]}
      >
        <Input.Password ref={confirming ? undefined : field} autoComplete="current-password" />
      </Form.Item>
      {confirming && (
        <Form.Item
          name="code"
          label={t('account.code.label')}
          extra={t('account.code.eitherHelp')}
          rules={[{ required: true, whitespace: true, message: t('account.code.missing') }]}
        >
          <Input ref={field} className="cw-figures" autoComplete="one-time-code" maxLength={64} />
        </Form.Item>
      )}
      <Form.Item name="remember" valuePropName="checked" style={{ marginBottom: 0 }}>
        <Checkbox>{t('shell.login.remember')}</Checkbox>
      </Form.Item>
    </FormDialog>
  );
}
