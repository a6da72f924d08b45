import { useEffect, useMemo, useRef, useState } from 'react';
import { onReconnected, useHubEvent } from '#web/client/hub.ts';
import { useLocale } from '#web/client/locale.ts';
import type { FeatureGroup } from './flat-map.tsx';
import { type MapLayer, mapLayers } from './layers/index.ts';
import type { MapFeature } from './layers/map-feature.ts';

/** `partial`: there is more than the layer can show. */
export type LayerState = 'loading' | 'shown' | 'partial' | 'failed' | 'hidden';

/** Changes come in bursts: one reload a burst. */
const reloadAfterMs = 500;
const nothing: readonly MapFeature[] = [];
/** Changes with the aeronautical cycle: what was missed of it can wait. */
const published = new Set(['airport', 'navigationPoint']);

/** Loads the layers that are switched on, and one anew when its records change. `groups` is what the map draws. */
export function useLayers(shown: ReadonlySet<string>, boundariesUrl: string | null) {
  const locale = useLocale();
  const [states, setStates] = useState<Record<string, LayerState>>({});
  const [features, setFeatures] = useState<Record<string, readonly MapFeature[]>>({});
  const [turns, setTurns] = useState<Record<string, number>>({});
  const loads = useRef(new Map<string, { key: string; abort: AbortController }>());
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>());
  const offered = mapLayers.filter((layer) => layer.offered?.({ boundariesUrl }) ?? true);

  const reload = (id: string) => setTurns((current) => ({ ...current, [id]: (current[id] ?? 0) + 1 }));

  const reloadSoon = ({ id, settleMs }: MapLayer) => {
    const waits = timers.current.get(id);
    if (settleMs !== undefined && waits !== undefined) return;
    clearTimeout(waits);
    timers.current.set(
      id,
      setTimeout(() => {
        timers.current.delete(id);
        reload(id);
      }, settleMs ?? reloadAfterMs),
    );
  };
  useHubEvent('chat', 'recordChanged', ({ resource }) => {
    for (const layer of offered) if (layer.resources.includes(resource)) reloadSoon(layer);
  });
  const afterGap = useRef(() => {});
  afterGap.current = () => {
    for (const layer of offered) if (layer.resources.some((one) => !published.has(one))) reloadSoon(layer);
  };
  // What changed while nothing could be heard is asked for: a closed airspace must not look open.
  useEffect(() => onReconnected('chat', () => afterGap.current()), []);
  useEffect(() => {
    const clocks = mapLayers.flatMap(({ id, everyMs }) =>
      everyMs === undefined
        ? []
        : [setInterval(() => setTurns((now) => ({ ...now, [id]: (now[id] ?? 0) + 1 })), everyMs)],
    );
    return () => {
      for (const clock of clocks) clearInterval(clock);
    };
  }, []);

  useEffect(() => {
    const mark = (id: string, state: LayerState) => setStates((current) => ({ ...current, [id]: state }));
    for (const layer of mapLayers) {
      const { id } = layer;
      const wanted = shown.has(id) && (layer.offered?.({ boundariesUrl }) ?? true);
      const running = loads.current.get(id);
      // One load for each language, setting and change of records; a switch turned off and on loads afresh.
      const key = wanted ? `${locale} ${boundariesUrl} ${turns[id] ?? 0}` : 'hidden';
      if (running?.key === key) continue;
      running?.abort.abort();
      const abort = new AbortController();
      loads.current.set(id, { key, abort });
      if (!wanted) {
        setFeatures((current) => ({ ...current, [id]: nothing }));
        mark(id, 'hidden');
        continue;
      }
      mark(id, 'loading');
      let state: LayerState = 'shown';
      const partial = () => {
        state = 'partial';
      };
      layer.load(locale, abort.signal, { boundariesUrl, partial }).then(
        (found) => {
          if (abort.signal.aborted) return;
          setFeatures((current) => ({ ...current, [id]: found }));
          mark(id, state);
        },
        () => {
          // What was drawn before stays, and the switch says that it is not up to date.
          if (!abort.signal.aborted) mark(id, 'failed');
        },
      );
    }
  }, [shown, boundariesUrl, locale, turns]);

  useEffect(() => {
    const { current: running } = loads;
    const { current: waiting } = timers;
    return () => {
      for (const { abort } of running.values()) abort.abort();
      running.clear();
      for (const timer of waiting.values()) clearTimeout(timer);
    };
  }, []);

  const groups = useMemo(
    (): FeatureGroup[] => mapLayers.map(({ id }) => ({ id, features: features[id] ?? nothing })),
    [features],
  );
  return { layers: offered, groups, states, reload };
}
