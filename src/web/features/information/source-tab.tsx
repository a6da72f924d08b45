import { useQuery } from '@tanstack/react-query';
import { Alert, Descriptions, Skeleton, Tag } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { InformationSourceState } from '#contract/information.ts';
import type { OutputOf } from '#contract/services.ts';
import type { RequestError } from '#web/client/http.ts';
import { useLocale } from '#web/client/locale.ts';
import { useResource } from '#web/client/record-types.ts';
import { callService } from '#web/client/services.ts';
import type { ShowTabProps } from '#web/engine/show/show-tab.ts';
import { Failure } from '#web/ui/failure.tsx';
import { FlightTime } from '#web/ui/flight-time.tsx';
import { HandIn } from './hand-in.tsx';
import './information.css';

/** How often the state is asked for, ms: people read it, and reports come by the minute. */
const everyMs = 10_000;

/** On the page of a source of information: how it goes, and a box in which reports are tried out or handed in. */
export function SourceTab({ record }: ShowTabProps) {
  const locale = useLocale();
  const { data, error, isPending, refetch } = useQuery<OutputOf<'Information', 'GetSources'>, RequestError>({
    queryKey: ['informationSources', locale],
    queryFn: () => callService('Information', 'GetSources', {}),
    refetchInterval: everyMs,
  });
  const state = data?.items.find(({ sourceId }) => sourceId === record.id);
  return (
    <div className="cw-intake">
      {error && <Failure error={error} retry={() => void refetch()} />}
      {isPending && <Skeleton active title={false} />}
      {state && <State state={state} />}
      <HandIn
        sourceId={record.transport === 'manual' && record.enabled !== false ? record.id : null}
        onTaken={() => void refetch()}
      />
    </div>
  );
}

function State({ state }: { state: InformationSourceState }) {
  const { t } = useTranslation();
  const messages = useResource('informationMessage');
  const standing = !state.enabled ? 'off' : state.fault ? 'fault' : state.isSilent ? 'silent' : 'live';
  const colour = { off: 'default', fault: 'error', silent: 'warning', live: 'success' }[standing];
  const messagesOf = (query: string) => `${messages?.path}?f.source.in=${state.sourceId}${query}`;
  return (
    <section aria-label={t('intake.state')}>
      {state.fault && <Alert type="error" showIcon message={state.fault} />}
      <Descriptions
        size="small"
        column={{ xs: 1, md: 2 }}
        items={[
          {
            key: 'state',
            label: t('intake.state'),
            children: <Tag color={colour}>{t(`intake.standing.${standing}`)}</Tag>,
          },
          {
            key: 'last',
            label: t('intake.last'),
            children: <FlightTime at={state.lastAt === null ? null : new Date(state.lastAt).toISOString()} />,
          },
          { key: 'hour', label: t('intake.lastHour'), children: state.reportsLastHour },
          {
            key: 'day',
            label: t('intake.lastDay'),
            children: messages ? <Link to={messagesOf('')}>{state.reports}</Link> : state.reports,
          },
          {
            key: 'unreadable',
            label: t('intake.unreadable'),
            span: 'filled',
            children: <Unreadable state={state} to={messagesOf('&f.state.in=unreadable')} />,
          },
        ]}
      />
    </section>
  );
}

function Unreadable({ state, to }: { state: InformationSourceState; to: string }) {
  if (state.unreadable === 0) return <span className="cw-figures">0</span>;
  return (
    <div>
      <Link to={to}>{state.unreadable}</Link>
      <ul className="cw-intake-reasons">
        {state.reasons.map(({ reason, count }) => (
          <li key={reason}>
            {reason} <span className="cw-figures">× {count}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
