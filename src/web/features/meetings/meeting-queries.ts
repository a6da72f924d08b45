import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { InputOf } from '#contract/services.ts';
import { useLiveChanges } from '#web/client/live.ts';
import { callService } from '#web/client/services.ts';

/** Asks again for all of meetings that is on the screen. */
export function useFreshMeetings(): () => Promise<void> {
  const client = useQueryClient();
  const fresh = useCallback(() => client.invalidateQueries({ queryKey: ['meetings'] }), [client]);
  return fresh;
}

function useLive(): void {
  const fresh = useFreshMeetings();
  useLiveChanges(
    'meeting',
    useCallback(() => void fresh(), [fresh]),
  );
}

export function useMeetings(asked: InputOf<'Meeting', 'GetList'>) {
  useLive();
  return useQuery({
    queryKey: ['meetings', 'list', asked],
    queryFn: () => callService('Meeting', 'GetList', asked),
    placeholderData: (before) => before,
  });
}

export function useMeeting(id: number | null) {
  useLive();
  return useQuery({
    queryKey: ['meetings', 'one', id],
    queryFn: () => callService('Meeting', 'Get', { id: id ?? 0 }),
    enabled: id !== null,
    retry: false,
  });
}

/** Other meetings of these people at this time; nothing is requested until the input is complete. */
export function useOverlaps(input: {
  startTime: string | undefined;
  endTime: string | undefined;
  people: readonly number[] | undefined;
  except?: number;
}) {
  const { startTime = '', endTime = '', people = [], except } = input;
  return useQuery({
    queryKey: ['meetings', 'overlaps', startTime, endTime, people, except],
    queryFn: () =>
      callService('Meeting', 'FindOverlaps', {
        startTime,
        endTime,
        people: [...people],
        ...(except === undefined ? {} : { except }),
      }),
    enabled: people.length > 0 && Date.parse(endTime) > Date.parse(startTime),
    retry: false,
  });
}

export function useInvitable() {
  return useQuery({
    queryKey: ['meetings', 'people'],
    queryFn: () => callService('Meeting', 'GetPeople', {}),
  });
}
