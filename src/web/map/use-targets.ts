import type * as L from 'leaflet';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useMap } from 'react-leaflet';
import type { FlyData, Viewport } from '#contract/hub.ts';
import { normalLongitude } from '#domain/geo/geodesy.ts';
import type { Target } from '#domain/surveillance/track/target.ts';
import { type HubState, invokeHub, onReconnected, useHub, useHubEvent } from '#web/client/hub.ts';
import { createTargetStore, type TargetStore } from './target-store.ts';

/** A pause in moving the map after which the server is told what it shows. */
const viewportDebounceMs = 250;
/** The server asks to be told of a little more than is seen, so that a small pan shows no empty edge. */
const viewportMargin = 0.1;

/** Live targets from the instant hub, or those to keep. The store is outside React: a change draws no component. */
export function useTargets(keep?: (target: Target) => boolean): { store: TargetStore; hub: HubState } {
  const [store] = useState(createTargetStore);
  const hub = useHub('instant');
  useHubEvent('instant', 'getFlyData', (data) =>
    store.apply(keep ? onlyOf(data, keep) : data, performance.now()),
  );
  return { store, hub };
}

/** Without the targets that are not to be kept; those that were go. */
function onlyOf(data: FlyData, keep: (target: Target) => boolean): FlyData {
  const others = data.targets.filter((target) => !keep(target)).map(({ id }) => id);
  return { ...data, targets: data.targets.filter(keep), removed: [...data.removed, ...others] };
}

/** What shows targets: which part of the world, and when that changes. */
export interface ViewportSource {
  /** Of a globe: the user's coverageId3s bound it. */
  isGlobe?: boolean;
  viewport(): Viewport;
  onMoved(listener: () => void): () => void;
}

/** Inside a FlatMap: tells the server what the map shows. */
export function TellViewport({ hub }: { hub: HubState }) {
  const map = useMap();
  const source = useMemo(
    (): ViewportSource => ({
      viewport: () => viewportOf(map),
      onMoved(listener) {
        map.on('moveend', listener);
        return () => void map.off('moveend', listener);
      },
    }),
    [map],
  );
  useTellViewport(hub, source);
  return null;
}

/** Tells the server what is shown, so that it sends the targets of that and no more; null: nothing live is. */
export function useTellViewport(hub: HubState | null, source: ViewportSource | null): void {
  useEffect(() => {
    if (!source) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // A refused or lost call is repeated by the next move or reconnect.
    const method = source.isGlobe ? 'SetGlobeViewport' : 'SetViewport';
    const tell = () => void invokeHub('instant', method, source.viewport()).catch(() => undefined);
    const soon = () => {
      clearTimeout(timer);
      timer = setTimeout(tell, viewportDebounceMs);
    };
    const stop = source.onMoved(soon);
    if (hub === 'connected') tell();
    const off = onReconnected('instant', tell);
    return () => {
      clearTimeout(timer);
      stop();
      off();
      void invokeHub('instant', 'SetViewport', null).catch(() => undefined);
    };
  }, [source, hub]);
}

/** What the map shows, with a margin; the whole world where it shows more than once around. */
export function viewportOf(map: L.Map): Viewport {
  const bounds = map.getBounds().pad(viewportMargin);
  const south = Math.max(-90, bounds.getSouth());
  const north = Math.min(90, bounds.getNorth());
  if (bounds.getEast() - bounds.getWest() >= 360) return [-180, south, 180, north];
  return [normalLongitude(bounds.getWest()), south, normalLongitude(bounds.getEast()), north];
}

/** Draws the component anew at the store's changes, at most once a second. */
export function useStoreBeat(store: TargetStore): number {
  const [beat] = useState(() => throttled(store, 1000));
  return useSyncExternalStore(beat.subscribe, beat.get);
}

function throttled(store: TargetStore, everyMs: number) {
  let seen = store.version();
  return {
    get: () => seen,
    subscribe(listener: () => void) {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const off = store.subscribe(() => {
        timer ??= setTimeout(() => {
          timer = undefined;
          seen = store.version();
          listener();
        }, everyMs);
      });
      // The first change is shown at once.
      const first = store.subscribe(() => {
        first();
        seen = store.version();
        listener();
      });
      return () => {
        clearTimeout(timer);
        off();
        first();
      };
    },
  };
}

/** A second hand: ages tick though nothing arrives. */
export function useSeconds(): number {
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
