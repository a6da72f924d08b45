import { useQuery } from '@tanstack/react-query';
import { App, Button, Empty, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Failure } from '../../components/failure.tsx';
import { callService } from '../../providers/services.ts';
import type { ShowTabProps } from '../../resources/show-tabs.ts';
import type { SessionView } from './account-types.ts';
import { SessionList } from './session-list.tsx';

/** For who keeps users: where this one is signed in, and the way to sign him out. */
export function UserSessionsTab({ record }: ShowTabProps) {
  const { t } = useTranslation();
  const { message, modal } = App.useApp();
  const [busyId, setBusyId] = useState<number | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const { data, error, refetch } = useQuery({
    queryKey: ['user-sessions', record.id],
    queryFn: () =>
      callService<{ items: SessionView[] }>('MyAccount', 'GetUserSessions', { userId: record.id }, 'GET'),
  });

  const end = async (input: { id?: number }) => {
    setFailure(null);
    setBusyId(input.id ?? null);
    try {
      await callService('MyAccount', 'EndUserSessions', { userId: record.id, ...input });
      message.success(t('account.session.ended'));
    } catch (thrown) {
      setFailure(thrown);
    } finally {
      setBusyId(null);
      await refetch();
    }
  };

  const endAll = () =>
    modal.confirm({
      title: t('account.sessions.endAll'),
      content: t('account.sessions.endAllText', { name: String(record.name ?? record.userName) }),
      okText: t('account.sessions.endAll'),
      cancelText: t('shell.cancel'),
      okButtonProps: { danger: true },
      onOk: () => end({}),
    });

  if (error) return <Failure error={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton active title={false} />;
  if (data.items.length === 0) return <Empty description={t('account.sessions.none')} />;
  return (
    <div style={{ display: 'grid', gap: 12 }}>
      {failure !== null && <Failure error={failure} />}
      {data.items.some(({ here }) => !here) && (
        <div>
          <Button danger onClick={endAll}>
            {t('account.sessions.endAll')}
          </Button>
        </div>
      )}
      <SessionList sessions={data.items} busyId={busyId} onEnd={({ id }) => void end({ id })} />
    </div>
  );
}
