import { type Static, Type } from '@sinclair/typebox';
import { call, fileCall } from '#contract/call.ts';
import { evidenceFile } from '#contract/evidence.ts';
import { id } from '#contract/input.ts';
import { nullable } from '#contract/nullable.ts';
import { entryKinds } from '#domain/coordination/kinds.ts';
import { chatFile, chatters, seq } from './shapes.ts';

const permission = chatters;

const verdict = Type.Object({
  /** Every entry has the hash that follows from it and the one before, the last is that of the room, and the seal fits. */
  valid: Type.Boolean(),
  entries: Type.Integer(),
  /** The first entry that does not fit what is before it; null: all do. */
  brokenAt: nullable(Type.Integer()),
  /** SHA-256 of the last entry, hexadecimal. */
  lastHash: Type.String(),
  /** Whether this installation sealed the record; null: the room is open, and not sealed. */
  sealed: nullable(Type.Boolean()),
});
export type RecordVerdict = Static<typeof verdict>;

/** The record of a room as evidence: its entries, each hashed over the one before it. */
export const roomRecord = {
  GetVersions: call({
    verb: 'GET',
    permission,
    summary: 'What was done to a message, the oldest first, with the text as it was each time and its files',
    input: Type.Object({ room: id, seq }),
    output: Type.Object({
      items: Type.Array(
        Type.Object({
          seq: Type.Integer(),
          kind: Type.Union(entryKinds.map((kind) => Type.Literal(kind))),
          by: nullable(Type.Integer()),
          byName: Type.String(),
          /** UTC, ISO 8601. */
          at: Type.String(),
          /** Null: the text did not change. */
          text: nullable(Type.String()),
          /** Files that came with it, also where the message was withdrawn. */
          files: Type.Array(chatFile),
        }),
      ),
    }),
  }),
  VerifyRoom: call({
    verb: 'GET',
    permission,
    summary: 'Recomputes the hashes of a room’s record',
    input: Type.Object({ room: id }),
    output: verdict,
  }),
  ExportRecord: fileCall({
    verb: 'GET',
    permission,
    summary:
      'The record of a room as a file (JSON Lines): its entries with their hashes, signed by the installation; checked without a server by /verify and npm run verify',
    input: Type.Object({ room: id }),
    file: evidenceFile,
  }),
};
