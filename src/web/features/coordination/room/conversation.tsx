import { DownOutlined } from '@ant-design/icons';
import { Button, Empty, Skeleton } from 'antd';
import { type DragEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RoomView } from '#contract/coordination/rooms.ts';
import type { ChatMessage } from '#contract/coordination/shapes.ts';
import { wallDigits, zoneLabel } from '#web/client/clock.ts';
import { useStore } from '#web/client/store.ts';
import { Composer, type ComposerHandle } from '#web/features/coordination/composer/composer.tsx';
import { messageQueue } from '#web/features/coordination/unsent-messages.ts';
import { Failure } from '#web/ui/failure.tsx';
import { conversationRows, firstUnreadOf } from './conversation-rows.ts';
import { MessageView } from './message-view.tsx';
import { ReadBy } from './read-by.tsx';
import { UnsentLine } from './unsent-line.tsx';
import { useHeldScroll } from './use-held-scroll.ts';
import { useMarkRead } from './use-mark-read.ts';
import { useRoomLog } from './use-room-log.ts';

/** A conversation with the field below it. `at`: the message that a link or a search leads to. */
export function Conversation({
  room,
  me,
  at,
}: {
  room: RoomView;
  me: number | undefined;
  at: number | null;
}) {
  const { t } = useTranslation();
  // What was read when the room was opened: what is new stays divided from it while one reads.
  const [opened] = useState({ readSeq: room.readSeq, hasUnread: room.unread > 0 });
  const live = useRoomLog(room.id, at ?? (opened.hasUnread ? opened.readSeq + 1 : null));
  const { log, loading, error } = live;
  const unsent = useStore(messageQueue.items).filter((one) => one.room === room.id);
  const composer = useRef<ComposerHandle>(null);
  const items = log?.items ?? none;
  const firstUnread = useMemo(
    () => (opened.hasUnread ? firstUnreadOf(items, opened.readSeq, me) : null),
    [items, opened, me],
  );
  const rows = useMemo(
    () => conversationRows(items, firstUnread, (iso) => wallDigits(iso).slice(0, 10)),
    [items, firstUnread],
  );
  const [meant, setMeant] = useState(at);
  const scroll = useHeldScroll({
    ready: log !== null,
    rows: `${items[0]?.seq ?? 0}-${items.at(-1)?.seq ?? 0}-${unsent.length}`,
    start: at ?? firstUnread,
    loadBefore: live.loadBefore,
    loadAfter: live.loadAfter,
  });
  const last = items.at(-1);
  useMarkRead(room.id, log && !log.after && scroll.atEnd ? (last?.seq ?? null) : null, room.readSeq);

  const goTo = async (seq: number) => {
    setMeant(seq);
    if (!items.some((one) => one.seq === seq)) await live.goTo(seq);
    scroll.show(seq);
  };
  // A link to another message of the room that is open.
  const shown = useRef(at);
  useEffect(() => {
    if (at === null || at === shown.current) return;
    shown.current = at;
    setMeant(at);
    void live.goTo(at).then(() => scroll.show(at));
  }, [at, live, scroll]);

  const toEnd = async () => {
    if (log?.after) await live.goTo(null);
    scroll.toEnd();
  };
  // The user sees what they have just sent, also where they had scrolled up.
  const unsentBefore = useRef(unsent.length);
  const isSending = unsent.length > unsentBefore.current;
  const showSent = useRef(toEnd);
  showSent.current = toEnd;
  useEffect(() => {
    unsentBefore.current = unsent.length;
    if (isSending) void showSent.current();
  }, [unsent.length, isSending]);

  const sentKeys = new Set(items.map(({ clientId }) => clientId));
  const ownLast = items.findLast((one) => isChangeable(one, me));
  const acts = {
    quote: (message: ChatMessage) => composer.current?.quote(message),
    edit: (message: ChatMessage) => composer.current?.edit(message),
    goTo: (seq: number) => void goTo(seq),
    take: live.take,
  };
  const [dropping, setDropping] = useState(false);
  const drag = (event: DragEvent, over: boolean) => {
    if (!room.mayWrite || !event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setDropping(over);
  };
  return (
    <section
      className="chat-conversation"
      aria-label={room.title}
      data-dropping={dropping}
      onDragOver={(event) => drag(event, true)}
      onDragLeave={(event) => drag(event, false)}
      onDrop={(event) => {
        drag(event, false);
        if (room.mayWrite) composer.current?.addFiles([...event.dataTransfer.files]);
      }}
    >
      {error !== null && <Failure title={t('chat.log.failed')} error={error} retry={live.retry} />}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard */}
      <div ref={scroll.box} className="chat-log" role="log" aria-label={t('chat.log')} tabIndex={0}>
        {!log && error === null && <Skeleton active paragraph={{ rows: 6 }} />}
        {loading === 'before' && <p className="cw-soft chat-paging">{t('chat.loading')}</p>}
        {log && !log.before && items.length > 0 && (
          <p className="cw-soft chat-paging">{t('chat.beginning')}</p>
        )}
        {log && items.length === 0 && unsent.length === 0 && (
          <Empty description={t(room.mayWrite ? 'chat.log.empty' : 'chat.log.none')} />
        )}
        <ol>
          {rows.map((row) =>
            row.kind === 'day' ? (
              <li key={row.key} className="chat-day">
                <DayText at={row.at} />
              </li>
            ) : row.kind === 'unread' ? (
              <li key={row.key} className="chat-unread" data-unread-divider>
                {t('chat.unreadFrom')}
              </li>
            ) : (
              <MessageView
                key={row.key}
                room={room}
                message={row.message}
                me={me}
                continues={row.continues}
                isMeant={row.message.seq === meant}
                acts={acts}
                foot={
                  row.message === last && row.message.author === me ? (
                    <ReadBy room={room} message={row.message} me={me} />
                  ) : null
                }
              />
            ),
          )}
          {log &&
            !log.after &&
            unsent
              .filter(({ key }) => !sentKeys.has(key))
              .map((one) => <UnsentLine key={one.key} unsent={one} />)}
        </ol>
      </div>
      {log && (!scroll.atEnd || log.after) && (
        <div className="chat-to-end">
          <Button shape="round" icon={<DownOutlined />} onClick={() => void toEnd()}>
            {t('chat.toEnd')}
          </Button>
        </div>
      )}
      {dropping && <div className="chat-drop">{t('chat.drop')}</div>}
      <Composer ref={composer} room={room} me={me} lastOwn={() => ownLast} onEdited={live.take} />
    </section>
  );
}

const none: readonly ChatMessage[] = [];

const isChangeable = ({ author, kind, withdrawnAt }: ChatMessage, me: number | undefined): boolean =>
  author === me && kind === 'text' && withdrawnAt === null;

/** The day on the service's wall, with the name of its zone. */
function DayText({ at }: { at: string }) {
  const { i18n } = useTranslation();
  const [year = 0, month = 1, day = 1] = wallDigits(at).slice(0, 10).split('-').map(Number);
  const text = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'full', timeZone: 'UTC' }).format(
    Date.UTC(year, month - 1, day),
  );
  return (
    <time dateTime={at}>
      {text} {zoneLabel(at)}
    </time>
  );
}
