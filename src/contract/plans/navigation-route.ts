import { Type } from '@sinclair/typebox';
import { call } from '#contract/call.ts';
import { nullable } from '#contract/nullable.ts';

const position = Type.Object({ latitude: Type.Number(), longitude: Type.Number() });

/** A route of field 15 as a line on the map (specification §7, GetFeatureByRoute). */
export const navigationRoute = {
  GetFeatureByRoute: call({
    verb: 'GET',
    permission: 'signedIn',
    summary: 'A route as a line over points, airways and aerodromes of the records; faults at their column',
    input: Type.Object({
      Route: Type.String({ maxLength: 1000 }),
      /** ICAO location indicators, between which names are told apart. */
      departure: Type.Optional(Type.String({ maxLength: 4 })),
      destination: Type.Optional(Type.String({ maxLength: 4 })),
    }),
    output: Type.Object({
      geometry: nullable(
        Type.Object({
          type: Type.Literal('LineString'),
          coordinates: Type.Array(Type.Array(Type.Number())),
        }),
      ),
      points: Type.Array(
        Type.Object({ token: Type.String(), kind: Type.String(), name: Type.String(), position }),
      ),
      faults: Type.Array(
        Type.Object({
          token: Type.String(),
          index: Type.Integer(),
          column: Type.Integer(),
          message: Type.String(),
        }),
      ),
    }),
  }),
};
