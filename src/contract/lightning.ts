import { type Static, Type } from '@sinclair/typebox';
import { call } from './call.ts';

/** Numbers of a stroke in `strokes`, in this order; `kind`: 0 not given, 1 to ground, 2 within cloud; kA 0: not given. */
export const strokeFields = ['id', 'at', 'longitude', 'latitude', 'kind', 'peakKa'] as const;

const lightning = Type.Object({
  /** UTC ms by the server's clock: the age of a stroke is counted from it. */
  at: Type.Number(),
  /** Older ones are not shown, ms. */
  shownForMs: Type.Number(),
  /** Sources of lightning that are switched on; none: nobody knows whether there is lightning. */
  sources: Type.Integer(),
  /** Of these, how many were not heard for longer than their records allow: they say nothing of what is now. */
  silent: Type.Integer(),
  /** There were more: these are the newest. */
  isCut: Type.Boolean(),
  /** Six numbers a stroke: id, UTC ms, longitude, latitude (WGS-84, degrees), kind, kA. */
  strokes: Type.Array(Type.Number()),
});

export type Lightning = Static<typeof lightning>;

/** `kind` of a stroke; 0: not given. */
export const strokeKinds = { ground: 1, cloud: 2 } as const;

/** Sent to every client when strokes have come. */
export interface LightningEvents {
  /** UTC ms by the server's clock. */
  getLightning: [at: number];
}

/** Lightning as detection networks located it. */
export const lightningService = {
  GetStrokes: call({
    verb: 'GET',
    permission: 'signedIn',
    summary:
      'Strokes of the last time that is shown (parameter `weather.lightningShownMin`), the newest 5,000',
    input: Type.Object({
      since: Type.Optional(
        Type.Number({ description: 'UTC ms: of those alone that came since, some of them once more' }),
      ),
    }),
    output: lightning,
  }),
};
