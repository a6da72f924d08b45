import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OutputOf } from '#contract/services.ts';
import { useAsyncAction } from '#web/client/async-action.ts';
import { signIn } from '#web/client/auth.ts';
import { errorText } from '#web/client/error-text.ts';
import { RequestError } from '#web/client/http.ts';
import { callService } from '#web/client/services.ts';
import { PlainAlert, PlainField, PlainForm } from '#web/ui/plain-form.tsx';

interface Props {
  token: string;
  /** Signed in; `path`: where to. */
  onDone: (path: string) => void;
  /** To the ordinary sign-in. */
  onLeave: () => void;
}

/** An invited user sets their first password and is signed in by it. */
export function InvitationForm({ token, onDone, onLeave }: Props) {
  const { t } = useTranslation();
  const [user, setUser] = useState<OutputOf<'User', 'GetInvitation'> | null>(null);
  const [refusal, setRefusal] = useState<unknown>(null);
  const [password, setPassword] = useState('');
  const [repeat, setRepeat] = useState('');
  const { busy, failure, run } = useAsyncAction();
  useEffect(() => {
    let current = true;
    callService('User', 'GetInvitation', { token })
      .then((found) => current && setUser(found))
      .catch((error: unknown) => current && setRefusal(error));
    return () => {
      current = false;
    };
  }, [token]);

  const accept = () =>
    run(async () => {
      if (password === '') throw new Error('shell.login.passwordMissing');
      if (password !== repeat) throw new Error('shell.password.differ');
      const { userName } = await callService('User', 'AcceptInvitation', { token, password });
      const answer = await signIn({ userNameOrEmailAddress: userName, password });
      onDone(answer === 'code' ? '/login' : (answer.redirect ?? '/'));
    });
  const problem =
    failure instanceof RequestError && failure.errors.password
      ? failure.errors.password.join(' ')
      : failure === null
        ? null
        : errorText(failure, t);

  return (
    <div style={{ width: '100%', maxWidth: 360, display: 'grid', gap: 16 }}>
      <h1 style={{ margin: 0, fontSize: 24 }}>{t('shell.invitation.title')}</h1>
      {refusal !== null && <PlainAlert text={errorText(refusal, t)} />}
      {user && (
        <>
          <p style={{ margin: 0 }}>
            {t('shell.invitation.text', { name: user.name, userName: user.userName })}
          </p>
          <PlainForm
            failure={problem}
            busy={busy}
            submit={t('shell.invitation.submit')}
            onSubmit={() => void accept()}
          >
            <input type="hidden" name="username" autoComplete="username" value={user.userName} />
            <PlainField
              id="invitation-password"
              label={t('shell.password.newPassword')}
              type="password"
              autoComplete="new-password"
              autoFocus
              value={password}
              onChange={setPassword}
            />
            <PlainField
              id="invitation-repeat"
              label={t('shell.password.repeat')}
              type="password"
              autoComplete="new-password"
              value={repeat}
              onChange={setRepeat}
            />
          </PlainForm>
        </>
      )}
      <button type="button" className="cw-link" onClick={onLeave}>
        {t('shell.ticket.signIn')}
      </button>
    </div>
  );
}
