import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { useHubState } from '#web/client/hub.ts';
import { useStore } from '#web/client/store.ts';
import { useRoomWays } from './room-ways.ts';
import { messageQueue } from './unsent-messages.ts';

/** On every page but that of the conversations: messages that wait for a connection, or were refused. */
export function UnsentMessages() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const ways = useRoomWays();
  const hub = useHubState('chat');
  const unsent = useStore(messageQueue.items);
  const refused = unsent.filter(({ refusal }) => refusal !== null);
  const shown = refused.length > 0 ? refused : unsent;
  const [first] = shown;
  // What is on its way over a connection that stands is no news.
  if (!first || pathname === '/coordination/chat' || (refused.length === 0 && hub === 'connected'))
    return null;
  return (
    <Alert
      banner
      type={refused.length > 0 ? 'error' : 'warning'}
      message={
        <>
          {t(refused.length > 0 ? 'chat.unsent.failed' : 'chat.unsent.count', {
            count: shown.length,
          })}{' '}
          <Link to={ways.room(first.room)}>{t('chat.openRoom')}</Link>
        </>
      }
    />
  );
}
