import { mostProfilePoints } from '#contract/terrain.ts';
import { geometryError, isGeometry } from '#domain/geo/geojson.ts';
import { areaPoints } from '#domain/terrain/area-points.ts';
import { profilePoints } from '#domain/terrain/profile-points.ts';
import { noHeight, positionsOfTile } from '#domain/terrain/tile.ts';
import { fieldError } from '#domain/text/errors.ts';
import { implement, type Service } from '#server/http/service.ts';
import type { Terrain } from './terrain.ts';

/** Points of a profile are no closer: the finest data have one each 30 m. */
const stepM = 30;
const kinds = ['Point', 'LineString', 'Polygon', 'MultiPolygon'] as const;

/** The ground along a line, and as the globe draws it. */
export function createTerrainService({ terrain }: { terrain: Terrain }): Service {
  return implement('Terrain', {
    GetCoverage: async () => ({ cells: terrain.cells() }),

    async GetProfile({ line }) {
      const points = profilePoints(line, stepM, mostProfilePoints);
      const heights = await terrain.elevationsAt(points);
      return {
        installed: terrain.installed,
        items: points.map((point, index) => ({ ...point, elevationM: heights[index] ?? null })),
      };
    },

    async GetGround({ geometry, marginM }) {
      if (!isGeometry(geometry, kinds)) {
        const { key, values } = geometryError(geometry, kinds) ?? { key: 'format.geometry.coordinates' };
        throw fieldError('geometry', key, values);
      }
      const heights = terrain.installed ? await terrain.elevationsAt(areaPoints(geometry, marginM)) : [];
      const known = heights.flatMap((height) => height ?? []);
      const isWhole = known.length === heights.length && known.length > 0;
      return {
        installed: terrain.installed,
        ground: isWhole ? { lowest: Math.min(...known), highest: Math.max(...known) } : null,
      };
    },

    async GetTile(tile) {
      const heights = await terrain.elevationsAt(positionsOfTile(tile));
      if (heights.every((height) => height === undefined)) return { heights: null };
      const bytes = Buffer.alloc(heights.length * 2);
      for (const [index, height] of heights.entries()) {
        bytes.writeInt16LE(height === undefined ? noHeight : Math.round(height), index * 2);
      }
      return { heights: bytes.toString('base64') };
    },
  });
}
