import { type FormEvent, lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import { invitationIn } from '#domain/identity/invitation.ts';
import { userIsNotActive } from '#domain/identity/sign-in-result.ts';
import { signIn } from '#web/client/auth.ts';
import { safePath } from '#web/client/guard.ts';
import { RequestError } from '#web/client/http.ts';
import { i18n } from '#web/client/i18n.ts';
import { callService } from '#web/client/services.ts';
import { signInFailure, signInNotice } from '#web/client/session.ts';
import { useStore } from '#web/client/store.ts';
import { ticket } from '#web/client/ticket.ts';
import { useDocumentTitle } from '#web/ui/document-title.ts';
import { LanguageSwitch } from '#web/ui/language-switch.tsx';
import { CodeStep } from './code-step.tsx';
import { Scope } from './scope.tsx';

const InvitationForm = lazy(async () => ({
  default: (await import('./invitation-form.tsx')).InvitationForm,
}));

/** Why the last try failed, in the words of the server or of the catalogue. */
interface Failure {
  message: string;
  details: string | null;
}

/** @param prefetch whoever begins to type will sign in: fetches the application and its home meanwhile. */
export function LoginPage({ prefetch }: { prefetch: () => void }) {
  const { t } = useTranslation();
  const { pathname, hash } = useLocation();
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [remember, setRemember] = useState(false);
  /** Null: no code is asked for. */
  const [code, setCode] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [shown, setShown] = useState(false);
  const [tried, setTried] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(carriedFailure);
  const notice = useStore(signInNotice);
  const nameInput = useRef<HTMLInputElement>(null);
  const passwordInput = useRef<HTMLInputElement>(null);
  const codeInput = useRef<HTMLInputElement>(null);
  const [invitation, setInvitation] = useState(() => invitationIn(hash));
  useDocumentTitle(pathname);
  // What stands in an address is seen and kept in a history.
  useEffect(() => {
    const given = invitationIn(hash);
    if (given === null) return;
    setInvitation(given);
    void navigate({ pathname, search: search.toString() }, { replace: true });
  }, [hash, pathname, search, navigate]);

  async function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (name.trim() === '') return nameInput.current?.focus();
    if (password === '') return passwordInput.current?.focus();
    if (code?.trim() === '') return codeInput.current?.focus();
    setBusy(true);
    setFailure(null);
    signInFailure.set(null);
    signInNotice.set(null);
    try {
      const answer = await signIn({
        userNameOrEmailAddress: name.trim(),
        password,
        rememberClient: remember,
        ...(code === null ? {} : { twoFactorVerificationCode: code.trim() }),
      });
      if (answer === 'code') {
        setCode('');
        setTried(false);
        return;
      }
      // A page that was on its way here is gone to as asked; otherwise it is the server's word.
      const wanted = safePath(search.get('redirect')) ?? '/';
      await navigate(wanted === '/' ? (answer.redirect ?? '/') : wanted, { replace: true });
    } catch (error) {
      if (error instanceof RequestError && error.code === String(userIsNotActive)) {
        const credentials = { userName: name.trim(), password };
        const path = await callService('Registration', 'RenewTicket', credentials).then(
          (given) => ticket.keep(given.ticket) && '/auth',
          () => null,
        );
        if (path) return await navigate(path, { replace: true });
      }
      setFailure({
        message: error instanceof Error ? t(error.message) : t('shell.error.unknown'),
        details: error instanceof RequestError ? error.details : null,
      });
      (code === null ? passwordInput : codeInput).current?.select();
    } finally {
      setBusy(false);
    }
  }

  function startAgain() {
    setCode(null);
    setPassword('');
    setTried(false);
    setFailure(null);
  }

  const noName = tried && name.trim() === '';
  const noPassword = tried && password === '';
  return (
    <div className="cw-login">
      <aside className="cw-login-side">
        <Scope />
        <strong style={{ fontSize: 16, letterSpacing: 1 }}>CLEARWAY</strong>
        <div>
          <div style={{ fontSize: 30, fontWeight: 600, lineHeight: 1.3 }}>{t('shell.product')}</div>
          <p style={{ color: '#93a3bd', maxWidth: 480, fontSize: 15, lineHeight: 1.7 }}>
            {t('shell.login.about')}
          </p>
        </div>
        <footer style={{ color: '#93a3bd', fontSize: 12 }}>{t('shell.login.footer')}</footer>
      </aside>
      <main className="cw-login-main">
        {invitation === null ? (
          signInForm()
        ) : (
          <Suspense>
            <InvitationForm
              token={invitation}
              onDone={(path) => void navigate(path, { replace: true })}
              onLeave={() => setInvitation(null)}
            />
          </Suspense>
        )}
      </main>
    </div>
  );

  function signInForm() {
    return (
      <form onSubmit={submit} noValidate style={{ width: '100%', maxWidth: 360, display: 'grid', gap: 16 }}>
        <div className="cw-bar" style={{ justifyContent: 'space-between' }}>
          <h1 style={{ margin: 0, fontSize: 24 }}>{t('shell.login.title')}</h1>
          <LanguageSwitch />
        </div>
        {notice && !failure && <output className="cw-notice">{t(notice)}</output>}
        {failure && (
          <div role="alert" className="cw-form-fault">
            <strong>{failure.message}</strong>
            {failure.details && <div>{failure.details}</div>}
          </div>
        )}
        {code === null ? (
          <>
            <div>
              <label htmlFor="login-name">{t('shell.login.name')}</label>
              <input
                id="login-name"
                ref={nameInput}
                className="cw-input"
                name="username"
                // biome-ignore lint/a11y/noAutofocus: the page has nothing else to do
                autoFocus
                autoComplete="username"
                autoCapitalize="none"
                spellCheck={false}
                value={name}
                aria-invalid={noName}
                aria-describedby={noName ? 'login-name-error' : undefined}
                onChange={(event) => {
                  setName(event.target.value);
                  prefetch();
                }}
              />
              {noName && <FieldMessage id="login-name-error" text={t('shell.login.nameMissing')} />}
            </div>
            <div>
              <label htmlFor="login-password">{t('shell.login.password')}</label>
              <div className="cw-input-row">
                <input
                  id="login-password"
                  ref={passwordInput}
                  className="cw-input"
                  name="password"
                  type={shown ? 'text' : 'password'}
                  autoComplete="current-password"
                  value={password}
                  aria-invalid={noPassword}
                  aria-describedby={noPassword ? 'login-password-error' : undefined}
                  onChange={(event) => setPassword(event.target.value)}
                />
                <button
                  type="button"
                  className="cw-link"
                  aria-pressed={shown}
                  onClick={() => setShown(!shown)}
                >
                  {shown ? t('shell.login.hide') : t('shell.login.show')}
                </button>
              </div>
              {noPassword && (
                <FieldMessage id="login-password-error" text={t('shell.login.passwordMissing')} />
              )}
            </div>
            <label className="cw-check">
              <input
                type="checkbox"
                checked={remember}
                onChange={(event) => setRemember(event.target.checked)}
              />
              {t('shell.login.remember')}
            </label>
          </>
        ) : (
          <>
            <p style={{ margin: 0 }}>{t('account.code.asked', { name: name.trim() })}</p>
            <CodeStep
              code={code}
              missing={tried && code.trim() === ''}
              input={codeInput}
              onChange={setCode}
            />
          </>
        )}
        <button type="submit" className="cw-button" disabled={busy} aria-busy={busy}>
          {busy && <span className="cw-spinner" aria-hidden="true" />}
          {t('shell.login.submit')}
        </button>
        {code !== null && (
          <button type="button" className="cw-link" onClick={startAgain}>
            {t('account.code.back')}
          </button>
        )}
        <div className="cw-bar" style={{ justifyContent: 'space-between' }}>
          <Link className="cw-link" to="/reg">
            {t('register.reg.title')}
          </Link>
          <Link className="cw-link" to="/permission/bindCode">
            {t('register.bind.link')}
          </Link>
        </div>
      </form>
    );
  }
}

function FieldMessage({ id, text }: { id: string; text: string }) {
  return (
    <div id={id} role="alert" style={{ color: 'var(--cw-error)', marginTop: 4 }}>
      {text}
    </div>
  );
}

/** The guard says why it sent someone here (specification §8). */
function carriedFailure(): Failure | null {
  const message = signInFailure.get();
  return message === null ? null : { message: i18n.t(message), details: null };
}
