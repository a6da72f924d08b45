import { Type } from '@sinclair/typebox';
import { call } from './call.ts';
import { window } from './input.ts';
import { nullable } from './nullable.ts';

/** Paging as ABP pages (wire.md §1). */
const filePage = {
  query: Type.Optional(Type.String({ maxLength: 100 })),
  sorting: Type.Optional(Type.String({ maxLength: 64 })),
  ...window,
};

const foundFiles = Type.Object({
  totalCount: Type.Integer(),
  items: Type.Array(
    Type.Object({
      id: Type.Integer(),
      /** The type of the record that the file belongs to. */
      operateType: Type.String(),
      recordId: Type.Integer(),
      recordName: Type.String(),
      kind: nullable(Type.String()),
      kindName: nullable(Type.String()),
      name: Type.String(),
      size: Type.Integer(),
      mediaType: Type.String(),
      creationTime: Type.String(),
      creatorUserName: nullable(Type.String()),
      /** Gives the bytes to whoever may read the record. */
      url: Type.String(),
    }),
  ),
});

/** The files that the current user added (specification §7). */
export const userFile = {
  GetCurrentList: call({
    verb: 'GET',
    permission: 'signedIn',
    summary: 'The own files, of records of the type `operateType` (aircraft, pilot, company …) or of any',
    input: Type.Object({ operateType: Type.Optional(Type.String({ maxLength: 64 })), ...filePage }),
    output: foundFiles,
  }),
};

const filesOf = (resource: string) => ({
  GetCurrentFileList: call({
    verb: 'GET',
    permission: { read: resource },
    summary: `Files of each ${resource} that the caller sees; \`query\` is part of a file's or a record's name`,
    input: Type.Object(filePage),
    output: foundFiles,
  }),
});

/** The papers of the aircraft and of the pilots that the caller sees, by whomever they were added (specification §7). */
export const baseAircraft = filesOf('aircraft');
export const basePilot = filesOf('pilot');
