import { type Static, Type } from '@sinclair/typebox';
import { call, fileCall } from './call.ts';
import { idInput } from './input.ts';
import { nullable } from './nullable.ts';

const operating = ['Pages.Operating'];
const reading = { read: 'surveillanceSource' };

const counted = Type.Object({ reason: Type.String(), count: Type.Integer() });
/** With the first of it as it was sent; '': it has none, or may not be shown. */
const countedReason = Type.Object({ ...counted.properties, example: Type.String() });

/** How often something came, in the reader's words, and the first of it as it was sent; '': it has none, or may not be shown. */
export const notedCount = Type.Object({
  name: Type.String(),
  count: Type.Integer(),
  example: Type.String(),
});
export type NotedCount = Static<typeof notedCount>;

/** How a source that is switched on goes. Times are UTC milliseconds. */
const sourceState = Type.Object({
  sourceId: Type.Integer(),
  name: Type.String(),
  lastAt: nullable(Type.Number()),
  recordsPerSecond: Type.Number(),
  octetsPerSecond: Type.Number(),
  /** Receivers connected now; null: its transport waits for none. */
  clients: nullable(Type.Integer()),
  /** Messages that this server read since the source was switched on, and those of them that gave a report. */
  records: Type.Integer(),
  understood: Type.Integer(),
  /** Messages that gave no report, by kind, the most frequent first. */
  others: Type.Array(notedCount),
  /** Values that could not be used, by field, the most frequent first: the rest of their messages was. */
  unusable: Type.Array(notedCount),
  /** Reports that were copies of what was known, from another receiver or repeated: no errors. */
  copies: Type.Integer(),
  errors: Type.Integer(),
  /** What was not used, by reason in the reader's words, the most frequent first. */
  errorReasons: Type.Array(countedReason),
  deadAfterS: Type.Number(),
  /** What is wrong with it now, in the reader's words. */
  fault: nullable(Type.String()),
});
export type SourceState = Static<typeof sourceState>;

/** One line of a message: what it is called, what it says, in what unit. */
const messageRow = Type.Object({
  /** As the standard numbers it, e.g. `I021/130`; null: the format numbers nothing. */
  item: nullable(Type.String()),
  name: Type.String(),
  value: Type.String(),
  unit: Type.String(),
});
export type MessageRow = Static<typeof messageRow>;

const heardMessage = Type.Object({
  at: Type.Number(),
  octets: Type.Integer(),
  /** The first of its octets, two digits each. */
  hex: Type.String(),
  /** The same as text; null: it is none. */
  text: nullable(Type.String()),
  errors: Type.Array(Type.String()),
  /** What of it gave no report, by kind. */
  others: Type.Array(notedCount),
  /** Values of it that could not be used, by field. */
  unusable: Type.Array(notedCount),
  /** What was made of it: a report of an aircraft each. */
  reports: Type.Array(Type.Array(messageRow)),
  /** Its records as the standard has them; empty where the format is no ASTERIX. */
  records: Type.Array(Type.Object({ title: Type.String(), rows: Type.Array(messageRow) })),
});
export type HeardMessage = Static<typeof heardMessage>;

/** How surveillance sources go, and what is done to them beside editing their records. */
export const surveillanceSource = {
  GetStates: call({
    verb: 'GET',
    permission: reading,
    summary: 'How each source that is switched on goes: rates, age, errors by reason',
    input: Type.Object({}),
    output: Type.Object({ at: Type.Number(), sources: Type.Array(sourceState) }),
  }),
  Listen: call({
    verb: 'GET',
    permission: reading,
    summary: 'The last message of a source, in words and in octets; null: none since it was switched on',
    input: idInput,
    output: nullable(heardMessage),
  }),
  GetRaw: call({
    verb: 'GET',
    permission: operating,
    summary: 'Captures of the raw messages of a source that this server has, the newest first',
    input: idInput,
    output: Type.Object({
      items: Type.Array(
        Type.Object({
          name: Type.String(),
          octets: Type.Integer(),
          /** UTC, ISO 8601. */
          from: Type.String(),
        }),
      ),
    }),
  }),
  ExportRaw: fileCall({
    verb: 'GET',
    permission: operating,
    summary: 'A capture of the raw messages of a source: pcap, as a replay reads it',
    input: Type.Object({ id: idInput.properties.id, name: Type.String({ maxLength: 64 }) }),
    file: 'application/vnd.tcpdump.pcap',
  }),
  RenewToken: call({
    verb: 'POST',
    permission: operating,
    session: true,
    summary: 'A new token for HTTP push, told this once; the old one lets nobody in any more',
    input: idInput,
    output: Type.Object({ token: Type.String() }),
  }),
  SetPassword: call({
    verb: 'POST',
    permission: operating,
    session: true,
    summary: 'The password of a source that signs in elsewhere; null takes it away. It is never told again',
    input: Type.Object({
      id: idInput.properties.id,
      password: nullable(Type.String({ minLength: 1, maxLength: 200 })),
    }),
    output: Type.Null(),
  }),
};
