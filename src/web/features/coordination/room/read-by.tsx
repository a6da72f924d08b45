import { Popover } from 'antd';
import { useTranslation } from 'react-i18next';
import type { RoomView } from '#contract/coordination/rooms.ts';
import type { ChatMessage } from '#contract/coordination/shapes.ts';
import { FlightTime } from '#web/ui/flight-time.tsx';

/** How many of the others have read it, and by name who and when. */
export function ReadBy({
  room,
  message,
  me,
}: {
  room: RoomView;
  message: ChatMessage;
  me: number | undefined;
}) {
  const { t } = useTranslation();
  const others = room.members.filter(({ userId }) => userId !== me);
  const readers = others.filter(({ readSeq }) => readSeq >= message.seq);
  if (others.length === 0) return null;
  const list = (
    <ul className="cw-plain-list">
      {readers.map(({ userId, name, readAt }) => (
        <li key={userId}>
          <bdi>{name}</bdi> <FlightTime at={readAt} />
        </li>
      ))}
    </ul>
  );
  const text =
    readers.length === others.length
      ? t('chat.readByAll')
      : t('chat.readBy', { count: readers.length, all: others.length });
  return (
    <div className="chat-read">
      {readers.length === 0 ? (
        <span className="cw-soft">{t('chat.readByNobody')}</span>
      ) : (
        <Popover content={list} trigger="click" placement="topRight">
          <button type="button" className="cw-link">
            <span aria-hidden="true">✓✓ </span>
            {text}
          </button>
        </Popover>
      )}
    </div>
  );
}
