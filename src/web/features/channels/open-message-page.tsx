import { Button, Result } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { RequestError } from '#web/client/http.ts';
import { callService } from '#web/client/services.ts';
import { pathOfMessage } from '#web/features/notices/message-path.ts';
import { useRefresh } from '#web/features/notices/queries.ts';
import { PageWait } from '#web/ui/page-wait.tsx';

/** Where a mail or a push leads: on to what its message is about, or to all messages. */
export function OpenMessagePage() {
  const { t } = useTranslation();
  const { id } = useParams();
  const navigate = useNavigate();
  const refresh = useRefresh();
  const [failure, setFailure] = useState<unknown>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each message
  useEffect(() => {
    let current = true;
    callService('Channel', 'OpenMessage', { id: Number(id) })
      .then(async (message) => {
        await refresh('reminders');
        if (current) await navigate(pathOfMessage(message) ?? '/message/allmessage', { replace: true });
      })
      .catch((error: unknown) => current && setFailure(error));
    return () => {
      current = false;
    };
  }, [id]);
  if (failure instanceof RequestError && failure.statusCode === 404)
    return (
      <Result
        status="404"
        title={t('notices.gone')}
        subTitle={t('notices.gone.why')}
        extra={
          <Button type="primary" onClick={() => void navigate('/message/allmessage', { replace: true })}>
            {t('notices.all')}
          </Button>
        }
      />
    );
  return <PageWait error={failure} />;
}
