import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { useAsyncAction } from '#web/client/async-action.ts';
import { errorText } from '#web/client/error-text.ts';
import { callService } from '#web/client/services.ts';
import { LanguageSwitch } from '#web/ui/language-switch.tsx';
import { PlainField, PlainForm } from './plain-form.tsx';

/** `/auth` without a ticket that holds: how to get one, and another one for who has lost theirs. */
export function RenewForm({ over = false }: { over?: boolean }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [userName, setUserName] = useState('');
  const [password, setPassword] = useState('');
  const { busy, failure, run } = useAsyncAction();

  const submit = () =>
    run(async () => {
      if (userName.trim() === '' || password === '') throw new Error('register.renew.both');
      const answer = await callService('Registration', 'RenewTicket', {
        userName: userName.trim(),
        password,
      });
      await navigate(`/auth?type=company&id=${answer.ticket}`, { replace: true });
    });

  return (
    <main className="cw-center">
      <div className="bind-center">
        <h1 className="cw-title">{t(over ? 'register.renew.over' : 'shell.ticket.auth.title')}</h1>
        <p>{t('register.renew.text')}</p>
        <PlainForm
          failure={failure === null ? null : errorText(failure, t)}
          busy={busy}
          submit={t('register.renew.submit')}
          onSubmit={() => void submit()}
        >
          <PlainField
            id="renew-name"
            label={t('register.renew.name')}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            value={userName}
            onChange={setUserName}
          />
          <PlainField
            id="renew-password"
            label={t('shell.login.password')}
            type="password"
            autoComplete="current-password"
            value={password}
            onChange={setPassword}
          />
        </PlainForm>
        <div className="cw-bar">
          <Link className="cw-link" to="/reg">
            {t('register.renew.register')}
          </Link>
          <Link className="cw-link" to="/login">
            {t('shell.ticket.signIn')}
          </Link>
          <LanguageSwitch />
        </div>
      </div>
    </main>
  );
}
