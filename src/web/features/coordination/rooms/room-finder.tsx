import { PlusOutlined } from '@ant-design/icons';
import { Button, Checkbox, Empty, Input, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RoomSummary } from '#contract/coordination/rooms.ts';
import { useRooms } from '#web/features/coordination/coordination-queries.ts';
import { Failure } from '#web/ui/failure.tsx';
import { RoomList } from './room-list.tsx';
import { SearchHits } from './search-hits.tsx';

/** The rooms of the user, found by their name and by what was said in them, and the way to a new one. */
export function RoomFinder({
  chosen,
  closed,
  onClosed,
  onNew,
}: {
  chosen: number | null;
  /** Those that have ended are listed. */
  closed: boolean;
  onClosed: (closed: boolean) => void;
  onNew: () => void;
}) {
  const { t } = useTranslation();
  const [words, setWords] = useState('');
  const { data, error, refetch } = useRooms(closed);
  const rooms = data?.items ?? [];
  return (
    <aside className="chat-side" aria-label={t('chat.rooms')}>
      <div className="chat-side-head">
        <Input
          allowClear
          type="search"
          aria-label={t('chat.search')}
          placeholder={t('chat.search')}
          value={words}
          maxLength={100}
          onChange={({ target }) => setWords(target.value)}
        />
        <Button
          type="primary"
          icon={<PlusOutlined />}
          aria-label={t('chat.newRoom')}
          title={t('chat.newRoom')}
          aria-haspopup="dialog"
          onClick={onNew}
        />
      </div>
      {error && !data && (
        <Failure title={t('chat.rooms.failed')} error={error} retry={() => void refetch()} />
      )}
      {!data && !error && <Skeleton active />}
      {words.trim() !== '' && <SearchHits words={words} room={null} />}
      <RoomList rooms={rooms.filter((room) => isNamed(room, words))} chosen={chosen} />
      {data && rooms.length === 0 && (
        <Empty description={t(closed ? 'chat.rooms.noneClosed' : 'chat.rooms.none')}>
          <Button onClick={onNew}>{t('chat.newRoom')}</Button>
        </Empty>
      )}
      <Checkbox
        className="chat-closed-too"
        checked={closed}
        onChange={({ target }) => onClosed(target.checked)}
      >
        {t('chat.closedRooms')}
      </Checkbox>
    </aside>
  );
}

const isNamed = ({ title }: RoomSummary, words: string): boolean =>
  title.toLowerCase().includes(words.trim().toLowerCase());
