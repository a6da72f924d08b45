import { MessageOutlined } from '@ant-design/icons';
import { App, Button, Input, Modal, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useMayChat, useRooms } from './coordination-queries.ts';
import { RecordCard } from './room/record-card.tsx';
import { useRoomWays } from './room-ways.ts';
import { type MessageDraft, say } from './unsent-messages.ts';

/** What of a page is sent: a place or a shape, or records as cards. */
export type Sendable = Pick<MessageDraft, 'place' | 'references'>;

/** Sends what a page shows into a room of the user, with some words. Nothing for whom there are no rooms. */
export function SendToRoom({ what, size = 'small' }: { what: () => Sendable; size?: 'small' | 'middle' }) {
  const { t } = useTranslation();
  const may = useMayChat();
  const [sent, setSent] = useState<Sendable | null>(null);
  if (!may) return null;
  return (
    <>
      <Button
        size={size}
        icon={<MessageOutlined />}
        aria-haspopup="dialog"
        data-action="sendToRoom"
        onClick={() => setSent(what())}
      >
        {t('chat.sendTo')}
      </Button>
      {sent && <SendDialog what={sent} onClose={() => setSent(null)} />}
    </>
  );
}

export function SendDialog({ what, onClose }: { what: Sendable; onClose: () => void }) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const ways = useRoomWays();
  const { data } = useRooms();
  const [room, setRoom] = useState(ways.open?.room ?? null);
  const [text, setText] = useState('');
  const rooms = (data?.items ?? []).filter(({ closedAt }) => closedAt === null);
  const send = () => {
    if (room === null) return;
    say(room, { text: text.trim(), ...what });
    onClose();
    message.success(
      <>
        {t('chat.sentTo', { name: rooms.find(({ id }) => id === room)?.title })}{' '}
        <Link to={ways.room(room)}>{t('chat.openRoom')}</Link>
      </>,
    );
  };
  return (
    <Modal
      open
      title={t('chat.sendTo')}
      okText={t('chat.send')}
      cancelText={t('shell.cancel')}
      okButtonProps={{ disabled: room === null }}
      onOk={send}
      onCancel={onClose}
    >
      <div className="chat-form">
        {what.references?.map((reference) => (
          <RecordCard key={`${reference.resource}-${reference.id}`} reference={reference} />
        ))}
        {what.place?.label && <p className="cw-figures">{what.place.label}</p>}
        <Select<number>
          showSearch
          autoFocus
          style={{ width: '100%' }}
          aria-label={t('chat.whichRoom')}
          placeholder={t('chat.whichRoom')}
          optionFilterProp="label"
          value={room}
          onChange={setRoom}
          options={rooms.map(({ id, title, military, kind }) => ({
            value: id,
            label: [military ? `★ ${t('chat.military')}` : null, title, t(`chat.room.${kind}`)]
              .filter(Boolean)
              .join(' · '),
          }))}
        />
        <Input.TextArea
          autoSize={{ minRows: 2, maxRows: 6 }}
          maxLength={4000}
          aria-label={t('chat.write')}
          placeholder={t('chat.words')}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </div>
    </Modal>
  );
}
