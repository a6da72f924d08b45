import { MessageOutlined } from '@ant-design/icons';
import { Badge, Button } from 'antd';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useReminders } from '#web/features/notices/queries.ts';
import { unreadInTitle } from '#web/ui/document-title.ts';
import { useMayChat, useRooms } from './coordination-queries.ts';
import { useOpenOrders } from './orders/order-queries.ts';
import { roomsPanelId, roomsSignId, useRoomWays } from './room-ways.ts';

/** In the header of every page: the way to coordination, with what is unread there; on the map it opens the rooms beside it. */
export function CoordinationButton() {
  return useMayChat() ? <Sign /> : <WithoutRooms />;
}

/** The title of the browser's tab counts unread messages, those of rooms and of the message centre together. */
function useUnreadInTitle(inRooms: number): void {
  const unread = inRooms + useReminders().filter(({ isRead }) => isRead === 0).length;
  useEffect(() => {
    unreadInTitle.set(unread);
    return () => unreadInTitle.set(0);
  }, [unread]);
}

function WithoutRooms() {
  useUnreadInTitle(0);
  return null;
}

function Sign() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const unread = useRooms().data?.unread ?? 0;
  const orders = useOpenOrders().data?.toMe.length ?? 0;
  const ways = useRoomWays();
  const label = t(orders > 0 ? 'chat.sign.orders' : 'chat.sign', { count: unread, orders });
  useUnreadInTitle(unread);
  return (
    <Button
      type="text"
      icon={
        <Badge count={unread} size="small" overflowCount={99} color="var(--cw-error)">
          <MessageOutlined />
        </Badge>
      }
      aria-label={label}
      title={ways.beside ? `${label} (R)` : label}
      id={roomsSignId}
      {...(ways.beside ? { 'aria-expanded': ways.open !== null, 'aria-controls': roomsPanelId } : {})}
      onClick={() =>
        void navigate(ways.beside ? (ways.open ? ways.closed : ways.rooms) : '/coordination/index')
      }
    />
  );
}
