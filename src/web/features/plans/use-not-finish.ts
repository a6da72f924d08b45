import { isNotFinish } from '#web/client/error-catalogue.ts';
import { useNotifyError } from '#web/client/notify-error.ts';

/** Asks to complete the unfinished plans where the refusal is for them; true where it is. */
export function useNotFinish(): (error: unknown) => boolean {
  const tell = useNotifyError();
  return (error) => {
    const unfinished = isNotFinish(error);
    if (unfinished) tell(error);
    return unfinished;
  };
}
