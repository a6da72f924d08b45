import { type Static, Type } from '@sinclair/typebox';
import { call } from './call.ts';
import { idInput, version } from './input.ts';
import { nullable } from './nullable.ts';

const key = Type.String({ minLength: 1, maxLength: 128, pattern: '^[A-Za-z0-9_.:-]+$' });

const audience = Type.Union([Type.Literal('private'), Type.Literal('role'), Type.Literal('everyone')]);

const layout = Type.Object(
  {
    /** Widths in px, by field. */
    widths: Type.Optional(Type.Record(Type.String(), Type.Number({ minimum: 20, maximum: 4000 }))),
    pins: Type.Optional(
      Type.Record(Type.String(), Type.Union([Type.Literal('left'), Type.Literal('right')])),
    ),
    density: Type.Optional(
      Type.Union([Type.Literal('compact'), Type.Literal('middle'), Type.Literal('large')]),
    ),
  },
  { additionalProperties: false },
);

const savedView = Type.Object({
  id: Type.Integer(),
  version: Type.Integer(),
  name: Type.String(),
  audience,
  role: nullable(Type.Integer()),
  roleName: nullable(Type.String()),
  ownerName: Type.String(),
  mine: Type.Boolean(),
  mayChange: Type.Boolean(),
  /** Those who see it begin with it, unless they chose another. */
  isDefault: Type.Boolean(),
  query: Type.String(),
  layout,
});

export type SavedView = Static<typeof savedView>;

const resourceName = Type.String({ minLength: 1, maxLength: 64 });

/** What a screen keeps for its user. */
export const preference = {
  Get: call({
    verb: 'GET',
    permission: 'signedIn',
    summary: 'What the caller keeps under this key; null where that is nothing',
    input: Type.Object({ key }),
    output: Type.Object({ key: Type.String(), value: Type.Unknown() }),
  }),
  Set: call({
    verb: 'POST',
    permission: 'signedIn',
    summary: 'Keeps a JSON value of at most 64 kB under this key, for the caller alone; null forgets it',
    input: Type.Object({ key, value: Type.Unknown() }),
    output: Type.Object({ key: Type.String(), value: Type.Unknown() }),
  }),
};

/** Saved views of the lists. */
export const view = {
  GetList: call({
    verb: 'GET',
    permission: 'signedIn',
    summary: 'The views of a list that the caller sees, and the one that they begin with',
    input: Type.Object({ resource: resourceName }),
    output: Type.Object({
      items: Type.Array(savedView),
      defaultId: nullable(Type.Integer()),
      /** The caller's own choice: an id, 0 for the plain list, null where there is none. */
      ownDefaultId: nullable(Type.Integer()),
      mayShare: Type.Boolean(),
    }),
  }),
  Save: call({
    verb: 'POST',
    permission: 'signedIn',
    summary: 'Makes a view, or changes the one with this id',
    input: Type.Object({
      id: Type.Optional(Type.Integer({ minimum: 1 })),
      /** Of the view that the change was made from. */
      version: Type.Optional(version),
      resource: resourceName,
      name: Type.String({ minLength: 1, maxLength: 60 }),
      audience,
      role: Type.Optional(Type.Integer({ minimum: 1 })),
      query: Type.String({ maxLength: 8000 }),
      layout,
    }),
    output: savedView,
  }),
  Delete: call({
    verb: 'DELETE',
    permission: 'signedIn',
    summary: 'Deletes a view',
    input: idInput,
    output: Type.Object({ id: Type.Integer() }),
  }),
  SetDefault: call({
    verb: 'POST',
    permission: 'signedIn',
    summary: 'What the caller begins a list with, or (shared) what everyone does who sees the view',
    input: Type.Object({
      resource: resourceName,
      /** A view; 0: the plain list; absent: whatever others set. */
      id: Type.Optional(Type.Integer({ minimum: 0 })),
      shared: Type.Optional(Type.Boolean()),
      /** With `shared`: false takes it back. */
      on: Type.Optional(Type.Boolean()),
    }),
    output: Type.Object({ defaultId: nullable(Type.Integer()) }),
  }),
};
