import { useQuery } from '@tanstack/react-query';
import { queryClient } from '#web/client/query-client.ts';
import { callService } from '#web/client/services.ts';
import type { TerrainCells } from './terrain-layer.ts';

const none: TerrainCells = [];

/** Where terrain is installed; none where it cannot be asked, and null while it is asked. */
export function useTerrainCells(): TerrainCells | null {
  const { data } = useQuery(
    {
      queryKey: ['terrain', 'cells'],
      queryFn: () =>
        callService('Terrain', 'GetCoverage', {}).then(
          ({ cells }): TerrainCells => cells,
          () => none,
        ),
      // It is read when a server starts.
      staleTime: Number.POSITIVE_INFINITY,
    },
    queryClient,
  );
  return data ?? null;
}
