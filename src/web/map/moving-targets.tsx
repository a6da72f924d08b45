import type * as L from 'leaflet';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMapEvents } from 'react-leaflet';
import { normalLongitude, type Position } from '#domain/geo/geodesy.ts';
import type { Urgent } from '#web/map/map-signs.ts';
import { dragBlocks } from './drag-blocks.ts';
import { useMapColours, useMapLayer, useOverlay } from './flat-map.tsx';
import type { MapFeature } from './layers/map-feature.ts';
import { TargetsLayer } from './layers/targets.ts';
import type { TargetsView, WordsAt } from './layers/targets-view.ts';
import { type TargetLook, usualLook } from './target-look.tsx';
import type { TargetStore, TargetView } from './target-store.ts';
import { blockLines } from './target-text.ts';

/** The vector reaches where the target will be in a minute. */
const vectorS = 60;
const none: Urgent = new Map();
const noWords: readonly WordsAt[] = [];

/** The targets of a store on a FlatMap. `onPick` is told what a click means: a target, else a feature, else nothing. */
export function MovingTargets({
  store,
  showLabels = true,
  look = usualLook,
  urgent = none,
  words = noWords,
  selectedId,
  onPick,
}: {
  /** The same for the component's whole life. */
  store: TargetStore;
  showLabels?: boolean;
  look?: TargetLook;
  /** Targets in an alert: their blocks are placed before those of others. */
  urgent?: Urgent;
  /** Words of places, as of alerts, that data blocks and names make way for; the most urgent first. */
  words?: readonly WordsAt[];
  selectedId: string | null;
  onPick?: (target: TargetView | null, feature: MapFeature | null, at: Position) => void;
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
      urgent,
      words,
      trailMinutes: look.trailMinutes,
      trailDots: look.trailDots,
      vectorS: look.vectors ? vectorS : 0,
      blockOf: ({ target }) => blockLines(target, { ground, coasting }, look.height),
    }),
    [colours, selectedId, hoveredId, showLabels, urgent, words, look, ground, coasting],
  );
  const layer = useMapLayer(() => new TargetsLayer(store, view));
  useEffect(() => layer.show(view), [layer, view]);
  useEffect(() => {
    layer.onBlocks = (places) => overlay.keepClear(places);
    return () => {
      layer.onBlocks = null;
    };
  }, [layer, overlay]);
  const selected = useRef(selectedId);
  selected.current = selectedId;

  const map = useMapEvents({
    click({ containerPoint, latlng: { lat, lng } }: L.LeafletMouseEvent) {
      const target = layer.targetAt(map, containerPoint);
      onPick?.(target, target ? null : overlay.featureAt(map, containerPoint), {
        latitude: lat,
        longitude: normalLongitude(lng),
      });
    },
    mousemove({ containerPoint }: L.LeafletMouseEvent) {
      if (!onPick) return;
      const target = layer.targetAt(map, containerPoint);
      setHoveredId(target?.target.id ?? null);
      map.getContainer().style.cursor = target ? 'pointer' : '';
    },
  });
  useEffect(() => dragBlocks(map, layer, () => selected.current), [map, layer]);
  return null;
}
