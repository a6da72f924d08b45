import { Alert, Segmented, Skeleton } from 'antd';
import type { Geometry } from 'geojson';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { EquipmentCoverage } from '#contract/equipment.ts';
import { circleRing } from '#domain/geo/geodesy.ts';
import { isGeometry } from '#domain/geo/geojson.ts';
import { FlatMap } from '#web/map/flat-map.tsx';
import type { MapFeature } from '#web/map/layers/map-feature.ts';
import { everywhere } from '#web/map/map-view.ts';
import { Failure } from '#web/ui/failure.tsx';
import { CoverageCells, coverageLooks } from './coverage-layer.tsx';
import { useSourceCoverage } from './equipment-queries.ts';
import { type Band, bands, daySpans, type EquipmentState } from './equipment-state.ts';
import { percentText } from './equipment-tables.tsx';
import { Swatch } from './swatch.tsx';

/** Where one source was heard, against what it declares: on the map, and by height in figures. */
export function SourceCoverage({
  id,
  days,
  band,
  onChange,
}: {
  id: number;
  days: number;
  band: Band;
  onChange: (next: Partial<EquipmentState>) => void;
}) {
  const { t } = useTranslation();
  const coverage = useSourceCoverage(id, { days, band });
  const { data } = coverage;
  return (
    <>
      <div className="cw-bar">
        <Segmented
          aria-label={t('equipment.hours')}
          value={days}
          onChange={(value) => onChange({ days: value })}
          options={daySpans.map((value) => ({ value, label: t(`equipment.days.${value}`) }))}
        />
        <Segmented
          aria-label={t('equipment.band')}
          value={band}
          onChange={(value) => onChange({ band: value })}
          options={bands.map((value) => ({ value, label: t(`equipment.band.${value}`) }))}
        />
      </div>
      {coverage.error && <Failure error={coverage.error} retry={() => void coverage.refetch()} />}
      {!data && !coverage.error && <Skeleton active />}
      {data && (
        <>
          {data.declared === null && <Alert type="info" showIcon message={t('equipment.noDeclared')} />}
          {data.declared !== null && data.hours === 0 && (
            <Alert type="info" showIcon message={t('equipment.noWitness')} />
          )}
          <CoverageMap coverage={data} />
          <BandTable coverage={data} band={band} />
          <p className="cw-note">
            {data.declared !== null &&
              `${t('equipment.howJudged', { hours: data.hours, least: data.leastReports })} `}
            {t('equipment.datum')}
          </p>
        </>
      )}
    </>
  );
}

/** The outline of what a source declares, as it is drawn. */
function outlines({ site, rangeM, area }: EquipmentCoverage): Geometry[] {
  const found: Geometry[] = [];
  if (site && rangeM !== null) {
    const ring = circleRing({ longitude: site[0], latitude: site[1] }, rangeM);
    found.push({ type: 'Polygon', coordinates: [ring] });
  }
  if (isGeometry(area, ['Polygon', 'MultiPolygon'])) found.push(area);
  return found;
}

function CoverageMap({ coverage }: { coverage: EquipmentCoverage }) {
  const { t } = useTranslation();
  const groups = useMemo(() => {
    const features = outlines(coverage).map(
      (geometry, index): MapFeature => ({
        id: `declared-${index}`,
        geometry,
        style: { colour: 'application', width: 2, dash: [8, 5], inside: 'none' },
        label: '',
        rank: 1,
        byOutline: true,
      }),
    );
    return [{ id: 'declared', features }];
  }, [coverage]);
  const counts = coverage.bands[coverage.band];
  return (
    <div className="equipment-map">
      <FlatMap
        label={t('equipment.coverageMap', { name: coverage.name })}
        view={everywhere}
        groups={groups}
        embedded
      >
        <CoverageCells coverage={coverage} />
      </FlatMap>
      <ul className="cw-map-scale" aria-label={t('equipment.cells')}>
        {coverage.declared !== null && (
          <li>
            <Swatch look="declared" /> {t('equipment.declared')}{' '}
            <span className="cw-figures">{coverage.declared}</span>
          </li>
        )}
        {coverageLooks.map((look) => {
          const count = counts?.[look];
          return count === null || count === undefined ? null : (
            <li key={look}>
              <Swatch look={look} /> {t(`equipment.${look}`)} <span className="cw-figures">{count}</span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function BandTable({ coverage, band }: { coverage: EquipmentCoverage; band: Band }) {
  const { t } = useTranslation();
  const { declared } = coverage;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: wider than a phone, it is pushed aside by keys too
    <section className="cw-plain-box" tabIndex={0} aria-label={t('equipment.band')}>
      <table className="cw-plain-table equipment-table">
        <thead>
          <tr>
            <th scope="col">{t('equipment.band')}</th>
            {coverageLooks.map((look) => (
              <th scope="col" key={look}>
                {t(`equipment.${look}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {bands.map((one) => (
            <tr key={one} data-chosen={one === band || undefined}>
              <th scope="row">{t(`equipment.band.${one}`)}</th>
              {coverageLooks.map((look) => {
                const count = coverage.bands[one]?.[look] ?? null;
                return (
                  <td key={look} className="cw-figures">
                    {count === null ? '—' : count}
                    {count !== null && declared && look !== 'beyond' ? (
                      <span className="cw-soft"> {percentText((count / declared) * 100)}</span>
                    ) : null}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
