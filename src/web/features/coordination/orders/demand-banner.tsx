import { useQueryClient } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import type { ChatMessage } from '#contract/coordination/shapes.ts';
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
import { levelOf, ownDemand, secondsLeft } from './demand-state.ts';
import { TimeLeft } from './demand-view.tsx';
import { ordersKey, useOpenOrders } from './order-queries.ts';
import { useAcknowledgeOrder } from './use-acknowledge-order.ts';
import '#web/ui/style/document.css';
import { MilitaryMark } from '#web/features/coordination/rooms/military-mark.tsx';
import './demand-banner.css';

/** What waits for this user to acknowledge, on every page, with sound: the most urgent, and how many more there are. */
export function DemandBanner() {
  return useMayChat() ? <Demands /> : null;
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
  const dueAt = (message: ChatMessage) => ownDemand(message, me)?.dueAt ?? '';
  const [first] = mine.toSorted((a, b) => dueAt(a).localeCompare(dueAt(b)));
  if (!first || pathname === listPath) return null;
  return <MostUrgent key={first.id} message={first} me={me} more={mine.length - 1} />;
}

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
  const room = useRooms().data?.items.find(({ id }) => id === message.room);
  const own = ownDemand(message, me);
  if (!own) return null;
  return (
    <>
      <Alert
        banner
        role="alert"
        className="demand-banner"
        type={message.kind === 'order' ? 'error' : 'warning'}
        data-demand-banner={message.id}
        message={
          <div className="demand-line">
            <strong>
              {room?.military && <MilitaryMark />}
              {t(message.kind === 'order' ? 'chat.order' : 'chat.information')}
            </strong>
            <TimeLeft receiver={own} />
            <span className="demand-by">{message.authorName}</span>
            <span className="demand-by cw-soft">{room?.title}</span>
            {more > 0 && <Link to={listPath}>{t('chat.orders.more', { count: more })}</Link>}
            <Link className="demand-text" to={ways.room(message.room, message.seq)} title={message.text}>
              {message.text || t('chat.attachment')}
            </Link>
          </div>
        }
        action={
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
        }
      />
      {failure !== null && <Failure title={t('chat.failed')} error={failure} />}
    </>
  );
}
