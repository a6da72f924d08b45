import { Skeleton } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { AirPicture } from '#contract/map.ts';
import { timesText } from '#web/client/clock.ts';
import type { FeatureGroup } from '#web/map/flat-map.tsx';
import { Failure } from '#web/ui/failure.tsx';
import { airFeatures } from './air-features.ts';
import { AirSection } from './air-section.tsx';
import { type useAirPicture, useStillLayers } from './use-air-picture.ts';

/** What lies below a document on its map: the air around it, routes and aerodromes, in the styles of the situation map. */
export function useAround(picture: AirPicture | undefined): FeatureGroup[] {
  const { t } = useTranslation();
  const layers = useStillLayers();
  const air = useMemo(
    (): FeatureGroup => ({ id: 'air', features: picture ? airFeatures(picture, t) : [] }),
    [picture, t],
  );
  return [air, ...layers];
}

/** Below the map: how much there is in those hours, and the vertical section. */
export function AirAround({ query }: { query: ReturnType<typeof useAirPicture> }) {
  const { t } = useTranslation();
  const { data, error, refetch } = query;
  if (error) return <Failure title={t('map.air.failed')} error={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton active title={false} paragraph={{ rows: 4 }} style={{ padding: 12 }} />;
  if (!data.hours) return <p className="cw-draw-note">{t('map.air.nowhere')}</p>;
  const airspaces = data.others.filter(({ resource }) => resource === 'airspace');
  const closed = airspaces.filter(({ openState }) => openState === 'closed').length;
  const count = (resource: string) => data.others.filter((one) => one.resource === resource).length;
  return (
    <>
      <p className="cw-air-summary">
        <span className="cw-figures">{timesText(data.hours.from, data.hours.to)}</span>
        <span>{t('map.air.airspaces', { count: airspaces.length, closed })}</span>
        <span>{t('map.air.plans', { count: count('plan') })}</span>
        <span>{t('map.air.notices', { count: count('notice') })}</span>
        <span>{t('map.air.notams', { count: count('notam') })}</span>
      </p>
      <AirSection picture={data} />
    </>
  );
}
