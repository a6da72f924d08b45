import { Empty, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useHolds } from '#web/client/access.ts';
import { MessageCard } from '#web/features/messages/message-card.tsx';
import { useLiveMessages, useMessages } from '#web/features/messages/message-queries.ts';
import { Failure } from '#web/ui/failure.tsx';
import '#web/features/messages/message.css';

const most = 100;

/** The messages of a plan, newest first: what was sent for it and what came in. */
export function PlanMessages({ id }: { id: number }) {
  const { t } = useTranslation();
  const desk = useHolds(['Pages.BaseManage.Craft_Audit']);
  const { data, error, refetch } = useMessages({ plan: id, maxResultCount: most, sorting: 'createdAt desc' });
  useLiveMessages();
  if (error) return <Failure title={t('messages.failed')} error={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton active paragraph={{ rows: 3 }} title={false} />;
  return (
    <>
      {data.items.length === 0 && <Empty description={t('messages.noneOfPlan')} />}
      <ul className="cw-cards" aria-label={t('messages.ofPlan')}>
        {data.items.map((item) => (
          <li key={item.id}>
            <MessageCard item={item} ofPlan />
          </li>
        ))}
      </ul>
      {desk && <Link to={`/intelligence/MessageReceipt?plan=${id}`}>{t('messages.toDesk')}</Link>}
    </>
  );
}
