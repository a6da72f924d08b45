import { useEffect, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { callService } from '#web/client/services.ts';
import { pathOfMessage } from '#web/features/notices/message-path.ts';
import { useRefresh } from '#web/features/notices/queries.ts';
import { Failure } from '#web/ui/failure.tsx';
import { PageWait } from '#web/ui/page-wait.tsx';

/** Where a mail or a push leads: on to what its message is about, or to all messages. */
export function OpenMessagePage() {
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
  return failure === null ? <PageWait /> : <Failure error={failure} />;
}
