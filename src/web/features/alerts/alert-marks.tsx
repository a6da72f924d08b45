import type { TFunction } from 'i18next';
import { Fragment, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Circle, CircleMarker, Polyline, Tooltip } from 'react-leaflet';
import type { AlertView } from '#contract/alerts.ts';
import { useMapColours } from '#web/map/flat-map.tsx';
import type { WordsAt } from '#web/map/layers/targets-view.ts';
import type { MapColours } from '#web/map/map-colours.ts';
import { groupsOf, kilometres } from './alert-card.tsx';
import { isOpen, useAlerts } from './alert-store.ts';
import { secondsTo } from './alert-words.tsx';
import './alerts.css';

/** From the closest approach to its label, as long as the line in alerts.css. */
const leaderPx = 14;

/** Between a group and the ring around it. */
const aroundGroupM = 100;

/** On a FlatMap: a ring on each target by level, one around a group with its number, and lines to the closest approach with its time and distance. */
export function AlertMarks() {
  const { alerts, aheadMs } = useAlerts();
  const colours = useMapColours();
  // The most urgent is drawn last, over the others.
  return [...alerts].reverse().map((alert) => <Marks key={alert.id} {...{ alert, aheadMs, colours }} />);
}

/** What the marks write on the map, and where. */
export function useAlertTips(): WordsAt[] {
  const { t } = useTranslation();
  const { alerts, aheadMs } = useAlerts();
  return useMemo(
    () =>
      alerts.flatMap((alert) => {
        const { approach } = alert;
        if (!approach) return [];
        return [{ ...approach.one, awayPx: leaderPx, text: tipOf(alert, aheadMs, t) }];
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

function Marks({ alert, aheadMs, colours }: { alert: AlertView; aheadMs: number; colours: MapColours }) {
  const { t } = useTranslation();
  const { approach, targets, level } = alert;
  const color =
    level === 'warning' ? colours.closed : level === 'caution' ? colours.application : colours.neutral;
  const ends = approach ? [approach.one, approach.two] : [];
  const groups = groupsOf(alert);
  return (
    <>
      {groups.map(({ centre, radiusM, count, members }) => (
        <Circle
          key={members[0]?.id}
          center={[centre.latitude, centre.longitude]}
          radius={radiusM + aroundGroupM}
          interactive={false}
          pathOptions={{ color, weight: isOpen(alert) ? 3 : 1.5, dashArray: '2 6', fill: false }}
        >
          {(!approach || groups.length > 1) && (
            <Tooltip permanent direction="top" className="cw-alert-tip">
              {t('alerts.aircraft', { count })}
            </Tooltip>
          )}
        </Circle>
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
        >
          <Tooltip permanent direction="right" offset={[leaderPx, 0]} className="cw-alert-tip">
            {tipOf(alert, aheadMs, t)}
          </Tooltip>
        </CircleMarker>
      )}
    </>
  );
}
