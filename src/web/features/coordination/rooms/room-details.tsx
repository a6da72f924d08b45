import { useQueryClient } from '@tanstack/react-query';
import { Button, Input, Popconfirm } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import type { RoomMember, RoomView } from '#contract/coordination/rooms.ts';
import { useAsyncAction } from '#web/client/async-action.ts';
import { callService } from '#web/client/services.ts';
import { chatKeys } from '#web/features/coordination/coordination-queries.ts';
import { useOnline } from '#web/features/coordination/online.ts';
import { Moment } from '#web/features/coordination/room/message-view.tsx';
import { Person } from '#web/features/coordination/room/person.tsx';
import { useRoomWays } from '#web/features/coordination/room-ways.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Failure } from '#web/ui/failure.tsx';
import { FlightTime } from '#web/ui/flight-time.tsx';
import { PeopleSelect } from './new-room.tsx';
import { RoomMark } from './room-mark.tsx';

/** Beside a conversation: who is in the room, what is pinned, and what its owner may do with it. */
export function RoomDetails({ room, me }: { room: RoomView; me: number | undefined }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const navigate = useNavigate();
  const ways = useRoomWays();
  const { busy, failure, run } = useAsyncAction();
  const [closing, setClosing] = useState(false);
  const act = (work: () => Promise<unknown>) =>
    void run(async () => {
      await work();
      await client.invalidateQueries({ queryKey: chatKeys.all });
    });
  return (
    <div className="chat-details">
      <p className="cw-bar">
        <RoomMark room={room} />
      </p>
      <p className="cw-soft">
        {t('chat.made', { name: room.createdByName ?? '—' })} <FlightTime at={room.createdAt} year />
      </p>
      <Subject room={room} />
      {failure !== null && <Failure title={t('chat.failed')} error={failure} />}
      {room.mayManage && room.kind === 'group' && (
        <Rename key={room.title} room={room} busy={busy} act={act} />
      )}
      <Members room={room} me={me} busy={busy} act={act} />
      <Pins room={room} />
      <p>
        <Link to={`/coordination/detail?id=${room.id}`}>{t('chat.record')}</Link>
      </p>
      <div className="cw-bar">
        {room.mayLeave && (
          <Popconfirm
            title={t('chat.leaveSure', { name: room.title })}
            okText={t('chat.leave')}
            cancelText={t('shell.cancel')}
            onConfirm={() =>
              act(async () => {
                await callService('Coordination', 'LeaveRoom', { id: room.id });
                void navigate(ways.rooms);
              })
            }
          >
            <Button size="small">{t('chat.leave')}</Button>
          </Popconfirm>
        )}
        {room.mayManage && room.closedAt === null && (
          <Button size="small" danger onClick={() => setClosing(true)}>
            {t('chat.close')}
          </Button>
        )}
      </div>
      {closing && <CloseDialog room={room} onClose={() => setClosing(false)} />}
    </div>
  );
}

interface ActProps {
  room: RoomView;
  busy: boolean;
  act: (work: () => Promise<unknown>) => void;
}

/** The way to the meeting that the room is of. */
function Subject({ room: { kind, subject, title } }: { room: RoomView }) {
  const { t } = useTranslation();
  // The card of a document leads to it.
  if (subject === null || kind !== 'meeting') return null;
  return (
    <p>
      <Link to={`/coordination/meeting/${subject}`}>{t('chat.toSubject', { name: title })}</Link>
    </p>
  );
}

function Rename({ room, busy, act }: ActProps) {
  const { t } = useTranslation();
  const [name, setName] = useState(room.title);
  const changed = name.trim() !== '' && name.trim() !== room.title;
  return (
    <form
      className="cw-bar"
      onSubmit={(event) => {
        event.preventDefault();
        if (changed) act(() => callService('Coordination', 'RenameRoom', { id: room.id, name: name.trim() }));
      }}
    >
      <Input
        size="small"
        style={{ flex: 1 }}
        maxLength={100}
        aria-label={t('chat.name')}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <Button size="small" htmlType="submit" disabled={!changed || busy}>
        {t('chat.rename')}
      </Button>
    </form>
  );
}

function Members({ room, me, busy, act }: ActProps & { me: number | undefined }) {
  const { t } = useTranslation();
  const isOnline = useOnline();
  const [adding, setAdding] = useState<number[]>([]);
  const online = (one: RoomMember) => isOnline({ id: one.userId, online: one.online });
  const members = [...room.members].sort((a, b) => Number(online(b)) - Number(online(a)));
  return (
    <section aria-label={t('chat.members')}>
      <h3>
        {t('chat.members')} <span className="cw-figures cw-soft">{room.members.length}</span>
      </h3>
      <ul className="cw-plain-list chat-members">
        {members.map((one) => (
          <li key={one.userId}>
            <Person name={one.name} online={online(one)} />
            <span className="cw-grow">
              <bdi>{one.name}</bdi>
              {one.userId === me && <span className="cw-soft"> {t('chat.me')}</span>}
              {one.owner && <span className="cw-soft"> · {t('chat.owner')}</span>}
              <br />
              <span className="cw-soft">{[one.position, one.companyName].filter(Boolean).join(' · ')}</span>
            </span>
            {room.mayManage && one.added && one.userId !== me && (
              <Popconfirm
                title={t('chat.removeSure', { name: one.name })}
                okText={t('chat.remove')}
                cancelText={t('shell.cancel')}
                onConfirm={() =>
                  act(() => callService('Coordination', 'RemoveMember', { id: room.id, user: one.userId }))
                }
              >
                <Button size="small" type="text" aria-label={t('chat.removeOf', { name: one.name })}>
                  {t('chat.remove')}
                </Button>
              </Popconfirm>
            )}
          </li>
        ))}
      </ul>
      {room.mayManage && room.kind !== 'direct' && room.closedAt === null && (
        <div className="chat-add">
          <PeopleSelect
            value={adding}
            without={room.members.map(({ userId }) => userId)}
            onChange={setAdding}
          />
          <Button
            size="small"
            disabled={busy || adding.length === 0}
            onClick={() =>
              act(async () => {
                await callService('Coordination', 'AddMembers', { id: room.id, users: adding });
                setAdding([]);
              })
            }
          >
            {t('chat.add')}
          </Button>
        </div>
      )}
    </section>
  );
}

export function Pins({ room }: { room: RoomView }) {
  const { t } = useTranslation();
  const ways = useRoomWays();
  return (
    <section aria-label={t('chat.pins')}>
      <h3>
        {t('chat.pins')} <span className="cw-figures cw-soft">{room.pins.length}</span>
      </h3>
      {room.pins.length === 0 && <p className="cw-soft">{t('chat.noPins')}</p>}
      <ul className="cw-plain-list">
        {room.pins.map((pin) => (
          <li key={pin.seq}>
            <Link to={ways.room(room.id, pin.seq)}>
              <bdi>
                {pin.text.slice(0, 140) || pin.place?.label || pin.files[0]?.name || t('chat.attachment')}
              </bdi>
            </Link>{' '}
            <span className="cw-soft">
              <bdi>{pin.authorName}</bdi> <Moment at={pin.sentAt} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Closing ends the room for good: its record stays. */
function CloseDialog({ room, onClose }: { room: RoomView; onClose: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [reason, setReason] = useState('');
  return (
    <ConfirmDialog
      title={t('chat.closeTitle', { name: room.title })}
      okText={t('chat.close')}
      danger
      failed={t('chat.failed')}
      onCancel={onClose}
      work={async () => {
        await callService('Coordination', 'CloseRoom', {
          id: room.id,
          ...(reason.trim() ? { reason: reason.trim() } : {}),
        });
        await client.invalidateQueries({ queryKey: chatKeys.all });
        onClose();
      }}
    >
      <p>{t('chat.closeText')}</p>
      <Input.TextArea
        maxLength={500}
        aria-label={t('chat.reason')}
        placeholder={t('chat.reason')}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
    </ConfirmDialog>
  );
}
