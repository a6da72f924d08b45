import { EditOutlined, InboxOutlined, RedoOutlined } from '@ant-design/icons';
import { App, Button, Empty, Pagination, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MessageItem } from '#contract/messages/message-shapes.ts';
import { useAsyncAction } from '#web/client/async-action.ts';
import { callService } from '#web/client/services.ts';
import { Failure } from '#web/ui/failure.tsx';
import { IgnoreDialog, MatchDialog } from './match-dialog.tsx';
import { MessageCard } from './message-card.tsx';
import { MessageEditor } from './message-editor.tsx';
import { MessageFilters } from './message-filters.tsx';
import { useLiveMessages, useMessages, useRefreshMessages } from './message-queries.ts';
import { inputOf, pageSize, useMessageFilter } from './message-state.ts';
import './message.css';

type Open =
  | { kind: 'send' | 'receive'; item: null }
  | { kind: 'mend' | 'match' | 'ignore'; item: MessageItem };

/** `/intelligence/MessageReceipt`: what was sent and what became of it, what came in and waits for somebody. */
export function MessagePage() {
  const { t } = useTranslation();
  const { message, modal } = App.useApp();
  const [filter, change] = useMessageFilter();
  const { data, error, refetch, isFetching } = useMessages(inputOf(filter));
  const refresh = useRefreshMessages();
  const { busy, failure, run } = useAsyncAction();
  const [open, setOpen] = useState<Open | null>(null);
  useLiveMessages();
  const counts = data?.counts ?? [];
  const failed = counts.find(({ state }) => state === 'failed')?.count ?? 0;
  const close = () => setOpen(null);

  const retry = (input: { ids: number[] } | { all: true }) =>
    run(async () => {
      const { retried, faulty } = await callService('MessageQuery', 'RetryMessageQuery', { ...input });
      const text = t('messages.retried', { count: retried });
      if (faulty > 0) message.warning(`${text} ${t('messages.faulty', { count: faulty })}`);
      else message.success(text);
      await refresh();
    });
  const retryAll = () =>
    modal.confirm({
      title: t('messages.retryAll'),
      content: t('messages.retryAllText'),
      okText: t('messages.retryAll'),
      cancelText: t('shell.cancel'),
      onOk: () => retry({ all: true }),
    });

  return (
    <div className="cw-page message-page" aria-busy={isFetching}>
      <header className="cw-bar">
        <h1 className="cw-title">{t('messages.title')}</h1>
        <span className="cw-soft" aria-live="polite">
          {data && t('messages.count', { count: data.totalCount })}
        </span>
        <span className="cw-grow" />
        {failed > 0 && (
          <Button icon={<RedoOutlined />} loading={busy} onClick={retryAll}>
            {t('messages.retryAll')}
          </Button>
        )}
        <Button icon={<InboxOutlined />} onClick={() => setOpen({ kind: 'receive', item: null })}>
          {t('messages.enter')}
        </Button>
        <Button type="primary" icon={<EditOutlined />} onClick={() => setOpen({ kind: 'send', item: null })}>
          {t('messages.send')}
        </Button>
      </header>
      <MessageFilters filter={filter} counts={counts} onChange={change} />
      {failure !== null && <Failure title={t('messages.refused')} error={failure} />}
      {error && <Failure title={t('messages.failed')} error={error} retry={() => void refetch()} />}
      {!data && !error && <Skeleton active paragraph={{ rows: 10 }} />}
      {data?.items.length === 0 && <Empty description={t('messages.none')} />}
      {data && data.items.length > 0 && (
        <ul className="cw-cards" aria-label={t('messages.title')}>
          {data.items.map((item) => (
            <li key={item.id}>
              <MessageCard
                item={item}
                onRetry={({ id }) => void retry({ ids: [id] })}
                onMend={() => setOpen({ kind: 'mend', item })}
                onMatch={() => setOpen({ kind: 'match', item })}
                onIgnore={() => setOpen({ kind: 'ignore', item })}
              />
            </li>
          ))}
        </ul>
      )}
      {data && data.totalCount > pageSize && (
        <Pagination
          align="end"
          current={filter.page}
          pageSize={pageSize}
          total={data.totalCount}
          showSizeChanger={false}
          onChange={(page) => change({ page })}
        />
      )}
      {(open?.kind === 'send' || open?.kind === 'receive') && (
        <MessageEditor mode={open.kind} plan={filter.plan} onClose={close} />
      )}
      {open?.kind === 'mend' && (
        <MessageEditor mode="send" plan={open.item.plan} mends={open.item} onClose={close} />
      )}
      {open?.kind === 'match' && <MatchDialog item={open.item} onClose={close} />}
      {open?.kind === 'ignore' && <IgnoreDialog item={open.item} onClose={close} />}
    </div>
  );
}
