import { useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, NavLink, Outlet, useLocation, useNavigate } from 'react-router';
import { errorText } from '#web/client/error-text.ts';
import { RequestError } from '#web/client/http.ts';
import { catalogueReady } from '#web/client/load-record-types.ts';
import { useLocale } from '#web/client/locale.ts';
import { callService } from '#web/client/services.ts';
import { currentUser, sessionEnded, signInNotice } from '#web/client/session.ts';
import { ticket } from '#web/client/ticket.ts';
import { enableInlineCreation } from '#web/engine/form/enable-inline-creation.ts';
import { useDocumentTitle } from '#web/ui/document-title.ts';
import { LanguageSwitch } from '#web/ui/language-switch.tsx';
import { PlainPage } from '#web/ui/plain-page.tsx';
import { RefineFrame } from '#web/ui/refine-frame.tsx';
import { Splash } from '#web/ui/splash.tsx';
import { ApplicantContext, type ApplicantState } from './applicant-state.ts';
import { TicketPage } from './ticket-page.tsx';
import './applicant.css';

enableInlineCreation();

/**
 * Pages of who has a ticket and no session: their own company, aircraft and pilots, with the forms of
 * everybody else. The server decides what the ticket may; here its rules only show what is worth showing.
 */
export function ApplicantFrame() {
  const { pathname, search } = useLocation();
  useDocumentTitle(pathname);
  const held = useTicketOf(pathname, search);
  return held === null ? <TicketPage /> : <WithTicket key={held} held={held} />;
}

/**
 * `/auth?type=&id={ticket}` brings it, the pages beside it find it in the tab. It leaves the address at once: what
 * stands there is seen, sent and kept in a history.
 */
function useTicketOf(pathname: string, search: string): string | null {
  const navigate = useNavigate();
  const given = pathname.toLowerCase() === '/auth' ? new URLSearchParams(search).get('id') : null;
  const held = useMemo(() => {
    if (given !== null && given !== '') ticket.keep(given);
    return ticket.stored();
  }, [given]);
  useEffect(() => {
    if (given === null) return;
    const rest = new URLSearchParams(search);
    rest.delete('id');
    void navigate({ pathname, search: rest.toString() }, { replace: true });
  }, [given, pathname, search, navigate]);
  return held;
}

function WithTicket({ held }: { held: string }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const [state, setState] = useState<ApplicantState | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);
  const refresh = useCallback(() => setAttempt((count) => count + 1), []);

  useEffect(() => {
    const release = ticket.use(held);
    return () => {
      release();
      currentUser.set(null);
      sessionEnded.set(false);
    };
  }, [held]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again on demand, and in another language
  useEffect(() => {
    let current = true;
    setFailure(null);
    readState()
      .then((found) => current && setState(found))
      .catch((error: unknown) => current && setFailure(error));
    return () => {
      current = false;
    };
  }, [held, attempt, locale]);

  const value = useMemo(() => state && { state, refresh }, [state, refresh]);
  if (failure !== null && !value) {
    if (failure instanceof RequestError && failure.statusCode === 404) return <TicketPage over />;
    return (
      <PlainPage sign="!" title={t('register.applicant.failed')} text={errorText(failure, t)}>
        <button type="button" className="cw-button" onClick={refresh}>
          {t('shell.retry')}
        </button>
      </PlainPage>
    );
  }
  if (!value) return <Splash />;
  if (!value.state.open) return <ToSignIn />;
  return (
    <RefineFrame>
      <ApplicantContext value={value}>
        <Header state={value.state} />
        <main className="cw-page applicant-main">
          <Outlet />
        </main>
      </ApplicantContext>
    </RefineFrame>
  );
}

/** Once certified the applicant is a user like others: they sign in, with the same name and password. */
function ToSignIn() {
  useEffect(() => {
    ticket.forget();
    signInNotice.set('register.where.certified');
  }, []);
  return <Navigate to="/login" replace />;
}

function Header({ state }: { state: ApplicantState }) {
  const { t } = useTranslation();
  const places = [
    ['/auth', 'register.applicant.company'],
    ['/aircraft', 'register.applicant.aircraft'],
    ['/pilot', 'register.applicant.pilots'],
  ] as const;
  return (
    <header className="applicant-header">
      <strong>{t('shell.product')}</strong>
      <span className="applicant-company">{state.company.name}</span>
      <nav aria-label={t('register.applicant.pages')} className="applicant-nav">
        {places.map(([path, key]) => (
          <NavLink key={path} to={path} end>
            {t(key)}
          </NavLink>
        ))}
      </nav>
      <span className="applicant-until">{state.user.userName}</span>
      <LanguageSwitch />
      <Link className="cw-link" to="/login" onClick={ticket.forget}>
        {t('register.applicant.signOut')}
      </Link>
    </header>
  );
}

/** The applicant stands where elsewhere the signed-in user stands: forms and lists ask no more than that. */
async function readState(): Promise<ApplicantState> {
  const found = await callService('Registration', 'GetState', {});
  await catalogueReady();
  currentUser.set({
    user: {
      id: found.user.id,
      name: found.user.name,
      surname: '',
      bussinessName: found.company.name,
      coverageIds: [],
      isAuth: false,
    },
    roles: [],
    permissions: found.actor.permissions,
    duty: null,
    rules: found.rules,
    actor: found.actor,
  });
  return found;
}
