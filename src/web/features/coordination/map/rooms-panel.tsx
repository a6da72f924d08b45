import { CloseOutlined, ExportOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { currentUser } from '#web/client/session.ts';
import { useStore } from '#web/client/store.ts';
import { RoomTalk } from '#web/features/coordination/room/room-talk.tsx';
import {
  type RoomsOpen,
  roomPath,
  roomsPanelId,
  roomsSignId,
  useRoomWays,
} from '#web/features/coordination/room-ways.ts';
import { NewRoom } from '#web/features/coordination/rooms/new-room.tsx';
import { RoomFinder } from '#web/features/coordination/rooms/room-finder.tsx';
import { pressedKey } from '#web/ui/composing.ts';
import '#web/ui/style/document.css';
import '#web/features/coordination/coordination.css';

/**
 * The rooms, or what is said in one of them, beside the map; on a phone it covers the map, but not the order banner above it.
 */
export function RoomsPanel({ open: { room, at } }: { open: RoomsOpen }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const ways = useRoomWays();
  const close = () => void navigate(ways.closed);
  const me = useStore(currentUser)?.user.id;
  const [closed, setClosed] = useState(false);
  const [making, setMaking] = useState(false);
  const [details, setDetails] = useState(false);
  const panel = useFocus(room);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { target, currentTarget } = event;
    // What opens over the panel closes by itself.
    if (pressedKey(event) !== 'Escape' || !(target instanceof Node) || !currentTarget.contains(target))
      return;
    event.stopPropagation();
    close();
  };
  const toPage = t(room === null ? 'chat.toRooms' : 'chat.toRoom');
  return (
    <section
      ref={panel}
      id={roomsPanelId}
      className="chat-panel"
      aria-label={t('chat.rooms')}
      tabIndex={-1}
      onKeyDown={onKeyDown}
    >
      <header className="chat-panel-head">
        <h2>{t('chat.rooms')}</h2>
        <Button
          type="text"
          icon={<ExportOutlined />}
          aria-label={toPage}
          title={toPage}
          onClick={() => void navigate(room === null ? '/coordination/index' : roomPath(room))}
        />
        <Button
          type="text"
          icon={<CloseOutlined />}
          aria-label={t('chat.closePanel')}
          title={t('chat.closePanel')}
          onClick={close}
        />
      </header>
      {room === null ? (
        <RoomFinder chosen={null} closed={closed} onClosed={setClosed} onNew={() => setMaking(true)} />
      ) : (
        <RoomTalk key={room} id={room} me={me} at={at} alone details={details} onDetails={setDetails} />
      )}
      {making && <NewRoom onClose={() => setMaking(false)} />}
    </section>
  );
}

/**
 * The focus goes along: into what has opened, back to the line of the room that was left, and at the end back to where it was.
 * A page that comes up with its rooms open leaves it where it is.
 */
function useFocus(room: number | null) {
  const panel = useRef<HTMLElement>(null);
  const isFirstPage = useLocation().key === 'default';
  const [before] = useState(() => document.activeElement);
  const left = useRef<number | null>(null);
  const isOpening = useRef(isFirstPage);
  useEffect(() => {
    const line = panel.current?.querySelector<HTMLElement>(`[data-room="${left.current ?? ''}"]`);
    if (!isOpening.current) (room === null && line ? line : panel.current)?.focus();
    isOpening.current = false;
    left.current = room;
  }, [room]);
  useEffect(
    () => () => {
      const sign = document.getElementById(roomsSignId);
      const back =
        before instanceof HTMLElement && before !== document.body && before.isConnected ? before : sign;
      back?.focus();
    },
    [before],
  );
  return panel;
}
