import { Button, Checkbox, Steps } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import type { OutputOf } from '#contract/services.ts';
import { passwordErrors } from '#domain/identity/password-rules.ts';
import { defaultSessionPolicy } from '#domain/identity/session-policy.ts';
import { RequestError } from '#web/client/http.ts';
import { useLocale } from '#web/client/locale.ts';
import { callService } from '#web/client/services.ts';
import type { Values } from '#web/engine/record-validator.ts';
import { UnsavedGuard } from '#web/engine/unsaved-guard.tsx';
import { useDocumentTitle } from '#web/ui/document-title.ts';
import { Failure } from '#web/ui/failure.tsx';
import { LanguageSwitch } from '#web/ui/language-switch.tsx';
import { PlainPage } from '#web/ui/plain-page.tsx';
import { Splash } from '#web/ui/splash.tsx';
import { ThemeProvider } from '#web/ui/theme-provider.tsx';
import { companyFields, type Errors, errorsByStep, typed, userFields } from './application.ts';
import { ApplicationPart } from './application-part.tsx';
import { Passwords } from './passwords.tsx';
import { PhoneCode } from './phone-code.tsx';
import { RegDone } from './reg-done.tsx';
import { solveChallenge } from './solve.ts';
import { StaticBox } from './static-text.tsx';
import '#web/features/registration/public/applicant.css';

const demandedOfUser = ['phoneNumber'];

/** `/reg`: a company and its first user, in three steps. What is asked of either follows from their schemas. */
export function RegPage() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const locale = useLocale();
  const [rules, setRules] = useState<RegistrationRules | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);
  useDocumentTitle(pathname);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again on demand, and in another language
  useEffect(() => {
    let current = true;
    callService('Registration', 'GetRules', {})
      .then((found) => current && setRules(found))
      .catch((error: unknown) => current && setFailure(error));
    return () => {
      current = false;
    };
  }, [attempt, locale]);

  if (failure !== null && !rules) {
    const text = failure instanceof Error ? t(failure.message) : t('shell.error.unknown');
    return (
      <PlainPage sign="!" title={t('register.reg.failed')} text={text}>
        <button
          type="button"
          className="cw-button"
          onClick={() => {
            setFailure(null);
            setAttempt(attempt + 1);
          }}
        >
          {t('shell.retry')}
        </button>
      </PlainPage>
    );
  }
  if (!rules) return <Splash />;
  if (!rules.open) {
    return (
      <PlainPage sign="i" title={t('register.reg.closed')} text={t('register.reg.closedText')}>
        <Link to="/login" className="cw-button">
          {t('shell.ticket.signIn')}
        </Link>
        <LanguageSwitch />
      </PlainPage>
    );
  }
  return (
    <ThemeProvider>
      <Application rules={rules} askAgain={() => setAttempt(attempt + 1)} />
    </ThemeProvider>
  );
}

type RegistrationRules = OutputOf<'Registration', 'GetRules'>;

function Application({ rules, askAgain }: { rules: RegistrationRules; askAgain: () => void }) {
  const { t } = useTranslation();
  const [step, setStep] = useState(0);
  const [begin] = useState(typed.read);
  const [company, setCompany] = useState<Values>(begin.company);
  const [user, setUser] = useState<Values>(begin.user);
  const [password, setPassword] = useState('');
  const [repeat, setRepeat] = useState('');
  const [code, setCode] = useState('');
  const [agreed, setAgreed] = useState(false);
  const [trap, setTrap] = useState('');
  const [busy, setBusy] = useState(false);
  const [companyErrors, setCompanyErrors] = useState<Errors>({});
  const [userErrors, setUserErrors] = useState<Errors>({});
  const [failure, setFailure] = useState<RequestError | null>(null);
  const [done, setDone] = useState<OutputOf<'User', 'CreateOneStep'> | null>(null);
  const [tried, setTried] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const dirty = useRef(false);
  dirty.current = done === null && Object.keys(company).length + Object.keys(user).length > 0;
  useEffect(() => {
    if (done === null) typed.write({ company, user });
    else typed.forget();
  }, [company, user, done]);

  const protocol = rules.pages.find((page) => page.code === 'authProtocol');
  const privacy = rules.pages.find((page) => page.code === 'privacy');
  const goTo = (next: number) => {
    setStep(next);
    setTried(false);
    setTimeout(() => heading.current?.focus(), 0);
  };

  async function send() {
    setTried(true);
    if (protocol && !agreed) return;
    setBusy(true);
    setFailure(null);
    try {
      const proof = await solveChallenge();
      const text = (field: string) => String(user[field] ?? '');
      const answer = await callService('User', 'CreateOneStep', {
        company,
        user: { userName: text('userName'), name: text('name'), password },
        phone: text('phoneNumber'),
        ...(code ? { phoneCode: code } : {}),
        ...(protocol ? { protocolVersion: protocol.version } : {}),
        ...proof,
        website: trap,
      });
      setDone(answer);
    } catch (error) {
      const problem =
        error instanceof RequestError ? error : new RequestError(String(error), { statusCode: 0 });
      const found = errorsByStep(problem.errors);
      setCompanyErrors(found.company);
      setUserErrors(found.user);
      setFailure(problem);
      if (Object.keys(problem.errors).length > 0) goTo(found.step);
      if (Object.keys(found.protocol).length > 0) {
        setAgreed(false);
        askAgain();
      }
    } finally {
      setBusy(false);
    }
  }

  const titles = ['register.reg.company', 'register.reg.user', 'register.reg.protocol'].map((key) => t(key));
  return (
    <main className="register-page">
      <div className="cw-bar">
        <h1 className="cw-title" ref={heading} tabIndex={-1}>
          {t('register.reg.title')}
        </h1>
        <span className="cw-grow" />
        <Link className="cw-link" to="/login">
          {t('shell.ticket.signIn')}
        </Link>
        <LanguageSwitch />
      </div>
      {done ? (
        <RegDone done={done} userName={String(user.userName ?? '')} />
      ) : (
        <>
          <p style={{ margin: 0 }}>{t('register.reg.about')}</p>
          <Steps size="small" current={step} items={titles.map((title) => ({ title }))} />
          {failure && Object.keys(failure.errors).length === 0 && (
            <Failure title={t('register.reg.notDone')} error={failure} retry={() => void send()} />
          )}
          <div className="register-trap" aria-hidden="true">
            <input
              id="reg-website"
              tabIndex={-1}
              autoComplete="off"
              value={trap}
              onChange={(event) => setTrap(event.target.value)}
            />
          </div>
          {step === 0 && (
            <ApplicationPart
              key="company"
              name="company"
              fields={companyFields}
              values={company}
              errors={companyErrors}
              onChange={(next) => {
                setCompany(next);
                setCompanyErrors({});
              }}
              onDone={() => {
                setUser((before) => ({ name: company.contact, ...before }));
                goTo(1);
              }}
            />
          )}
          {step === 1 && (
            <ApplicationPart
              key="user"
              name="user"
              fields={userFields}
              values={user}
              errors={userErrors}
              demanded={demandedOfUser}
              onBack={() => goTo(0)}
              onTried={() => setTried(true)}
              onChange={(next) => {
                setUser(next);
                setUserErrors({});
              }}
              blocked={() => {
                const errors = passwordErrors(password, String(user.userName ?? ''), defaultSessionPolicy);
                return errors.length > 0 || password !== repeat || (rules.phoneRequired && code === '');
              }}
              onDone={() => goTo(2)}
            >
              <div className="register-lines">
                <Passwords
                  password={password}
                  repeat={repeat}
                  userName={String(user.userName ?? '')}
                  tried={tried}
                  errors={userErrors.password ?? []}
                  onPassword={setPassword}
                  onRepeat={setRepeat}
                />
                <PhoneCode
                  phone={String(user.phoneNumber ?? '')}
                  required={rules.phoneRequired}
                  delivery={rules.delivery}
                  value={code}
                  onChange={setCode}
                  errors={[
                    ...(userErrors.phoneCode ?? []),
                    ...(tried && rules.phoneRequired && code === '' ? [t('register.codeNeeded')] : []),
                  ]}
                />
              </div>
            </ApplicationPart>
          )}
          {step === 2 && (
            <>
              {protocol ? (
                <StaticBox label={protocol.title} title={protocol.title} text={protocol.value} />
              ) : (
                <p>{t('register.reg.noProtocol')}</p>
              )}
              {privacy && (
                <details>
                  <summary>{privacy.title}</summary>
                  <StaticBox label={privacy.title} text={privacy.value} />
                </details>
              )}
              {protocol && (
                <div className="register-line">
                  <Checkbox checked={agreed} onChange={(event) => setAgreed(event.target.checked)}>
                    {t('register.reg.agree', { title: protocol.title })}
                  </Checkbox>
                  {tried && !agreed && (
                    <span role="alert" className="register-error">
                      {t('register.protocolNeeded')}
                    </span>
                  )}
                </div>
              )}
              <div className="cw-bar">
                <Button onClick={() => goTo(1)}>{t('register.reg.back')}</Button>
                <Button type="primary" loading={busy} onClick={() => void send()}>
                  {t('register.reg.send')}
                </Button>
              </div>
            </>
          )}
        </>
      )}
      <UnsavedGuard dirty={() => dirty.current} onLeave={typed.forget} />
    </main>
  );
}
