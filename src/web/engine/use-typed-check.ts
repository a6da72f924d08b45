import { useQuery } from '@tanstack/react-query';
import type { InputOf, OutputOf } from '#contract/services.ts';
import type { RequestError } from '#web/client/http.ts';
import { useLocale } from '#web/client/locale.ts';
import { callService, formInput } from '#web/client/services.ts';
import { useSettled } from '#web/ui/use-settled.ts';
import type { Values } from './record-validator.ts';

const debounceMs = 600;
/** Time goes on while one types: what is to be filed becomes late by itself. */
export const checkAgainMs = 60_000;

/**
 * CheckErrors of what is typed, a moment after the last change; the last answer stays until the next one comes. Asked
 * only where the values are worth it; `id` names the record that they change, `seen` says what of the answer is shown.
 */
export function useTypedCheck<S extends 'Navigation' | 'Airspace'>(
  service: S,
  values: Values,
  id: number | null,
  worth: (values: Values) => boolean,
  seen: (view: OutputOf<S, 'CheckErrors'>) => OutputOf<S, 'CheckErrors'> = (view) => view,
) {
  const locale = useLocale();
  const text = JSON.stringify(values);
  const [settled] = useSettled(text, debounceMs);
  const body: Values = JSON.parse(settled);
  const enabled = worth(body);
  const query = useQuery<OutputOf<S, 'CheckErrors'>, RequestError>({
    queryKey: ['typedCheck', service, settled, id, locale],
    queryFn: () =>
      callService(
        service,
        'CheckErrors',
        formInput<InputOf<S, 'CheckErrors'>>({ ...body, ...(id === null ? {} : { id }) }),
      ),
    enabled,
    select: seen,
    placeholderData: (before) => before,
    refetchInterval: checkAgainMs,
    retry: false,
  });
  return { ...query, enabled, pending: query.isFetching || settled !== text };
}

export type TypedCheck<S extends 'Navigation' | 'Airspace'> = ReturnType<typeof useTypedCheck<S>>;
