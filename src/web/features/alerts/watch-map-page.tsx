import { useTranslation } from 'react-i18next';
import { useHolds } from '#web/client/access.ts';
import { MapPage } from '#web/map/map-page.tsx';
import { AlertDock } from './alert-dock.tsx';
import { AlertMarks } from './alert-marks.tsx';
import { watchersOfAlerts } from './alert-store.ts';

/** The situation map, with the alerts beside it for whoever watches the air. */
export function WatchMapPage() {
  const mayWatch = useHolds(watchersOfAlerts);
  const { t } = useTranslation();
  if (!mayWatch) return <MapPage />;
  return <MapPage beside={{ title: t('alerts.title'), content: <AlertDock /> }} marks={<AlertMarks />} />;
}
