import { type Static, Type } from '@sinclair/typebox';
import {
  type AlertCount,
  alertCounts,
  alertTables,
  classifications,
} from '#domain/conflicts/alert-counts.ts';
import { call, tableCalls } from './call.ts';
import { id } from './input.ts';
import { nullable } from './nullable.ts';

/** Permissions to watch the air; operators see the alerts of their own flights, and only authorities act on them. */
const watchers = ['Pages.FlightWatch.Navigation_3D'];

export const alertText = Type.Object({
  key: Type.String(),
  values: Type.Optional(Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]))),
});
const position = Type.Object({ latitude: Type.Number(), longitude: Type.Number() });
const level = Type.Union([Type.Literal('advisory'), Type.Literal('caution'), Type.Literal('warning')]);

/** Aircraft that fly together, or one alone. */
const alertGroup = Type.Object({
  count: Type.Integer(),
  /** The closest ones first, at most `membersTold`. */
  members: Type.Array(Type.Object({ id: Type.String(), name: Type.String() })),
  /** All of them are in this circle. */
  centre: position,
  radiusM: Type.Number(),
});
export type AlertGroup = Static<typeof alertGroup>;

/** The most members of a group that an alert names: it goes to every screen each second. */
export const membersTold = 60;

/** Whether this message means that something is not evaluated now: it is shown wherever alerts are. */
export const isLimit = ({ key }: Static<typeof alertText>): boolean => key.startsWith('alert.limited.');

/** The predicted closest approach of two, or entry of one. */
const approach = Type.Object({
  /** UTC ms. */
  at: Type.Number(),
  horizontalM: Type.Number(),
  verticalM: nullable(Type.Number()),
  one: position,
  two: nullable(position),
});

/** The smallest separation of two aircraft that was measured, and the vertical separation then. */
const measuredSeparation = Type.Object({
  /** UTC ms. */
  at: Type.Number(),
  horizontalM: Type.Number(),
  /** Null: their altitudes cannot be compared. */
  verticalM: nullable(Type.Number()),
});
export type MeasuredSeparation = Static<typeof measuredSeparation>;

/** The values of an alert that come from the nets; times are UTC ms, distances metres. */
export const alertFigures = Type.Object({
  reason: alertText,
  /** Text key of the recommended action. */
  advice: Type.String(),
  /** Whom to call, in that order. */
  contacts: Type.Array(Type.Object({ name: Type.String(), phone: Type.String() })),
  targets: Type.Array(
    Type.Object({ id: Type.String(), callsign: nullable(Type.String()), ...position.properties }),
  ),
  planIds: Type.Array(Type.Integer()),
  /** The group that it is about; `targets` are its two closest members. */
  group: Type.Optional(alertGroup),
  /** Its two sides, at least one of them a group, in the order of `targets`. */
  met: Type.Optional(Type.Array(alertGroup)),
  /** Of a region without aircraft of its own. */
  middle: Type.Optional(position),
  /** Between the two, or to the area; 0 inside it. */
  distanceM: nullable(Type.Number()),
  verticalM: nullable(Type.Number()),
  /** The predicted closest approach, or entry: when, how near, and where each will be. Null: none, or the alert is over. */
  approach: nullable(approach),
  /** Between aircraft: the smallest separation that was measured since it was raised. Absent or null: none. */
  measured: Type.Optional(nullable(measuredSeparation)),
  /** Of an alert that is over, its last stored prediction. */
  predicted: Type.Optional(nullable(approach)),
  /** UTC ms: when these values were stored; seconds and minutes in `reason` are those of then. Absent: live, or an older record. */
  countedAt: Type.Optional(Type.Number()),
});
export type AlertFigures = Static<typeof alertFigures>;

export const alertView = Type.Object({
  /** Of the record `encounter`. */
  id: Type.Integer(),
  kind: Type.String(),
  level,
  state: Type.Union([
    Type.Literal('raised'),
    Type.Literal('announced'),
    Type.Literal('acknowledged'),
    Type.Literal('muted'),
  ]),
  raisedAt: Type.Number(),
  acknowledgedBy: nullable(Type.String()),
  /** The same in English, where that person has an English name. */
  acknowledgedByEn: Type.Optional(Type.String()),
  acknowledgedAt: nullable(Type.Number()),
  mutedUntil: nullable(Type.Number()),
  muteReason: nullable(Type.String()),
  ...alertFigures.properties,
});
export type AlertView = Static<typeof alertView>;

const alertList = Type.Object({
  /** Server time, UTC ms: the client counts by it. */
  at: Type.Number(),
  alerts: Type.Array(alertView),
  /** What the nets lack to evaluate, and how many alerts are not listed, where there are too many. */
  lacks: Type.Array(alertText),
});
export type AlertList = Static<typeof alertList>;

const statisticsInput = Type.Object({
  hours: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 720, default: 24, description: 'the last hours, up to now' }),
  ),
  kinds: Type.Optional(
    Type.Array(Type.String({ maxLength: 32 }), {
      maxItems: 50,
      description: 'kinds of alerts; default: every one',
    }),
  ),
  area: Type.Optional(
    Type.Integer({ minimum: 0, description: 'raised in this coverage area; 0: outside every area' }),
  ),
});

const counts = Type.Object(
  Object.fromEntries(alertCounts.map((name) => [name, Type.Integer()])) as Record<
    AlertCount,
    ReturnType<typeof Type.Integer>
  >,
);
const statistics = Type.Object({
  /** The alerts that were raised between the two, both included; UTC, ISO 8601. */
  from: Type.String(),
  to: Type.String(),
  /** Of `hours`. */
  timeZone: Type.String(),
  totals: counts,
  /** The most frequent first. */
  kinds: Type.Array(Type.Intersect([Type.Object({ kind: Type.String(), perHour: Type.Number() }), counts])),
  /** An alert that was raised in several areas is counted in each; null: outside every area. */
  areas: Type.Array(
    Type.Intersect([Type.Object({ id: nullable(Type.Integer()), name: nullable(Type.String()) }), counts]),
  ),
  /** The 24 hours of the day, on the wall of `timeZone`. */
  hours: Type.Array(Type.Intersect([Type.Object({ hour: Type.Integer() }), counts])),
});
export type AlertStatistics = Static<typeof statistics>;

const hour = Type.Object({
  /** When the span began; UTC, ISO 8601. */
  at: Type.String(),
  /** Null: none was raised in it. */
  kind: nullable(Type.String()),
  raised: Type.Integer(),
});
export type AlertHour = Static<typeof hour>;

const reason = Type.String({ minLength: 1, maxLength: 500, pattern: '\\S' });

/** The alerts of the safety nets, and the decisions of users on them. */
export const alert = {
  GetList: call({
    verb: 'GET',
    permission: watchers,
    summary:
      'Alerts that are not cleared, the most urgent first (at most 500; each aircraft’s most urgent alert goes first); an operator gets those of its own flights',
    input: Type.Object({}),
    output: alertList,
  }),
  Acknowledge: call({
    verb: 'POST',
    permission: watchers,
    summary: 'Acknowledge an alert by name; `looked`: its card or its place was looked at',
    input: Type.Object({ id, looked: Type.Optional(Type.Boolean()) }),
    output: Type.Null(),
  }),
  Mute: call({
    verb: 'POST',
    permission: watchers,
    summary: 'Mute an alert with a reason until a time within 24 hours; a higher level ends it',
    input: Type.Object({ id, reason, until: Type.String({ format: 'date-time' }) }),
    output: Type.Null(),
  }),
  Classify: call({
    verb: 'POST',
    permission: watchers,
    summary:
      'Classify an alert, open or cleared: confirmed, nuisance or false; the last two need a reason, and a later classification replaces it',
    input: Type.Object({
      id,
      classification: Type.Union(classifications.map((one) => Type.Literal(one))),
      reason: Type.Optional(Type.String({ maxLength: 500 })),
    }),
    output: Type.Null(),
  }),
  GetStatistics: call({
    verb: 'GET',
    permission: watchers,
    summary:
      'How much alerts disturb, by kind, area and hour of the day: acknowledged without a look, muted, confirmed, nuisance and false',
    input: statisticsInput,
    output: statistics,
  }),
  GetTimeline: call({
    verb: 'GET',
    permission: watchers,
    summary: 'How many alerts of each kind were raised when, in equal spans of an hour at least',
    input: statisticsInput,
    output: Type.Array(hour),
  }),
  ...tableCalls('ExportStatistics', {
    permission: watchers,
    summary: 'One table of GetStatistics',
    input: Type.Object({
      ...statisticsInput.properties,
      table: Type.Union(alertTables.map((one) => Type.Literal(one))),
    }),
  }),
};

/** The conflict item of specification §3, with level, times, distances and an id. */
export interface ConflictFlight {
  id: number;
  level: AlertView['level'];
  flightOne: { flightPlan: { callsign: string } };
  flightTwo: { flightPlan: { callsign: string } };
  /** In Chinese, and in English. */
  reason: string;
  reasonEn: string;
  /** Seconds to the predicted closest approach, 0 at and after it; metres now, and as predicted then. */
  timeS: number | null;
  distanceM: number | null;
  verticalM: number | null;
  closestM: number | null;
  closestVerticalM: number | null;
  /** UTC ISO 8601. */
  raisedAt: string;
}

/** Server → client, those of the client's own rows: every second while there is an alert, and once when there is none left. */
export interface AlertEvents {
  /** The conflicts between two flights: specification §7. */
  setConflictFlight: [conflicts: ConflictFlight[]];
  /** All alerts, for our own screens. */
  getAlerts: [list: AlertList];
}
