import { useQuery } from '@tanstack/react-query';
import { App, Button, Card, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Failure } from '../../components/failure.tsx';
import { callService } from '../../providers/services.ts';
import type { SessionView } from './account-types.ts';
import { SessionList } from './session-list.tsx';

/** Where one is signed in: any other place is signed out from here, at once. */
export function SessionsCard() {
  const { t } = useTranslation();
  const { message, modal } = App.useApp();
  const [busyId, setBusyId] = useState<number | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const { data, error, refetch } = useQuery({
    queryKey: ['own-sessions'],
    queryFn: () => callService<{ items: SessionView[] }>('MyAccount', 'GetSessions', {}, 'GET'),
  });
  const others = data?.items.filter(({ here }) => !here) ?? [];

  const end = async ({ id }: SessionView) => {
    setBusyId(id);
    setFailure(null);
    try {
      await callService('MyAccount', 'EndSession', { id });
      message.success(t('account.session.ended'));
    } catch (thrown) {
      setFailure(thrown);
    } finally {
      setBusyId(null);
      await refetch();
    }
  };

  const endOthers = () =>
    modal.confirm({
      title: t('account.sessions.endOthers'),
      content: t('account.sessions.endOthersText', { count: others.length }),
      okText: t('account.sessions.endOthers'),
      cancelText: t('shell.cancel'),
      okButtonProps: { danger: true },
      onOk: async () => {
        setFailure(null);
        try {
          await callService('MyAccount', 'EndOtherSessions');
          message.success(t('account.sessions.endedOthers'));
        } catch (thrown) {
          setFailure(thrown);
        }
        await refetch();
      },
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
        {!data && !error && <Skeleton active title={false} />}
        {data && <SessionList sessions={data.items} busyId={busyId} onEnd={(session) => void end(session)} />}
      </div>
    </Card>
  );
}
