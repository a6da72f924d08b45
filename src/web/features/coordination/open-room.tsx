import { CommentOutlined } from '@ant-design/icons';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { OpenedKind } from '#domain/coordination/kinds.ts';
import { useNotifyError } from '#web/client/notify-error.ts';
import { callService } from '#web/client/services.ts';
import { chatKeys, useMayChat } from './coordination-queries.ts';
import { useRoomWays } from './room-ways.ts';

/** One click to the room of a plan, an airspace, an alert, a position, a company or a user: made where there is none. */
export function OpenRoom({ kind, subject }: { kind: OpenedKind; subject: number }) {
  const { t } = useTranslation();
  return (
    <RoomButton open={() => callService('Coordination', 'OpenRoom', { kind, subject })}>
      {t('chat.discuss')}
    </RoomButton>
  );
}

/** Goes to the room that `open` answers with. Nothing for whom there are no rooms. */
export function RoomButton({
  open,
  size = 'small',
  children,
}: {
  open: () => Promise<{ id: number }>;
  size?: 'small' | 'middle';
  children: ReactNode;
}) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const ways = useRoomWays();
  const notifyError = useNotifyError();
  const may = useMayChat();
  const [busy, setBusy] = useState(false);
  if (!may) return null;
  const go = async () => {
    setBusy(true);
    try {
      const { id } = await open();
      await client.invalidateQueries({ queryKey: chatKeys.rooms });
      void navigate(ways.room(id));
    } catch (error) {
      notifyError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      size={size}
      icon={<CommentOutlined />}
      loading={busy}
      data-action="openRoom"
      onClick={() => void go()}
    >
      {children}
    </Button>
  );
}
