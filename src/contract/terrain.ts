import { type Static, Type } from '@sinclair/typebox';
import { coarsestLevel, finestLevel } from '#domain/terrain/tile.ts';
import { call } from './call.ts';
import { geometryInput } from './geo.ts';
import { nullable } from './nullable.ts';

/** Points of a profile that one call gives, corners aside. */
export const mostProfilePoints = 500;

const profile = Type.Object({
  /** False: no terrain is installed, and no point has an elevation. */
  installed: Type.Boolean(),
  items: Type.Array(
    Type.Object({
      /** Along the line, metres. */
      distanceM: Type.Number(),
      latitude: Type.Number(),
      longitude: Type.Number(),
      /** Metres above mean sea level (EGM96); null: no terrain data there. */
      elevationM: nullable(Type.Number()),
    }),
  ),
});

export type TerrainProfile = Static<typeof profile>;

const groundBelow = Type.Object({
  /** False: no terrain is installed. */
  installed: Type.Boolean(),
  /** Lowest and highest ground, metres above mean sea level (EGM96); null: a part of it is not known, so neither are they. */
  ground: nullable(Type.Object({ lowest: Type.Number(), highest: Type.Number() })),
});

export type GroundBelow = Static<typeof groundBelow>;

/** Elevation of the ground, from the files that the operator installed; where there are none it is not known, never guessed. */
export const terrain = {
  GetCoverage: call({
    verb: 'GET',
    permission: 'signedIn',
    summary: 'Where terrain data are installed',
    input: Type.Object({}),
    output: Type.Object({
      /** Whole degrees that hold any, by their south-west corner. */
      cells: Type.Array(Type.Object({ south: Type.Integer(), west: Type.Integer() })),
    }),
  }),
  GetProfile: call({
    verb: 'POST',
    permission: 'signedIn',
    writes: false,
    summary: 'Elevation of the ground along a line',
    input: Type.Object({
      /** WGS-84 degrees. */
      line: Type.Array(
        Type.Object({
          latitude: Type.Number({ minimum: -90, maximum: 90 }),
          longitude: Type.Number({ minimum: -180, maximum: 180 }),
        }),
        { minItems: 1, maxItems: 2_000 },
      ),
    }),
    output: profile,
  }),
  GetGround: call({
    verb: 'POST',
    permission: 'signedIn',
    writes: false,
    summary: 'Lowest and highest ground below an area, a line or a place, with a margin around it',
    input: Type.Object({
      geometry: geometryInput,
      marginM: Type.Optional(Type.Number({ minimum: 0, maximum: 100_000 })),
    }),
    output: groundBelow,
  }),
  GetTile: call({
    verb: 'GET',
    permission: 'signedIn',
    summary: 'Heights of a tile of the globe, 65 on a side, row by row from the north-west',
    input: Type.Object({
      level: Type.Integer({ minimum: coarsestLevel, maximum: finestLevel }),
      x: Type.Integer({ minimum: 0 }),
      y: Type.Integer({ minimum: 0 }),
    }),
    output: Type.Object({
      /** 16-bit little-endian metres above mean sea level in base64, −32768 where there are none; null: none in the tile. */
      heights: nullable(Type.String()),
    }),
  }),
};
