import { useEffect } from 'react';
import { RequestError } from '#web/client/http.ts';
import { useNotifyError } from '#web/client/notify-error.ts';

/** The last net of the error catalogue: a refusal that no screen took is said, never swallowed. */
export function ErrorNet() {
  const tell = useNotifyError();
  useEffect(() => {
    const take = ({ reason }: PromiseRejectionEvent) => {
      if (reason instanceof RequestError) tell(reason);
    };
    window.addEventListener('unhandledrejection', take);
    return () => window.removeEventListener('unhandledrejection', take);
  }, [tell]);
  return null;
}
