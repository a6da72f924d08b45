import { type Static, Type } from '@sinclair/typebox';
import { call } from './call.ts';
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

const statistic = Type.Object({
  kind: Type.String(),
  raised: Type.Integer(),
  perHour: Type.Number(),
  acknowledged: Type.Integer(),
  /** Acknowledged without a look at the alert's card or its place on the map. */
  acknowledgedUnseen: Type.Integer(),
  muted: Type.Integer(),
  judgedFalse: Type.Integer(),
});
export type AlertStatistic = Static<typeof statistic>;

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
  JudgeFalse: call({
    verb: 'POST',
    permission: watchers,
    summary: 'Say that an alert, open or cleared, was false, and why',
    input: Type.Object({ id, reason }),
    output: Type.Null(),
  }),
  GetStatistics: call({
    verb: 'GET',
    permission: watchers,
    summary: 'Nuisance by kind: alerts an hour, acknowledged without a look, muted, judged false',
    input: Type.Object({ hours: Type.Optional(Type.Integer({ minimum: 1, maximum: 720, default: 24 })) }),
    output: Type.Array(statistic),
  }),
  GetTimeline: call({
    verb: 'GET',
    permission: watchers,
    summary: 'How many alerts of each kind were raised when, in equal spans of an hour at least',
    input: Type.Object({ hours: Type.Optional(Type.Integer({ minimum: 1, maximum: 720, default: 24 })) }),
    output: Type.Array(hour),
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
