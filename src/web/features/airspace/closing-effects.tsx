import { useQuery } from '@tanstack/react-query';
import { Alert, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { ClosingPlan, ClosingEffects as Effects } from '#contract/airspace/airspace-output.ts';
import type { RequestError } from '#web/client/http.ts';
import { useLocale } from '#web/client/locale.ts';
import { callService } from '#web/client/services.ts';
import { Failure } from '#web/ui/failure.tsx';
import { FlightSpan } from '#web/ui/flight-time.tsx';
import { airspaceKey } from './airspace-queries.ts';

interface Props {
  id: number;
  /** UTC, ISO 8601; absent: from now on, until further notice. */
  from?: string | undefined;
  to?: string | undefined;
}

/** Before an airspace is closed: which flights, plans and plans for a term that affects, and who will be told. */
export function ClosingEffects({ id, from, to }: Props) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { data, error, refetch } = useQuery<Effects, RequestError>({
    queryKey: [airspaceKey, 'closing', id, from, to, locale],
    queryFn: () =>
      callService('Airspace', 'GetClosingEffects', { id, ...(from ? { from } : {}), ...(to ? { to } : {}) }),
    placeholderData: (before) => before,
  });
  if (error)
    return <Failure title={t('airspace.closing.failed')} error={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton active title={false} paragraph={{ rows: 3 }} />;
  const { inFlight, plans, standing, others, notified } = data;
  const count = inFlight.length + plans.length + standing.length + others;
  return (
    <Alert
      type={inFlight.length > 0 ? 'error' : count > 0 ? 'warning' : 'info'}
      className="airspace-closing"
      message={t(count > 0 ? 'airspace.closing.title' : 'airspace.closing.none', { count })}
      description={
        <>
          <Group title={t('airspace.closing.inFlight', { count: inFlight.length })} plans={inFlight} />
          <Group title={t('airspace.closing.plans', { count: plans.length })} plans={plans} />
          <Group title={t('airspace.closing.standing', { count: standing.length })} plans={standing} />
          {others > 0 && <p>{t('airspace.closing.others', { count: others })}</p>}
          <p>
            {t('airspace.closing.notified')}{' '}
            {notified.length > 0 &&
              `${notified.map((one) => t('airspace.closing.people', { company: one.company, count: one.people })).join(t('airspace.closing.separator'))}${t('airspace.closing.separator')}`}
            {t('airspace.closing.watchers')}
          </p>
        </>
      }
    />
  );
}

function Group({ title, plans }: { title: string; plans: readonly ClosingPlan[] }) {
  if (plans.length === 0) return null;
  return (
    <section>
      <strong>{title}</strong>
      <ul>
        {plans.map((plan) => (
          <li key={plan.id}>
            <Link to={`/navigation/details?id=${plan.id}`} target="_blank" rel="noreferrer">
              {plan.callsign ?? plan.planNumber}
            </Link>{' '}
            <span className="cw-figures plan-soft">{plan.callsign ? plan.planNumber : ''}</span>{' '}
            {plan.stateText} {plan.companyName} <FlightSpan from={plan.startTime} to={plan.endTime} />
          </li>
        ))}
      </ul>
    </section>
  );
}
