import type { TFunction } from 'i18next';
import * as L from 'leaflet';
import { Fragment, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Circle, CircleMarker, Polyline, useMap } from 'react-leaflet';
import type { AlertView } from '#contract/alerts.ts';
import { useStore } from '#web/client/store.ts';
import { useMapColours } from '#web/map/flat-map.tsx';
import type { WordsAt } from '#web/map/layers/targets-view.ts';
import type { MapColours } from '#web/map/map-colours.ts';
import { alertColours, groupDash, type Urgent } from '#web/map/map-signs.ts';
import { groupsOf, kilometres } from './alert-card.tsx';
import { chosenAlert, isOpen, useAlerts } from './alert-store.ts';
import { countdown } from './alert-words.tsx';

/** Between a group and the ring around it. */
const aroundGroupM = 100;

/**
 * On a FlatMap: a ring on each target by level, one around a group, and lines to the closest approach; their words are
 * `useAlertTips`. An alert that is chosen comes into sight.
 */
export function AlertMarks() {
  const { alerts } = useAlerts();
  const colours = useMapColours();
  useChosenInSight(alerts);
  // The most urgent is drawn last, over the others.
  return [...alerts].reverse().map((alert) => <Marks key={alert.id} {...{ alert, colours }} />);
}

/** Moves the map to an alert when it is chosen, and only then; it zooms out where the alert needs it, never in. */
function useChosenInSight(alerts: readonly AlertView[]): void {
  const map = useMap();
  const chosen = useStore(chosenAlert);
  const shown = useRef<number | null>(null);
  useEffect(() => {
    const alert = alerts.find(({ id }) => id === chosen);
    if (shown.current === chosen || (chosen !== null && !alert)) return;
    shown.current = chosen;
    const { targets, approach, middle } = alert ?? { targets: [], approach: null };
    const places = [
      ...targets,
      ...(approach ? [approach.one, approach.two ?? approach.one] : []),
      ...(middle ? [middle] : []),
    ];
    if (places.length === 0) return;
    const bounds = L.latLngBounds(places.map(({ latitude, longitude }) => [latitude, longitude]));
    // The edge of a map is where bars and buttons lie.
    if (map.getBounds().pad(-0.15).contains(bounds)) return;
    map.fitBounds(bounds.pad(0.5), { maxZoom: map.getZoom() });
  }, [map, alerts, chosen]);
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

/** Targets in an alert, those of groups too; the same map as long as the same targets are in it at the same levels. */
export function useUrgent(): Urgent {
  const { alerts } = useAlerts();
  const last = useRef<Urgent>(new Map());
  const now = urgentOf(alerts);
  const isSame =
    now.size === last.current.size && [...now].every(([id, level]) => last.current.get(id) === level);
  if (!isSame) last.current = now;
  return last.current;
}

/** Of alerts in the order of their urgency. */
export function urgentOf(alerts: readonly AlertView[]): Urgent {
  const found = new Map<string, AlertView['level']>();
  for (const alert of alerts)
    for (const { id } of [...alert.targets, ...groupsOf(alert).flatMap(({ members }) => members)])
      if (!found.has(id)) found.set(id, alert.level);
  return found;
}

/** Of a group with its number: its own words would lie over those of its closest two. */
function tipOf(alert: AlertView, aheadMs: number, t: TFunction): string {
  const { approach } = alert;
  const [group, ...others] = groupsOf(alert);
  return [
    ...(group && others.length === 0 ? [t('alerts.aircraft', { count: group.count })] : []),
    countdown(t, alert, aheadMs),
    ...(approach?.two ? [kilometres(approach.horizontalM)] : []),
  ].join(' · ');
}

function Marks({ alert, colours }: { alert: AlertView; colours: MapColours }) {
  const { approach, targets, level } = alert;
  const color = colours[alertColours[level]];
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
          pathOptions={{
            color,
            weight: isOpen(alert) ? 3 : 1.5,
            dashArray: groupDash.join(' '),
            fill: false,
          }}
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
