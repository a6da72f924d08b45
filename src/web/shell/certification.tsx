import { CheckCircleOutlined, CloseCircleOutlined } from '@ant-design/icons';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { hasStarted } from '#domain/identity/start-steps.ts';
import { holdsPermission, useHolds } from '#web/client/access.ts';
import { useHubEvent } from '#web/client/hub.ts';
import { callService } from '#web/client/services.ts';
import { useStartProgress } from '#web/features/start/start-queries.ts';

const queryKey = ['shell', 'certification'];
/** Specification §4. */
const passed = 1;
const failed = 2;

/** The certification of one's company: passed, or failed with the way to its page; otherwise nothing. */
export function Certification() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { data } = useQuery({
    queryKey,
    queryFn: () => callService('Session', 'GetCurrentLoginInformations', {}),
    staleTime: 60_000,
    retry: false,
  });
  useHubEvent('chat', 'recordChanged', ({ resource }) => {
    if (resource === 'company') void client.invalidateQueries({ queryKey });
  });
  const state = data?.user?.examineState;
  const files = useHolds(['Pages.Navigation.Create']);
  const { data: steps } = useStartProgress(state === passed && files);
  if (state === passed && steps && !hasStarted(steps)) {
    const done = steps.filter((step) => step.done).length;
    return (
      <Link to="/baseManage/qualificationManagement" className="cw-certified">
        {t('shell.certification.start', { done, all: steps.length })}
      </Link>
    );
  }
  if (state === passed) {
    return (
      <span className="cw-certified" title={t('shell.certification.passed')}>
        <CheckCircleOutlined aria-hidden="true" style={{ color: 'var(--cw-good)' }} />{' '}
        <span>{t('shell.certification.passed')}</span>
      </span>
    );
  }
  if (state !== failed) return null;
  const page = holdsPermission(['Pages.Navigation']) ? '/baseManage/qualificationManagement' : '/auth';
  return (
    <Link to={page} className="cw-certified">
      <CloseCircleOutlined aria-hidden="true" style={{ color: 'var(--cw-error)' }} />{' '}
      <span>{t('shell.certification.failed')}</span>
    </Link>
  );
}
