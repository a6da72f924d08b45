import { ArrowLeftOutlined, InfoCircleOutlined } from '@ant-design/icons';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Drawer, Result, Skeleton } from 'antd';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import type { RoomView } from '#contract/coordination/rooms.ts';
import { isOfDocument } from '#domain/coordination/kinds.ts';
import { onHubEvent } from '#web/client/hub.ts';
import { chatKeys, useRoom } from '#web/features/coordination/coordination-queries.ts';
import { useOnline } from '#web/features/coordination/online.ts';
import { useRoomWays } from '#web/features/coordination/room-ways.ts';
import { RoomDetails } from '#web/features/coordination/rooms/room-details.tsx';
import { RoomMark } from '#web/features/coordination/rooms/room-mark.tsx';
import { Failure } from '#web/ui/failure.tsx';
import { Conversation } from './conversation.tsx';
import { RecordCard } from './record-card.tsx';

/** One room: its head, what is said in it, and what is known of it. `alone`: there is no list of rooms beside it. */
export function RoomTalk({
  id,
  me,
  at,
  alone,
  details,
  onDetails,
}: {
  id: number;
  me: number | undefined;
  at: number | null;
  alone: boolean;
  details: boolean;
  onDetails: (on: boolean) => void;
}) {
  const { t } = useTranslation();
  const ways = useRoomWays();
  const { data: room, error, refetch } = useRoom(id);
  useReaders(id);
  if (error?.statusCode === 404) {
    return (
      <Result
        status="404"
        title={t('chat.noRoom')}
        subTitle={t('chat.noRoomText')}
        {...(alone ? { extra: <Link to={ways.rooms}>{t('chat.back')}</Link> } : {})}
      />
    );
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
        <RoomHead room={room} alone={alone} details={details} onDetails={onDetails} />
        {room.military && (
          <p className="chat-military-note" role="note">
            <span aria-hidden="true">★ </span>
            {t('chat.militaryNote')}
          </p>
        )}
        {room.subject !== null && isOfDocument(room.kind) && (
          <div className="chat-document">
            <RecordCard reference={{ resource: room.kind, id: room.subject }} />
          </div>
        )}
        <Conversation room={room} me={me} at={at} />
      </div>
      {alone ? (
        <Drawer open={details} width="min(100%, 420px)" title={room.title} onClose={() => onDetails(false)}>
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
  alone,
  details,
  onDetails,
}: {
  room: RoomView;
  alone: boolean;
  details: boolean;
  onDetails: (on: boolean) => void;
}) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const ways = useRoomWays();
  const isOnline = useOnline();
  const online = room.members.filter((one) => isOnline({ id: one.userId, online: one.online })).length;
  return (
    <header className="chat-head">
      {alone && (
        <Button
          type="text"
          icon={<ArrowLeftOutlined />}
          aria-label={t('chat.back')}
          onClick={() => void navigate(ways.rooms)}
        />
      )}
      <div className="chat-head-names">
        <h2>
          <bdi>{room.title}</bdi>
        </h2>
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
