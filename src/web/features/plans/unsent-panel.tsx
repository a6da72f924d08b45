import { useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Popconfirm } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { errorText } from '#web/client/error-text.ts';
import { onReconnected } from '#web/client/hub.ts';
import { currentUser } from '#web/client/session.ts';
import { useStore } from '#web/client/store.ts';
import { FlightTime } from '#web/ui/flight-time.tsx';
import { type PendingPlanAct, PlanActDialog } from './plan-act-dialog.tsx';
import { refreshPlans } from './plan-queries.ts';
import { dropUnsent, loadUnsent, sendUnsent, type UnsentReport, unsentReports } from './unsent-reports.ts';
import '#web/ui/style/document.css';

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
  return (
    <section
      style={{ padding: 12, maxHeight: '45vh', overflow: 'auto', flexShrink: 0 }}
      aria-label={t('plan.unsent.title')}
    >
      <h2 className="plan-section">
        {t('plan.unsent.title')} <span className="plan-soft">{reports.length}</span>
      </h2>
      <ul className="plan-rows">
        {reports.map((report) => (
          <OneUnsent key={report.key} report={report} send={send} />
        ))}
      </ul>
    </section>
  );
}

function OneUnsent({ report, send }: { report: UnsentReport; send: () => void }) {
  const { t } = useTranslation();
  const { key, action, plan, input, refusal, madeAt } = report;
  const [pending, setPending] = useState<PendingPlanAct | null>(null);
  const name = plan.callsign ?? plan.planNumber;
  return (
    <li data-plan={plan.planNumber} data-unsent={refusal === null ? 'waiting' : 'refused'}>
      <div className="plan-row-main">
        <strong className="cw-figures">{name}</strong>{' '}
        <span className="plan-soft cw-figures">{plan.planNumber}</span>
        <div>
          {t(`plan.action.${action}`)} <FlightTime at={input.at ?? null} />
          <span className="plan-soft">
            {' '}
            · {t('plan.unsent.made')} <FlightTime at={madeAt} />
          </span>
        </div>
        {refusal === null ? (
          <div className="plan-soft">
            <span aria-hidden="true">◔ </span>
            {t('plan.unsent.waits')}
          </div>
        ) : (
          <Alert type="error" showIcon message={t('plan.unsent.refused')} description={refusal} />
        )}
      </div>
      <div className="plan-row-acts">
        {refusal === null ? (
          <Button size="small" onClick={send}>
            {t('plan.unsent.send')}
          </Button>
        ) : (
          <Button
            size="small"
            type="primary"
            aria-haspopup="dialog"
            onClick={() => setPending({ action, plan, stepIndex: null, given: input, replaces: key })}
          >
            {t('plan.unsent.correct')}
          </Button>
        )}
        <Popconfirm
          title={t('plan.unsent.dropSure', { action: t(`plan.action.${action}`), name })}
          okText={t('plan.unsent.drop')}
          cancelText={t('shell.cancel')}
          onConfirm={() => dropUnsent(key)}
        >
          <Button size="small" danger>
            {t('plan.unsent.drop')}
          </Button>
        </Popconfirm>
      </div>
      <PlanActDialog pending={pending} onClose={() => setPending(null)} />
    </li>
  );
}
