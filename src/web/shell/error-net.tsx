import { useEffect } from 'react';
import { RequestError } from '#web/client/http.ts';
import { useTellError } from '#web/client/tell-error.ts';

/** The last net of the error catalogue: a refusal that no screen took is said, never swallowed. */
export function ErrorNet() {
  const tell = useTellError();
  useEffect(() => {
    const take = ({ reason }: PromiseRejectionEvent) => {
      if (reason instanceof RequestError) tell(reason);
    };
    window.addEventListener('unhandledrejection', take);
    return () => window.removeEventListener('unhandledrejection', take);
  }, [tell]);
  return null;
}
