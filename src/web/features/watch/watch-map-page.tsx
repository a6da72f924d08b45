import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { planReaders } from '#domain/plans/readers.ts';
import { useHolds } from '#web/client/access.ts';
import { AlertDock } from '#web/features/alerts/alert-dock.tsx';
import { AlertLimits } from '#web/features/alerts/alert-limits.tsx';
import { AlertMarks, useAlertTips, useUrgent } from '#web/features/alerts/alert-marks.tsx';
import { watchersOfAlerts } from '#web/features/alerts/alert-store.ts';
import { useMayChat } from '#web/features/coordination/coordination-queries.ts';
import { RoomPlace, RoomPlaceNote } from '#web/features/coordination/map/room-place.tsx';
import { useRoomsBeside } from '#web/features/coordination/map/rooms-beside.tsx';
import { SendChosen, SendPlace } from '#web/features/coordination/map/send-place.tsx';
import { TargetOrders } from '#web/features/plans/orders/target-orders.tsx';
import { FlightStrips } from '#web/features/plans/strips/flight-strips.tsx';
import { LastHours } from '#web/features/playback/last-hours.tsx';
import { PastMap } from '#web/features/playback/past-map.tsx';
import { ShareButton } from '#web/features/sharing/share-button.tsx';
import type { MapAdditions } from '#web/map/map-additions.ts';
import { MapPage } from '#web/map/map-page.tsx';
import { WatchPanel } from './watch-panel.tsx';

/** The situation map, with the flights for whoever reads plans, the watch and the alerts beside it for whoever watches the air. */
export function WatchMapPage() {
  const mayWatch = useHolds(watchersOfAlerts);
  const { t } = useTranslation();
  const urgent = useUrgent();
  const words = useAlertTips();
  const readsPlans = useHolds(planReaders);
  const strips: Pick<MapAdditions, 'strips' | 'ofPlan'> = readsPlans
    ? {
        ofPlan: (planId) => <TargetOrders planId={planId} />,
        strips: { title: t('strips.title'), content: (targets) => <FlightStrips targets={targets} /> },
      }
    : {};
  const playsBack = useHolds(['Pages.FlightWatch.Trackreplay']);
  const [past, setPast] = useState<number | null>(null);
  const live = useCallback(() => setPast(null), []);
  const chats = useMayChat();
  const rooms = useRoomsBeside(chats && past === null);
  const foot = (
    <>
      <AlertLimits />
      {chats && <RoomPlaceNote />}
      {playsBack && <LastHours onPast={setPast} />}
    </>
  );
  const toRooms: Pick<MapAdditions, 'onCard' | 'panels' | 'aside'> = {
    aside: rooms,
    onCard: (chosen) => (
      <>
        {chats && <SendChosen chosen={chosen} />}
        {chosen.target && (
          <ShareButton what={{ kind: 'track', track: chosen.target.id }} title={chosen.target.name} />
        )}
      </>
    ),
    ...(chats ? { panels: [{ id: 'rooms', title: t('chat.title'), content: <SendPlace /> }] } : {}),
  };
  // Whatever is looked at, what is now is heard and seen beside it.
  if (past !== null) return <PastMap start={past} beside={mayWatch ? <AlertDock /> : null} onLive={live} />;
  if (!mayWatch) return <MapPage marks={chats && <RoomPlace />} foot={foot} {...strips} {...toRooms} />;
  const beside = [
    { id: 'watch', title: t('watch.title'), content: <WatchPanel /> },
    { id: 'alerts', title: t('alerts.title'), content: <AlertDock /> },
  ];
  const marks = (
    <>
      <AlertMarks />
      {chats && <RoomPlace />}
    </>
  );
  return <MapPage {...{ beside, marks, urgent, words, foot }} {...strips} {...toRooms} />;
}
