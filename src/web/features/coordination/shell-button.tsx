import { MessageOutlined } from '@ant-design/icons';
import { Badge, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useMayChat, useRooms } from './coordination-queries.ts';
import { useOpenOrders } from './orders/order-queries.ts';

/** In the header of every page: the way to coordination, with what is unread there. */
export function CoordinationButton() {
  return useMayChat() ? <Sign /> : null;
}

function Sign() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const unread = useRooms().data?.unread ?? 0;
  const orders = useOpenOrders().data?.toMe.length ?? 0;
  const label = t(orders > 0 ? 'chat.sign.orders' : 'chat.sign', { count: unread, orders });
  return (
    <Button
      type="text"
      icon={
        <Badge count={unread} size="small" overflowCount={99} color="var(--cw-error)">
          <MessageOutlined />
        </Badge>
      }
      aria-label={label}
      title={label}
      onClick={() => void navigate('/coordination/index')}
    />
  );
}
