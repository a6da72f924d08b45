import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { RoomSummary } from '#contract/coordination/rooms.ts';
import { localText, today, wallDigits } from '#web/client/clock.ts';
import { useStore } from '#web/client/store.ts';
import { useRoomWays } from '#web/features/coordination/room-ways.ts';
import { messageQueue } from '#web/features/coordination/unsent-messages.ts';
import { RoomMark } from './room-mark.tsx';

/** Rooms, each with its kind, its last message, what is unread and what waits here to be sent. */
export function RoomList({ rooms, chosen }: { rooms: readonly RoomSummary[]; chosen: number | null }) {
  const { t } = useTranslation();
  const ways = useRoomWays();
  const unsent = useStore(messageQueue.items);
  return (
    <ul className="chat-rooms" aria-label={t('chat.rooms')}>
      {rooms.map((room) => (
        <li key={room.id} data-military={room.military}>
          <Link
            to={ways.room(room.id)}
            data-room={room.id}
            aria-current={room.id === chosen ? 'page' : undefined}
          >
            <span className="chat-room-head">
              <strong>
                <bdi>{room.title}</bdi>
              </strong>
              <span className="cw-figures cw-soft">{whenText(room.activeAt)}</span>
            </span>
            <span className="chat-room-line cw-soft">
              {room.lastMessage ? (
                <>
                  <bdi>{room.lastMessage.authorName}</bdi>:{' '}
                  <bdi>{room.lastMessage.text || t('chat.attachment')}</bdi>
                </>
              ) : (
                t('chat.noMessage')
              )}
            </span>
            <span className="chat-room-foot">
              <RoomMark room={room} />
              <span className="cw-grow" />
              {unsent.some((one) => one.room === room.id) && (
                <span className="cw-soft">
                  <span aria-hidden="true">◔ </span>
                  {t('chat.unsent.queued')}
                </span>
              )}
              <Unread room={room} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** How much is unread; whether somebody addressed the user in it stands before it. */
export function Unread({ room }: { room: RoomSummary }) {
  const { t } = useTranslation();
  const { unread, unreadMentions } = room;
  if (unread === 0) return null;
  return (
    <span className="chat-count cw-figures">
      {unreadMentions > 0 && <span title={t('chat.mentioned')}>@ </span>}
      <span aria-hidden="true">{unread > 99 ? '99+' : unread}</span>
      <span className="cw-hidden">
        {t('chat.unread', { count: unread })}
        {unreadMentions > 0 && ` ${t('chat.mentioned')}`}
      </span>
    </span>
  );
}

/** The time of a moment of today, else its day; on the service's wall. */
function whenText(iso: string): string {
  return wallDigits(iso).startsWith(today()) ? localText(iso).slice(11, 16) : localText(iso).slice(5, 10);
}
