import { useEffect } from 'react';
import { useMapColours, useMapLayer } from '#web/map/flat-map.tsx';
import { RainLayer } from './rain-layer.ts';
import type { ShownRain } from './use-rain.ts';

/** Inside a FlatMap: the rain that is to be shown. */
export function RainOnMap({ rain }: { rain: readonly ShownRain[] }) {
  const colours = useMapColours();
  const layer = useMapLayer(() => new RainLayer(colours));
  useEffect(() => layer.show(rain, colours), [layer, rain, colours]);
  return null;
}
