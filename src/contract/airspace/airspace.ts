import { Type } from '@sinclair/typebox';
import { call, fileCall, largeBody } from '#contract/call.ts';
import { id, idInput, pageOf } from '#contract/input.ts';
import { nullable } from '#contract/nullable.ts';
import { textEncoding } from '#contract/text-encoding.ts';
import { airspaceFields, draftInput, pageInput, saveInput } from './airspace-input.ts';
import { mostImportCharacters, mostPackedCharacters } from './airspace-limits.ts';
import {
  airspaceAt,
  airspaceDetail,
  airspaceItem,
  checkOutput,
  closingEffects,
  eventView,
  extensionAskItem,
  importCheck,
  importProgress,
  importReport,
  savedAirspace,
  versionView,
} from './airspace-output.ts';
import {
  createPermission,
  libraryPermission,
  readPermission,
  watchPermission,
} from './airspace-permissions.ts';

const comment = Type.Optional(Type.String({ maxLength: 1000 }));
const time = Type.Optional(Type.String({ description: 'UTC, ISO 8601' }));
const reason = Type.Optional(Type.String({ maxLength: 500 }));
const newEnd = Type.Object({
  id,
  validTo: Type.String({ description: 'The new end, UTC, ISO 8601' }),
  reason: Type.String({ minLength: 1, maxLength: 500 }),
});
const opened = Type.Object({ ...savedAirspace.properties, openState: nullable(Type.String()) });
const draft = Type.Object({ ...airspaceFields }, { additionalProperties: false });
const makers = [...createPermission, ...libraryPermission];
const importKey = Type.String({
  pattern: '^[0-9a-f]{32}$',
  description: 'Random, 128 bits, chosen by the client',
});

/** Airspace from its application to its end, and the library as files. */
export const airspace = {
  Save: call({
    verb: 'POST',
    bodyLimit: largeBody,
    permission: makers,
    summary:
      'Makes or changes an application (state 0); what is left out stays as it is. The geometry follows from the figures. Of an approved airspace the keeper of the library makes a version, at once or from effectiveFrom on',
    input: saveInput,
    output: savedAirspace,
  }),
  Submit: call({
    verb: 'POST',
    permission: createPermission,
    summary: 'Submits an application for approval (Order 371, art. 7 to 9); it is locked until that ends',
    input: Type.Object({ id, comment }),
    output: savedAirspace,
  }),
  Withdraw: call({
    verb: 'POST',
    permission: createPermission,
    summary: 'Takes a submitted application back; it may be changed again',
    input: Type.Object({ id, comment }),
    output: savedAirspace,
  }),
  Delete: call({
    verb: 'POST',
    permission: makers,
    summary: 'Deletes an application that was never approved and does not wait: into the trash',
    input: idInput,
    output: Type.Object({ id: Type.Integer() }),
  }),
  CheckErrors: call({
    verb: 'POST',
    bodyLimit: largeBody,
    permission: [...makers, ...watchPermission],
    writes: false,
    summary:
      'Everything that stands against an application, found at once, with the approving level that its extent proposes and its legal clock; other applications that wait for the same air, of those that the caller may see, are warned of. With an id, what is left out is read from the record',
    input: draftInput,
    output: checkOutput,
  }),
  Open: call({
    verb: 'POST',
    permission: watchPermission,
    summary: 'Opens an airspace, now or from a time to a time; by who watches or controls',
    input: Type.Object({ id, from: time, to: time, reason }),
    output: opened,
  }),
  Close: call({
    verb: 'POST',
    permission: watchPermission,
    summary: 'Closes an airspace, with the reason; now or from a time to a time',
    input: Type.Object({ id, from: time, to: time, reason }),
    output: opened,
  }),
  GetClosingEffects: call({
    verb: 'GET',
    permission: watchPermission,
    summary:
      'What closing an airspace in a time would affect: flights in the air, plans, plans for a term; and who would be told',
    input: Type.Object({ id, from: time, to: time }),
    output: closingEffects,
  }),
  Extend: call({
    verb: 'POST',
    permission: libraryPermission,
    summary:
      'Extends the validity of an approved airspace (Order 371, art. 10); by the approver. It answers the holder’s request where one waits',
    input: newEnd,
    output: savedAirspace,
  }),
  AskExtension: call({
    verb: 'POST',
    permission: createPermission,
    summary:
      'The holder asks the approver for a later end of an approved airspace (Order 371, art. 10); nothing changes until it is answered by Extend or DeclineExtension',
    input: newEnd,
    output: savedAirspace,
  }),
  WithdrawExtension: call({
    verb: 'POST',
    permission: createPermission,
    summary: 'The holder takes a request for an extension back that was not answered yet',
    input: Type.Object({ id, reason }),
    output: savedAirspace,
  }),
  DeclineExtension: call({
    verb: 'POST',
    permission: libraryPermission,
    summary: 'The approver declines the holder’s request for an extension, with the reason',
    input: Type.Object({ id, reason: Type.String({ minLength: 1, maxLength: 500 }) }),
    output: savedAirspace,
  }),
  GetExtensionAsks: call({
    verb: 'GET',
    permission: libraryPermission,
    summary:
      'The requests for an extension that wait for an answer, among the caller’s rows; whose airspace ends first comes first',
    input: Type.Object({}),
    output: Type.Object({ items: Type.Array(extensionAskItem) }),
  }),
  Complete: call({
    verb: 'POST',
    permission: makers,
    summary:
      'Ends an approved airspace before its time: the holder reports that its use is over, the keeper takes it back with a reason (Order 371, art. 10)',
    input: Type.Object({ id, reason }),
    output: savedAirspace,
  }),
  Page: call({
    verb: 'POST',
    bodyLimit: largeBody,
    permission: readPermission,
    writes: false,
    summary: 'Airspaces and applications by state, acceptance, opening, kind, holder, time and area',
    input: pageInput,
    output: pageOf(airspaceItem),
  }),
  Get: call({
    verb: 'GET',
    permission: readPermission,
    summary:
      'One airspace with its events, versions, approvals, next times of use, and what the caller may do',
    input: idInput,
    output: airspaceDetail,
  }),
  GetAt: call({
    verb: 'GET',
    permission: readPermission,
    summary: 'What is in force at a moment (absent: now), each airspace by the version of that moment',
    input: Type.Object({ at: Type.Optional(Type.String({ description: 'UTC, ISO 8601' })) }),
    output: Type.Object({ at: Type.String(), items: Type.Array(airspaceAt) }),
  }),
  GetVersions: call({
    verb: 'GET',
    permission: readPermission,
    summary: 'The versions of an airspace, the latest first, each with what it changed',
    input: idInput,
    output: Type.Object({ items: Type.Array(versionView) }),
  }),
  GetEvents: call({
    verb: 'GET',
    permission: readPermission,
    summary:
      'What happened to an airspace: openings, closings, extensions, changes, its end; the latest first',
    input: idInput,
    output: Type.Object({ items: Type.Array(eventView) }),
  }),
  ImportCheck: call({
    verb: 'POST',
    permission: makers,
    writes: false,
    // National files have some 18 MB; Chinese letters, escaped quotes and base64 make the request longer than the file.
    bodyLimit: 34_000_000,
    summary:
      'Reads a file of airspace (GeoJSON, KML, KMZ, GPX, Shapefile, OpenAir, ED-269, ED-318), and says what each feature would become and what is wrong with it, at its path and line; nothing is saved',
    input: Type.Object({
      format: Type.Optional(
        Type.Union([
          Type.Literal('geojson'),
          Type.Literal('openair'),
          Type.Literal('ed269'),
          Type.Literal('ed318'),
          Type.Literal('kml'),
          Type.Literal('gpx'),
          Type.Literal('shapefile'),
        ]),
      ),
      /** What the file says, where it is a text. */
      text: Type.Optional(Type.String({ maxLength: mostImportCharacters })),
      /** A packed file (ZIP, KMZ) or a Shapefile alone, in base64; instead of `text`. */
      data: Type.Optional(
        Type.String({ maxLength: mostPackedCharacters, pattern: '^[A-Za-z0-9+/]*={0,2}$' }),
      ),
      /** Of texts in `data` that name no encoding; absent: detected. */
      encoding: Type.Optional(textEncoding),
      /** Identifies this check for `ImportProgress`. */
      key: Type.Optional(importKey),
    }),
    output: importCheck,
  }),
  ImportProgress: call({
    verb: 'GET',
    permission: makers,
    summary: 'Progress of a file check that the caller is running, by the key of that check',
    input: Type.Object({ key: importKey }),
    output: importProgress,
  }),
  ImportSave: call({
    verb: 'POST',
    permission: makers,
    bodyLimit: 8_000_000,
    summary:
      'Saves drafts as the check gave them, each by itself: one that is refused does not hold the others. An operator gets applications (state 0), the keeper of the library published airspace',
    input: Type.Object({ drafts: Type.Array(draft, { minItems: 1, maxItems: 2_000 }) }),
    output: importReport,
  }),
  Export: fileCall({
    verb: 'GET',
    permission: readPermission,
    file: 'application/geo+json',
    summary: 'Airspaces as GeoJSON or KML (3D); those of the ids, among the caller’s rows and fields',
    input: Type.Object({
      format: Type.Union([Type.Literal('geojson'), Type.Literal('kml')]),
      /** Separated by commas; absent: the approval library. */
      ids: Type.Optional(Type.String({ maxLength: 20_000, pattern: '^[0-9,]*$' })),
    }),
  }),
};
