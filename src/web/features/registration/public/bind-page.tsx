import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import type { OutputOf } from '#contract/services.ts';
import { useAsyncAction } from '#web/client/async-action.ts';
import { errorText } from '#web/client/error-text.ts';
import { callService } from '#web/client/services.ts';
import { session } from '#web/client/session.ts';
import { useDocumentTitle } from '#web/ui/document-title.ts';
import { LanguageSwitch } from '#web/ui/language-switch.tsx';
import { PlainField, PlainForm } from '#web/ui/plain-form.tsx';
import { BindOwner } from './bind-owner.tsx';
import './applicant.css';

const askAgainMs = 2_000;

/** `/permission/bindCode`: whoever is signed in makes a code; a second device comes with it and is let in. */
export function BindPage() {
  const { pathname } = useLocation();
  const [search] = useSearchParams();
  useDocumentTitle(pathname);
  const code = search.get('code') ?? '';
  return (
    <main className="cw-center">
      <div className="bind-center">
        {session.bearer() ? <BindOwner came={code !== ''} /> : <SecondDevice given={code} />}
        <LanguageSwitch />
      </div>
    </main>
  );
}

function SecondDevice({ given }: { given: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [code, setCode] = useState(given);
  const [request, setRequest] = useState<OutputOf<'DeviceBinding', 'Ask'> | null>(null);
  const { busy, failure, run, tell } = useAsyncAction();

  const fail = (error: unknown) => {
    setRequest(null);
    tell(error);
  };

  const ask = () =>
    run(async () => {
      if (code.trim() === '') throw new Error('register.bind.codeMissing');
      setRequest(await callService('DeviceBinding', 'Ask', { code: code.trim() }));
    });

  const secret = request?.secret;
  // biome-ignore lint/correctness/useExhaustiveDependencies: one wait for each secret
  useEffect(() => {
    if (secret === undefined) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let current = true;
    const look = async () => {
      try {
        const { state, session: opened } = await callService('DeviceBinding', 'Collect', { secret });
        if (!current) return;
        if (opened) {
          session.keep(opened, false);
          await navigate('/', { replace: true });
        } else if (state === 'asked') timer = setTimeout(() => void look(), askAgainMs);
        else {
          fail(new Error(state === 'refused' ? 'register.bind.refused' : 'register.bind.over'));
        }
      } catch (error) {
        if (current) fail(error);
      }
    };
    timer = setTimeout(() => void look(), askAgainMs);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [secret]);

  if (request) {
    return (
      <>
        <h1 className="cw-title">{t('register.bind.waitTitle')}</h1>
        <p>{t('register.bind.waitText')}</p>
        <output className="bind-check" aria-label={t('register.bind.check')}>
          {request.checkNumber}
        </output>
        <p className="register-hint" aria-live="polite">
          <span className="cw-spinner" aria-hidden="true" /> {t('register.bind.waiting')}
        </p>
      </>
    );
  }
  return (
    <>
      <h1 className="cw-title">{t('register.bind.title')}</h1>
      <p>{t('register.bind.about')}</p>
      <PlainForm
        failure={failure === null ? null : errorText(failure, t)}
        busy={busy}
        submit={t('register.bind.ask')}
        onSubmit={() => void ask()}
      >
        <PlainField
          id="bind-code"
          label={t('register.bind.code')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          placeholder={t('register.bind.example')}
          value={code}
          onChange={setCode}
        />
      </PlainForm>
      <Link className="cw-link" to="/login">
        {t('register.bind.password')}
      </Link>
    </>
  );
}
