import {
  DeleteOutlined,
  EditOutlined,
  LinkOutlined,
  MoreOutlined,
  PushpinOutlined,
  RollbackOutlined,
} from '@ant-design/icons';
import { App, Button, Dropdown } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { RoomView } from '#contract/coordination/rooms.ts';
import type { ChatMessage } from '#contract/coordination/shapes.ts';
import { parseTime } from '#domain/text/times.ts';
import { localText, serviceZone, zuluText } from '#web/client/clock.ts';
import { useNotifyError } from '#web/client/notify-error.ts';
import { callService } from '#web/client/services.ts';
import { DemandView } from '#web/features/coordination/orders/demand-view.tsx';
import { useIsMobile } from '#web/ui/appearance.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { copyText } from '#web/ui/copy-text.ts';
import { eventText } from './event-text.ts';
import { MessageFiles } from './message-files.tsx';
import { MessagePlace } from './message-place.tsx';
import { MessageText } from './message-text.tsx';
import { Person } from './person.tsx';
import { RecordCard } from './record-card.tsx';

export interface MessageActs {
  quote(message: ChatMessage): void;
  edit(message: ChatMessage): void;
  /** Shows the message of this number. */
  goTo(seq: number): void;
  /** What an action has made of it. */
  take(message: ChatMessage): void;
}

interface Props {
  room: RoomView;
  message: ChatMessage;
  me: number | undefined;
  /** Below one of the same author: without the name. */
  continues: boolean;
  /** The one that a link or a search leads to. */
  isMeant: boolean;
  acts: MessageActs;
  /** Below it: who has read it. */
  foot?: ReactNode;
}

/** One message: who, when, what they wrote and sent along, and what may be done with it. */
export function MessageView({ room, message, me, continues, isMeant, acts, foot }: Props) {
  const { t } = useTranslation();
  const { seq, kind, author, authorName, sentAt, withdrawnAt, editedAt, pinnedAt, quote } = message;
  if (kind === 'event') {
    return (
      <li className="chat-event cw-soft" data-seq={seq} data-meant={isMeant}>
        {eventText(message, t)} <Moment at={sentAt} />
      </li>
    );
  }
  const names = room.members
    .filter(({ userId }) => message.mentions.includes(userId))
    .map(({ name }) => name);
  const named = me !== undefined && message.mentions.includes(me);
  return (
    <li
      className="chat-message"
      data-seq={seq}
      data-kind={kind}
      data-own={author === me}
      data-named={named}
      data-meant={isMeant}
      data-continues={continues}
      tabIndex={-1}
    >
      {!continues && <Person name={authorName} />}
      <article className="chat-body">
        {!continues && (
          <header>
            <strong>
              <bdi>{authorName}</bdi>
            </strong>{' '}
            <Moment at={sentAt} />
          </header>
        )}
        {continues && <span className="cw-hidden">{`${authorName} ${localText(sentAt)}`}</span>}
        {pinnedAt && (
          <span className="chat-note">
            <PushpinOutlined aria-hidden="true" /> {t('chat.pinned')}
          </span>
        )}
        {withdrawnAt ? (
          <p className="chat-withdrawn cw-soft">
            {t('chat.withdrawn')} <Moment at={withdrawnAt} /> ·{' '}
            <Link to={`/coordination/detail?id=${room.id}&entry=${seq}`}>{t('chat.inRecord')}</Link>
          </p>
        ) : (
          <>
            {quote && (
              <button type="button" className="chat-quote" onClick={() => acts.goTo(quote.seq)}>
                <strong>
                  <bdi>{quote.authorName}</bdi>
                </strong>{' '}
                <bdi>{quote.withdrawn ? t('chat.withdrawn') : quote.text.slice(0, 200)}</bdi>
              </button>
            )}
            {(kind === 'order' || kind === 'information') && (
              <DemandView message={message} me={me} onAnswered={acts.take}>
                <MessageText text={message.text} names={names} />
              </DemandView>
            )}
            {kind === 'text' && <MessageText text={message.text} names={names} />}
            <MessageFiles room={room.id} files={message.files} />
            {message.place?.geometry && (
              <MessagePlace
                room={room.id}
                seq={seq}
                geometry={message.place.geometry}
                label={message.place.label}
              />
            )}
            {message.references.map((reference) => (
              <RecordCard key={`${reference.resource}-${reference.id}`} reference={reference} />
            ))}
            {editedAt && (
              <Link
                className="chat-note"
                to={`/coordination/detail?id=${room.id}&entry=${seq}`}
                title={localText(editedAt)}
              >
                {t('chat.edited')}
              </Link>
            )}
          </>
        )}
        {foot}
      </article>
      {withdrawnAt === null && <Actions room={room} message={message} me={me} acts={acts} />}
    </li>
  );
}

/** When, as the wall shows it and as aviation writes it; the day is above and in its title. */
export function Moment({ at }: { at: string }) {
  return (
    <time className="cw-figures cw-soft" dateTime={at} title={localText(at)}>
      {parseTime(at, '{h}:{i}', serviceZone())} {zuluText(at)}
    </time>
  );
}

/** What may be done with a message: answered, pinned, changed, withdrawn, pointed at. */
function Actions({ room, message, me, acts }: Pick<Props, 'room' | 'message' | 'me' | 'acts'>) {
  const { t } = useTranslation();
  const { message: toast } = App.useApp();
  const notifyError = useNotifyError();
  const [withdrawing, setWithdrawing] = useState(false);
  const phone = useIsMobile();
  const { seq, kind, author, pinnedAt } = message;
  const own = author === me && room.mayWrite;
  const at = { room: room.id, seq };
  const act = async (work: () => Promise<ChatMessage>) => {
    try {
      acts.take(await work());
    } catch (error) {
      notifyError(error);
    }
  };
  const items = [
    // Where there is no room for two buttons, one has all.
    ...(room.mayWrite && phone
      ? [
          {
            key: 'reply',
            icon: <RollbackOutlined />,
            label: t('chat.reply'),
            onClick: () => acts.quote(message),
          },
        ]
      : []),
    ...(room.mayWrite
      ? [
          {
            key: 'pin',
            icon: <PushpinOutlined />,
            label: t(pinnedAt ? 'chat.unpin' : 'chat.pin'),
            onClick: () => void act(() => callService('Coordination', pinnedAt ? 'Unpin' : 'Pin', at)),
          },
        ]
      : []),
    ...(own && kind === 'text'
      ? [
          {
            key: 'edit',
            icon: <EditOutlined />,
            label: t('chat.edit'),
            onClick: () => acts.edit(message),
          },
        ]
      : []),
    {
      key: 'link',
      icon: <LinkOutlined />,
      label: t('chat.copyLink'),
      onClick: () => {
        const link = new URL(`/coordination/chat?room=${room.id}&at=${seq}`, window.location.href);
        void copyText(link.href).then((copied) =>
          copied ? toast.success(t('chat.copied')) : toast.info(link.href, 8),
        );
      },
    },
    // A stop or recall is lifted on the page of its plan.
    ...(own && message.flightOrder === undefined
      ? [
          {
            key: 'withdraw',
            danger: true,
            icon: <DeleteOutlined />,
            label: t('chat.withdraw'),
            onClick: () => setWithdrawing(true),
          },
        ]
      : []),
  ];
  return (
    <div className="chat-acts">
      {room.mayWrite && !phone && (
        <Button
          size="small"
          type="text"
          icon={<RollbackOutlined />}
          aria-label={t('chat.replyTo', { name: message.authorName })}
          title={t('chat.reply')}
          onClick={() => acts.quote(message)}
        />
      )}
      <Dropdown menu={{ items }} trigger={['click']}>
        <Button
          size={phone ? 'large' : 'small'}
          type="text"
          icon={<MoreOutlined />}
          aria-label={t('chat.more', { name: message.authorName })}
          title={t('chat.moreTitle')}
        />
      </Dropdown>
      {withdrawing && (
        <ConfirmDialog
          title={t('chat.withdraw.title')}
          okText={t('chat.withdraw')}
          danger
          failed={t('chat.failed')}
          onCancel={() => setWithdrawing(false)}
          work={async () => {
            acts.take(await callService('Coordination', 'Withdraw', at));
            setWithdrawing(false);
          }}
        >
          {t('chat.withdraw.kept')}
        </ConfirmDialog>
      )}
    </div>
  );
}
