import { Card, Segmented, Skeleton } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { EquipmentHistory } from '#contract/equipment.ts';
import { momentText } from '#web/features/monitor/moment-text.ts';
import { useMode } from '#web/ui/appearance.ts';
import { Chart, chartAxis, chartBase } from '#web/ui/chart.tsx';
import { Failure } from '#web/ui/failure.tsx';
import { useSourceHistory } from './equipment-queries.ts';
import { hourSpans } from './equipment-state.ts';
import { percentText } from './equipment-tables.tsx';
import '#web/ui/totals.css';

/** How one source went: availability, rate and delay, day by day, and when it fell silent. */
export function SourceHistory({
  id,
  hours,
  onHours,
}: {
  id: number;
  hours: number;
  onHours: (hours: number) => void;
}) {
  const { t } = useTranslation();
  const history = useSourceHistory(id, hours);
  const { data } = history;
  return (
    <>
      {history.error && <Failure error={history.error} retry={() => void history.refetch()} />}
      {!data && !history.error && <Skeleton active />}
      {data && (
        <>
          <ul className="cw-totals equipment-totals">
            {(['day', 'week', 'month'] as const).map((span) => (
              <li key={span}>
                <span>
                  {t('equipment.availability')} · {t(`equipment.${span}`)}
                </span>
                <strong className="cw-figures">{percentText(data[span].percent)}</strong>
                <span className="cw-soft">
                  {data[span].percent === null
                    ? t('equipment.unwatched')
                    : t('equipment.watched', { percent: data[span].watched })}
                </span>
              </li>
            ))}
          </ul>
          {data.demoUntil !== null && (
            <p className="cw-note">
              {t('equipment.demo', { time: momentText(data.demoUntil).slice(0, 16) })}
            </p>
          )}
          <Segmented
            aria-label={t('equipment.hours')}
            value={hours}
            onChange={onHours}
            options={hourSpans.map((value) => ({ value, label: t(`equipment.hours.${value}`) }))}
          />
          {data.slots.every(({ rate }) => rate === null) ? (
            <p role="status">{t('equipment.noHistory')}</p>
          ) : (
            <div className="equipment-two">
              <SlotChart history={data} titleKey="equipment.rate" lines={['rate']} />
              <SlotChart history={data} titleKey="equipment.delay" lines={['delayP50S', 'delayP95S']} />
            </div>
          )}
          <div className="equipment-two">
            <Days history={data} />
            <Changes history={data} />
          </div>
        </>
      )}
    </>
  );
}

type Line = 'rate' | 'delayP50S' | 'delayP95S';
const lineKeys: Record<Line, string> = {
  rate: 'equipment.rate',
  delayP50S: 'equipment.median',
  delayP95S: 'equipment.p95',
};

function SlotChart({
  history: { slots },
  titleKey,
  lines,
}: {
  history: EquipmentHistory;
  titleKey: string;
  lines: readonly Line[];
}) {
  const { t } = useTranslation();
  const mode = useMode();
  const option = useMemo(
    () => ({
      ...chartBase(mode),
      ...(lines.length === 1 ? { legend: { show: false } } : {}),
      xAxis: chartAxis(mode, 'category', { data: slots.map(({ at }) => momentText(at).slice(5, 16)) }),
      yAxis: chartAxis(mode, 'value'),
      series: lines.map((line, index) => ({
        name: t(lineKeys[line]),
        type: 'line',
        showSymbol: slots.filter((slot) => slot[line] !== null).length < 3,
        connectNulls: false,
        lineStyle: { width: 2, type: index === 0 ? 'solid' : 'dashed' },
        data: slots.map((slot) => slot[line]),
      })),
    }),
    [slots, lines, mode, t],
  );
  const last = slots.findLast((slot) => slot[lines[0] ?? 'rate'] !== null);
  const says = lines.map((line) => `${t(lineKeys[line])} ${last?.[line] ?? '—'}`).join(', ');
  const empty = last === undefined;
  return (
    <Card size="small" title={t(titleKey)}>
      {empty ? (
        <p role="status">{t('equipment.noDelay')}</p>
      ) : (
        <Chart option={option} height={200} label={says} />
      )}
    </Card>
  );
}

function Days({ history: { days } }: { history: EquipmentHistory }) {
  const { t } = useTranslation();
  const mode = useMode();
  const option = useMemo(
    () => ({
      ...chartBase(mode),
      legend: { show: false },
      grid: { left: 8, right: 12, top: 12, bottom: 4, containLabel: true },
      xAxis: chartAxis(mode, 'category', { data: days.map(({ day }) => day.slice(5)) }),
      yAxis: chartAxis(mode, 'value', { max: 100 }),
      series: [
        {
          name: t('equipment.availability'),
          type: 'bar',
          barMaxWidth: 18,
          data: days.map(({ percent }) => percent),
        },
      ],
    }),
    [days, mode, t],
  );
  const known = days.flatMap(({ percent }) => percent ?? []);
  const label = `${t('equipment.byDay')}: ${known.length === 0 ? '—' : `${percentText(Math.min(...known))} – ${percentText(Math.max(...known))}`}`;
  return (
    <Card size="small" title={t('equipment.byDay')}>
      {known.length === 0 ? (
        <p role="status">{t('equipment.noHistory')}</p>
      ) : (
        <Chart option={option} height={200} label={label} />
      )}
    </Card>
  );
}

function Changes({ history: { changes } }: { history: EquipmentHistory }) {
  const { t } = useTranslation();
  return (
    <Card size="small" title={t('equipment.changes')}>
      {changes.length === 0 ? (
        <p role="status">{t('equipment.noChanges')}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: longer than its box, it is scrolled by keys too
        <ol className="equipment-changes" tabIndex={0} aria-label={t('equipment.changes')}>
          {changes.map(({ at, state }) => (
            <li key={at}>
              <span className="cw-figures">{momentText(at)}</span>{' '}
              <span className="equipment-state" data-level={state === 'lost' ? 'bad' : 'good'}>
                <span aria-hidden="true">{state === 'lost' ? '✕' : '●'}</span>{' '}
                {t(`equipment.change.${state}`)}
              </span>
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}
