import { type Static, Type } from '@sinclair/typebox';
import type { OverlayDefinition, OverlayField, OverlayState } from '#domain/overlays/overlay.ts';
import { call } from './call.ts';
import { id, idInput, version } from './input.ts';
import { openObject } from './open-object.ts';
import { definitionSchema } from './overlay-definition.ts';

const administrator: string[] = ['Pages.Admin'];

const byVersion = Type.Object({ id, version });

const drafted = {
  resource: Type.String({ minLength: 1, maxLength: 100 }),
  kind: Type.Union([Type.Literal('fields'), Type.Literal('type')]),
  definition: definitionSchema,
};

const definitionError = Type.Object({ field: Type.String(), message: Type.String() });

const change = Type.Object({
  kind: Type.String(),
  field: Type.Union([Type.String(), Type.Null()]),
  text: Type.String(),
  rows: Type.Integer(),
});

export type OverlayChange = Static<typeof change>;

export type DefinitionError = Static<typeof definitionError>;

const overlay = Type.Object({
  id,
  version: Type.Integer(),
  resource: Type.String(),
  kind: Type.Unsafe<'fields' | 'type'>(Type.String()),
  state: Type.Unsafe<OverlayState>(Type.String()),
  number: Type.Integer(),
  /** Whether the draft says something else than what is in effect. */
  changed: Type.Boolean(),
  definition: openObject<OverlayDefinition>(),
  published: Type.Union([openObject<OverlayDefinition>(), Type.Null()]),
  known: Type.Array(openObject<OverlayField>()),
});

export type OverlayItem = Static<typeof overlay>;

/** Fields and record types of run time, for the screen on which an administrator makes them. */
export const schemaOverlay = {
  GetList: call({
    verb: 'GET',
    permission: administrator,
    summary: 'Every overlay: drafts, what is published, what was withdrawn',
    input: Type.Object({}),
    output: Type.Object({ items: Type.Array(overlay) }),
  }),
  Save: call({
    verb: 'POST',
    permission: administrator,
    summary: 'Keeps a draft; nothing is in effect before it is published. Faults are told by Preview',
    input: Type.Object({
      id: Type.Optional(id),
      version: Type.Optional(version),
      ...drafted,
    }),
    output: overlay,
  }),
  Preview: call({
    verb: 'POST',
    permission: administrator,
    summary:
      'What publishing this definition would do, in words, and what stands against it; changes nothing',
    input: Type.Object({ id: Type.Optional(id), ...drafted }),
    output: Type.Object({
      faults: Type.Array(definitionError),
      changes: Type.Array(change),
      refusals: Type.Array(definitionError),
    }),
  }),
  Publish: call({
    verb: 'POST',
    permission: administrator,
    summary: 'Puts the draft into effect on every server: columns, screens, API, permissions',
    input: byVersion,
    output: overlay,
  }),
  GetConsequences: call({
    verb: 'POST',
    permission: administrator,
    summary: 'What withdrawing hides, and how many records hold a value of it',
    input: idInput,
    output: Type.Object({ changes: Type.Array(change) }),
  }),
  Withdraw: call({
    verb: 'POST',
    permission: administrator,
    summary: 'Takes it out of effect; columns and values are kept and come back when it is published again',
    input: byVersion,
    output: overlay,
  }),
  Discard: call({
    verb: 'POST',
    permission: administrator,
    summary: 'Throws the draft away: what is published stays, and what never was goes into the trash',
    input: byVersion,
    output: Type.Object({ item: Type.Union([overlay, Type.Null()]) }),
  }),
  Export: call({
    verb: 'GET',
    permission: administrator,
    summary: 'The published type as a file of schemas/ and the text of its entry, to be committed',
    input: idInput,
    output: Type.Object({ path: Type.String(), schema: Type.String(), entry: Type.String() }),
  }),
};
