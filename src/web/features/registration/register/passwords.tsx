import { Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { passwordErrors } from '#domain/identity/password-rules.ts';
import { defaultSessionPolicy } from '#domain/identity/session-policy.ts';

interface PasswordsProps {
  password: string;
  repeat: string;
  userName: string;
  tried: boolean;
  errors: string[];
  onPassword: (text: string) => void;
  onRepeat: (text: string) => void;
}

/** The password twice, with every rule that it breaks. */
export function Passwords({
  password,
  repeat,
  userName,
  tried,
  errors,
  onPassword,
  onRepeat,
}: PasswordsProps) {
  const { t } = useTranslation();
  const problems = passwordErrors(password, userName, defaultSessionPolicy).map(({ key, values }) =>
    t(key, values ?? {}),
  );
  const shown =
    tried || password !== ''
      ? [...new Set([...(tried || password.length > 7 ? problems : []), ...errors])]
      : errors;
  const differs = password !== repeat && (tried || repeat.length >= password.length) && repeat !== '';
  return (
    <>
      <div className="register-line">
        <label htmlFor="reg-password">{t('shell.login.password')} *</label>
        <Input.Password
          id="reg-password"
          autoComplete="new-password"
          value={password}
          status={shown.length > 0 ? 'error' : ''}
          aria-invalid={shown.length > 0}
          aria-describedby={shown.length > 0 ? 'reg-password-error' : undefined}
          onChange={(event) => onPassword(event.target.value)}
        />
        {shown.length > 0 && (
          <span id="reg-password-error" role="alert" className="register-error">
            {shown.join(' ')}
          </span>
        )}
      </div>
      <div className="register-line">
        <label htmlFor="reg-repeat">{t('register.reg.repeat')} *</label>
        <Input.Password
          id="reg-repeat"
          autoComplete="new-password"
          value={repeat}
          status={differs || (tried && repeat === '') ? 'error' : ''}
          aria-invalid={differs}
          aria-describedby={differs ? 'reg-repeat-error' : undefined}
          onChange={(event) => onRepeat(event.target.value)}
        />
        {(differs || (tried && repeat === '')) && (
          <span id="reg-repeat-error" role="alert" className="register-error">
            {t('register.reg.repeatDiffers')}
          </span>
        )}
      </div>
    </>
  );
}
