import { useQuery } from '@tanstack/react-query';
import { App, Button } from 'antd';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { endOfQuiet } from '#domain/notices/channels.ts';
import { messageKindOf } from '#domain/notices/message-kinds.ts';
import { useHolds } from '#web/client/access.ts';
import { useLocale } from '#web/client/locale.ts';
import { callService } from '#web/client/services.ts';
import { pathOfMessage } from './message-path.ts';
import { useKnownReminders } from './queries.ts';
import { alarm, speak } from './sound.ts';

/** The channels of the user, as every part of the page asks for them. */
export const channelsKey = ['channels', 'own'];
/** Whoever watches the air has the alerts in the header of every page. */
const watchers = ['Pages.FlightWatch.Navigation_3D'];
const shownS = 8;
/** Shown one by one; of more that came together only their number. */
const mostShown = 3;
/** The newest message that any window of this browser has told. */
const toldKey = 'clearway.told';

/** Tells what has come in, as its user chose it: on the screen, by a sound, aloud; in quiet hours warnings alone. */
export function useArrivals(): void {
  const { t } = useTranslation();
  const locale = useLocale();
  const navigate = useNavigate();
  const { notification } = App.useApp();
  const reminders = useKnownReminders();
  const watches = useHolds(watchers);
  const { data: settings } = useQuery({
    queryKey: channelsKey,
    queryFn: () => callService('Channel', 'GetSettings', {}),
    staleTime: 60_000,
    retry: false,
  });
  const newest = useRef<number | undefined>(undefined);

  // A push that was clicked: the worker (public/push-worker.js) asks an open page to go there.
  useEffect(() => {
    const go = ({ data }: MessageEvent<{ type?: string; path?: string }>) => {
      if (data?.type === 'clearway.open' && data.path?.startsWith('/')) void navigate(data.path);
    };
    const workers = navigator.serviceWorker;
    workers?.addEventListener('message', go);
    return () => workers?.removeEventListener('message', go);
  }, [navigate]);

  useEffect(() => {
    if (!reminders || !settings) return;
    const before = newest.current;
    newest.current = Math.max(before ?? 0, ...reminders.map(({ id }) => id));
    if (before === undefined) return;
    const arrived = reminders.filter(({ id, isRead }) => id > before && isRead === 0);
    const isQuiet = endOfQuiet(settings.quiet, Date.now()) !== null;
    const by = (channel: 'screen' | 'sound' | 'speech') =>
      arrived.filter(
        ({ resource, isWarning }) =>
          // What stands in the header sounds there.
          !(watches && resource === 'encounter' && channel !== 'speech') &&
          settings.inForce[messageKindOf(resource)]?.includes(channel) &&
          // The screen disturbs nobody who does not look at it.
          (isWarning || !isQuiet || channel === 'screen'),
      );
    const shown = by('screen');
    for (const message of shown.slice(0, mostShown)) {
      const path = pathOfMessage(message);
      const key = `arrived-${message.id}`;
      notification[message.isWarning ? 'warning' : 'info']({
        key,
        role: message.isWarning ? 'alert' : 'status',
        duration: message.isWarning ? 0 : shownS,
        message: t(`notices.kind.${messageKindOf(message.resource)}`),
        description: message.content,
        ...(path && {
          btn: (
            <Button
              size="small"
              onClick={() => {
                notification.destroy(key);
                void navigate(`/message/open/${message.id}`);
              }}
            >
              {t('notices.open')}
            </Button>
          ),
        }),
      });
    }
    if (shown.length > mostShown) {
      notification.info({
        key: 'arrived-more',
        role: 'status',
        duration: shownS,
        message: t('channels.arrivedMore', { count: shown.length - mostShown }),
      });
    }
    // Of several windows one is heard.
    if (Number(localStorage.getItem(toldKey) ?? 0) >= newest.current) return;
    localStorage.setItem(toldKey, String(newest.current));
    if (by('sound').length > 0) alarm();
    for (const { content } of by('speech').slice(0, mostShown))
      speak(content, locale === 'en' ? 'en' : 'zh-CN');
  }, [reminders, settings, watches, notification, t, locale, navigate]);
}
