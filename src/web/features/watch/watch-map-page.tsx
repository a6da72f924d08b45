import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useHolds } from '#web/client/access.ts';
import { AlertDock } from '#web/features/alerts/alert-dock.tsx';
import { AlertMarks } from '#web/features/alerts/alert-marks.tsx';
import { useAlerts, watchersOfAlerts } from '#web/features/alerts/alert-store.ts';
import { MapPage } from '#web/map/map-page.tsx';
import { WatchPanel } from './watch-panel.tsx';

/** The situation map, with the watch and the alerts beside it for whoever watches the air. */
export function WatchMapPage() {
  const mayWatch = useHolds(watchersOfAlerts);
  const { t } = useTranslation();
  const { alerts } = useAlerts();
  // The same set as long as the same targets are in it: alerts are told anew every second.
  const ids = alerts.flatMap(({ targets }) => targets.map(({ id }) => id)).join(' ');
  const urgentIds = useMemo(() => new Set(ids.split(' ')), [ids]);
  if (!mayWatch) return <MapPage />;
  const beside = [
    { id: 'watch', title: t('watch.title'), content: <WatchPanel /> },
    { id: 'alerts', title: t('alerts.title'), content: <AlertDock /> },
  ];
  return <MapPage beside={beside} marks={<AlertMarks />} urgentIds={urgentIds} />;
}
