import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Reminder } from '#contract/notices.ts';
import { relativeTime } from '#domain/text/times.ts';
import { localText, serviceZone } from '#web/client/clock.ts';
import { useLocale } from '#web/client/locale.ts';
import { pathOfMessage } from './message-path.ts';

interface Props {
  message: Reminder;
  onRead: () => Promise<void>;
  /** Goes to what the message is about. */
  onOpen: (path: string) => void;
  /** Before its words, such as a tick to choose it by. */
  mark?: ReactNode;
}

/** One message to the user: what happened, when, and the way to the document; unread ones stand out. */
export function MessageEntry({ message, onRead, onOpen, mark }: Props) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { content, opinion, creationTime } = message;
  const unread = message.isRead === 0;
  const path = pathOfMessage(message);
  return (
    <article className="cw-entry" tabIndex={-1}>
      <p style={{ margin: 0, fontWeight: unread ? 600 : 400 }}>
        {mark}
        {unread && <span aria-hidden="true">● </span>}
        {content}
      </p>
      {opinion && <q>{opinion}</q>}
      <footer className="cw-bar" style={{ color: 'var(--cw-soft)' }}>
        <time className="cw-figures" dateTime={creationTime} title={localText(creationTime)}>
          {relativeTime(creationTime, Date.now(), { locale, timeZone: serviceZone() }) ?? '---'}
        </time>
        <span className="cw-grow" />
        {path && (
          <Button size="small" onClick={() => void onRead().finally(() => onOpen(path))}>
            {t('notices.open')}
          </Button>
        )}
        {unread ? (
          <Button
            size="small"
            onClick={({ currentTarget }) => {
              // The button goes when it has done its work: the keyboard goes on at its entry.
              const entry = currentTarget.closest('article');
              void onRead().then(() => entry?.focus());
            }}
          >
            {t('notices.read')}
          </Button>
        ) : (
          <span>{t('notices.wasRead')}</span>
        )}
      </footer>
    </article>
  );
}
