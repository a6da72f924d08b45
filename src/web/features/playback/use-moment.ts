import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecordedAlert } from '#contract/recorded-alert.ts';
import { useHolds } from '#web/client/access.ts';
import { useLocale } from '#web/client/locale.ts';
import { callService } from '#web/client/services.ts';
import type { FeatureGroup } from '#web/map/flat-map.tsx';
import { eachShapeOnce } from '#web/map/layers/each-shape-once.ts';
import { noticeFeature } from '#web/map/layers/notices.ts';
import { planFeatures } from '#web/map/layers/plans.ts';
import { airspaceFeature } from '#web/map/layers/records-layers.ts';
import { useLayers } from '#web/map/use-layers.ts';

/** Layers that do not change from hour to hour; the others are shown as they were then. */
export const stillLayers = new Set(['boundaries', 'routes', 'aerodromes', 'points', 'navigationPoints']);
/** The moment is requested again after this many seconds of real time, at any speed. */
const everyS = 5;

/** Plans, airspaces and notices as they were at a moment (UTC ms), as groups of the map, and the answer itself; none without the permission to replay. */
export function useMoment(at: number, speed: number) {
  const locale = useLocale();
  const { t } = useTranslation();
  const mayReplay = useHolds(['Pages.FlightWatch.Trackreplay']);
  const stepMs = Math.max(30_000, speed * everyS * 1_000);
  const moment = new Date(Math.floor(at / stepMs) * stepMs).toISOString();
  const query = useQuery({
    queryKey: ['playback', 'moment', moment],
    queryFn: () => callService('Playback', 'GetMoment', { at: moment }),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    enabled: mayReplay,
  });
  const { data } = query;
  const groups = useMemo((): FeatureGroup[] => {
    if (!data) return [];
    const airspaces = data.airspaces.flatMap((one) => airspaceFeature(one, locale) ?? []);
    const notices = data.notices.flatMap((one) => noticeFeature(one, locale) ?? []);
    const plans = data.plans.flatMap((one) => planFeatures(one));
    return [
      { id: 'airspaces', features: airspaces },
      { id: 'notices', features: notices },
      { id: 'plans', features: eachShapeOnce(plans, t('map.target.plan')) },
    ];
  }, [data, locale, t]);
  return { groups, moment: data, error: query.error, refetch: query.refetch };
}

/** The whole map of a moment: what was true then, over the layers that do not change. */
export function usePast(at: number, speed: number) {
  const { groups: changing, ...answer } = useMoment(at, speed);
  const { groups: still } = useLayers(stillLayers, null);
  const groups = useMemo(
    () => [...changing, ...still.filter(({ id }) => stillLayers.has(id))],
    [changing, still],
  );
  return { groups, ...answer };
}

/** Whether an alert was open at a moment, UTC ms. */
export function stoodAt({ raisedAt, clearedAt }: RecordedAlert, at: number): boolean {
  return Date.parse(raisedAt) <= at && (clearedAt === null || Date.parse(clearedAt) > at);
}
