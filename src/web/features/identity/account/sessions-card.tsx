import { Button, Card, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { callService } from '#web/client/services.ts';
import { Failure } from '#web/ui/failure.tsx';
import { SessionList } from './session-list.tsx';
import { useSessions } from './use-sessions.ts';

/** Where one is signed in: any other place is signed out from here, at once. */
export function SessionsCard() {
  const { t } = useTranslation();
  const { sessions, error, refetch, failure, busyId, end, endMany } = useSessions({
    queryKey: ['own-sessions'],
    list: async () => (await callService('MyAccount', 'GetSessions', {})).items,
  });
  const others = sessions?.filter(({ here }) => !here) ?? [];
  const endOthers = () =>
    endMany(() => callService('MyAccount', 'EndOtherSessions', {}), {
      title: t('account.sessions.endOthers'),
      content: t('account.sessions.endOthersText', { count: others.length }),
      done: t('account.sessions.endedOthers'),
    });

  return (
    <Card
      size="small"
      className="cw-wide"
      title={<h2 className="cw-card-title">{t('account.sessions')}</h2>}
      extra={
        others.length > 0 && (
          <Button size="small" danger onClick={endOthers}>
            {t('account.sessions.endOthers')}
          </Button>
        )
      }
    >
      <div style={{ display: 'grid', gap: 12 }}>
        <p style={{ margin: 0 }}>{t('account.sessions.help')}</p>
        {failure !== null && <Failure error={failure} />}
        {error && <Failure error={error} retry={() => void refetch()} />}
        {!sessions && !error && <Skeleton active title={false} />}
        {sessions && (
          <SessionList
            sessions={sessions}
            busyId={busyId}
            onEnd={({ id }) => void end(id, () => callService('MyAccount', 'EndSession', { id }))}
          />
        )}
      </div>
    </Card>
  );
}
