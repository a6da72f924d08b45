import { Empty } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { currentUser } from '#web/client/session.ts';
import { useStore } from '#web/client/store.ts';
import { useRooms } from '#web/features/coordination/coordination-queries.ts';
import { RoomTalk } from '#web/features/coordination/room/room-talk.tsx';
import { roomPath } from '#web/features/coordination/room-ways.ts';
import { NewRoom } from '#web/features/coordination/rooms/new-room.tsx';
import { RoomFinder } from '#web/features/coordination/rooms/room-finder.tsx';
import { useIsMobile, useWindowWidth } from '#web/ui/appearance.ts';
import { useDeskKeys } from '#web/ui/desk-keys.ts';
import { idOf } from '#web/ui/id-of.ts';
import '#web/ui/style/document.css';
import '#web/features/coordination/coordination.css';

/** From this width the details stand beside the conversation when the page opens. */
const wideFromPx = 1500;

/** Rooms, one conversation, and what is known of it; on a phone one of them at a time. */
export function ChatPage() {
  const { t } = useTranslation();
  const mobile = useIsMobile();
  const [query, setQuery] = useSearchParams();
  const navigate = useNavigate();
  const id = idOf(query.get('room'));
  const me = useStore(currentUser)?.user.id;
  const [closed, setClosed] = useState(false);
  const rooms = useRooms(closed).data?.items ?? [];
  const making = query.has('new');
  const wide = useWindowWidth() >= wideFromPx;
  const [details, setDetails] = useState<boolean | null>(null);
  const showsDetails = details ?? (wide && !mobile);
  const make = (on: boolean) =>
    setQuery(
      (now) => {
        if (on) now.set('new', '');
        else now.delete('new');
        return now;
      },
      { replace: true },
    );
  const step = (by: number) => {
    const next = rooms[rooms.findIndex((one) => one.id === id) + by];
    if (next) void navigate(roomPath(next.id));
  };
  useDeskKeys({ j: () => step(1), k: () => step(-1), n: () => make(true) });

  return (
    <div className="chat-page" data-mobile={mobile} data-details={showsDetails && id !== null}>
      <h1 className="cw-hidden">{t('chat.chat')}</h1>
      {(!mobile || id === null) && (
        <RoomFinder chosen={id} closed={closed} onClosed={setClosed} onNew={() => make(true)} />
      )}
      {id === null ? (
        !mobile && (
          <div className="chat-nothing">
            <Empty description={t('chat.choose')} />
          </div>
        )
      ) : (
        <RoomTalk
          key={id}
          id={id}
          me={me}
          at={Number(query.get('at')) || null}
          alone={mobile}
          details={showsDetails}
          onDetails={setDetails}
        />
      )}
      {making && <NewRoom onClose={() => make(false)} />}
    </div>
  );
}
