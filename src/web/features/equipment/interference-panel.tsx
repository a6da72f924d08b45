import { Alert, Segmented, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Interference, InterferenceCell } from '#contract/equipment.ts';
import { momentText } from '#web/features/monitor/moment-text.ts';
import { FlatMap } from '#web/map/flat-map.tsx';
import { everywhere } from '#web/map/map-view.ts';
import { Failure } from '#web/ui/failure.tsx';
import { useInterference } from './equipment-queries.ts';
import { type EquipmentState, interferenceSpans } from './equipment-state.ts';
import { percentText } from './equipment-tables.tsx';
import { InterferenceCells } from './interference-layer.tsx';
import { InterferenceMark, interferenceLooks } from './interference-look.tsx';
import { InterferenceTimeline } from './interference-timeline.tsx';
import { placeText } from './place-text.ts';
import { Swatch } from './swatch.tsx';

const noGroups: never[] = [];

/** GNSS interference: accuracy, jumps and losses of ADS-B aircraft by cell, now or in an hour. */
export function InterferencePanel({
  state,
  change,
}: {
  state: EquipmentState;
  change: (next: Partial<EquipmentState>) => void;
}) {
  const { t } = useTranslation();
  const found = useInterference(state);
  const { data } = found;
  return (
    <div className="equipment-details" aria-busy={found.isFetching && !data}>
      <div className="cw-bar">
        <Segmented<number>
          aria-label={t('equipment.hours')}
          value={state.span}
          onChange={(span) => change({ span, hour: null })}
          options={interferenceSpans.map((value) => ({
            value,
            label: t(`equipment.interference.span.${value}`),
          }))}
        />
      </div>
      {found.error && <Failure error={found.error} retry={() => void found.refetch()} />}
      {!data && !found.error && <Skeleton active />}
      {data && (
        <>
          <InterferenceTimeline data={data} onHour={(hour) => change({ hour })} />
          <h2 className="equipment-heading">
            {data.hour === null
              ? t('equipment.interference.present', { minutes: data.limits.windowMin })
              : t('equipment.interference.ofHour', { time: momentText(data.hour).slice(0, 16) })}
          </h2>
          {data.isCut && <Alert type="warning" showIcon message={t('equipment.interference.cut')} />}
          <InterferenceMap data={data} />
          <CellTable data={data} />
          <p className="cw-note">{t('equipment.interference.how', { ...data.limits })}</p>
        </>
      )}
    </div>
  );
}

function InterferenceMap({ data }: { data: Interference }) {
  const { t } = useTranslation();
  return (
    <div className="equipment-map">
      <FlatMap label={t('equipment.interference.map')} view={everywhere} groups={noGroups} embedded>
        <InterferenceCells cells={data.cells} degrees={data.degrees} />
      </FlatMap>
      <ul className="cw-map-scale" aria-label={t('equipment.cells')}>
        {interferenceLooks.map((look) => (
          <li key={look}>
            <Swatch look={look} /> {t(`equipment.interference.${look}`)}{' '}
            <span className="cw-figures">{data.cells.filter(({ state }) => state === look).length}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

const columns = ['cell', 'state', 'affected', 'degraded', 'jumps', 'losses', 'accuracy'] as const;

function CellTable({ data: { cells, degrees } }: { data: Interference }) {
  const { t } = useTranslation();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: wider than a phone, it is pushed aside by keys too
    <section className="cw-plain-box" tabIndex={0} aria-label={t('equipment.interference.table')}>
      <table className="cw-plain-table equipment-table">
        <thead>
          <tr>
            {columns.map((column) => (
              <th scope="col" key={column}>
                {t(`equipment.interference.column.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {cells.map((cell) => (
            <CellRow key={`${cell.longitude} ${cell.latitude}`} cell={cell} degrees={degrees} />
          ))}
          {cells.length === 0 && (
            <tr>
              <td colSpan={columns.length}>{t('equipment.interference.noAircraft')}</td>
            </tr>
          )}
        </tbody>
      </table>
    </section>
  );
}

function CellRow({ cell, degrees }: { cell: InterferenceCell; degrees: number }) {
  const { t } = useTranslation();
  const { state, heard, affected, percent, degraded, jumps, losses, accuracyM, since, widenedM } = cell;
  const count = (value: number | null) => <td className="cw-figures">{value ?? '—'}</td>;
  return (
    <tr>
      <th scope="row" className="cw-figures">
        {placeText(cell.longitude + degrees / 2, cell.latitude + degrees / 2)}
      </th>
      <td>
        <InterferenceMark state={state} text={t(`equipment.interference.${state}`)} />
        {since !== null && state !== 'normal' && state !== 'few' && (
          <span className="cw-soft"> {t('equipment.since', { time: momentText(since).slice(5, 16) })}</span>
        )}
        {widenedM > 0 && (
          <span className="cw-soft"> · {t('equipment.interference.widened', { metres: widenedM })}</span>
        )}
      </td>
      <td className="cw-figures">
        {affected}/{heard} <span className="cw-soft">{percentText(percent)}</span>
      </td>
      {count(degraded)}
      {count(jumps)}
      {count(losses)}
      <td className="cw-figures">{accuracyM === null ? '—' : `${Math.round(accuracyM)} m`}</td>
    </tr>
  );
}
