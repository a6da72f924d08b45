import { DeleteOutlined } from '@ant-design/icons';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Checkbox, Empty, Input, Pagination, Segmented, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import type { UserMessage } from '#contract/user-messages.ts';
import { messageKinds } from '#domain/notices/message-kinds.ts';
import { useAsyncAction } from '#web/client/async-action.ts';
import { callService } from '#web/client/services.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Failure } from '#web/ui/failure.tsx';
import { MessageEntry } from './message-entry.tsx';
import { useMessageSelection } from './message-selection.ts';
import { messagesKey, useRefresh } from './queries.ts';

const pageSize = 20;

/** All messages to the user: by kind, unread or all, found by their words; read and removed one by one or together. */
export function AllMessagesPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const refresh = useRefresh();
  const { selection, select } = useMessageSelection();
  const { kind, unreadOnly, filter, page } = selection;
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [removing, setRemoving] = useState(false);
  const { failure, run } = useAsyncAction();
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: [...messagesKey, selection],
    queryFn: () =>
      callService('Mobile', 'Page', {
        ...(kind ? { kind } : {}),
        ...(unreadOnly ? { isRead: 0 as const } : {}),
        ...(filter ? { filter } : {}),
        skipCount: (page - 1) * pageSize,
        maxResultCount: pageSize,
      }),
    placeholderData: keepPreviousData,
  });
  const items = data?.items ?? [];
  const picked = items.filter(({ id }) => chosen.has(id));

  const act = (work: () => Promise<unknown>) =>
    run(async () => {
      await work();
      await refresh('reminders');
    });
  const read = async ({ id, isRead }: UserMessage) => {
    if (isRead === 0) await act(() => callService('Mobile', 'ReadAbpUserMessage', { id }));
  };
  const remove = async () => {
    await callService('Notification', 'DeleteSelNotification', { ids: picked.map(({ guid }) => guid) });
    setChosen(new Set());
    setRemoving(false);
    await refresh('reminders');
  };
  const choose = (id: number, isChosen: boolean) =>
    setChosen((before) => new Set([...before].filter((one) => one !== id).concat(isChosen ? [id] : [])));

  const counts = new Map(data?.counts.map((one) => [one.kind, one]));
  const all = data?.counts.reduce((sum, one) => sum + one.total, 0) ?? 0;
  /** With how many are unread; how many there are is its title. */
  const labelled = (name: string, of: { total: number; unread: number }) => ({
    label: of.unread > 0 ? `${name} ${of.unread}` : name,
    title: t('notices.unreadOf', of),
  });

  return (
    <div className="cw-page" aria-busy={isFetching}>
      <header className="cw-bar" style={{ flexWrap: 'wrap' }}>
        <h1 className="cw-title">{t('notices.all')}</h1>
        <span className="cw-soft" role="status">
          {data && t('notices.unreadOf', { unread: data.unreadCount, total: all })}
        </span>
        <span className="cw-grow" />
        <Input.Search
          allowClear
          style={{ width: 240 }}
          defaultValue={filter}
          aria-label={t('notices.search')}
          placeholder={t('notices.search')}
          onSearch={(text) => select({ filter: text.trim() })}
        />
        <Checkbox checked={unreadOnly} onChange={({ target }) => select({ unreadOnly: target.checked })}>
          {t('notices.unreadOnly')}
        </Checkbox>
        <Button
          disabled={!data || (kind ? counts.get(kind)?.unread : data.unreadCount) === 0}
          onClick={() => void act(() => callService('Mobile', 'AllReadAbpUserMessage', kind ? { kind } : {}))}
        >
          {t('notices.readAll')}
        </Button>
        <Button icon={<DeleteOutlined />} disabled={picked.length === 0} onClick={() => setRemoving(true)}>
          {t('notices.remove')}
        </Button>
        <Link to="/account/channels">{t('channels.title')}</Link>
      </header>
      <div style={{ overflowX: 'auto', margin: '8px 0' }}>
        <Segmented
          aria-label={t('notices.kind')}
          value={kind ?? 'all'}
          onChange={(value) => select({ kind: messageKinds.find((one) => one === value) })}
          options={[
            {
              value: 'all',
              ...labelled(t('notices.kind.all'), { total: all, unread: data?.unreadCount ?? 0 }),
            },
            ...messageKinds
              .filter((one) => counts.has(one) || one === kind)
              .map((one) => ({
                value: one as string,
                ...labelled(t(`notices.kind.${one}`), counts.get(one) ?? { total: 0, unread: 0 }),
              })),
          ]}
        />
      </div>
      {failure !== null && <Failure title={t('notices.failed')} error={failure} />}
      {error && !data && (
        <Failure title={t('notices.all.failed')} error={error} retry={() => void refetch()} />
      )}
      {!data && !error && <Skeleton active />}
      {data && items.length === 0 && (
        <Empty
          description={t(filter || unreadOnly || kind ? 'notices.all.noneFound' : 'notices.reminders.none')}
        />
      )}
      <ul className="cw-plain-list">
        {items.map((message) => (
          <li key={message.id}>
            <MessageEntry
              message={message}
              onRead={() => read(message)}
              onOpen={(path) => void navigate(path)}
              mark={
                <Checkbox
                  style={{ marginInlineEnd: 8 }}
                  checked={chosen.has(message.id)}
                  aria-label={t('notices.choose', { name: message.content })}
                  onChange={({ target }) => choose(message.id, target.checked)}
                />
              }
            />
          </li>
        ))}
      </ul>
      {data && data.totalCount > pageSize && (
        <Pagination
          style={{ marginTop: 12 }}
          current={page}
          pageSize={pageSize}
          total={data.totalCount}
          showSizeChanger={false}
          onChange={(next) => select({ page: next })}
        />
      )}
      {removing && (
        <ConfirmDialog
          title={t('notices.remove.title', { count: picked.length })}
          okText={t('notices.remove')}
          danger
          failed={t('notices.failed')}
          work={remove}
          onCancel={() => setRemoving(false)}
        >
          {t('notices.remove.kept')}
        </ConfirmDialog>
      )}
    </div>
  );
}
