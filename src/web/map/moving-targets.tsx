import type * as L from 'leaflet';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMapEvents } from 'react-leaflet';
import { useMapColours, useMapLayer, useOverlay } from './flat-map.tsx';
import type { MapFeature } from './layers/map-feature.ts';
import { TargetsLayer } from './layers/targets.ts';
import type { TargetsView } from './layers/targets-view.ts';
import type { TargetStore, TargetView } from './target-store.ts';
import { labelDetail } from './target-text.ts';

/** The targets of a store on a FlatMap. `onPick` is told what a click means: a target, else a feature, else nothing. */
export function MovingTargets({
  store,
  showLabels = true,
  showTrails = true,
  selectedId,
  onPick,
}: {
  /** The same for the component's whole life. */
  store: TargetStore;
  showLabels?: boolean;
  showTrails?: boolean;
  selectedId: string | null;
  onPick?: (target: TargetView | null, feature: MapFeature | null) => void;
}) {
  const { t } = useTranslation();
  const overlay = useOverlay();
  const colours = useMapColours();
  const [hoveredId, setHoveredId] = useState<string | null>(null);
  const ground = t('map.target.ground');
  const coasting = t('map.target.coasting');
  const view = useMemo<TargetsView>(
    () => ({
      colours,
      selectedId,
      hoveredId,
      showLabels,
      showTrails,
      describe: ({ target }) => labelDetail(target, { ground, coasting }),
      namesAt: () => overlay.names,
    }),
    [colours, selectedId, hoveredId, showLabels, showTrails, ground, coasting, overlay],
  );
  const layer = useMapLayer(() => new TargetsLayer(store, view));
  useEffect(() => layer.show(view), [layer, view]);

  const map = useMapEvents({
    click({ containerPoint }: L.LeafletMouseEvent) {
      const target = layer.targetAt(map, containerPoint);
      onPick?.(target, target ? null : overlay.featureAt(map, containerPoint));
    },
    mousemove({ containerPoint }: L.LeafletMouseEvent) {
      if (!onPick) return;
      const target = layer.targetAt(map, containerPoint);
      setHoveredId(target?.target.id ?? null);
      map.getContainer().style.cursor = target ? 'pointer' : '';
    },
  });
  return null;
}
