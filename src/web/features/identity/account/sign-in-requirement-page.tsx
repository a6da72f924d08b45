import { QueryClientProvider } from '@tanstack/react-query';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { signInRequirementPath } from '#domain/identity/landing.ts';
import { loadUser, signOut } from '#web/client/auth.ts';
import { safePath } from '#web/client/guard.ts';
import { queryClient } from '#web/client/query-client.ts';
import { currentUser, signInNotice } from '#web/client/session.ts';
import { useStore } from '#web/client/store.ts';
import { useDocumentTitle } from '#web/ui/document-title.ts';
import { LanguageSwitch } from '#web/ui/language-switch.tsx';
import { ThemeProvider } from '#web/ui/theme-provider.tsx';
import './account.css';
import { SignInRequirementPanel } from './sign-in-requirement-panel.tsx';

/** The one page that is open to who must first change their password or set up two-step sign-in. */
export function SignInRequirementPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const signInRequirement = useStore(currentUser)?.duty;
  useDocumentTitle(signInRequirementPath);
  const wanted = safePath(search.get('redirect')) ?? '/';

  const toLogin = () => navigate(`/login?redirect=${encodeURIComponent(wanted)}`);
  const leave = async () => {
    await signOut();
    await toLogin();
  };
  const done = async () => {
    if (signInRequirement === 'changePassword') {
      await signOut();
      signInNotice.set('shell.password.done');
      await toLogin();
      return;
    }
    await loadUser();
    await navigate(wanted, { replace: true });
  };

  return (
    <ThemeProvider>
      <QueryClientProvider client={queryClient}>
        <main className="cw-center" style={{ overflow: 'auto', height: '100%' }}>
          {signInRequirement && (
            <section className="cw-duty">
              <div className="cw-bar" style={{ justifyContent: 'space-between', marginBottom: 12 }}>
                <h1>{t(`account.duty.${signInRequirement}`)}</h1>
                <LanguageSwitch />
              </div>
              <SignInRequirementPanel signInRequirement={signInRequirement} onDone={done} />
              <div style={{ marginTop: 16, textAlign: 'end' }}>
                <Button type="text" onClick={() => void leave()}>
                  {t('shell.signOut')}
                </Button>
              </div>
            </section>
          )}
        </main>
      </QueryClientProvider>
    </ThemeProvider>
  );
}
