import { type Static, Type } from '@sinclair/typebox';
import { addressType } from './address-type.ts';
import { call, fileCall } from './call.ts';
import { incident } from './incident.ts';
import { id, optionalBoolean } from './input.ts';
import { nullable } from './nullable.ts';
import { openObject } from './open-object.ts';
import { activePlan } from './plans/plan-output.ts';
import { recordedAlert } from './recorded-alert.ts';

/** Permissions to replay any recorded track. */
export const replays = ['Pages.FlightWatch.Trackreplay'];
/** Permissions to export a recorded day and to import one. */
export const movesDays = ['Pages.Operating'];

/** UTC, ISO 8601. */
const moment = Type.String({ format: 'date-time' });
/** Of the service's zone, `YYYY-MM-DD`. */
const day = Type.String({ format: 'date' });

/** The most minutes in one answer: of all tracks, and of one track. */
export const mostMinutes = 10;
export const mostMinutesOfTrack = 24 * 60;

const recordedTrack = Type.Object({
  /** The id of the track while it was live: the 24-bit address in lower-case hex where that was known. */
  track: Type.String(),
  icao24: nullable(Type.String()),
  /** Of what kind the identity is by which it names itself; null: by none, or not known. */
  addressType: nullable(addressType),
  callsign: nullable(Type.String()),
  /** The record of the surveillance source that saw it last. */
  sourceId: Type.Integer(),
  planId: nullable(Type.Integer()),
  /** Its positions by the minute, packed by src/domain/surveillance/recording/positions.ts, in base64. */
  minutes: Type.Array(Type.Object({ at: Type.String(), data: Type.String() })),
});

export type RecordedTrack = Static<typeof recordedTrack>;

const incidentWithTracks = Type.Object({
  incident,
  /** As recorded in the incident's period, within the areas that the caller watches over. */
  tracks: Type.Array(recordedTrack),
});

const dayOfRecording = Type.Object({
  day: Type.String(),
  positions: Type.Integer(),
  /** Most tracks in one minute. */
  mostTracks: Type.Integer(),
  /** UTC, ISO 8601: the first and the last minute with data. */
  from: Type.String(),
  to: Type.String(),
});

export type DayOfRecording = Static<typeof dayOfRecording>;

const momentOfAir = Type.Object({
  /** UTC, ISO 8601. */
  at: Type.String(),
  /** Plans of those hours in the states that they had then, in the form of Navigation/GetActiveNAircrafts. */
  plans: Type.Array(activePlan),
  /** Records `airspace` as they were, open or closed. */
  airspaces: Type.Array(openObject<{ id: number }>()),
  /** Records `notice` that were in force. */
  notices: Type.Array(openObject<{ id: number }>()),
  /** Surveillance sources, `live` or `lost`; sources without a record by then are left out. */
  feeds: Type.Array(
    Type.Object({
      sourceId: Type.Integer(),
      name: Type.String(),
      state: Type.Union([Type.Literal('live'), Type.Literal('lost')]),
      since: Type.String(),
    }),
  ),
  /** Of these the answer contains the newest only. */
  limited: Type.Array(Type.Union([Type.Literal('airspace'), Type.Literal('notice')])),
});
export type MomentOfAir = Static<typeof momentOfAir>;

/** The result of the import of a day. */
export const dayImport = Type.Object({
  day: Type.String(),
  /** When it began; UTC, ISO 8601. */
  from: Type.String(),
  tracks: Type.Integer(),
  positions: Type.Integer(),
  /** Alerts that this installation did not have. */
  alerts: Type.Integer(),
  /** When retention deletes it; null: never. */
  keptUntil: nullable(Type.String()),
});
export type DayImport = Static<typeof dayImport>;

/** Playback of recorded surveillance (specification §2, /flightWatch/trackPlayback). */
export const playback = {
  GetDays: call({
    verb: 'GET',
    permission: replays,
    summary: 'Days with recorded tracks, and how much there is of each',
    input: Type.Object({ from: day, to: day }),
    output: Type.Object({ items: Type.Array(dayOfRecording) }),
  }),
  GetDensity: call({
    verb: 'GET',
    permission: replays,
    summary: 'How many tracks there were in each minute of a day; a minute without any is left out',
    input: Type.Object({ day }),
    output: Type.Object({
      items: Type.Array(Type.Object({ at: Type.String(), tracks: Type.Integer() })),
    }),
  }),
  GetMoment: call({
    verb: 'GET',
    permission: replays,
    summary:
      'What was true at a moment: plans and airspaces as they stood, notices in force, states of the sources',
    input: Type.Object({ at: moment }),
    output: momentOfAir,
  }),
  GetAlerts: call({
    verb: 'GET',
    permission: replays,
    summary: 'Alerts that stood on a day, the first raised first',
    input: Type.Object({ day }),
    output: Type.Object({ items: Type.Array(recordedAlert) }),
  }),
  GetIncident: call({
    verb: 'GET',
    permission: replays,
    summary:
      'The report of a moment and its tracks: alerts, watch, orders, log, each by what the caller may read, and the recorded tracks',
    input: Type.Object({
      at: moment,
      /** Separated by commas. */
      tracks: Type.Optional(Type.String({ maxLength: 400 })),
    }),
    output: incidentWithTracks,
  }),
  GetAlertIncident: call({
    verb: 'GET',
    permission: { read: 'encounter' },
    summary:
      'The report of an alert that the caller may read: its life, and alerts, watch, orders and log of its period, each by what the caller may read; with the recorded tracks of its own aircraft in that period',
    input: Type.Object({ id }),
    output: incidentWithTracks,
  }),
  ExportDay: fileCall({
    verb: 'GET',
    permission: movesDays,
    summary:
      'A recorded day as one file: tracks, states of sources and alerts; POST /api/playback/days takes it in',
    input: Type.Object({ day }),
    file: 'application/gzip',
  }),
  GetTracks: call({
    verb: 'GET',
    permission: replays,
    summary:
      'Recorded tracks within the areas that the caller watches over, packed by the minute: of everybody within bounds for up to ten minutes, or of one track for up to a day',
    input: Type.Object({
      from: moment,
      to: moment,
      /** West, south, east, north in degrees, with commas; west > east crosses the date line. */
      bounds: Type.Optional(Type.String({ pattern: '^-?[0-9.]+(,-?[0-9.]+){3}$' })),
      track: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
      /** For a globe: also limited to the user's coverageId3s. */
      globe: optionalBoolean,
    }),
    output: Type.Object({ items: Type.Array(recordedTrack) }),
  }),
};
