import { type Static, Type } from '@sinclair/typebox';
import { call } from './call.ts';
import { id, idInput, orNull } from './input.ts';
import { nullable } from './nullable.ts';

const permission = ['Pages.Operating'];

/** Weather and notices as they come: bulletins with or without headings, any number of reports. */
const text = Type.String({ minLength: 1, maxLength: 200_000, pattern: '\\S' });

/** What became of one report of what was handed in. */
const submitted = Type.Object({
  /** `METAR`, `NOTAM` …; null: none that is known. */
  kind: nullable(Type.String()),
  /** `SACI31 ZBBB 220300 RRA`. */
  heading: nullable(Type.String()),
  raw: Type.String(),
  /** `stored`, `duplicate`, `late`, `unreadable`. */
  state: Type.String(),
  /** Why, in the reader's words. */
  reason: nullable(Type.String()),
  /** Where it is now: `weatherReport`, `notam`. */
  resource: nullable(Type.String()),
  recordId: nullable(Type.Integer()),
});
export type SubmittedReport = Static<typeof submitted>;

/** As what a report would be read. */
const tried = Type.Object({
  kind: nullable(Type.String()),
  heading: nullable(Type.String()),
  raw: Type.String(),
  isReadable: Type.Boolean(),
  /** Why it is not, in the reader's words. */
  reason: nullable(Type.String()),
  /** What was read, as JSON; null: nothing, or its reader shows nothing. */
  decoded: nullable(Type.String()),
});
export type TriedReport = Static<typeof tried>;

const counted = Type.Object({ reason: Type.String(), count: Type.Integer() });

/** How a source goes. Times are UTC milliseconds. */
const sourceState = Type.Object({
  sourceId: Type.Integer(),
  name: Type.String(),
  transport: Type.String(),
  enabled: Type.Boolean(),
  /** When its last report came that it had not sent before. */
  lastAt: nullable(Type.Number()),
  /** Switched on, and without a report for longer than its limit. */
  isSilent: Type.Boolean(),
  reportsLastHour: Type.Integer(),
  /** Of the last 24 hours. */
  reports: Type.Integer(),
  unreadable: Type.Integer(),
  /** Why they were not read, the most frequent first. */
  reasons: Type.Array(counted),
  /** What is wrong with its line now, in the reader's words. */
  fault: nullable(Type.String()),
});
export type InformationSourceState = Static<typeof sourceState>;

/** Weather reports and notices: handing them in, and how their sources go. */
export const information = {
  Submit: call({
    verb: 'POST',
    lineText: true,
    permission,
    summary: 'Takes reports by hand and says what became of each',
    input: Type.Object({
      text,
      /** Of a source that is filled by hand; absent: of none. */
      source: Type.Optional(orNull(id)),
    }),
    output: Type.Object({ items: Type.Array(submitted) }),
  }),
  TryOut: call({
    verb: 'POST',
    lineText: true,
    permission,
    summary: 'As what reports would be read; nothing is stored',
    input: Type.Object({ text }),
    output: Type.Object({ items: Type.Array(tried) }),
  }),
  RenewToken: call({
    verb: 'POST',
    permission,
    session: true,
    summary: 'A new token for HTTP push, told this once; the old one lets nobody in any more',
    input: idInput,
    output: Type.Object({ token: Type.String() }),
  }),
  SetPassword: call({
    verb: 'POST',
    permission,
    session: true,
    summary: 'The password of a source that signs in elsewhere; null takes it away. It is never told again',
    input: Type.Object({ id, password: nullable(Type.String({ minLength: 1, maxLength: 200 })) }),
    output: Type.Null(),
  }),
  GetSources: call({
    verb: 'GET',
    permission,
    summary: 'How each source goes: last report, rates, what could not be read, whether it is silent',
    input: Type.Object({}),
    output: Type.Object({ at: Type.Number(), items: Type.Array(sourceState) }),
  }),
};
