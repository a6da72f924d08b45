import { Alert, Skeleton } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { JointCoverage } from '#contract/equipment.ts';
import { momentText } from '#web/features/monitor/moment-text.ts';
import { FlatMap } from '#web/map/flat-map.tsx';
import { everywhere } from '#web/map/map-view.ts';
import { Failure } from '#web/ui/failure.tsx';
import { BandTable, SpanAndBand } from './coverage-bands.tsx';
import { CoverageCells, type JointLook, jointBoxesOf, jointLooks } from './coverage-layer.tsx';
import { useJointCoverage } from './equipment-queries.ts';
import type { Band, EquipmentState } from './equipment-state.ts';
import { placeText } from './place-text.ts';
import { Swatch } from './swatch.tsx';

const noGroups: never[] = [];
/** Rows of the table; the file has them all. */
const mostRows = 200;

/** What all sources together hear: by how many, where flights show gaps, and what nobody covers. */
export function JointCoveragePanel({
  days,
  band,
  onChange,
}: {
  days: number;
  band: Band;
  onChange: (next: Partial<EquipmentState>) => void;
}) {
  const { t } = useTranslation();
  const found = useJointCoverage({ days, band });
  const { data } = found;
  return (
    <div className="equipment-details" aria-busy={found.isFetching && !data}>
      <SpanAndBand days={days} band={band} onChange={onChange} />
      {found.error && <Failure error={found.error} retry={() => void found.refetch()} />}
      {!data && !found.error && <Skeleton active />}
      {data && (
        <>
          {data.flights === null && <Alert type="info" showIcon message={t('equipment.joint.noPlans')} />}
          {data.isCut && <Alert type="warning" showIcon message={t('equipment.joint.cut')} />}
          <JointMap data={data} />
          <BandTable
            looks={jointLooks}
            word={(look) => t(`equipment.joint.${look}`)}
            counts={data.bands}
            band={band}
          />
          {data.flights !== null && <CellTable data={data} />}
          <p className="cw-note">
            {t('equipment.joint.how', {
              sources: data.sources,
              declaring: data.declaring,
              flights: data.flights ?? 0,
              least: data.leastReports,
            })}{' '}
            {t('equipment.datum')}
          </p>
        </>
      )}
    </div>
  );
}

function JointMap({ data }: { data: JointCoverage }) {
  const { t } = useTranslation();
  const boxes = useMemo(() => jointBoxesOf(data), [data]);
  // What is declared may reach far beyond all flights.
  const known = useMemo(() => boxes.filter(({ look }) => look !== 'untested'), [boxes]);
  const counts = data.bands[data.band];
  return (
    <div className="equipment-map">
      <FlatMap label={t('equipment.joint.map')} view={everywhere} groups={noGroups} embedded>
        <CoverageCells of={0} boxes={boxes} fit={known.length > 0 ? known : boxes} degrees={data.degrees} />
      </FlatMap>
      <ul className="cw-map-scale" aria-label={t('equipment.cells')}>
        {jointLooks.map((look) => {
          const count = counts?.[look] ?? null;
          return count === null ? null : (
            <li key={look}>
              <Swatch look={look} /> {t(`equipment.joint.${look}`)}{' '}
              <span className="cw-figures">{count}</span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

const columns = ['cell', 'what', 'flights', 'lastFlight'] as const;

/** Gaps and blind cells, those with the most flights first. */
function CellTable({ data: { gaps, blind } }: { data: JointCoverage }) {
  const { t } = useTranslation();
  const rows = [
    ...gaps.map((cell) => ({ look: 'gaps' as JointLook, cell })),
    ...blind.map((cell) => ({ look: 'blind' as JointLook, cell })),
  ]
    .sort((a, b) => b.cell[2] - a.cell[2])
    .slice(0, mostRows);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: wider than a phone, it is pushed aside by keys too
    <section className="cw-plain-box" tabIndex={0} aria-label={t('equipment.joint.table')}>
      <table className="cw-plain-table equipment-table">
        <thead>
          <tr>
            {columns.map((column) => (
              <th scope="col" key={column}>
                {t(`equipment.joint.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ look, cell: [longitude, latitude, flights, lastAt] }) => (
            <tr key={`${longitude} ${latitude}`}>
              <th scope="row" className="cw-figures">
                {placeText(longitude, latitude)}
              </th>
              <td>
                <Swatch look={look} /> {t(`equipment.joint.${look}`)}
              </td>
              <td className="cw-figures">{flights}</td>
              <td className="cw-figures">{momentText(lastAt).slice(0, 16)}</td>
            </tr>
          ))}
          {rows.length === 0 && (
            <tr>
              <td colSpan={columns.length}>{t('equipment.joint.none')}</td>
            </tr>
          )}
        </tbody>
      </table>
    </section>
  );
}
