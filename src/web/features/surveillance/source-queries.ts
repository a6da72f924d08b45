import { skipToken, useQuery } from '@tanstack/react-query';
import type { OutputOf } from '#contract/services.ts';
import type { HeardMessage } from '#contract/surveillance-source.ts';
import type { RequestError } from '#web/client/http.ts';
import { useLocale } from '#web/client/locale.ts';
import { callService } from '#web/client/services.ts';

/** How often what comes in is asked for, ms: people read it, and it counts in whole seconds. */
const everyMs = 2_000;

/** How each source goes, as it goes on. */
export function useSourceStates() {
  const locale = useLocale();
  return useQuery<OutputOf<'SurveillanceSource', 'GetStates'>, RequestError>({
    queryKey: ['sourceStates', locale],
    queryFn: () => callService('SurveillanceSource', 'GetStates', {}),
    refetchInterval: everyMs,
    placeholderData: (before) => before,
  });
}

/** The last message of a source; `isHeld`: that which is shown stays. */
export function useHeard(sourceId: number | null, isHeld: boolean) {
  const locale = useLocale();
  return useQuery<HeardMessage | null, RequestError>({
    queryKey: ['sourceHeard', sourceId, locale],
    queryFn:
      sourceId === null ? skipToken : () => callService('SurveillanceSource', 'Listen', { id: sourceId }),
    refetchInterval: isHeld ? false : everyMs,
  });
}
