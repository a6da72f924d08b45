import { type Static, Type } from '@sinclair/typebox';
import type { RainLevel } from '#domain/surveillance/rain/rain-picture.ts';
import { call, fileCall } from './call.ts';
import { nullable } from './nullable.ts';

/** How the rows of an image lie: even steps of latitude, or of the Mercator projection. */
export type ImageProjection = 'geographic' | 'mercator';

const rainState = Type.Object({
  /** What the other calls name it by. */
  id: Type.String(),
  /** Of a surveillance source (`areas`) or a source of information (`image`). */
  sourceId: Type.Integer(),
  name: Type.String(),
  /** Its English name; absent: it has none. */
  nameEn: Type.Optional(Type.String()),
  kind: Type.Union([Type.Literal('areas'), Type.Literal('image')]),
  /** When the radar saw it, UTC ms. */
  at: Type.Number(),
  /** False: a part of it did not come. */
  isWhole: Type.Boolean(),
  /** West, south, east, north, degrees; null: it says that there is no rain. */
  bounds: nullable(
    Type.Unsafe<[west: number, south: number, east: number, north: number]>(
      Type.Array(Type.Number(), { minItems: 4, maxItems: 4 }),
    ),
  ),
  /** Of an image; null: areas. */
  projection: nullable(Type.Unsafe<ImageProjection>(Type.String())),
});

const rainPictures = Type.Object({
  /** UTC ms by the server's clock: the age of a picture is counted from it. */
  at: Type.Number(),
  /** Older than this a picture is dimmed; older than that it is no longer shown, ms. */
  dimAfterMs: Type.Number(),
  dropAfterMs: Type.Number(),
  items: Type.Array(rainState),
});

export type RainState = Static<typeof rainState>;
export type RainPictures = Static<typeof rainPictures>;

const id = Type.String({
  pattern: '^[ai][1-9]\\d{0,8}(:\\d{1,3}/\\d{1,3})?$',
  description: 'As GetPictures gives it',
});

/** Outlines of one intensity: longitude, latitude, longitude, … in degrees, the first point not repeated. */
const rainAreas = Type.Object({
  at: Type.Number(),
  levels: Type.Array(
    Type.Object({
      level: Type.Unsafe<RainLevel>(Type.Integer()),
      rings: Type.Array(Type.Array(Type.Number())),
    }),
  ),
});

export type RainAreas = Static<typeof rainAreas>;

/** Sent to every client at each new picture. */
export interface RainEvents {
  getRainPoints: [pictures: RainPictures];
}

/** Rain as weather radars see it: the newest picture of each (CAT008, or an image with its bounds). */
export const weatherRadar = {
  GetPictures: call({
    verb: 'GET',
    permission: 'signedIn',
    summary:
      'The newest picture of each weather radar: where, when it was seen, and from what age it no longer counts',
    input: Type.Object({}),
    output: rainPictures,
  }),
  GetAreas: call({
    verb: 'GET',
    permission: 'signedIn',
    summary: 'Rain of a picture as areas by intensity, 1 light to 6 extreme',
    input: Type.Object({ id }),
    output: rainAreas,
  }),
  GetImage: fileCall({
    verb: 'GET',
    permission: 'signedIn',
    summary: 'The image of a picture',
    input: Type.Object({ id }),
    file: 'image/png',
  }),
};
