import { CircleMarker } from 'react-leaflet';
import type { RecordedAlert } from '#contract/recorded-alert.ts';
import { useMapColours } from '#web/map/flat-map.tsx';
import type { TargetStore } from '#web/map/target-store.ts';
import { stoodAt } from './use-moment.ts';

/** On a FlatMap: a ring by level on each track, also of groups, of the alerts that were open at a moment (UTC ms). */
export function AlertRings({
  at,
  alerts,
  store,
}: {
  at: number;
  alerts: readonly RecordedAlert[];
  store: TargetStore;
}) {
  const colours = useMapColours();
  return alerts
    .filter((alert) => stoodAt(alert, at))
    .flatMap(({ id, level, tracks }) =>
      tracks.flatMap((track) => {
        const target = store.get(track)?.target;
        if (!target) return [];
        const color =
          level === 'warning' ? colours.closed : level === 'caution' ? colours.application : colours.neutral;
        return [
          <CircleMarker
            key={`${id} ${track}`}
            center={[target.latitude, target.longitude]}
            radius={level === 'warning' ? 16 : 13}
            interactive={false}
            pathOptions={{ color, weight: 2.5, fill: false }}
          />,
        ];
      }),
    );
}
