import { type Static, Type } from '@sinclair/typebox';
import { heightBands } from '#domain/equipment/heard-cells.ts';
import { interferenceStates } from '#domain/equipment/interference.ts';
import { terminalKinds } from '#domain/equipment/terminals.ts';
import { call, tableCalls } from './call.ts';
import { id } from './input.ts';
import { nullable } from './nullable.ts';

const readers = ['Pages.Statistics.SoftwareMonitor'];

const literals = <T extends string>(values: readonly T[]) =>
  Type.Union(values.map((value) => Type.Literal(value)));
const percent = nullable(Type.Number());
/** Per cent of the watched time; null: it was not watched. `watched`: how much of the time was, per cent. */
const span = Type.Object({ percent, watched: Type.Number() });
export type AvailabilitySpan = Static<typeof span>;

/** How a source stands (`SourceStatus`), or that it is switched off. */
const sourceState = literals(['live', 'dead', 'fault', 'unreadable', 'waiting', 'off']);

const sourceRow = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  type: Type.String(),
  transport: Type.String(),
  state: sourceState,
  /** In the reader's words; null: nothing is wrong. */
  fault: nullable(Type.String()),
  /** UTC ms; null: nothing since this server runs. */
  lastAt: nullable(Type.Number()),
  recordsPerSecond: Type.Number(),
  /** Of the last hour, s; null: the reports state no time of their own. */
  delayP50S: nullable(Type.Number()),
  delayP95S: nullable(Type.Number()),
  day: span,
  week: span,
  month: span,
  /** Reports a second in the last 24 hours, a value a quarter of an hour, the newest last; null: not watched. */
  recent: Type.Array(nullable(Type.Number())),
  /** Cells of the declared coverage; null: none is declared. */
  declared: nullable(Type.Integer()),
  seen: Type.Integer(),
  beyond: Type.Integer(),
  gaps: Type.Integer(),
});
export type EquipmentSource = Static<typeof sourceRow>;

/** `late`: something waits for longer than ten minutes; `failing`: the last try failed; `quiet`: nothing for a day. */
const gatewayState = literals(['live', 'quiet', 'late', 'failing', 'off']);

const gatewayRow = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  kind: Type.String(),
  direction: Type.String(),
  state: gatewayState,
  lastSentAt: nullable(Type.Number()),
  lastReceivedAt: nullable(Type.Number()),
  /** Messages that wait to be sent, and since when the first of them does. */
  waiting: Type.Integer(),
  oldestAt: nullable(Type.Number()),
  /** In the last 24 hours. */
  sent: Type.Integer(),
  received: Type.Integer(),
  failed: Type.Integer(),
  /** Messages a day of the service's time zone, sent and received, of the last 31, the newest last. */
  recent: Type.Array(Type.Number()),
});
export type EquipmentGateway = Static<typeof gatewayRow>;

/** `live`: in the last five minutes; `day`: in the last day; `silent`: before; `unheard`: registered, never heard. */
const terminalStates = ['live', 'day', 'silent', 'unheard'] as const;

const terminalRow = Type.Object({
  terminal: Type.String(),
  kind: literals(terminalKinds),
  state: literals(terminalStates),
  /** The aircraft that has this address, where the reader may see it. */
  aircraft: nullable(Type.Object({ id: Type.Integer(), registration: Type.String() })),
  /** UTC ms. */
  lastAt: nullable(Type.Number()),
  /** A minute on the last day on which it was heard, from its first report to its last. */
  reportsPerMinute: nullable(Type.Number()),
  /** In the time that is kept. */
  reports: Type.Number(),
  days: Type.Integer(),
  /** Names of the sources that heard it. */
  sources: Type.Array(Type.String()),
});
export type EquipmentTerminal = Static<typeof terminalRow>;

const terminalsInput = {
  q: Type.Optional(Type.String({ maxLength: 40, description: 'part of the address or the registration' })),
  kind: Type.Optional(literals(terminalKinds)),
  state: Type.Optional(literals(terminalStates)),
};

const daysInput = Type.Optional(
  Type.Integer({ minimum: 1, maximum: 366, description: 'days back from today (UTC); default 31' }),
);
const bandInput = Type.Optional(
  Type.Union([literals(heightBands), Type.Literal('all')], { description: 'default: all' }),
);

const counts = Type.Object({
  seen: Type.Integer(),
  beyond: Type.Integer(),
  /** Null: without a declared coverage, or a height, there is none. */
  gaps: nullable(Type.Integer()),
  untested: nullable(Type.Integer()),
});
/** Longitude and latitude (WGS-84) of the south-west corner, reports, and when the last came in, UTC ms. */
const cells = Type.Array(Type.Tuple([Type.Number(), Type.Number(), Type.Number(), Type.Number()]));
/** Longitude and latitude of the south-west corner, and cells to the east. */
const runs = Type.Array(Type.Tuple([Type.Number(), Type.Number(), Type.Integer()]));

const coverage = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  band: Type.String(),
  /** Days of UTC, both included. */
  from: Type.String(),
  to: Type.String(),
  /** Width of a cell, degrees. */
  degrees: Type.Number(),
  leastReports: Type.Integer(),
  /** Hours in which the source worked throughout: what others heard in these says where it has gaps. */
  hours: Type.Integer(),
  /** Cells of the declared coverage; null: none is declared. */
  declared: nullable(Type.Integer()),
  site: nullable(Type.Tuple([Type.Number(), Type.Number()])),
  rangeM: nullable(Type.Number()),
  /** GeoJSON Polygon or MultiPolygon. */
  area: nullable(Type.Unknown()),
  bands: Type.Record(Type.String(), counts),
  seen: cells,
  beyond: cells,
  /** Reports and last time are those of the other sources. */
  gaps: cells,
  untested: runs,
});
export type EquipmentCoverage = Static<typeof coverage>;

const jointCounts = Type.Object({
  several: Type.Integer(),
  single: Type.Integer(),
  /** Null: without a height, or without flight plans that the reader may see, they cannot be told. */
  gaps: nullable(Type.Integer()),
  blind: nullable(Type.Integer()),
  untested: nullable(Type.Integer()),
});

const jointCoverage = Type.Object({
  band: Type.String(),
  /** Days of UTC, both included. */
  from: Type.String(),
  to: Type.String(),
  /** Width of a cell, degrees. */
  degrees: Type.Number(),
  leastReports: Type.Integer(),
  /** Sources that are switched on, and those of them that declare a coverage. */
  sources: Type.Integer(),
  declaring: Type.Integer(),
  /** Sorties by whose plans gaps and blind cells are told; null: the reader may see none. */
  flights: nullable(Type.Integer()),
  /** There are more sorties, or more cells, than are taken: the latest and those with the most flights are. */
  isCut: Type.Boolean(),
  bands: Type.Record(Type.String(), jointCounts),
  /** Cells heard by two sources or more, and by one alone. */
  several: runs,
  single: runs,
  /** With their flights in place of reports. */
  gaps: cells,
  blind: cells,
  untested: runs,
});
export type JointCoverage = Static<typeof jointCoverage>;

const slot = Type.Object({
  /** Its beginning, UTC ms. */
  at: Type.Number(),
  /** Reports a second; null: not watched. */
  rate: nullable(Type.Number()),
  delayP50S: nullable(Type.Number()),
  delayP95S: nullable(Type.Number()),
  availability: percent,
});

const history = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  /** Width of a slot, s. */
  stepS: Type.Integer(),
  slots: Type.Array(slot),
  /** When it fell silent and came back in the same time, the newest first. */
  changes: Type.Array(Type.Object({ at: Type.Number(), state: literals(['live', 'lost']) })),
  /** By day of the service's time zone, YYYY-MM-DD. */
  days: Type.Array(Type.Object({ day: Type.String(), percent, watched: Type.Number() })),
  day: span,
  week: span,
  month: span,
  /** Up to here the history is the demo's, not observed; null: all of it was. UTC ms. */
  demoUntil: nullable(Type.Number()),
});
export type EquipmentHistory = Static<typeof history>;

const interferenceState = literals(interferenceStates);

const interferenceCell = Type.Object({
  /** South-west corner, WGS-84 degrees. */
  longitude: Type.Number(),
  latitude: Type.Number(),
  state: interferenceState,
  /** Distinct ADS-B aircraft aloft, and those of them with degraded accuracy or jumps. */
  heard: Type.Integer(),
  affected: Type.Integer(),
  /** Of an hour; null: of the present state only `heard` and `affected` are known. */
  degraded: nullable(Type.Integer()),
  jumped: nullable(Type.Integer()),
  jumps: nullable(Type.Integer()),
  losses: nullable(Type.Integer()),
  /** Share of affected aircraft less one, per cent. */
  percent: Type.Number(),
  /** 95 of 100 aircraft state no worse accuracy, metres; null: none states any. */
  accuracyM: nullable(Type.Number()),
  /** Since when the present state holds, UTC ms; null: of an hour. */
  since: nullable(Type.Number()),
  /** By how much the safety nets take positions as uncertain there now, metres; 0: as usual. */
  widenedM: Type.Number(),
});
export type InterferenceCell = Static<typeof interferenceCell>;

const interferenceHour = Type.Object({
  /** Its beginning, UTC ms. */
  at: Type.Number(),
  /** Aircraft of all cells: one that crosses several counts in each. */
  heard: Type.Integer(),
  affected: Type.Integer(),
  /** Per cent. */
  percent: Type.Number(),
  jumps: Type.Integer(),
  losses: Type.Integer(),
  /** Cells of these states. */
  suspected: Type.Integer(),
  interference: Type.Integer(),
});
export type InterferenceHour = Static<typeof interferenceHour>;

const interference = Type.Object({
  at: Type.Number(),
  /** Width of a cell, degrees. */
  degrees: Type.Number(),
  /** The hour whose cells are listed, UTC ms; null: the present state. */
  hour: nullable(Type.Number()),
  /** The time of `hours`, UTC ms. */
  from: Type.Number(),
  to: Type.Number(),
  cells: Type.Array(interferenceCell, { maxItems: 1_000 }),
  /** There are more cells than are listed: those with the most affected aircraft are. */
  isCut: Type.Boolean(),
  /** Hours that have counts, the earliest first. */
  hours: Type.Array(interferenceHour, { maxItems: 169 }),
  /** The parameters by which cells are evaluated. */
  limits: Type.Object({
    nacp: Type.Number(),
    nic: Type.Number(),
    suspectedPercent: Type.Number(),
    interferencePercent: Type.Number(),
    leastAircraft: Type.Number(),
    windowMin: Type.Number(),
  }),
});
export type Interference = Static<typeof interference>;

const hourInput = Type.Optional(
  Type.Integer({
    minimum: 0,
    maximum: 8_640_000_000_000_000,
    description: 'a moment of the hour (UTC) whose cells are listed, UTC ms; default: the present state',
  }),
);

const exports = {
  table: literals(['sources', 'gateways', 'terminals', 'coverage', 'joint', 'interference']),
  id: Type.Optional(id),
  days: daysInput,
  band: bandInput,
  hour: hourInput,
  ...terminalsInput,
};

/** Sources, gateways and terminals: whether they work, how late they are, and where they hear. */
export const equipment = {
  GetList: call({
    verb: 'GET',
    permission: readers,
    summary:
      'Every source and message gateway: state, rate, delay, availability of a day, a week and a month, coverage',
    input: Type.Object({}),
    output: Type.Object({
      at: Type.Number(),
      sources: Type.Array(sourceRow),
      gateways: Type.Array(gatewayRow),
      demoUntil: nullable(Type.Number()),
    }),
  }),
  GetTerminals: call({
    verb: 'GET',
    permission: readers,
    summary: 'Terminals heard in the time that is kept, and registered aircraft that were not',
    input: Type.Object({
      ...terminalsInput,
      skipCount: Type.Optional(Type.Integer({ minimum: 0 })),
      maxResultCount: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
    }),
    output: Type.Object({
      at: Type.Number(),
      totalCount: Type.Integer(),
      items: Type.Array(terminalRow),
    }),
  }),
  GetHistory: call({
    verb: 'GET',
    permission: readers,
    summary: 'How one source went: rate, delay and availability in steps, and when it fell silent',
    input: Type.Object({
      id,
      hours: Type.Optional(Type.Integer({ minimum: 1, maximum: 8_784, description: 'default 24' })),
    }),
    output: history,
  }),
  GetCoverage: call({
    verb: 'GET',
    permission: readers,
    summary: 'Where one source was heard against what it declares: cells seen, beyond, gaps, without traffic',
    input: Type.Object({ id, days: daysInput, band: bandInput }),
    output: coverage,
  }),
  GetGaps: call({
    verb: 'GET',
    permission: readers,
    summary: 'Gaps of every source that is switched on, and the cells that any of them hears, for the map',
    input: Type.Object({ days: daysInput, band: bandInput }),
    output: Type.Object({
      degrees: Type.Number(),
      seen: runs,
      sources: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String(), gaps: runs })),
    }),
  }),
  GetJointCoverage: call({
    verb: 'GET',
    permission: readers,
    summary:
      'What all sources together hear: by one or several, gaps that flights show, and planned flights that nobody hears',
    input: Type.Object({ days: daysInput, band: bandInput }),
    output: jointCoverage,
  }),
  GetInterference: call({
    verb: 'GET',
    permission: readers,
    summary:
      'GNSS interference by cell: accuracy, jumps and losses of ADS-B aircraft now or in one hour, and totals by hour',
    input: Type.Object({
      hours: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 168, description: 'hours of the totals, up to now; default 24' }),
      ),
      hour: hourInput,
    }),
    output: interference,
  }),
  GetInterferenceNow: call({
    verb: 'GET',
    permission: 'signedIn',
    summary:
      'Cells with suspected or evident GNSS interference now, within the areas that the caller watches',
    input: Type.Object({}),
    output: Type.Object({
      at: Type.Number(),
      degrees: Type.Number(),
      cells: Type.Array(interferenceCell, { maxItems: 1_000 }),
    }),
  }),
  ...tableCalls('Export', {
    permission: readers,
    summary: 'Sources, gateways, terminals, the cells of one source or of all, or those of GNSS interference',
    input: Type.Object(exports),
  }),
};
