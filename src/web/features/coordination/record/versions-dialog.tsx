import { useQuery } from '@tanstack/react-query';
import { Modal, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { callService } from '#web/client/services.ts';
import { MessageFiles } from '#web/features/coordination/room/message-files.tsx';
import { Failure } from '#web/ui/failure.tsx';
import { FlightTime } from '#web/ui/flight-time.tsx';

/** What was done to one message, with the text as it was each time: also of one that was changed or withdrawn. */
export function VersionsDialog({ room, seq, onClose }: { room: number; seq: number; onClose: () => void }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery({
    queryKey: ['coordination', 'versions', room, seq],
    queryFn: () => callService('Coordination', 'GetVersions', { room, seq }),
  });
  return (
    <Modal open footer={null} title={t('chat.versions', { seq })} onCancel={onClose}>
      {error && <Failure title={t('chat.failed')} error={error} retry={() => void refetch()} />}
      {!data && !error && <Skeleton active title={false} />}
      <ol className="cw-plain-list">
        {data?.items.map((entry) => (
          <li key={entry.seq} data-entry={entry.kind}>
            <strong>{t(`chat.entry.${entry.kind}`)}</strong> <bdi>{entry.byName}</bdi>{' '}
            <FlightTime at={entry.at} year />
            {entry.text !== null && <p className="chat-text">{entry.text}</p>}
            <MessageFiles room={room} files={entry.files} />
          </li>
        ))}
      </ol>
    </Modal>
  );
}
