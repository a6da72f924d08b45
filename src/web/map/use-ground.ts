import { useQuery } from '@tanstack/react-query';
import type { GroundBelow, TerrainProfile } from '#contract/terrain.ts';
import type { Geometry } from '#domain/geo/geojson.ts';
import type { RequestError } from '#web/client/http.ts';
import { queryClient } from '#web/client/query-client.ts';
import { callService } from '#web/client/services.ts';

/** Terrain is read when the server starts: what was answered holds. */
const staleTime = Number.POSITIVE_INFINITY;
/** Corners that one call takes. */
const mostCorners = 2_000;

/** The ground along a line, as far as terrain is installed; null: no line to ask about. */
export function useTerrainProfile(line: Geometry | null) {
  const asked = line?.type === 'LineString' ? line.coordinates : null;
  return useQuery<TerrainProfile, RequestError>(
    {
      queryKey: ['terrain', 'profile', asked],
      queryFn: () => callService('Terrain', 'GetProfile', { line: positionsOf(asked ?? []) }),
      enabled: asked !== null && asked.length > 1,
      staleTime,
    },
    queryClient,
  );
}

function positionsOf(line: readonly (readonly number[])[]) {
  const every = Math.ceil(line.length / (mostCorners - 1));
  return line
    .filter((_, index) => index % every === 0 || index === line.length - 1)
    .map(([longitude = 0, latitude = 0]) => ({ latitude, longitude }));
}

/** Lowest and highest ground below these geometries together, with a margin around each; none: nothing is asked. */
export function useGroundBelow(geometries: readonly Geometry[], marginM = 0) {
  return useQuery<GroundBelow, RequestError>(
    {
      queryKey: ['terrain', 'ground', geometries, marginM],
      queryFn: async () => together(await Promise.all(geometries.map((one) => groundBelow(one, marginM)))),
      enabled: geometries.length > 0,
      staleTime,
    },
    queryClient,
  );
}

function together(parts: readonly GroundBelow[]): GroundBelow {
  const grounds = parts.flatMap(({ ground }) => ground ?? []);
  return {
    installed: parts.some(({ installed }) => installed),
    ground:
      grounds.length < parts.length || grounds.length === 0
        ? null
        : {
            lowest: Math.min(...grounds.map(({ lowest }) => lowest)),
            highest: Math.max(...grounds.map(({ highest }) => highest)),
          },
  };
}

export function groundBelow(geometry: Geometry | null, marginM = 0): Promise<GroundBelow> {
  return geometry === null
    ? Promise.resolve({ installed: false, ground: null })
    : callService('Terrain', 'GetGround', { geometry, marginM });
}
