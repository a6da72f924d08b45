import { useQueryClient } from '@tanstack/react-query';
import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { useStore } from '#web/client/store.ts';
import { useSending } from '#web/client/use-sending.ts';
import { onDemand } from '#web/ui/on-demand.tsx';
import { refreshPlans } from './plan-queries.ts';
import { reportQueue, unsentReports } from './unsent-reports.ts';

/** With the dialog of a plan's acts, which only the pages of reports need. */
const UnsentList = onDemand(async () => (await import('./unsent-list.tsx')).UnsentList);

const takeOffPage = '/intelligence/takeOffReport';
const reportPages = [takeOffPage, '/intelligence/landingReport'];

/** Reports that the server has not taken, on every page: in full where reports are made, elsewhere as one line. */
export function UnsentReports() {
  const { t } = useTranslation();
  const reports = useStore(unsentReports).filter(({ first }) => !first);
  const { pathname } = useLocation();
  const client = useQueryClient();
  const send = useSending(reportQueue, () => refreshPlans(client));
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
