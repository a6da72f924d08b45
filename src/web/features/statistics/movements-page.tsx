import { PrinterOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Card, Empty, Skeleton } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { InputOf, OutputOf } from '#contract/services.ts';
import type { PlaceMovements } from '#contract/statistics.ts';
import { type MovementMeasure, movementMeasures } from '#domain/statistics/movements.ts';
import { localText } from '#web/client/clock.ts';
import type { RequestError } from '#web/client/http.ts';
import { useLocale } from '#web/client/locale.ts';
import { callService, formInput } from '#web/client/services.ts';
import { PrintSheet } from '#web/engine/show/print-sheet.tsx';
import { ExportButton } from '#web/engine/transfer/export-button.tsx';
import { ReportChoices } from '#web/features/plans/report/report-choices.tsx';
import { inputOf, type ReportState, useReportState } from '#web/features/plans/report/report-state.ts';
import { useMode } from '#web/ui/appearance.ts';
import { Chart, chartAxis, chartBase } from '#web/ui/chart.tsx';
import { Failure } from '#web/ui/failure.tsx';
import { type Measure, MeasureTable } from '#web/ui/measure-table.tsx';
import { palette } from '#web/ui/palette.ts';
import { trackFlightsPath } from './movements-state.ts';
import { exportPath } from './statistics-state.ts';
import './statistics.css';
import '#web/ui/totals.css';

type Answer = OutputOf<'Statistics', 'GetMovements'>;
type Line = PlaceMovements & { name: string };

/** Places of the chart at most; what is beyond is in the table. */
const mostPlaces = 12;
/** What flights of a recorded track are behind. */
const ofTracks: Partial<Record<MovementMeasure, 'takeOff' | 'landing'>> &
  Record<'takeOffs' | 'landings', 'takeOff' | 'landing'> = { takeOffs: 'takeOff', landings: 'landing' };

/** Take-offs and landings by place, from recorded tracks beside what was reported. */
export function MovementsPage() {
  const { t } = useTranslation();
  const locale = useLocale();
  const [state, change] = useReportState();
  const [printing, setPrinting] = useState(false);
  const input = inputOf(state);
  const { data, error, isFetching, refetch } = useQuery<Answer, RequestError>({
    queryKey: ['statistics', 'movements', input, locale],
    queryFn: () =>
      callService(
        'Statistics',
        'GetMovements',
        formInput<InputOf<'Statistics', 'GetMovements'>>({ ...input }),
      ),
    placeholderData: (before) => before,
  });
  return (
    <div className="cw-page statistics-page" aria-busy={isFetching}>
      <header className="cw-bar">
        <h1 className="cw-title">{t('statistics.movements')}</h1>
        {data && (
          <span className="cw-note">
            {t('report.asOf', { at: localText(data.generatedAt), zone: data.timeZone })}
          </span>
        )}
        <span className="cw-grow" />
        <Link to={trackFlightsPath(state, {})}>{t('statistics.trackFlights')}</Link>
        <span className="cw-bar">
          <ExportButton
            path={(format) => exportPath('ExportMovements', { ...input }, format)}
            table={t('statistics.movements')}
            named
          />
          <Button icon={<PrinterOutlined />} disabled={!data} onClick={() => setPrinting(true)}>
            {t('show.print')}
          </Button>
        </span>
      </header>
      <ReportChoices state={state} onChange={change} />
      {error && <Failure title={t('statistics.failed')} error={error} retry={() => void refetch()} />}
      {!data && !error && <Skeleton active paragraph={{ rows: 10 }} />}
      {data && <Figures answer={data} state={state} />}
      {printing && data && (
        <PrintSheet
          title={t('statistics.movements')}
          subtitle={`${data.from} – ${data.to} (${data.timeZone})`}
          onClose={() => setPrinting(false)}
        >
          <PlaceTable answer={data} state={state} whole />
        </PrintSheet>
      )}
    </div>
  );
}

function Figures({ answer, state }: { answer: Answer; state: ReportState }) {
  const { t } = useTranslation();
  const { totals, withoutPlan, hasWithoutPlan } = answer;
  if (answer.places.length === 0)
    return (
      <Card size="small">
        <Empty description={t('statistics.movements.empty')} />
      </Card>
    );
  return (
    <>
      <ul className="cw-totals statistics-totals" aria-label={t('statistics.movements.totals')}>
        {movementMeasures.map((name) => (
          <li key={name} data-figure={name}>
            <strong className="cw-figures">{countText(totals[name])}</strong>
            <span>{t(`statistics.movements.${name}`)}</span>
          </li>
        ))}
        {hasWithoutPlan &&
          (['takeOffs', 'landings'] as const).map((name) => (
            <li key={name} data-figure={`withoutPlan.${name}`}>
              <strong className="cw-figures">{countText(withoutPlan[name])}</strong>
              <span>{t(`statistics.movements.withoutPlan.${name}`)}</span>
            </li>
          ))}
      </ul>
      <Card size="small" title={t('statistics.movements.byPlace')}>
        <PlaceChart answer={answer} />
        <PlaceTable answer={answer} state={state} />
        {answer.totalCount > answer.places.length && (
          <p className="cw-note">
            {t('statistics.more', { shown: answer.places.length, count: answer.totalCount })}
          </p>
        )}
      </Card>
      <ul className="cw-note statistics-notes">
        <li>{t('statistics.movements.note.seen')}</li>
        <li>{t('statistics.movements.note.reported')}</li>
        <li>{t('statistics.movements.note.withoutPlan')}</li>
      </ul>
    </>
  );
}

function useLines({ places }: Answer): Line[] {
  const { t } = useTranslation();
  return useMemo(
    () => places.map((place) => ({ ...place, name: place.name ?? t('statistics.movements.elsewhere') })),
    [places, t],
  );
}

/** At each place what tracks show beside what was reported. */
function PlaceChart({ answer }: { answer: Answer }) {
  const { t } = useTranslation();
  const mode = useMode();
  const lines = useLines(answer);
  const option = useMemo(() => {
    const shown = lines.slice(0, mostPlaces);
    return {
      ...chartBase(mode),
      grid: { left: 8, right: 24, top: 32, bottom: 4, containLabel: true },
      xAxis: chartAxis(mode, 'value', { minInterval: 1 }),
      yAxis: chartAxis(mode, 'category', {
        inverse: true,
        data: shown.map(({ name }) => name),
        axisLabel: { color: palette[mode].soft, width: 130, overflow: 'truncate' },
      }),
      series: (['takeOffs', 'reportedTakeOffs', 'landings', 'reportedLandings'] as const).map((measure) => ({
        name: t(`statistics.movements.${measure}`),
        type: 'bar',
        barMaxWidth: 10,
        data: shown.map(({ sums }) => sums[measure]),
      })),
    };
  }, [lines, mode, t]);
  const height = 48 + 52 * Math.min(mostPlaces, lines.length);
  return <Chart option={option} height={height} label={t('statistics.movements.byPlace')} />;
}

function PlaceTable({
  answer,
  state,
  whole = false,
}: {
  answer: Answer;
  state: ReportState;
  whole?: boolean;
}) {
  const { t } = useTranslation();
  const lines = useLines(answer);
  /** A column; a number of flights of tracks leads to them. */
  const column = (
    key: string,
    value: (line: Line) => number,
    flights?: Parameters<typeof trackFlightsPath>[1],
  ): Measure<Line> => ({
    key,
    title: t(`statistics.movements.${key}`),
    value,
    text: (line) => countText(value(line)),
    link: (line) =>
      flights && value(line) > 0
        ? trackFlightsPath(state, { ...flights, place: line.key, name: line.name })
        : undefined,
    linkLabel: (line) =>
      t('statistics.movements.show', { figure: t(`statistics.movements.${key}`), of: line.name }),
  });
  return (
    <MeasureTable<Line>
      head={t('statistics.movements.place')}
      label={t('statistics.movements.byPlace')}
      empty={t('statistics.movements.empty')}
      rows={lines}
      whole={whole}
      measures={[
        ...movementMeasures.map((name) => {
          const movement = ofTracks[name];
          return column(name, ({ sums }) => sums[name], movement && { part: 'withPlan', movement });
        }),
        ...(answer.hasWithoutPlan ? (['takeOffs', 'landings'] as const) : []).map((name) =>
          column(`withoutPlan.${name}`, ({ withoutPlan }) => withoutPlan[name], {
            part: 'withoutPlan',
            movement: ofTracks[name],
          }),
        ),
      ]}
    />
  );
}

const countText = (value: number) => value.toLocaleString('en-US');
