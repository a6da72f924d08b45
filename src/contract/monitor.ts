import { type Static, Type } from '@sinclair/typebox';
import { call } from './call.ts';
import { id } from './input.ts';
import { nullable } from './nullable.ts';

const readers = ['Pages.Statistics.SoftwareMonitor'];

/** Figures by key (domain/monitor/figures.ts), in their own units. */
const figureValues = Type.Record(Type.String(), Type.Number());
/** The last hour, a value a minute, the newest last; null: none was sampled. */
const lastHour = Type.Record(Type.String(), Type.Array(nullable(Type.Number())));

/** Times are UTC ms. */
const serverView = Type.Object({
  server: Type.String(),
  version: Type.String(),
  startedAt: Type.Number(),
  lastAt: Type.Number(),
  /** `silent`: not heard of although nobody stopped it. */
  state: Type.Union([Type.Literal('live'), Type.Literal('silent'), Type.Literal('stopped')]),
  /** The one that answers. */
  here: Type.Boolean(),
  figures: figureValues,
  recent: lastHour,
});
export type ServerView = Static<typeof serverView>;

const alarmView = Type.Object({
  /** Of the record `monitorAlarm`. */
  id: Type.Integer(),
  figure: Type.String(),
  /** Empty: of the whole installation. */
  server: Type.String(),
  level: Type.Union([Type.Literal('caution'), Type.Literal('warning')]),
  state: Type.Union([Type.Literal('raised'), Type.Literal('acknowledged')]),
  /** In the reader's language. */
  text: Type.String(),
  raisedAt: Type.Number(),
  acknowledgedBy: nullable(Type.String()),
  note: nullable(Type.String()),
});
export type MonitorAlarmView = Static<typeof alarmView>;

const jobView = Type.Object({
  job: Type.String(),
  server: Type.String(),
  startedAt: Type.Number(),
  durationMs: Type.Number(),
  failure: nullable(Type.String()),
  nextAt: nullable(Type.Number()),
});
export type JobView = Static<typeof jobView>;

const monitorState = Type.Object({
  at: Type.Number(),
  servers: Type.Array(serverView),
  installation: Type.Object({ figures: figureValues, recent: lastHour }),
  jobs: Type.Array(jobView),
  replicas: Type.Array(Type.Object({ name: Type.String(), state: Type.String(), lagS: Type.Number() })),
  statements: Type.Array(Type.Object({ seconds: Type.Number(), text: Type.String() })),
  /** `own` false: the database is backed up where it is. Times are UTC ISO 8601, the newest first. */
  backups: Type.Object({ own: Type.Boolean(), taken: Type.Array(Type.String()) }),
  certificates: Type.Array(
    Type.Object({
      kind: Type.Union([Type.Literal('tls'), Type.Literal('token')]),
      name: Type.String(),
      validTo: nullable(Type.String()),
      fault: nullable(Type.String()),
    }),
  ),
  alarms: Type.Array(alarmView),
});
export type MonitorState = Static<typeof monitorState>;

const series = Type.Object({
  server: Type.String(),
  points: Type.Array(
    Type.Object({
      at: Type.Number(),
      mean: Type.Number(),
      /** The worst of its time. */
      peak: Type.Number(),
    }),
  ),
});

/** The monitor by the name that specification §7, Mobile, gives it. */
export const mobileMonitor = {
  SoftwareStatistics: call({
    verb: 'POST',
    permission: readers,
    writes: false,
    summary: 'How the installation is: the same as `Monitor/GetState`',
    input: Type.Object({}),
    output: monitorState,
  }),
};

/** How the servers, the database and the jobs of the installation are. */
export const monitor = {
  GetState: call({
    verb: 'GET',
    permission: readers,
    summary:
      'Every server with its last hour, the database, queues, jobs, certificates, backups and open alarms',
    input: Type.Object({}),
    output: monitorState,
  }),
  GetHistory: call({
    verb: 'GET',
    permission: readers,
    summary: 'One figure of every server over a time: means and peaks, 400 points at most',
    input: Type.Object({
      figure: Type.String({ maxLength: 40 }),
      from: Type.String({ format: 'date-time' }),
      to: Type.String({ format: 'date-time' }),
    }),
    output: Type.Object({ stepS: Type.Integer(), series: Type.Array(series) }),
  }),
  Acknowledge: call({
    verb: 'POST',
    permission: readers,
    summary: 'Acknowledge an open alarm by name; those who were reminded of it are reminded no more',
    input: Type.Object({ id, note: Type.Optional(nullable(Type.String({ maxLength: 500 }))) }),
    output: Type.Null(),
  }),
  ForgetServer: call({
    verb: 'POST',
    permission: ['Pages.Operating'],
    summary: 'Take a server that no longer runs off the list; its history stays',
    input: Type.Object({ server: Type.String({ minLength: 1, maxLength: 200 }) }),
    output: Type.Null(),
  }),
};
