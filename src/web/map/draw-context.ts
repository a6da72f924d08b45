import { useEffect, useState } from 'react';
import { useLocale } from '#web/client/locale.ts';
import type { FeatureGroup } from './flat-map.tsx';
import { loadNavigationPoints } from './layers/navigation-points.ts';
import { loadAerodromes, loadAirspaces, loadPoints } from './layers/records-layers.ts';

const contextLoaders: [string, typeof loadAirspaces][] = [
  ['airspaces', loadAirspaces],
  ['aerodromes', loadAerodromes],
  ['points', loadPoints],
  ['navigationPoints', loadNavigationPoints],
];

/** What is around the shape that is drawn: context only, without it one can still draw. `without` is a feature to leave out. */
export function useContextGroups(wanted: boolean, without: string | null = null): readonly FeatureGroup[] {
  const locale = useLocale();
  const [groups, setGroups] = useState<readonly FeatureGroup[]>(() =>
    contextLoaders.map(([id]) => ({ id, features: [] })),
  );
  useEffect(() => {
    if (!wanted) return;
    const running = new AbortController();
    for (const [id, load] of contextLoaders) {
      load(locale, running.signal).then(
        (found) => {
          if (running.signal.aborted) return;
          const features = found.filter((feature) => feature.id !== without);
          setGroups((current) => current.map((group) => (group.id === id ? { id, features } : group)));
        },
        () => undefined,
      );
    }
    return () => running.abort();
  }, [wanted, without, locale]);
  return groups;
}
