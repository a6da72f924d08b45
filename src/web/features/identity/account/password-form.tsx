import { useQuery } from '@tanstack/react-query';
import { Alert, Form, Input } from 'antd';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OutputOf } from '#contract/services.ts';
import { RequestError } from '#web/client/http.ts';
import { callService } from '#web/client/services.ts';

interface Values {
  currentPassword: string;
  newPassword: string;
  repeat: string;
}

/**
 * The form in which one changes the own password: its properties and what stands in it, for a dialog or a page to
 * put around. Specification §5 and decisions.md §10: where the two entries differ, the warning is shown and nothing
 * is sent.
 */
export function usePasswordForm(onChanged: () => Promise<void>, shown = true) {
  const { t } = useTranslation();
  const [form] = Form.useForm<Values>();
  const [differ, setDiffer] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const { data: rules } = useQuery({
    queryKey: ['password-rules'],
    enabled: shown,
    queryFn: () => callService('MyAccount', 'GetPasswordRules', {}),
  });

  const change = async ({ currentPassword, newPassword, repeat }: Values) => {
    setFailure(null);
    setDiffer(newPassword !== repeat);
    if (newPassword !== repeat) return form.focusField('repeat');
    setBusy(true);
    try {
      await callService('User', 'ChangePassword', { currentPassword, newPassword });
      await onChanged();
    } catch (error) {
      const atField = error instanceof RequestError ? error.errors.newPassword : undefined;
      if (atField) {
        form.setFields([{ name: 'newPassword', errors: atField }]);
        form.focusField('newPassword');
      } else setFailure(error instanceof Error ? t(error.message) : t('shell.error.unknown'));
    } finally {
      setBusy(false);
    }
  };

  const field = (name: keyof Values, autoComplete: string, extra?: string) => (
    <Form.Item
      name={name}
      label={t(`shell.password.${name}`)}
      extra={extra}
      rules={[{ required: true, message: t(`shell.password.${name}Missing`) }]}
    >
      <Input.Password autoComplete={autoComplete} maxLength={rules?.maxLength} />
    </Form.Item>
  );

  const fields = (
    <>
      {failure && <Alert type="error" showIcon message={failure} role="alert" style={{ marginBottom: 12 }} />}
      {field('currentPassword', 'current-password')}
      {field('newPassword', 'new-password', rules && ruleText(rules, t))}
      {field('repeat', 'new-password')}
      {differ && <Alert type="warning" showIcon message={t('shell.password.differ')} role="alert" />}
    </>
  );

  return {
    busy,
    fields,
    /** What was wrong goes with what was typed. */
    forget() {
      setFailure(null);
      setDiffer(false);
    },
    formProps: {
      form,
      requiredMark: false,
      onFinish: (values: Values) => void change(values),
      onValuesChange: () => setDiffer(false),
    },
  };
}

function ruleText(rules: OutputOf<'MyAccount', 'GetPasswordRules'>, t: TFunction): string {
  const parts = [
    t('account.rules.length', { length: rules.minLength }),
    rules.classes > 1 ? t('account.rules.classes', { count: rules.classes }) : null,
    rules.notUserName ? t('account.rules.notUserName') : null,
    rules.history > 0 ? t('account.rules.history', { count: rules.history }) : null,
  ];
  return t('account.rules', { rules: parts.filter(Boolean).join(t('account.rules.join')) });
}
