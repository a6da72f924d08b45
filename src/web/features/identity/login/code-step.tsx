import { type RefObject, useState } from 'react';
import { useTranslation } from 'react-i18next';

/** The second step of signing in: the code of the app, or a recovery code where the device is lost. */
export function CodeStep({
  code,
  missing,
  input,
  onChange,
}: {
  code: string;
  /** It was tried without a code. */
  missing: boolean;
  input: RefObject<HTMLInputElement | null>;
  onChange: (code: string) => void;
}) {
  const { t } = useTranslation();
  const [recovery, setRecovery] = useState(false);
  const describedBy = missing ? 'login-code-help login-code-error' : 'login-code-help';
  return (
    <div>
      <label htmlFor="login-code">{t(recovery ? 'account.code.recovery' : 'account.code.label')}</label>
      <input
        id="login-code"
        ref={input}
        className="cw-input cw-figures"
        name="one-time-code"
        // biome-ignore lint/a11y/noAutofocus: the step has nothing else to fill in
        autoFocus
        autoComplete="one-time-code"
        inputMode={recovery ? 'text' : 'numeric'}
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={64}
        value={code}
        aria-invalid={missing}
        aria-describedby={describedBy}
        onChange={(event) => onChange(event.target.value)}
      />
      {missing && (
        <div id="login-code-error" role="alert" style={{ color: 'var(--cw-error)', marginTop: 4 }}>
          {t('account.code.missing')}
        </div>
      )}
      <div id="login-code-help" style={{ color: 'var(--cw-soft)', marginTop: 4 }}>
        {t(recovery ? 'account.code.recoveryHelp' : 'account.code.help')}
      </div>
      <button
        type="button"
        className="cw-link"
        onClick={() => {
          setRecovery(!recovery);
          onChange('');
          input.current?.focus();
        }}
      >
        {t(recovery ? 'account.code.useApp' : 'account.code.useRecovery')}
      </button>
    </div>
  );
}
