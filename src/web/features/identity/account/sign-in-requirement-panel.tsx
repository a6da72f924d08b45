import { Button, Form } from 'antd';
import { useTranslation } from 'react-i18next';
import type { SignInRequirement } from '#domain/identity/sign-in-requirement.ts';
import { Enrol } from './enrol.tsx';
import { usePasswordForm } from './password-form.tsx';

/** What must be done before anything else: another password, or a second factor. */
export function SignInRequirementPanel({
  signInRequirement,
  onDone,
}: {
  signInRequirement: SignInRequirement;
  onDone: () => Promise<void>;
}) {
  const { t } = useTranslation();
  const { busy, fields, formProps } = usePasswordForm(onDone);
  return (
    <div style={{ display: 'grid', gap: 16 }}>
      <p style={{ margin: 0 }}>{t(`account.duty.${signInRequirement}.text`)}</p>
      {signInRequirement === 'changePassword' ? (
        <Form {...formProps} layout="vertical">
          {fields}
          <Button type="primary" htmlType="submit" loading={busy}>
            {t('shell.password.title')}
          </Button>
        </Form>
      ) : (
        <Enrol onDone={() => void onDone()} />
      )}
    </div>
  );
}
