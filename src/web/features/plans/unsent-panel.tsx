import { useQueryClient } from '@tanstack/react-query';
import { Alert } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { errorText } from '#web/client/error-text.ts';
import { onReconnected } from '#web/client/hub.ts';
import { currentUser } from '#web/client/session.ts';
import { useStore } from '#web/client/store.ts';
import { onDemand } from '#web/ui/on-demand.tsx';
import { refreshPlans } from './plan-queries.ts';
import { loadUnsent, sendUnsent, unsentReports } from './unsent-reports.ts';

/** With the dialog of a plan's acts, which only the pages of reports need. */
const UnsentList = onDemand(async () => (await import('./unsent-list.tsx')).UnsentList);

/** While reports wait they are tried this often, beside every sign that the connection is back. */
const retryMs = 15_000;
const takeOffPage = '/intelligence/takeOffReport';
const reportPages = [takeOffPage, '/intelligence/landingReport'];

/** Sends what waits whenever the connection is back; answers with the way to do it now. */
function useSending(): () => void {
  const { t } = useTranslation();
  const client = useQueryClient();
  const user = useStore(currentUser)?.actor.userId;
  const waiting = useStore(unsentReports).some(({ refusal }) => refusal === null);
  const [send] = useState(() => {
    let running = false;
    return async () => {
      if (running) return;
      running = true;
      try {
        await sendUnsent((error) => errorText(error, t));
        await refreshPlans(client);
      } finally {
        running = false;
      }
    };
  });
  useEffect(() => {
    if (user === undefined) return;
    loadUnsent();
    const onStorage = () => loadUnsent();
    window.addEventListener('storage', onStorage);
    return () => window.removeEventListener('storage', onStorage);
  }, [user]);
  useEffect(() => {
    if (!waiting) return;
    const now = () => void send();
    now();
    const timer = setInterval(now, retryMs);
    window.addEventListener('online', now);
    const stop = onReconnected('chat', now);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', now);
      stop();
    };
  }, [waiting, send]);
  return () => void send();
}

/** Reports that the server has not taken, on every page: in full where reports are made, elsewhere as one line. */
export function UnsentReports() {
  const { t } = useTranslation();
  const reports = useStore(unsentReports).filter(({ first }) => !first);
  const { pathname } = useLocation();
  const send = useSending();
  if (reports.length === 0) return null;
  if (!reportPages.includes(pathname)) {
    return (
      <Alert
        banner
        type={reports.some(({ refusal }) => refusal !== null) ? 'error' : 'warning'}
        message={
          <>
            {t('plan.unsent.count', { count: reports.length })}{' '}
            <Link to={takeOffPage}>{t('plan.unsent.look')}</Link>
          </>
        }
      />
    );
  }
  return <UnsentList reports={reports} send={send} />;
}
