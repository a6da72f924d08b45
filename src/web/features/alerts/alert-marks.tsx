import type { TFunction } from 'i18next';
import { Fragment, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Circle, CircleMarker, Polyline } from 'react-leaflet';
import type { AlertView } from '#contract/alerts.ts';
import { useMapColours } from '#web/map/flat-map.tsx';
import type { WordsAt } from '#web/map/layers/targets-view.ts';
import type { MapColours } from '#web/map/map-colours.ts';
import { groupsOf, kilometres } from './alert-card.tsx';
import { isOpen, useAlerts } from './alert-store.ts';
import { secondsTo } from './alert-words.tsx';

/** Between a group and the ring around it. */
const aroundGroupM = 100;

/** On a FlatMap: a ring on each target by level, one around a group, and lines to the closest approach; their words are `useAlertTips`. */
export function AlertMarks() {
  const { alerts } = useAlerts();
  const colours = useMapColours();
  // The most urgent is drawn last, over the others.
  return [...alerts].reverse().map((alert) => <Marks key={alert.id} {...{ alert, colours }} />);
}

/** What the marks write on the map, and where. */
export function useAlertTips(): WordsAt[] {
  const { t } = useTranslation();
  const { alerts, aheadMs } = useAlerts();
  return useMemo(
    () =>
      alerts.flatMap((alert) => {
        const { id, approach } = alert;
        const groups = groupsOf(alert);
        const ofGroups = groups.map(({ count, centre: { latitude, longitude } }, i) => ({
          key: `${id}/${i}`,
          latitude,
          longitude,
          text: t('alerts.aircraft', { count }),
        }));
        if (!approach) return ofGroups;
        const { latitude, longitude } = approach.one;
        const toGo = { key: `${id}`, latitude, longitude, text: tipOf(alert, aheadMs, t) };
        // One group has its number in the words of its closest two.
        return groups.length > 1 ? [toGo, ...ofGroups] : [toGo];
      }),
    [alerts, aheadMs, t],
  );
}

/** Targets in an alert, those of groups too; the same set as long as the same targets are in it. */
export function useUrgentIds(): ReadonlySet<string> {
  const { alerts } = useAlerts();
  const ids = alerts
    .flatMap((alert) => [...alert.targets, ...groupsOf(alert).flatMap(({ members }) => members)])
    .map(({ id }) => id)
    .join(' ');
  return useMemo(() => new Set(ids.split(' ')), [ids]);
}

/** Of a group with its number: its own words would lie over those of its closest two. */
function tipOf(alert: AlertView, aheadMs: number, t: TFunction): string {
  const { approach } = alert;
  const [group, ...others] = groupsOf(alert);
  return [
    ...(group && others.length === 0 ? [t('alerts.aircraft', { count: group.count })] : []),
    t('alerts.toGo', { seconds: secondsTo(alert, aheadMs) }),
    ...(approach?.two ? [kilometres(approach.horizontalM)] : []),
  ].join(' · ');
}

function Marks({ alert, colours }: { alert: AlertView; colours: MapColours }) {
  const { approach, targets, level } = alert;
  const color =
    level === 'warning' ? colours.closed : level === 'caution' ? colours.application : colours.neutral;
  const ends = approach ? [approach.one, approach.two] : [];
  const groups = groupsOf(alert);
  return (
    <>
      {groups.map(({ centre, radiusM, members }) => (
        <Circle
          key={members[0]?.id}
          center={[centre.latitude, centre.longitude]}
          radius={radiusM + aroundGroupM}
          interactive={false}
          pathOptions={{ color, weight: isOpen(alert) ? 3 : 1.5, dashArray: '2 6', fill: false }}
        />
      ))}
      {targets.slice(0, 2).map((target, i) => {
        const end = ends[i];
        const at: [number, number] = [target.latitude, target.longitude];
        return (
          <Fragment key={target.id}>
            <CircleMarker
              center={at}
              radius={level === 'warning' ? 16 : 13}
              interactive={false}
              pathOptions={{ color, weight: isOpen(alert) ? 3 : 1.5, fill: false }}
            />
            {end && (
              <Polyline
                positions={[at, [end.latitude, end.longitude]]}
                interactive={false}
                pathOptions={{ color, weight: 2, dashArray: '6 4' }}
              />
            )}
          </Fragment>
        );
      })}
      {approach && (
        <CircleMarker
          center={[approach.one.latitude, approach.one.longitude]}
          radius={4}
          interactive={false}
          pathOptions={{ color, weight: 2, fillOpacity: 1 }}
        />
      )}
    </>
  );
}
