import { useQuery } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { callService } from '#web/client/services.ts';
import { Failure } from '#web/ui/failure.tsx';

/** Whether every entry of the room still has the hash that follows from it and the one before. */
export function ChainCheck({ room }: { room: number }) {
  const { t } = useTranslation();
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['coordination', 'chain', room],
    queryFn: () => callService('Coordination', 'VerifyRoom', { room }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (error) return <Failure title={t('chat.chain.failed')} error={error} retry={() => void refetch()} />;
  if (!data) return <p className="cw-soft">{t('chat.chain.checking')}</p>;
  const { valid, entries, brokenAt, lastHash, sealed } = data;
  return (
    <Alert
      type={valid ? 'success' : 'error'}
      showIcon
      role={valid ? 'status' : 'alert'}
      data-chain={valid ? 'valid' : 'broken'}
      message={
        valid ? t('chat.chain.valid', { count: entries }) : t('chat.chain.broken', { seq: brokenAt ?? '—' })
      }
      description={
        <>
          <code className="chat-hash">{lastHash}</code>
          <div>
            {t(sealed === null ? 'chat.chain.open' : sealed ? 'chat.chain.sealed' : 'chat.chain.foreign')}
          </div>
        </>
      }
      action={
        <Button size="small" loading={isFetching} onClick={() => void refetch()}>
          {t('chat.chain.again')}
        </Button>
      }
    />
  );
}
