import { Button, Empty, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { callService } from '#web/client/services.ts';
import type { ShowTabProps } from '#web/engine/show/show-tab.ts';
import { Failure } from '#web/ui/failure.tsx';
import { SessionList } from './session-list.tsx';
import { useSessions } from './use-sessions.ts';

/** For who keeps users: where this one is signed in, and the way to sign them out. */
export function UserSessionsTab({ record }: ShowTabProps) {
  const { t } = useTranslation();
  const userId = record.id;
  const { sessions, error, refetch, failure, busyId, end, endMany } = useSessions({
    queryKey: ['user-sessions', userId],
    list: async () => (await callService('MyAccount', 'GetUserSessions', { userId })).items,
  });
  const endAll = () =>
    endMany(() => callService('MyAccount', 'EndUserSessions', { userId }), {
      title: t('account.sessions.endAll'),
      content: t('account.sessions.endAllText', { name: String(record.name ?? record.userName) }),
      done: t('account.session.ended'),
    });

  if (error) return <Failure error={error} retry={() => void refetch()} />;
  if (!sessions) return <Skeleton active title={false} />;
  if (sessions.length === 0) return <Empty description={t('account.sessions.none')} />;
  return (
    <div style={{ display: 'grid', gap: 12 }}>
      {failure !== null && <Failure error={failure} />}
      {sessions.some(({ here }) => !here) && (
        <div>
          <Button danger onClick={endAll}>
            {t('account.sessions.endAll')}
          </Button>
        </div>
      )}
      <SessionList
        sessions={sessions}
        busyId={busyId}
        onEnd={({ id }) => void end(id, () => callService('MyAccount', 'EndUserSessions', { userId, id }))}
      />
    </div>
  );
}
