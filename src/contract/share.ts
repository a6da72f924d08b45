import { type Static, Type } from '@sinclair/typebox';
import type { Target } from '#domain/surveillance/track/target.ts';
import { addressType } from './address-type.ts';
import { call } from './call.ts';
import { id, idInput } from './input.ts';
import { nullable } from './nullable.ts';
import { openObject } from './open-object.ts';
import { activePlan } from './plans/plan-output.ts';

const kind = Type.Union([Type.Literal('plan'), Type.Literal('airspace'), Type.Literal('track')]);
/** UTC, ISO 8601. */
const moment = Type.String({ format: 'date-time' });
const ticket = Type.String({ minLength: 1, maxLength: 100 });

/** Times that one address may open links, and ask for where a track is, in a minute. */
const openingsPerMinute = 60;
const positionsPerMinute = 600;

const trackShown = Type.Object({
  /** The track's id: the 24-bit address in lower-case hex where that is known. */
  track: Type.String(),
  icao24: nullable(Type.String()),
  /** Of what kind the identity is by which it names itself; null: by none, or not known. */
  addressType: nullable(addressType),
  callsign: nullable(Type.String()),
  /** UTC, ISO 8601; `to` null: live, until the link ends. */
  from: Type.String(),
  to: nullable(Type.String()),
  /** Minutes recorded of it in that time, packed as src/domain/surveillance/recording/positions.ts has them, in base64. */
  minutes: Type.Array(Type.Object({ at: Type.String(), data: Type.String() })),
  /** Where it is now; null: it is not seen, or the link is of the past. */
  target: nullable(openObject<Target>()),
});

const shown = Type.Object({
  kind,
  title: Type.String(),
  /** UTC, ISO 8601. */
  expiresAt: Type.String(),
  /** Who made the link: the name, and their company's where they have one. */
  sharedBy: Type.String(),
  /** One of the three, by its kind. */
  plan: nullable(activePlan),
  airspace: nullable(openObject<Record<string, unknown> & { id: number }>()),
  track: nullable(trackShown),
  /** What lies under it, as on every map here; null: the map that is built in. */
  tileUrl: nullable(Type.String()),
  /** Server time, UTC ms. */
  now: Type.Number(),
});
export type SharedThing = Static<typeof shown>;
export type SharedTrack = Static<typeof trackShown>;

/**
 * Links that show exactly one plan, airspace or track to whoever has them (decisions.md §9). Made by who may read it, and
 * good as long as its maker may; the ticket is told once and stored as its hash.
 */
export const share = {
  GetLimits: call({
    verb: 'GET',
    permission: 'signedIn',
    summary: 'How long a share link may hold, hours; 0: links are not allowed here',
    input: Type.Object({}),
    output: Type.Object({ usualHours: Type.Number(), mostHours: Type.Number() }),
  }),
  Create: call({
    verb: 'POST',
    permission: { read: 'shareLink' },
    session: true,
    summary:
      'A link to one plan, airspace or track that the caller may read; its ticket is told this once. A track without `to` is live',
    input: Type.Object({
      kind,
      /** Of the plan or the airspace. */
      id: Type.Optional(id),
      track: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
      /** What of a recorded track is shown, a day at most. */
      from: Type.Optional(moment),
      to: Type.Optional(moment),
      expiresAt: moment,
      purpose: Type.Optional(Type.String({ maxLength: 200 })),
    }),
    output: Type.Object({ id: Type.Integer(), ticket: Type.String(), expiresAt: Type.String() }),
  }),
  Withdraw: call({
    verb: 'POST',
    permission: { read: 'shareLink' },
    session: true,
    summary: 'Ends a link at once: an own one, or any for administrators',
    input: idInput,
    output: Type.Null(),
  }),
  Open: call({
    verb: 'POST',
    permission: 'anonymous',
    perMinute: openingsPerMinute,
    summary: 'What a ticket shows; 404 for one that is unknown, over or withdrawn. Each opening is logged',
    input: Type.Object({ ticket }),
    output: shown,
  }),
  GetPosition: call({
    verb: 'POST',
    writes: false,
    permission: 'anonymous',
    perMinute: positionsPerMinute,
    summary: 'Where the live track of a ticket is now; null: it is not seen',
    input: Type.Object({ ticket }),
    output: Type.Object({ target: nullable(openObject<Target>()), now: Type.Number() }),
  }),
};
