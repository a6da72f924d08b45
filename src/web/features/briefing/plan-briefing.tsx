import { FileDoneOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { useAsyncAction } from '#web/client/async-action.ts';
import { callService } from '#web/client/services.ts';
import { Failure } from '#web/ui/failure.tsx';
import { FlightTime } from '#web/ui/flight-time.tsx';

/** States before take-off, in which a briefing is still of use. */
const before = new Set([0, 1, 2, 4, 5, 6, 7, 8]);

/** When the crew of a plan was briefed, how much changed since, and a new briefing; asked for where the parameter says so. */
export function PlanBriefing({ plan: { id, state } }: { plan: { id: number; state: number } }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const action = useAsyncAction();
  const { data, error, refetch } = useQuery({
    queryKey: ['plans', 'briefings', id],
    queryFn: () => callService('Briefing', 'GetList', { plan: id }),
    refetchInterval: 60_000,
    retry: false,
  });
  if (error) return <Failure title={t('brief.failed')} error={error} retry={() => void refetch()} />;
  if (!data) return null;
  const [newest] = data.items;
  const isBefore = before.has(state);
  if (!newest && !isBefore) return null;
  const changes = data.changes ?? 0;
  const make = () =>
    action.run(async () => {
      const made = await callService('Briefing', 'Make', { plan: id });
      await navigate(`/information/briefing/${made.id}`);
    });
  const isAsked = data.required && isBefore && (!newest || changes > 0);
  return (
    <>
      <Alert
        type={isAsked || (isBefore && changes > 0) ? 'warning' : newest ? 'success' : 'info'}
        showIcon
        message={
          newest ? (
            <>
              {t('brief.briefedAt')} <FlightTime at={newest.madeAt} /> ({newest.madeByName})
              {isBefore && ` · ${t('brief.since', { count: changes })}`}{' '}
              <Link to={`/information/briefing/${newest.id}`}>{t('brief.view')}</Link>
            </>
          ) : (
            t('brief.notBriefed')
          )
        }
        description={isAsked ? t('brief.required') : undefined}
        action={
          isBefore && (
            <Button
              size="small"
              icon={<FileDoneOutlined />}
              loading={action.busy}
              onClick={() => void make()}
            >
              {t(newest ? 'brief.again' : 'brief.make')}
            </Button>
          )
        }
      />
      {action.failure !== null && <Failure title={t('brief.notMade')} error={action.failure} />}
    </>
  );
}
