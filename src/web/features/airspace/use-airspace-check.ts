import { useQuery } from '@tanstack/react-query';
import type { AirspaceCheckView } from '#contract/airspace/airspace-output.ts';
import type { RequestError } from '#web/client/http.ts';
import { useLocale } from '#web/client/locale.ts';
import { callService } from '#web/client/services.ts';
import type { Values } from '#web/engine/record-validator.ts';
import { checkAgainMs, useTypedCheck } from '#web/engine/use-typed-check.ts';
import { airspaceKey } from './airspace-queries.ts';

/** Of an empty form there is nothing to say yet. */
const hasBegun = ({ geometry, validFrom, lower, upper }: Values) =>
  Boolean(geometry ?? validFrom ?? lower ?? upper);

/** What stands against an airspace as it is typed and drawn; what was granted once is not filed again. */
export const useAirspaceCheck = (values: Values, id: number | null, granted: boolean) =>
  useTypedCheck<'Airspace'>('Airspace', values, id, hasBegun, granted ? withoutLate : undefined);

const withoutLate = (view: AirspaceCheckView): AirspaceCheckView => ({
  ...view,
  findings: view.findings.filter(({ code }) => code !== 'late'),
});

/** CheckErrors of an application as it is stored; asked again when any airspace changes, and as time goes on. */
export function useStoredAirspaceCheck(id: number, enabled = true) {
  const locale = useLocale();
  return useQuery<AirspaceCheckView, RequestError>({
    queryKey: [airspaceKey, 'check', id, locale],
    queryFn: () => callService('Airspace', 'CheckErrors', { id }),
    enabled,
    refetchInterval: checkAgainMs,
    retry: false,
  });
}
