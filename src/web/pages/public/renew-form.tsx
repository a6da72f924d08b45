import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { callService } from '../../providers/services.ts';
import { LanguageSwitch } from '../../shell/language-switch.tsx';

/** `/auth` without a ticket that holds: how to get one, and another one for who has lost his. */
export function RenewForm({ over = false }: { over?: boolean }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [userName, setUserName] = useState('');
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (userName.trim() === '' || password === '') {
      setFailure(t('register.renew.both'));
      return;
    }
    setBusy(true);
    setFailure(null);
    try {
      const answer = await callService<{ ticket: string }>('Registration', 'RenewTicket', {
        userName: userName.trim(),
        password,
      });
      await navigate(`/auth?type=company&id=${answer.ticket}`, { replace: true });
    } catch (error) {
      setFailure(error instanceof Error ? t(error.message) : t('shell.error.unknown'));
    } finally {
      setBusy(false);
    }
  }

  return (
    <main className="cw-center">
      <div className="bind-center">
        <h1 className="cw-title">{t(over ? 'register.renew.over' : 'shell.ticket.auth.title')}</h1>
        <p>{t('register.renew.text')}</p>
        <form onSubmit={submit} noValidate style={{ display: 'grid', gap: 16 }}>
          {failure && (
            <div role="alert" className="cw-alert">
              {failure}
            </div>
          )}
          <div>
            <label htmlFor="renew-name">{t('register.renew.name')}</label>
            <input
              id="renew-name"
              className="cw-input"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              value={userName}
              onChange={(event) => setUserName(event.target.value)}
            />
          </div>
          <div>
            <label htmlFor="renew-password">{t('shell.login.password')}</label>
            <input
              id="renew-password"
              className="cw-input"
              type="password"
              autoComplete="current-password"
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
          </div>
          <button type="submit" className="cw-button" disabled={busy} aria-busy={busy}>
            {t('register.renew.submit')}
          </button>
        </form>
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
