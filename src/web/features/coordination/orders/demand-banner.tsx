import { useQueryClient } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { orderReceivers } from '#contract/coordination/orders.ts';
import type { ChatMessage } from '#contract/coordination/shapes.ts';
import { useHolds } from '#web/client/access.ts';
import { useAsyncAction } from '#web/client/async-action.ts';
import { onHubEvent, onReconnected } from '#web/client/hub.ts';
import { gather } from '#web/client/live.ts';
import { currentUser } from '#web/client/session.ts';
import { useStore } from '#web/client/store.ts';
import { useMayChat, useRooms } from '#web/features/coordination/coordination-queries.ts';
import { useRoomWays } from '#web/features/coordination/room-ways.ts';
import { muted } from '#web/features/notices/sound.ts';
import { Failure } from '#web/ui/failure.tsx';
import { useNow } from '#web/ui/flight-time.tsx';
import { useLevelSound } from '#web/ui/use-level-sound.ts';
import { levelOf, nextDue, ownDemand, secondsLeft } from './demand-state.ts';
import { TimeLeft } from './demand-view.tsx';
import { ordersKey, useOpenOrders } from './order-queries.ts';
import { useAcknowledgeOrder } from './use-acknowledge-order.ts';
import '#web/ui/style/document.css';
import { MilitaryMark } from '#web/features/coordination/rooms/military-mark.tsx';
import './demand-banner.css';

/**
 * What waits for this user to acknowledge, on every page, with sound: the most urgent, and how many more there are. Where
 * nothing does, the stop or recall that they gave and nobody has acknowledged.
 */
export function DemandBanner() {
  return useHolds(orderReceivers) ? <Demands /> : null;
}

/** The page that lists them all, each with its own button. */
const listPath = '/coordination/index';

function Demands() {
  const me = useStore(currentUser)?.user.id;
  const { pathname } = useLocation();
  useLiveOrders();
  const { data } = useOpenOrders();
  const mine = (data?.toMe ?? []).filter((message) => ownDemand(message, me));
  useDemandSound(mine, me);
  const given = (data?.fromMe ?? []).filter(({ flightOrder }) => flightOrder !== undefined);
  const [first, ...others] = urgentFirst(mine.length > 0 ? mine : given, me);
  if (!first || pathname === listPath) return null;
  return <MostUrgent key={first.id} message={first} me={me} more={others.length} />;
}

/** By the time left to this user, or to those who are to acknowledge. */
function urgentFirst(messages: readonly ChatMessage[], me: number | undefined): ChatMessage[] {
  const dueAt = (message: ChatMessage) => awaited(message, me)?.dueAt ?? '';
  return messages.toSorted((a, b) => dueAt(a).localeCompare(dueAt(b)));
}

const planOf = ({ references }: ChatMessage) => references.find(({ resource }) => resource === 'plan')?.id;

const awaited = (message: ChatMessage, me: number | undefined) =>
  ownDemand(message, me) ?? (message.demand && nextDue(message.demand));

/** Asks again for what waits, whenever a message says that it may have changed. */
function useLiveOrders(): void {
  const client = useQueryClient();
  useEffect(() => {
    const asked = gather<null>(200, () => void client.invalidateQueries({ queryKey: ordersKey }));
    const heard = ({ demand }: ChatMessage) => {
      if (demand) asked.add(null);
    };
    const stops = [
      onHubEvent('chat', 'getChatMessage', heard),
      onHubEvent('chat', 'getMilitaryChatMessage', heard),
      onHubEvent('chat', 'chatMessageChanged', heard),
      onHubEvent('chat', 'chatOrderDue', heard),
      onReconnected('chat', () => asked.add(null)),
    ];
    return () => {
      asked.stop();
      for (const stop of stops) stop();
    };
  }, [client]);
}

/** Sounds each by its level when it comes and when it is overdue, an overdue order again and again. */
function useDemandSound(mine: readonly ChatMessage[], me: number | undefined): void {
  const now = useNow();
  const isMuted = useStore(muted);
  const open = mine.flatMap((message) => {
    const own = ownDemand(message, me);
    return own ? [{ id: message.id, level: levelOf(message.kind, secondsLeft(own, now)) }] : [];
  });
  useLevelSound('demands', open, now, isMuted);
}

function MostUrgent({ message, me, more }: { message: ChatMessage; me: number | undefined; more: number }) {
  const { t } = useTranslation();
  const ways = useRoomWays();
  const acknowledge = useAcknowledgeOrder();
  const { busy, failure, run } = useAsyncAction();
  const chats = useMayChat();
  const room = useRooms(false, chats).data?.items.find(({ id }) => id === message.room);
  const own = ownDemand(message, me);
  const receiver = awaited(message, me);
  if (!receiver) return null;
  // Receivers of a stop or recall who are not in the room have it on the page of the plan.
  const plan = room ? undefined : message.flightOrder && planOf(message);
  const to = plan ? `/navigation/details?id=${plan}` : ways.room(message.room, message.seq);
  return (
    <>
      <Alert
        banner
        role="alert"
        className="demand-banner"
        type={own && message.kind === 'order' ? 'error' : 'warning'}
        data-demand-banner={message.id}
        message={
          <div className="demand-line">
            <strong>
              {room?.military && <MilitaryMark />}
              {t(message.kind === 'order' ? 'chat.order' : 'chat.information')}
            </strong>
            <TimeLeft receiver={receiver} />
            <span className="demand-by">{message.authorName}</span>
            <span className="demand-by cw-soft">{room?.title}</span>
            {more > 0 &&
              (chats ? (
                <Link to={listPath}>{t('chat.orders.more', { count: more })}</Link>
              ) : (
                <span>{t('chat.orders.more', { count: more })}</span>
              ))}
            <Link className="demand-text" to={to} title={message.text}>
              {message.text || t('chat.attachment')}
            </Link>
          </div>
        }
        action={
          own ? (
            <Button
              danger
              size="small"
              type="primary"
              loading={busy}
              data-action="acknowledgeMessage"
              onClick={() => void run(async () => void (await acknowledge(message, '')))}
            >
              {t('chat.acknowledge')}
            </Button>
          ) : (
            <span className="cw-soft">{t('plan.order.open')}</span>
          )
        }
      />
      {failure !== null && <Failure title={t('chat.failed')} error={failure} />}
    </>
  );
}
