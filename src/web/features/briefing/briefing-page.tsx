import { PrinterOutlined, ReloadOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate, useParams } from 'react-router';
import type { Briefing } from '#contract/briefing.ts';
import { formatLimits } from '#domain/geo/altitude.ts';
import { useAsyncAction } from '#web/client/async-action.ts';
import { callService } from '#web/client/services.ts';
import { PrintSheet } from '#web/engine/show/print-sheet.tsx';
import { usePageTitle } from '#web/ui/document-title.ts';
import { Failure } from '#web/ui/failure.tsx';
import { FlightSpan, FlightTime } from '#web/ui/flight-time.tsx';
import { idOf } from '#web/ui/id-of.ts';
import { PageWait } from '#web/ui/page-wait.tsx';
import { InformationItems } from './information-items.tsx';
import { InformationMap } from './information-map.tsx';

/** `/information/briefing/:id`: what was shown, to whom and when, with what is new, changed or gone since. */
export function BriefingPage() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const id = idOf(useParams().id);
  const [printing, setPrinting] = useState(false);
  const [selected, setSelected] = useState<string | null>(null);
  const again = useAsyncAction();
  const { data, error, refetch } = useQuery({
    queryKey: ['briefing', id],
    queryFn: () => callService('Briefing', 'Get', { id: id ?? 0 }),
    enabled: id !== null,
    refetchInterval: 60_000,
    retry: false,
  });
  usePageTitle(pathname, data && `${t('brief.briefing')} ${data.title}`);
  if (error || !data)
    return <PageWait title={t('brief.failed')} error={error} retry={() => void refetch()} />;
  const { plan, airport, geometry, lower, upper, from, to, withinM } = data;
  const anew = () =>
    again.run(async () => {
      const place = plan
        ? { plan }
        : {
            ...(airport ? { airport } : geometry ? { geometry: geometry as never } : {}),
            ...{ lower, upper, from, to, title: data.title },
          };
      const made = await callService('Briefing', 'Make', { ...place, withinM });
      await navigate(`/information/briefing/${made.id}`);
    });
  return (
    <div className="cw-page briefing-page">
      <header className="cw-bar">
        <h1 className="cw-title">
          {t('brief.briefing')} {data.title}
        </h1>
        {plan !== null && <Link to={`/navigation/details?id=${plan}`}>{t('brief.toPlan')}</Link>}
        <span className="cw-grow" />
        <Button
          icon={<ReloadOutlined />}
          loading={again.busy}
          disabled={data.isOver}
          onClick={() => void anew()}
        >
          {t('brief.again')}
        </Button>
        <Button icon={<PrinterOutlined />} aria-haspopup="dialog" onClick={() => setPrinting(true)}>
          {t('show.print')}
        </Button>
      </header>
      {again.failure !== null && <Failure title={t('brief.notMade')} error={again.failure} />}
      <BriefingHead briefing={data} />
      <div className="briefing-columns">
        <div>
          <InformationItems
            items={data.items}
            selected={selected}
            onSelect={(key) => setSelected(key === selected ? null : key)}
          />
        </div>
        <div className="briefing-map">
          <InformationMap
            asked={geometry}
            items={data.items.map(({ item }) => item)}
            selected={selected}
            height="min(70vh, 680px)"
          />
        </div>
      </div>
      {printing && (
        <PrintSheet title={t('brief.briefing')} subtitle={data.title} onClose={() => setPrinting(false)}>
          <BriefingHead briefing={data} />
          <InformationItems items={data.items} printed />
          <p className="cw-soft">{t('brief.responsible')}</p>
        </PrintSheet>
      )}
    </div>
  );
}

/** For when it is, who was shown it, and how much is not so any more. */
function BriefingHead({ briefing }: { briefing: Briefing }) {
  const { t } = useTranslation();
  const { from, to, madeAt, madeByName, changes, isOver, withinM, count, lower, upper } = briefing;
  return (
    <>
      <dl className="cw-fields">
        <div>
          <dt>{t('brief.for')}</dt>
          <dd>
            <FlightSpan from={from} to={to} />
          </dd>
        </div>
        <div>
          <dt>{t('brief.shownTo')}</dt>
          <dd>
            {madeByName} · <FlightTime at={madeAt} year />
          </dd>
        </div>
        <div>
          <dt>{t('brief.covers')}</dt>
          <dd>
            {t('brief.items', { count, km: Math.round(withinM / 1000) })}
            {(lower || upper) && ` · ${formatLimits(lower, upper)}`}
          </dd>
        </div>
      </dl>
      {isOver && <Alert type="info" showIcon message={t('brief.isOver')} />}
      {!isOver && changes > 0 && (
        <Alert type="warning" showIcon message={t('brief.changes', { count: changes })} />
      )}
      {!isOver && changes === 0 && <Alert type="success" showIcon message={t('brief.unchanged')} />}
    </>
  );
}
