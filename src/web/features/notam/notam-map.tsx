import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMapEvents } from 'react-leaflet';
import type { NotamView } from '#contract/notam.ts';
import { formatLimits } from '#domain/geo/altitude.ts';
import { FlatMap, useOverlay } from '#web/map/flat-map.tsx';
import type { MapFeature } from '#web/map/layers/map-feature.ts';
import { notamStyle } from '#web/map/layers/notams.ts';
import { everywhere } from '#web/map/map-view.ts';
import { boundsOf, FitTo } from '#web/map/plan-map.tsx';

interface Props {
  notams: readonly NotamView[];
  chosen: number | null;
  onChoose: (id: number) => void;
}

/** The areas of what is listed; a click chooses one. */
export function NotamMap({ notams, chosen, onChoose }: Props) {
  const { t } = useTranslation();
  const features = useMemo(() => notams.flatMap((notam) => featureOf(notam)), [notams]);
  // Where it opens, and where the chosen one is: it must not jump while the list is asked for anew.
  const [first] = useState(() => everywhere);
  const wanted = features.filter(({ id }) => chosen === null || id === `notam-${chosen}`);
  const shown = wanted.length > 0 ? wanted : features;
  return (
    <div className="cw-small-map cw-notam-map">
      <FlatMap
        label={t('notam.page.map')}
        view={first}
        groups={[{ id: 'notams', features }]}
        selectedFeatureId={chosen === null ? null : `notam-${chosen}`}
        embedded
      >
        <FitTo bounds={boundsOf(shown.map(({ geometry }) => geometry))} />
        <Choose onChoose={onChoose} />
      </FlatMap>
    </div>
  );
}

function Choose({ onChoose }: { onChoose: (id: number) => void }) {
  const overlay = useOverlay();
  const map = useMapEvents({
    click({ containerPoint }) {
      const id = Number(overlay.featureAt(map, containerPoint)?.id.replace('notam-', ''));
      if (id) onChoose(id);
    },
  });
  return null;
}

function featureOf(notam: NotamView): MapFeature[] {
  const { id, number, area, lower, upper } = notam;
  if (!area) return [];
  return [
    {
      id: `notam-${id}`,
      geometry: area,
      style: notamStyle(notam),
      label: `${number ?? ''}\n${formatLimits(lower, upper)}`,
      labelMinZoom: 7,
      rank: 20,
      byOutline: notam.areaFrom === 'qLine',
      card: { title: number ?? '', facts: [] },
    },
  ];
}
