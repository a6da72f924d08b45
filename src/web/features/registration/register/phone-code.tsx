import { Alert, Button } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { halfWidth } from '#domain/text/width.ts';
import { useAsyncAction } from '#web/client/async-action.ts';
import { errorText } from '#web/client/error-text.ts';
import { callService } from '#web/client/services.ts';
import { TidyInput } from '#web/ui/tidy-input.tsx';

interface Props {
  /** The number as it is typed. */
  phone: string;
  required: boolean;
  delivery: 'gateway' | 'desk';
  value: string;
  onChange: (code: string) => void;
  errors: string[];
}

/** Asks for a code for the phone, says honestly how it comes, and takes it. */
export function PhoneCode({ phone, required, delivery, value, onChange, errors }: Props) {
  const { t } = useTranslation();
  const { busy, failure, run } = useAsyncAction();
  const [minutes, setMinutes] = useState<number | null>(null);
  const [wait, setWait] = useState(0);
  useEffect(() => {
    if (wait <= 0) return;
    const timer = setTimeout(() => setWait(wait - 1), 1_000);
    return () => clearTimeout(timer);
  }, [wait]);

  const ask = () =>
    run(async () => {
      const answer = await callService('User', 'GetValidate', { telphone: phone });
      setMinutes(Math.round(answer.expiresInSeconds / 60));
      setWait(answer.retryAfterSeconds);
    });

  const hint = errors.length > 0 ? 'reg-code-error' : 'reg-code-hint';
  return (
    <div className="register-line">
      <label htmlFor="reg-code">
        {t('register.code.label')}
        {required ? ' *' : ` ${t('register.code.optional')}`}
      </label>
      <div className="cw-bar">
        <TidyInput
          id="reg-code"
          style={{ width: 160 }}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          value={value}
          status={errors.length > 0 ? 'error' : ''}
          aria-invalid={errors.length > 0}
          aria-describedby={hint}
          tidy={(typed) => halfWidth(typed).replace(/\D/g, '')}
          onChange={onChange}
        />
        <Button loading={busy} disabled={wait > 0 || !/^1[3-9]\d{9}$/.test(phone)} onClick={() => void ask()}>
          {wait > 0 ? t('register.code.wait', { seconds: wait }) : t('register.code.ask')}
        </Button>
      </div>
      {errors.map((text) => (
        <span key={text} id="reg-code-error" role="alert" className="register-error">
          {text}
        </span>
      ))}
      <span id="reg-code-hint" className="register-hint">
        {t(`register.code.${delivery}`)}
      </span>
      {failure !== null && <Alert type="error" showIcon role="alert" message={errorText(failure, t)} />}
      {minutes !== null && failure === null && (
        <Alert type="info" showIcon role="status" message={t(`register.code.${delivery}Sent`, { minutes })} />
      )}
    </div>
  );
}
