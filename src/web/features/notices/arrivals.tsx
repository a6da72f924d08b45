import { App, Button } from 'antd';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { endOfQuiet } from '#domain/notices/channels.ts';
import { messageKindOf } from '#domain/notices/message-kinds.ts';
import { useHolds } from '#web/client/access.ts';
import { useLocale } from '#web/client/locale.ts';
import { detourPromptOf, flyers } from './detour.ts';
import { pathOfMessage } from './message-path.ts';
import { useChannels, useKnownReminders } from './queries.ts';
import { alarm, speak } from './sound.ts';

/** Whoever watches the air has the alerts in the header of every page. */
const watchers = ['Pages.FlightWatch.Navigation_3D'];
const shownS = 8;
/** Shown one by one; of more that came together only their number. */
const mostShown = 3;
/** The newest message that any window of this browser has told. */
const toldKey = 'clearway.told';

const toastOf = (id: number) => `arrived-${id}`;

/** Does the user have a dialog about it (detour-prompts.tsx)? */
function isPrompted(type: string | null, id: number | null, flies: boolean): boolean {
  const prompt = type !== null && id !== null ? detourPromptOf({ type, id }) : null;
  return prompt !== null && (prompt.asks === 'whoDecides' || flies);
}

/** Tells what has come in, as its user chose it: on the screen, by a sound, aloud; in quiet hours warnings alone. */
export function useArrivals(): void {
  const { t } = useTranslation();
  const locale = useLocale();
  const navigate = useNavigate();
  const { notification } = App.useApp();
  const reminders = useKnownReminders();
  const watches = useHolds(watchers);
  const flies = useHolds(flyers);
  const settings = useChannels();
  const newest = useRef<number | undefined>(undefined);
  /** Messages whose toasts may still be there. */
  const shownNow = useRef(new Set<number>());

  // A message that was read, here or in another window, removed or taken back needs no toast any more.
  useEffect(() => {
    const unread = new Set(reminders?.flatMap(({ id, isRead }) => (isRead === 0 ? [id] : [])));
    for (const id of shownNow.current) {
      if (!reminders || unread.has(id)) continue;
      notification.destroy(toastOf(id));
      shownNow.current.delete(id);
    }
  }, [reminders, notification]);

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
        ({ resource, recordId, messageType, isWarning }) =>
          // Alerts are shown and sounded in the header, detours in a dialog.
          !(watches && resource === 'encounter' && channel !== 'speech') &&
          !(channel === 'screen' && isPrompted(messageType, recordId, flies)) &&
          // Warnings are always shown; the screen disturbs nobody who does not look at it.
          (channel === 'screen' && isWarning
            ? true
            : settings.inForce[messageKindOf(resource, messageType)]?.includes(channel)) &&
          (isWarning || !isQuiet || channel === 'screen'),
      );
    const shown = by('screen');
    for (const message of shown.slice(0, mostShown)) {
      const path = pathOfMessage(message);
      const key = toastOf(message.id);
      shownNow.current.add(message.id);
      notification[message.isWarning ? 'warning' : 'info']({
        key,
        role: message.isWarning ? 'alert' : 'status',
        duration: message.isWarning ? 0 : shownS,
        message: t(`notices.kind.${messageKindOf(message.resource, message.messageType)}`),
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
  }, [reminders, settings, watches, flies, notification, t, locale, navigate]);
}
