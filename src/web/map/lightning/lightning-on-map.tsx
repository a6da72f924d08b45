import { useEffect } from 'react';
import { useMapColours, useMapLayer } from '#web/map/flat-map.tsx';
import { LightningLayer } from './lightning-layer.ts';
import type { ShownStroke } from './use-lightning.ts';

const none: readonly ShownStroke[] = [];

/** Inside a FlatMap: the strokes that are to be shown. */
export function LightningOnMap({ strokes = none }: { strokes: readonly ShownStroke[] | undefined }) {
  const colours = useMapColours();
  const layer = useMapLayer(() => new LightningLayer(colours));
  useEffect(() => layer.show(strokes, colours), [layer, strokes, colours]);
  return null;
}
