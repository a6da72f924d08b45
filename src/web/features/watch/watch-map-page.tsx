import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { planReaders } from '#domain/plans/readers.ts';
import { useHolds } from '#web/client/access.ts';
import { AlertDock } from '#web/features/alerts/alert-dock.tsx';
import { AlertMarks } from '#web/features/alerts/alert-marks.tsx';
import { useAlerts, watchersOfAlerts } from '#web/features/alerts/alert-store.ts';
import { FlightStrips } from '#web/features/plans/strips/flight-strips.tsx';
import type { MapAdditions } from '#web/map/map-additions.ts';
import { MapPage } from '#web/map/map-page.tsx';
import { WatchPanel } from './watch-panel.tsx';

/** The situation map, with the flights for whoever reads plans, the watch and the alerts beside it for whoever watches the air. */
export function WatchMapPage() {
  const mayWatch = useHolds(watchersOfAlerts);
  const { t } = useTranslation();
  const { alerts } = useAlerts();
  // The same set as long as the same targets are in it: alerts are told anew every second.
  const ids = alerts.flatMap(({ targets }) => targets.map(({ id }) => id)).join(' ');
  const urgentIds = useMemo(() => new Set(ids.split(' ')), [ids]);
  const readsPlans = useHolds(planReaders);
  const strips: Pick<MapAdditions, 'strips'> = readsPlans
    ? { strips: { title: t('strips.title'), content: (targets) => <FlightStrips targets={targets} /> } }
    : {};
  if (!mayWatch) return <MapPage {...strips} />;
  const beside = [
    { id: 'watch', title: t('watch.title'), content: <WatchPanel /> },
    { id: 'alerts', title: t('alerts.title'), content: <AlertDock /> },
  ];
  return <MapPage beside={beside} marks={<AlertMarks />} urgentIds={urgentIds} {...strips} />;
}
