import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { InformationItem, InformationKind } from '#domain/briefing/item.ts';
import type { Geometry } from '#domain/geo/geojson.ts';
import { nameIn } from '#domain/text/name-in.ts';
import { useLocale } from '#web/client/locale.ts';
import { PlanMap, type PlanMapFeature } from '#web/map/plan-map.tsx';

const kinds: Record<InformationKind, PlanMapFeature['kind']> = {
  aerodrome: 'aerodrome',
  weather: 'aerodrome',
  wind: 'aerodrome',
  warning: 'conflict',
  notam: 'conflict',
  notice: 'conflict',
  airspace: 'airspace',
  plan: 'task',
  obstacle: 'landingPoint',
  airway: 'route',
  point: 'landingPoint',
  document: 'landingPoint',
};

/** Of a whole region: the map would open on it instead of on what is asked. Chosen, it is shown. */
function isWide(geometry: Geometry | null): boolean {
  if (geometry?.type !== 'Polygon') return false;
  const longitudes = geometry.coordinates.flatMap((ring) => ring.map(([longitude]) => longitude));
  return Math.max(...longitudes) - Math.min(...longitudes) > 4;
}

interface Props {
  asked: Geometry | null;
  items: readonly InformationItem[];
  /** Shown alone with what was asked. */
  selected: string | null;
  height: number | string;
}

/** What was found, with what was asked about; of one that is chosen, only that. */
export function InformationMap({ asked, items, selected, height }: Props) {
  const { t } = useTranslation();
  const locale = useLocale();
  const features = useMemo((): PlanMapFeature[] => {
    const shown = items.filter(({ key, kind, geometry }) =>
      selected ? key === selected : kind !== 'weather' && !isWide(geometry),
    );
    return [
      ...shown.flatMap(({ key, kind, geometry, title, titleEn }): PlanMapFeature[] =>
        geometry
          ? [{ id: key, geometry, kind: kinds[kind], name: nameIn({ name: title, nameEn: titleEn }, locale) }]
          : [],
      ),
      ...(asked ? [{ id: 'asked', geometry: asked, kind: 'task' as const, name: t('brief.asked') }] : []),
    ];
  }, [asked, items, selected, t, locale]);
  return <PlanMap key={selected ?? 'all'} features={features} height={height} label={t('brief.map')} />;
}
