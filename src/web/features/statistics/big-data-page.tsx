import { PrinterOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Card, Empty, Segmented, Select, Skeleton } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { InputOf, OutputOf } from '#contract/services.ts';
import { holds } from '#domain/identity/access.ts';
import { type PlanFigure, type PlanKey, planFigures } from '#domain/statistics/measures.ts';
import { holdsPermission } from '#web/client/access.ts';
import { localText } from '#web/client/clock.ts';
import type { RequestError } from '#web/client/http.ts';
import { useLocale } from '#web/client/locale.ts';
import { callService, formInput } from '#web/client/services.ts';
import { currentUser } from '#web/client/session.ts';
import { PrintSheet } from '#web/engine/show/print-sheet.tsx';
import { ExportButton } from '#web/engine/transfer/export-button.tsx';
import { ReportChoices } from '#web/features/plans/report/report-choices.tsx';
import { HeatMap } from '#web/map/heat-map.tsx';
import { Failure } from '#web/ui/failure.tsx';
import { HourGrid, NamesChart, TimeChart } from './charts.tsx';
import { type FigureRow, FigureTable } from './figure-table.tsx';
import { GroupTables } from './group-tables.tsx';
import { movementsPath } from './movements-state.ts';
import {
  exportPath,
  figureText,
  plansInput,
  plansPath,
  type StatisticsState,
  useStatisticsState,
} from './statistics-state.ts';
import './statistics.css';
import '#web/ui/totals.css';

type Answer = OutputOf<'Statistics', 'GetPlans'>;
type Table = Exclude<PlanKey, 'total'> | 'time';

const tiles: readonly PlanFigure[] = [
  'plans',
  'flown',
  'sorties',
  'hours',
  'km',
  'onTimeRate',
  'decisionMean',
  'decidedInTimeRate',
  'useRate',
];

/** Statistics of flights (specification §2, /statistics/NavigationBigData). */
export function BigDataPage() {
  const { t } = useTranslation();
  const locale = useLocale();
  const [state, change] = useStatisticsState();
  const [printing, setPrinting] = useState(false);
  const input = plansInput(state);
  const answer = useQuery<Answer, RequestError>({
    queryKey: ['statistics', 'plans', input, locale],
    queryFn: () =>
      callService('Statistics', 'GetPlans', formInput<InputOf<'Statistics', 'GetPlans'>>({ ...input })),
    placeholderData: (before) => before,
  });
  const { data } = answer;
  return (
    <div className="cw-page statistics-page" aria-busy={answer.isFetching}>
      <header className="cw-bar">
        <h1 className="cw-title">{t('statistics.title')}</h1>
        <span className="cw-figures">
          {state.span.from === state.span.to ? state.span.from : `${state.span.from} – ${state.span.to}`}
        </span>
        {data && (
          <span className="cw-note">
            {t('report.asOf', { at: localText(data.generatedAt), zone: data.timeZone })}
          </span>
        )}
        <span className="cw-grow" />
        <Link to={movementsPath(state)}>{t('statistics.movements')}</Link>
        {holdsPermission(['Pages.Statistics']) && (
          <Link to="/statistics/reportSubscription">{t('report.subscriptions')}</Link>
        )}
        <Select<PlanFigure>
          aria-label={t('statistics.figure')}
          value={state.figure}
          onChange={(figure) => change({ figure })}
          options={planFigures.map((value) => ({ value, label: t(`statistics.figure.${value}`) }))}
          popupMatchSelectWidth={false}
          style={{ minWidth: 190 }}
        />
        <Button icon={<PrinterOutlined />} disabled={!data} onClick={() => setPrinting(true)}>
          {t('show.print')}
        </Button>
      </header>
      <ReportChoices state={state} onChange={change} />
      {answer.error && (
        <Failure title={t('statistics.failed')} error={answer.error} retry={() => void answer.refetch()} />
      )}
      {!data && !answer.error && <Skeleton active paragraph={{ rows: 10 }} />}
      {data && data.totals.plans === 0 && (
        <Card size="small">
          <Empty description={t('statistics.empty')} />
        </Card>
      )}
      {data && data.totals.plans > 0 && <Figures answer={data} state={state} change={change} />}
      {data && <Notes answer={data} />}
      {printing && data && <Paper answer={data} state={state} onClose={() => setPrinting(false)} />}
    </div>
  );
}

/** The tables of an answer, the course of time first. */
function useTables(answer: Answer, state: StatisticsState): Map<Table, FigureRow[]> {
  const { t } = useTranslation();
  return useMemo(() => {
    const tables = new Map<Table, FigureRow[]>([
      [
        'time',
        answer.series.map((sums) => ({
          key: sums.key,
          name: answer.bucket === 'day' ? sums.key.slice(5) : sums.key.replace('T', ' '),
          sums,
          link: plansPath(state, 'time', sums.key, answer.bucket),
        })),
      ],
    ]);
    for (const { by, items } of answer.groups) {
      if (by === 'total') continue;
      tables.set(
        by,
        items.map((sums) => ({
          key: sums.key,
          name: nameOf(by, sums.key, sums.name, t),
          sums,
          link: plansPath(state, by, sums.key, answer.bucket),
        })),
      );
    }
    return tables;
  }, [answer, state, t]);
}

function nameOf(by: PlanKey, key: string, name: string | null, t: (key: string) => string): string {
  if (name !== null) return name;
  if (key === '') return t(by === 'refusal' ? 'statistics.noRule' : 'statistics.none');
  if (by === 'refusal') return t(key);
  if (by !== 'hour') return key;
  const [day = '', hour = ''] = key.split('-');
  return `${t(`statistics.weekday.${day}`)} ${hour}:00`;
}

function Figures({
  answer,
  state,
  change,
}: {
  answer: Answer;
  state: StatisticsState;
  change: (next: Partial<StatisticsState>) => void;
}) {
  const { t } = useTranslation();
  const tables = useTables(answer, state);
  const { figure } = state;
  const shown = tables.has(state.by) ? state.by : 'company';
  const label = (table: Table) =>
    t('statistics.chart', { figure: t(`statistics.figure.${figure}`), by: t(`statistics.by.${table}`) });
  const wide = tables.get('company')?.length === 1 ? 'missionType' : 'company';
  const names = ([wide, 'missionType', 'aircraftType', 'airport', 'airspace'] as const).filter(
    (by, index, all) => all.indexOf(by) === index && (tables.get(by)?.length ?? 0) > 0,
  );
  return (
    <>
      <ul className="cw-totals statistics-totals">
        {tiles.map((tile) => (
          <li key={tile} data-figure={tile}>
            <strong className="cw-figures">{figureText(answer.totals, tile)}</strong>
            <span>{t(`statistics.figure.${tile}`)}</span>
          </li>
        ))}
      </ul>
      <Card size="small" title={t('statistics.by.time')} extra={<Export state={state} table="time" />}>
        <TimeChart rows={tables.get('time') ?? []} figure={figure} label={label('time')} />
        <details>
          <summary>{t('statistics.table')}</summary>
          <FigureTable head={t('statistics.by.time')} rows={tables.get('time') ?? []} label={label('time')} />
        </details>
      </Card>
      <div className="statistics-two">
        {names.map((by) => (
          <Card
            key={by}
            size="small"
            title={t(`statistics.by.${by}`)}
            extra={
              <Button type="link" size="small" onClick={() => change({ by })}>
                {t('statistics.table')}
              </Button>
            }
          >
            <NamesChart rows={tables.get(by) ?? []} figure={figure} label={label(by)} />
          </Card>
        ))}
      </div>
      <Card size="small" title={t('statistics.by.hour')} extra={<Export state={state} table="hour" />}>
        <HourGrid rows={tables.get('hour') ?? []} figure={figure} label={label('hour')} />
      </Card>
      <Card size="small" title={t('statistics.tables')} extra={<Export state={state} table={shown} />}>
        <GroupTables
          groups={answer.groups}
          tables={tables}
          shown={shown}
          label={label}
          onChange={(by) => change({ by })}
        />
      </Card>
      <Heat state={state} change={change} />
    </>
  );
}

function Heat({
  state,
  change,
}: {
  state: StatisticsState;
  change: (next: Partial<StatisticsState>) => void;
}) {
  const { t } = useTranslation();
  const actor = currentUser.get()?.actor;
  const mayTracks = actor !== undefined && holds(actor, ['Pages.FlightWatch.Trackreplay']);
  const of = mayTracks ? state.heat : 'plans';
  const input = { ...plansInput(state), of };
  const heat = useQuery<OutputOf<'Statistics', 'GetHeat'>, RequestError>({
    queryKey: ['statistics', 'heat', input],
    queryFn: () =>
      callService('Statistics', 'GetHeat', formInput<InputOf<'Statistics', 'GetHeat'>>({ ...input })),
    placeholderData: (before) => before,
  });
  const isFiltered = Object.values(state.filters).some((ids) => ids.length > 0);
  const cells = heat.data?.cells;
  const most = useMemo(() => [...(cells ?? [])].sort((a, b) => b[2] - a[2]).slice(0, 20), [cells]);
  return (
    <Card
      size="small"
      title={t('statistics.heat')}
      extra={
        mayTracks && (
          <Segmented
            aria-label={t('statistics.heat')}
            value={of}
            onChange={(next) => change({ heat: next })}
            options={(['plans', 'tracks'] as const).map((value) => ({
              value,
              label: t(`statistics.heat.${value}`),
            }))}
          />
        )
      }
    >
      {heat.error && (
        <Failure title={t('statistics.failed')} error={heat.error} retry={() => void heat.refetch()} />
      )}
      {!heat.data && !heat.error && <Skeleton active />}
      {heat.data && (
        <>
          <HeatMap
            cells={heat.data.cells}
            degrees={heat.data.degrees}
            label={t(`statistics.heat.label.${of}`)}
          />
          <p className="cw-note">
            {t(`statistics.heat.note.${of === 'tracks' && isFiltered ? 'filtered' : of}`, {
              degrees: heat.data.degrees,
            })}
          </p>
          <details>
            <summary>{t('statistics.heat.busiest')}</summary>
            {most.length === 0 ? (
              <p>{t('statistics.empty')}</p>
            ) : (
              <ol>
                {most.map(([longitude, latitude, value]) => (
                  <li key={`${longitude} ${latitude}`} className="cw-figures">
                    {latitude.toFixed(2)}° {longitude.toFixed(2)}°: {value.toLocaleString('en-US')}
                  </li>
                ))}
              </ol>
            )}
          </details>
        </>
      )}
    </Card>
  );
}

function Export({ state, table }: { state: StatisticsState; table: Table }) {
  const { t } = useTranslation();
  return (
    <ExportButton
      path={(format) => exportPath('Export', { table, ...plansInput(state) }, format)}
      table={t(`statistics.by.${table}`)}
    />
  );
}

function Notes({ answer }: { answer: Answer }) {
  const { t } = useTranslation();
  const { check, pending, source } = answer;
  return (
    <ul className="cw-note statistics-notes">
      <li>{t('report.note.counted')}</li>
      <li>{t('report.note.onTime', { minutes: answer.onTimeMinutes })}</li>
      <li>{t('statistics.note.shared')}</li>
      <li>{t('statistics.note.km')}</li>
      {pending > 0 && <li role="status">{t('statistics.note.pending', { count: pending })}</li>}
      {source === 'plans' && <li>{t('statistics.note.source')}</li>}
      {check && (
        <li>
          {t(check.differences.length > 0 ? 'statistics.note.wrong' : 'statistics.note.checked', {
            at: localText(check.at),
            count: check.differences.length,
          })}
        </li>
      )}
      <li>
        <Link to="/statistics/navigationForms">{t('report.title')}</Link>
      </li>
    </ul>
  );
}

/** Every table on paper, each whole. */
function Paper({ answer, state, onClose }: { answer: Answer; state: StatisticsState; onClose: () => void }) {
  const { t } = useTranslation();
  const tables = useTables(answer, state);
  return (
    <PrintSheet
      title={t('statistics.title')}
      subtitle={`${answer.from} – ${answer.to} (${answer.timeZone})`}
      onClose={onClose}
    >
      {[...tables].map(([table, rows]) => (
        <section key={table} className="statistics-paper">
          <h2>{t(`statistics.by.${table}`)}</h2>
          <table className="cw-print-table">
            <thead>
              <tr>
                <th scope="col">{t(`statistics.by.${table}`)}</th>
                {planFigures.map((figure) => (
                  <th key={figure} scope="col">
                    {t(`statistics.figure.${figure}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ key, name, sums }) => (
                <tr key={key}>
                  <th scope="row">{name}</th>
                  {planFigures.map((figure) => (
                    <td key={figure} className="cw-figures">
                      {figureText(sums, figure)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ))}
    </PrintSheet>
  );
}
