import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { callService } from '#web/client/services.ts';
import { useRoomWays } from '#web/features/coordination/room-ways.ts';
import { Failure } from '#web/ui/failure.tsx';
import { FlightTime } from '#web/ui/flight-time.tsx';
import { useSettled } from '#web/ui/use-settled.ts';

const debounceMs = 250;
const most = 50;

/** Messages that hold the words, of all rooms of the user or of one, the newest first, each with the way to its place. */
export function SearchHits({ words, room }: { words: string; room: number | null }) {
  const { t } = useTranslation();
  const ways = useRoomWays();
  const wanted = words.trim();
  const [query] = useSettled(wanted, debounceMs, '');
  const { data, error, refetch } = useQuery({
    queryKey: ['coordination', 'search', query, room],
    queryFn: () =>
      callService('Coordination', 'Search', { query, maxResultCount: most, ...(room ? { room } : {}) }),
    enabled: query !== '',
    placeholderData: keepPreviousData,
  });
  if (error) return <Failure title={t('chat.failed')} error={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton active title={false} />;
  return (
    <section aria-label={t('chat.hits')}>
      <p className="cw-soft chat-hits-count" role="status">
        {t('chat.hitCount', { count: data.totalCount })}
      </p>
      <ul className="chat-hits">
        {data.items.map(({ message, roomTitle, parts }) => (
          <li key={message.id}>
            <Link to={ways.room(message.room, message.seq)}>
              <span className="chat-room-head">
                <strong>
                  <bdi>{roomTitle}</bdi>
                </strong>{' '}
                <FlightTime at={message.sentAt} />
              </span>
              <span>
                <bdi>{message.authorName}</bdi>:{' '}
                {parts.map(({ text, hit }, i) =>
                  // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text never change places
                  hit ? <mark key={i}>{text}</mark> : <span key={i}>{text}</span>,
                )}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
