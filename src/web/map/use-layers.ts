import { useEffect, useRef, useState } from 'react';
import { useHubEvent } from '../hub.ts';
import { useLocale } from '../locale.ts';
import type { FlatMap } from './flat.tsx';
import { mapLayers } from './layers/index.ts';

export type LayerState = 'loading' | 'shown' | 'failed' | 'hidden';

/** Changes come in bursts: one reload a burst. */
const reloadAfterMs = 500;

/** Loads the layers that are switched on, shows them, and loads one anew when its records change. */
export function useLayers(flatMap: FlatMap | null, shown: ReadonlySet<string>, boundariesUrl: string | null) {
  const locale = useLocale();
  const [states, setStates] = useState<Record<string, LayerState>>({});
  const controls = useRef(new Map<string, { key: string; abort: AbortController }>());
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>());
  const [turns, setTurns] = useState<Record<string, number>>({});
  const layers = mapLayers.filter((layer) => layer.offered?.({ boundariesUrl }) ?? true);

  const reload = (id: string) => setTurns((current) => ({ ...current, [id]: (current[id] ?? 0) + 1 }));

  useHubEvent('chat', 'getChangeMessage', ({ resource }) => {
    for (const { id, resources } of layers) {
      if (!resources.includes(resource)) continue;
      clearTimeout(timers.current.get(id));
      timers.current.set(
        id,
        setTimeout(() => reload(id), reloadAfterMs),
      );
    }
  });

  useEffect(() => {
    if (!flatMap) return;
    const mark = (id: string, state: LayerState) => setStates((current) => ({ ...current, [id]: state }));
    for (const layer of mapLayers) {
      const { id } = layer;
      const wanted = shown.has(id) && (layer.offered?.({ boundariesUrl }) ?? true);
      const running = controls.current.get(id);
      // One load for each map, language, setting and change of records; a switch turned off and on loads afresh.
      const key = wanted ? `${locale} ${boundariesUrl} ${turns[id] ?? 0}` : 'hidden';
      if (running?.key === key) continue;
      running?.abort.abort();
      const abort = new AbortController();
      controls.current.set(id, { key, abort });
      if (!wanted) {
        flatMap.overlay.setFeatures(id, []);
        mark(id, 'hidden');
        continue;
      }
      mark(id, 'loading');
      layer.load(locale, abort.signal, { boundariesUrl }).then(
        (features) => {
          if (abort.signal.aborted) return;
          flatMap.overlay.setFeatures(id, features);
          mark(id, 'shown');
        },
        () => {
          // What was drawn before stays, and the switch says that it is not up to date.
          if (!abort.signal.aborted) mark(id, 'failed');
        },
      );
    }
  }, [flatMap, shown, boundariesUrl, locale, turns]);

  useEffect(() => {
    const { current: running } = controls;
    const { current: waiting } = timers;
    return () => {
      for (const { abort } of running.values()) abort.abort();
      running.clear();
      for (const timer of waiting.values()) clearTimeout(timer);
    };
  }, []);

  // A new map (StrictMode makes two) has none of the features of the old one.
  useEffect(() => {
    if (flatMap) return () => controls.current.clear();
  }, [flatMap]);

  return { layers, states, reload };
}
