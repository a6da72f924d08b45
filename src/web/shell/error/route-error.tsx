import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { isRouteErrorResponse, useRouteError } from 'react-router';
import { reportError } from '#web/client/error-report.ts';
import { currentUser } from '#web/client/session.ts';
import { PlainPage } from '#web/ui/plain-page.tsx';

const displayWaitsMs = 30_000;

/** The last net: a screen that threw. The cause is said, not swallowed. */
export function RouteError() {
  const { t } = useTranslation();
  const error = useRouteError();
  useEffect(() => reportError(error), [error]);
  useEffect(() => {
    // Nobody sits at a display to press the button.
    if (!currentUser.get()?.display) return;
    const timer = setTimeout(() => window.location.reload(), displayWaitsMs);
    return () => clearTimeout(timer);
  }, []);
  if (isRouteErrorResponse(error) && error.status === 404) {
    window.location.replace('/404');
    return null;
  }
  const message = error instanceof Error ? error.message : String(error);
  return (
    <PlainPage sign="!" title={t('shell.crash.title')} text={`${t('shell.crash.text')} ${message}`}>
      <button type="button" className="cw-button" onClick={() => window.location.reload()}>
        {t('shell.reload')}
      </button>
    </PlainPage>
  );
}
