import { Button } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Duty } from '#domain/identity/duty.ts';
import { Enrol } from './enrol.tsx';
import { PasswordForm } from './password-form.tsx';

/** What must be done before anything else: another password, or a second factor. */
export function DutyPanel({ duty, onDone }: { duty: Duty; onDone: () => Promise<void> }) {
  const { t } = useTranslation();
  const id = useId();
  const [busy, setBusy] = useState(false);
  return (
    <div style={{ display: 'grid', gap: 16 }}>
      <p style={{ margin: 0 }}>{t(`account.duty.${duty}.text`)}</p>
      {duty === 'changePassword' ? (
        <>
          <PasswordForm id={id} onBusy={setBusy} onChanged={onDone} />
          <div>
            <Button type="primary" htmlType="submit" form={id} loading={busy}>
              {t('shell.password.title')}
            </Button>
          </div>
        </>
      ) : (
        <Enrol onDone={() => void onDone()} />
      )}
    </div>
  );
}
