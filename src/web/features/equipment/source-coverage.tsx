import { Alert, Skeleton } from 'antd';
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
import { BandTable, SpanAndBand } from './coverage-bands.tsx';
import { boxesOf, CoverageCells, coverageLooks } from './coverage-layer.tsx';
import { useSourceCoverage } from './equipment-queries.ts';
import type { Band, EquipmentState } from './equipment-state.ts';
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
      <SpanAndBand days={days} band={band} onChange={onChange} />
      {coverage.error && <Failure error={coverage.error} retry={() => void coverage.refetch()} />}
      {!data && !coverage.error && <Skeleton active />}
      {data && (
        <>
          {data.declared === null && <Alert type="info" showIcon message={t('equipment.noDeclared')} />}
          {data.declared !== null && data.hours === 0 && (
            <Alert type="info" showIcon message={t('equipment.noWitness')} />
          )}
          <CoverageMap coverage={data} />
          <BandTable
            looks={coverageLooks}
            word={(look) => t(`equipment.${look}`)}
            counts={data.bands}
            band={band}
            share={(look, count) => (data.declared && look !== 'beyond' ? count / data.declared : null)}
          />
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
  const boxes = useMemo(() => boxesOf(coverage), [coverage]);
  const counts = coverage.bands[coverage.band];
  return (
    <div className="equipment-map">
      <FlatMap
        label={t('equipment.coverageMap', { name: coverage.name })}
        view={everywhere}
        groups={groups}
        embedded
      >
        <CoverageCells of={coverage.id} boxes={boxes} degrees={coverage.degrees} />
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
