import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMapEvents } from 'react-leaflet';
import type { AirspaceItem } from '#contract/airspace/airspace-output.ts';
import type { FindingView } from '#contract/finding-view.ts';
import { formatLimits } from '#domain/geo/altitude.ts';
import { type Bounds, isGeometry } from '#domain/geo/geojson.ts';
import { type FeatureGroup, FlatMap, useOverlay } from '#web/map/flat-map.tsx';
import { airspaceLook, airspaceStyles, isResponsibility } from '#web/map/layers/airspace-style.ts';
import type { MapFeature } from '#web/map/layers/map-feature.ts';
import { everywhere } from '#web/map/map-view.ts';
import { boundsOfFeatures, FitTo, PickedCard, PickFeature } from '#web/map/plan-map.tsx';
import { airspaceName } from './airspace-place.ts';
import { findingFeatures } from './finding-shapes.ts';

type Shown = Pick<
  AirspaceItem,
  'id' | 'name' | 'nameEn' | 'designator' | 'kind' | 'state' | 'openState' | 'geometry' | 'lower' | 'upper'
>;

interface Props {
  airspaces: readonly Shown[];
  findings?: readonly FindingView[];
  /** What else is there, told by a click; which groups there are is settled when the map opens. */
  around?: readonly FeatureGroup[];
  /** More to look at, e.g. the area that is asked about. */
  marked?: readonly MapFeature[];
  selectedId?: number | null;
  onSelect?: (id: number) => void;
  /** The area of the map that is seen, when it comes to rest. */
  onView?: (bounds: Bounds) => void;
  height: number | string;
}

const kinds = ['Polygon', 'MultiPolygon'];
const none: readonly never[] = [];
/** Airspaces on a small map by their state: open green, closed hatched, applications dashed. */
export function AirspaceMap({
  airspaces,
  findings = none,
  around = none,
  marked = none,
  selectedId = null,
  onSelect,
  onView,
  height,
}: Props) {
  const { t } = useTranslation();
  const features = useMemo(() => airspaces.flatMap(featureOf), [airspaces]);
  const met = useMemo(() => findingFeatures(findings), [findings]);
  const groups = useMemo(
    () => [
      ...around,
      { id: 'airspaces', features },
      { id: 'findings', features: met },
      { id: 'marked', features: marked },
    ],
    [around, features, met, marked],
  );
  const bounds = useMemo(() => boundsOfFeatures(features), [features]);
  const [picked, setPicked] = useState<MapFeature | null>(null);
  return (
    <div className="cw-small-map" style={{ height }}>
      <FlatMap
        label={t('airspace.map')}
        view={everywhere}
        groups={groups}
        selectedFeatureId={selectedId === null ? (picked?.id ?? null) : `airspace-${selectedId}`}
        embedded
      >
        {/* Under somebody who looks for things by moving the map, it stays where it is. */}
        {!onView && <FitTo bounds={bounds} />}
        {onSelect && <Pick onSelect={onSelect} />}
        {onView && <View onView={onView} />}
        {around.length > 0 && <PickFeature onPick={setPicked} />}
      </FlatMap>
      <PickedCard feature={picked} onClose={() => setPicked(null)} />
    </div>
  );
}

function featureOf(airspace: Shown): MapFeature[] {
  const { id, designator, kind, state, openState = null, geometry, lower, upper } = airspace;
  if (!isGeometry(geometry, kinds)) return [];
  const name = airspaceName(airspace);
  return [
    {
      id: `airspace-${id}`,
      geometry,
      style: airspaceStyles[airspaceLook({ kind, state, openState })],
      label: designator || name,
      rank: 20,
      byOutline: kind !== null && isResponsibility(kind),
      card: { title: name, subtitle: formatLimits(lower, upper), facts: [] },
    },
  ];
}

function Pick({ onSelect }: { onSelect: (id: number) => void }) {
  const overlay = useOverlay();
  const map = useMapEvents({
    click({ containerPoint }) {
      const id = overlay.featureAt(map, containerPoint)?.id.replace('airspace-', '');
      if (id && /^\d+$/.test(id)) onSelect(Number(id));
    },
  });
  return null;
}

function View({ onView }: { onView: NonNullable<Props['onView']> }) {
  const map = useMapEvents({ moveend: () => tell() });
  const tell = () => {
    const box = map.getBounds();
    onView([box.getWest(), box.getSouth(), box.getEast(), box.getNorth()]);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once when the map is there; its moves tell the rest
  useEffect(tell, [map]);
  return null;
}
