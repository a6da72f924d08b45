import type * as L from 'leaflet';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FlatMap } from './flat.tsx';
import type { MapFeature } from './layers/map-feature.ts';
import { TargetsLayer, type TargetsView } from './layers/targets.ts';
import type { MapColours } from './map-colours.ts';
import type { TargetStore, TargetView } from './target-store.ts';
import { labelDetail } from './target-text.ts';

/** Puts the targets of a store on a map, and tells what a click means: a target, else a feature, else nothing. */
export function useTargetsLayer({
  flatMap,
  store,
  colours,
  shown,
  selectedId,
  onPick,
}: {
  flatMap: FlatMap | null;
  store: TargetStore;
  colours: MapColours;
  shown: ReadonlySet<string>;
  selectedId: string | null;
  onPick?: (target: TargetView | null, feature: MapFeature | null) => void;
}): void {
  const { t } = useTranslation();
  const [hoveredId, setHoveredId] = useState<string | null>(null);
  const ground = t('map.target.ground');
  const view: TargetsView = {
    colours,
    selectedId,
    hoveredId,
    showLabels: shown.has('labels'),
    showTrails: shown.has('trails'),
    describe: ({ target }) => labelDetail(target, ground),
  };
  const latest = useRef(view);
  latest.current = view;
  const [layer, setLayer] = useState<TargetsLayer | null>(null);

  useEffect(() => {
    if (!flatMap) return;
    const made = new TargetsLayer(store, latest.current).addTo(flatMap.map);
    setLayer(made);
    return () => {
      made.remove();
      setLayer(null);
    };
  }, [flatMap, store]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `view` is made of exactly these
  useEffect(() => layer?.show(latest.current), [layer, colours, selectedId, hoveredId, shown, ground]);

  useEffect(() => {
    if (!flatMap || !layer || !onPick) return;
    const { map, overlay } = flatMap;
    const onClick = ({ containerPoint }: L.LeafletMouseEvent) => {
      const target = layer.targetAt(map, containerPoint);
      onPick(target, target ? null : overlay.featureAt(map, containerPoint));
    };
    const onMove = ({ containerPoint }: L.LeafletMouseEvent) => {
      const target = layer.targetAt(map, containerPoint);
      setHoveredId(target?.target.id ?? null);
      map.getContainer().style.cursor = target ? 'pointer' : '';
    };
    map.on('click', onClick);
    map.on('mousemove', onMove);
    return () => {
      map.off('click', onClick);
      map.off('mousemove', onMove);
    };
  }, [flatMap, layer, onPick]);
}
