import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useLiveChanges } from '#web/client/live.ts';
import { callService } from '#web/client/services.ts';

const positionTypes = ['watchPosition', 'watchDuty', 'watchHandover'];
/** What is handed over comes and goes by these. */
const listTypes = ['encounter', 'plan', 'notice', 'flightOrder'];

/** Positions with who is on, current while they are shown. */
export function useWatchPositions() {
  const queryKey = ['watch', 'positions'];
  const query = useQuery({ queryKey, queryFn: () => callService('Watch', 'GetPositions', {}) });
  useRefreshed(positionTypes, queryKey);
  return query;
}

/** What would be handed over now. */
export function useWatchList() {
  const queryKey = ['watch', 'list'];
  const query = useQuery({ queryKey, queryFn: () => callService('Watch', 'GetList', {}) });
  useRefreshed(listTypes, queryKey);
  return query;
}

function useRefreshed(resources: string[], queryKey: string[]): void {
  const client = useQueryClient();
  const [area = '', part = ''] = queryKey;
  useLiveChanges(
    resources,
    useCallback(() => void client.invalidateQueries({ queryKey: [area, part] }), [client, area, part]),
  );
}
