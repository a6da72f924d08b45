import { useQuery } from '@tanstack/react-query';
import { Button, Card, Empty, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { ChatMessage } from '#contract/coordination/shapes.ts';
import { today, wallDigits } from '#web/client/clock.ts';
import { callService } from '#web/client/services.ts';
import { currentUser } from '#web/client/session.ts';
import { useStore } from '#web/client/store.ts';
import { useContacts, useRooms } from '#web/features/coordination/coordination-queries.ts';
import { useOnline } from '#web/features/coordination/online.ts';
import { OpenRoom, RoomButton } from '#web/features/coordination/open-room.tsx';
import { DemandView } from '#web/features/coordination/orders/demand-view.tsx';
import { useOpenOrders } from '#web/features/coordination/orders/order-queries.ts';
import { Person } from '#web/features/coordination/room/person.tsx';
import { roomPath } from '#web/features/coordination/room-ways.ts';
import { RoomList } from '#web/features/coordination/rooms/room-list.tsx';
import { Failure } from '#web/ui/failure.tsx';
import { FlightSpan, FlightTime } from '#web/ui/flight-time.tsx';
import '#web/ui/style/document.css';
import '#web/features/coordination/coordination.css';

/** What is open for me in coordination: unread rooms, orders to me and from me, who is there. */
export function CoordinationPage() {
  const { t } = useTranslation();
  return (
    <div className="cw-page chat-home">
      <header className="cw-bar">
        <h1 className="cw-title">{t('chat.title')}</h1>
        <span className="cw-grow" />
        <Link to="/coordination/chat">{t('chat.allRooms')}</Link>
        <Link to="/coordination/chat?new">
          <Button type="primary" tabIndex={-1}>
            {t('chat.newRoom')}
          </Button>
        </Link>
      </header>
      <div className="chat-home-grid">
        <Orders />
        <UnreadRooms />
        <MeetingsToday />
        <Presence />
        <Positions />
      </div>
    </div>
  );
}

function Part({
  title,
  count,
  children,
}: {
  title: string;
  count?: number | undefined;
  children: ReactNode;
}) {
  return (
    <Card
      size="small"
      title={
        <h2>
          {title} {count !== undefined && <span className="cw-figures cw-soft">{count}</span>}
        </h2>
      }
    >
      {children}
    </Card>
  );
}

function Orders() {
  const { t } = useTranslation();
  const me = useStore(currentUser)?.user.id;
  const { data, error, refetch } = useOpenOrders();
  const list = (orders: readonly ChatMessage[], empty: string) =>
    orders.length === 0 ? (
      <p className="cw-soft">{empty}</p>
    ) : (
      <ul className="cw-plain-list">
        {orders.map((message) => (
          <li key={message.id}>
            <p className="cw-soft">
              {message.authorName} <FlightTime at={message.sentAt} />{' '}
              <Link to={roomPath(message.room, message.seq)}>{t('chat.openRoom')}</Link>
            </p>
            <DemandView message={message} me={me} onAnswered={() => void refetch()}>
              <p className="chat-text">{message.text}</p>
            </DemandView>
          </li>
        ))}
      </ul>
    );
  return (
    <Part title={t('chat.orders')} count={data ? data.toMe.length + data.fromMe.length : undefined}>
      {error && <Failure title={t('chat.failed')} error={error} retry={() => void refetch()} />}
      {!data && !error && <Skeleton active title={false} />}
      {data && (
        <>
          <h3>{t('chat.orders.toMe')}</h3>
          {list(data.toMe, t('chat.orders.noneToMe'))}
          <h3>{t('chat.orders.fromMe')}</h3>
          {list(data.fromMe, t('chat.orders.noneFromMe'))}
        </>
      )}
    </Part>
  );
}

/** As many rooms as are listed without anything unread in them. */
const latest = 6;

function UnreadRooms() {
  const { t } = useTranslation();
  const { data, error, refetch } = useRooms();
  const rooms = data?.items ?? [];
  const unread = rooms.filter((room) => room.unread > 0);
  return (
    <Part title={t('chat.unreadRooms')} count={data ? unread.length : undefined}>
      {error && !data && (
        <Failure title={t('chat.rooms.failed')} error={error} retry={() => void refetch()} />
      )}
      {!data && !error && <Skeleton active title={false} />}
      {data && rooms.length === 0 && <Empty description={t('chat.rooms.none')} />}
      {data && rooms.length > 0 && unread.length === 0 && (
        <p className="cw-soft">
          <span aria-hidden="true">✓ </span>
          {t('chat.nothingUnread')}
        </p>
      )}
      <RoomList rooms={unread.length > 0 ? unread : rooms.slice(0, latest)} chosen={null} />
    </Part>
  );
}

/** Meetings of today on the service's wall that are still to come or under way. */
function MeetingsToday() {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery({
    queryKey: ['coordination', 'meetings'],
    queryFn: () => callService('Meeting', 'GetList', {}),
  });
  const day = today();
  const meetings = (data?.items ?? [])
    .filter(({ startTime, endTime, state }) => {
      const isToday = wallDigits(startTime).slice(0, 10) <= day && wallDigits(endTime).slice(0, 10) >= day;
      return isToday && state !== 'cancelled';
    })
    .sort((a, b) => a.startTime.localeCompare(b.startTime));
  return (
    <Part title={t('chat.meetings')} count={data ? meetings.length : undefined}>
      {error && <Failure title={t('chat.failed')} error={error} retry={() => void refetch()} />}
      {!data && !error && <Skeleton active title={false} />}
      {data && meetings.length === 0 && <p className="cw-soft">{t('chat.noMeetings')}</p>}
      <ul className="cw-plain-list chat-meetings">
        {meetings.map(({ id, title, startTime, endTime, place, mine }) => (
          <li key={id}>
            <span>
              <Link to={`/coordination/meeting/${id}`}>{title}</Link>
              <br />
              <FlightSpan from={startTime} to={endTime} /> <span className="cw-soft">{place}</span>
            </span>
            {mine !== null && (
              <RoomButton open={() => callService('Meeting', 'OpenRoom', { id })}>
                {t('chat.openRoom')}
              </RoomButton>
            )}
          </li>
        ))}
      </ul>
      <Link to="/coordination/meeting">{t('chat.allMeetings')}</Link>
    </Part>
  );
}

/** Watch positions to which the user may write, whoever is on them. */
function Positions() {
  const { t } = useTranslation();
  const { data } = useContacts('', true, mostContacts);
  if (!data || data.positions.length === 0) return null;
  return (
    <Part title={t('chat.positions')} count={data.positions.length}>
      <ul className="cw-plain-list chat-members">
        {data.positions.map(({ id, name, staffed }) => (
          <li key={id}>
            <span className="cw-grow">
              <bdi>{name}</bdi>
              {!staffed && <span className="cw-soft"> · {t('chat.unstaffed')}</span>}
            </span>
            <OpenRoom kind="position" subject={id} />
          </li>
        ))}
      </ul>
    </Part>
  );
}

/** As many as are looked over. */
const mostContacts = 200;

function Presence() {
  const { t } = useTranslation();
  const me = useStore(currentUser)?.user.id;
  const isOnline = useOnline();
  const { data, error, refetch } = useContacts('', true, mostContacts);
  const people = (data?.items ?? []).filter(
    (one) => one.id !== me && (isOnline(one) || one.positions.length > 0),
  );
  return (
    <Part title={t('chat.present')} count={data ? people.length : undefined}>
      {error && <Failure title={t('chat.failed')} error={error} retry={() => void refetch()} />}
      {!data && !error && <Skeleton active title={false} />}
      {data && people.length === 0 && <p className="cw-soft">{t('chat.nobodyPresent')}</p>}
      <ul className="cw-plain-list chat-members">
        {people.map((one) => (
          <li key={one.id}>
            <Person name={one.name} online={isOnline(one)} />
            <span className="cw-grow">
              {one.name}
              <br />
              <span className="cw-soft">
                {[...one.positions, one.companyName].filter(Boolean).join(' · ')}
              </span>
            </span>
            <OpenRoom kind="direct" subject={one.id} />
          </li>
        ))}
      </ul>
    </Part>
  );
}
