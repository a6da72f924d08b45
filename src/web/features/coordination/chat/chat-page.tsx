import { ArrowLeftOutlined, InfoCircleOutlined, PlusOutlined } from '@ant-design/icons';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Checkbox, Drawer, Empty, Input, Result, Skeleton } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import type { RoomSummary, RoomView } from '#contract/coordination/rooms.ts';
import { onHubEvent } from '#web/client/hub.ts';
import { currentUser } from '#web/client/session.ts';
import { useStore } from '#web/client/store.ts';
import { chatKeys, useRoom, useRooms } from '#web/features/coordination/coordination-queries.ts';
import { useOnline } from '#web/features/coordination/online.ts';
import { Conversation } from '#web/features/coordination/room/conversation.tsx';
import { NewRoom } from '#web/features/coordination/rooms/new-room.tsx';
import { RoomDetails } from '#web/features/coordination/rooms/room-details.tsx';
import { RoomList, roomPath } from '#web/features/coordination/rooms/room-list.tsx';
import { RoomMark } from '#web/features/coordination/rooms/room-mark.tsx';
import { useIsMobile, useWindowWidth } from '#web/ui/appearance.ts';
import { useDeskKeys } from '#web/ui/desk-keys.ts';
import { Failure } from '#web/ui/failure.tsx';
import { idOf } from '#web/ui/id-of.ts';
import { SearchHits } from './search-hits.tsx';
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
  const [words, setWords] = useState('');
  const { data, error, refetch } = useRooms(closed);
  const making = query.has('new');
  const rooms = data?.items ?? [];
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

  const list = (
    <aside className="chat-side" aria-label={t('chat.rooms')}>
      <div className="chat-side-head">
        <Input
          allowClear
          type="search"
          aria-label={t('chat.search')}
          placeholder={t('chat.search')}
          value={words}
          maxLength={100}
          onChange={({ target }) => setWords(target.value)}
        />
        <Button
          type="primary"
          icon={<PlusOutlined />}
          aria-label={t('chat.newRoom')}
          title={t('chat.newRoom')}
          aria-haspopup="dialog"
          onClick={() => make(true)}
        />
      </div>
      {error && !data && (
        <Failure title={t('chat.rooms.failed')} error={error} retry={() => void refetch()} />
      )}
      {!data && !error && <Skeleton active />}
      {words.trim() !== '' && <SearchHits words={words} room={null} />}
      <RoomList rooms={rooms.filter((room) => isNamed(room, words))} chosen={id} />
      {data && rooms.length === 0 && (
        <Empty description={t(closed ? 'chat.rooms.noneClosed' : 'chat.rooms.none')}>
          <Button onClick={() => make(true)}>{t('chat.newRoom')}</Button>
        </Empty>
      )}
      <Checkbox
        className="chat-closed-too"
        checked={closed}
        onChange={({ target }) => setClosed(target.checked)}
      >
        {t('chat.closedRooms')}
      </Checkbox>
    </aside>
  );
  return (
    <div className="chat-page" data-mobile={mobile} data-details={showsDetails && id !== null}>
      <h1 className="cw-hidden">{t('chat.chat')}</h1>
      {(!mobile || id === null) && list}
      {id === null ? (
        !mobile && (
          <div className="chat-nothing">
            <Empty description={t('chat.choose')} />
          </div>
        )
      ) : (
        <OpenRoom
          key={id}
          id={id}
          me={me}
          at={Number(query.get('at')) || null}
          mobile={mobile}
          details={showsDetails}
          onDetails={setDetails}
        />
      )}
      {making && <NewRoom onClose={() => make(false)} />}
    </div>
  );
}

const isNamed = ({ title }: RoomSummary, words: string): boolean =>
  title.toLowerCase().includes(words.trim().toLowerCase());

function OpenRoom({
  id,
  me,
  at,
  mobile,
  details,
  onDetails,
}: {
  id: number;
  me: number | undefined;
  at: number | null;
  mobile: boolean;
  details: boolean;
  onDetails: (on: boolean) => void;
}) {
  const { t } = useTranslation();
  const { data: room, error, refetch } = useRoom(id);
  useReaders(id);
  if (error?.statusCode === 404) {
    return <Result status="404" title={t('chat.noRoom')} subTitle={t('chat.noRoomText')} />;
  }
  if (!room) {
    return (
      <div className="chat-nothing">
        {error ? (
          <Failure title={t('chat.log.failed')} error={error} retry={() => void refetch()} />
        ) : (
          <Skeleton active />
        )}
      </div>
    );
  }
  const panel = <RoomDetails room={room} me={me} />;
  return (
    <>
      <div className="chat-main" data-military={room.military}>
        <RoomHead room={room} mobile={mobile} details={details} onDetails={onDetails} />
        {room.military && (
          <p className="chat-military-note" role="note">
            <span aria-hidden="true">★ </span>
            {t('chat.militaryNote')}
          </p>
        )}
        <Conversation room={room} me={me} at={at} />
      </div>
      {mobile ? (
        <Drawer open={details} width="100%" title={room.title} onClose={() => onDetails(false)}>
          {panel}
        </Drawer>
      ) : (
        details && (
          <aside className="chat-beside" aria-label={t('chat.details')}>
            {panel}
          </aside>
        )
      )}
    </>
  );
}

function RoomHead({
  room,
  mobile,
  details,
  onDetails,
}: {
  room: RoomView;
  mobile: boolean;
  details: boolean;
  onDetails: (on: boolean) => void;
}) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const isOnline = useOnline();
  const online = room.members.filter((one) => isOnline({ id: one.userId, online: one.online })).length;
  return (
    <header className="chat-head">
      {mobile && (
        <Button
          type="text"
          icon={<ArrowLeftOutlined />}
          aria-label={t('chat.back')}
          onClick={() => void navigate('/coordination/chat')}
        />
      )}
      <div className="chat-head-names">
        <h2>{room.title}</h2>
        <span className="chat-head-about">
          <RoomMark room={room} />
          <span className="cw-soft cw-figures">
            {t('chat.presence', { online, count: room.members.length })}
          </span>
        </span>
      </div>
      <Button
        type="text"
        icon={<InfoCircleOutlined />}
        aria-label={t('chat.details')}
        aria-expanded={details}
        title={t('chat.details')}
        onClick={() => onDetails(!details)}
      />
    </header>
  );
}

/** How far each has read, as it is told. */
function useReaders(id: number): void {
  const client = useQueryClient();
  useEffect(
    () =>
      onHubEvent('chat', 'chatRead', ({ room, readers }) => {
        if (room !== id) return;
        const read = new Map(readers.map((one) => [one.userId, one]));
        client.setQueryData<RoomView>(
          chatKeys.room(id),
          (view) =>
            view && {
              ...view,
              members: view.members.map((member) => ({ ...member, ...read.get(member.userId) })),
            },
        );
      }),
    [client, id],
  );
}
