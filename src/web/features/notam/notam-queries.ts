import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { NotamDetail } from '#contract/notam.ts';
import type { InputOf, OutputOf } from '#contract/services.ts';
import type { RequestError } from '#web/client/http.ts';
import { useLiveChanges } from '#web/client/live.ts';
import { callService } from '#web/client/services.ts';

const all = 'notam';
export type NotamsAsked = InputOf<'Notam', 'GetList'>;

/** What is shown is asked for anew when a NOTAM comes or changes. */
export function useFreshNotams(): void {
  const client = useQueryClient();
  useLiveChanges(
    ['notam', 'noticeAcknowledgement'],
    useCallback(() => void client.invalidateQueries({ queryKey: [all] }), [client]),
  );
}

export function useNotams(asked: NotamsAsked) {
  return useQuery<OutputOf<'Notam', 'GetList'>, RequestError>({
    queryKey: [all, 'list', asked],
    queryFn: () => callService('Notam', 'GetList', asked),
    placeholderData: (before) => before,
  });
}

/** One with all that is known of it; null: none is chosen. */
export function useNotam(id: number | null) {
  return useQuery<NotamDetail, RequestError>({
    queryKey: [all, 'one', id],
    queryFn: id === null ? skipToken : () => callService('Notam', 'Get', { id }),
    retry: false,
  });
}

export function useQCodes() {
  return useQuery<OutputOf<'Notam', 'GetQCodes'>, RequestError>({
    queryKey: [all, 'codes'],
    queryFn: () => callService('Notam', 'GetQCodes', {}),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function useRefreshNotams(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: [all] });
}
