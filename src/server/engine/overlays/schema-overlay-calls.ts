import { Type } from '@sinclair/typebox';
import { same } from '#domain/overlays/changes.ts';
import { exportOf } from '#domain/overlays/export.ts';
import type { OverlayDefinition } from '#domain/overlays/overlay.ts';
import { AppError, type FieldError } from '#domain/text/errors.ts';
import type { Locale } from '#domain/text/label.ts';
import { labelIn } from '#domain/text/label.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import type { Catalogue } from '#server/engine/records/catalogue.ts';
import type { Records } from '#server/engine/records/records.ts';
import { method, type Service } from '#server/http/service.ts';
import { definitionSchema } from './definition.ts';
import type { CountedChange, Overlays } from './overlays.ts';
import { type OverlayRow, overlayResource } from './rows.ts';

const administrator: string[] = ['Pages.Admin'];
const id = Type.Integer({ minimum: 1 });
const byId = Type.Object({ id });
const byVersion = Type.Object({ id, version: Type.Integer({ minimum: 1 }) });

const drafted = {
  resource: Type.String({ minLength: 1, maxLength: 100 }),
  kind: Type.Union([Type.Literal('fields'), Type.Literal('type')]),
  definition: definitionSchema,
};

const fault = Type.Object({ field: Type.String(), message: Type.String() });
const change = Type.Object({
  kind: Type.String(),
  field: Type.Union([Type.String(), Type.Null()]),
  text: Type.String(),
  rows: Type.Integer(),
});

const overlay = Type.Object({
  id,
  version: Type.Integer(),
  resource: Type.String(),
  kind: Type.String(),
  state: Type.String(),
  number: Type.Integer(),
  /** Whether the draft says something else than what is in effect. */
  changed: Type.Boolean(),
  definition: Type.Object({}, { additionalProperties: true }),
  published: Type.Union([Type.Object({}, { additionalProperties: true }), Type.Null()]),
  known: Type.Array(Type.Object({}, { additionalProperties: true })),
});

/** Fields and record types of run time, for the screen on which an administrator makes them. */
export function createSchemaOverlayService(deps: {
  overlays: Overlays;
  records: Records;
  catalogue: Catalogue;
}): Service {
  const { overlays, records, catalogue } = deps;

  async function rowOf(wanted: number): Promise<OverlayRow> {
    const row = (await overlays.list()).find((one) => one.id === wanted);
    if (!row) throw new AppError('notFound', { key: 'schema.notFound' });
    return row;
  }

  async function presented(wanted: number) {
    return present(await rowOf(wanted));
  }

  return {
    name: 'SchemaOverlay',
    methods: [
      method({
        verb: 'GET',
        name: 'GetList',
        permission: administrator,
        summary: 'Every overlay: drafts, what is published, what was withdrawn',
        input: Type.Object({}),
        output: Type.Object({ items: Type.Array(overlay) }),
        handle: async () => ({ items: (await overlays.list()).map(present) }),
      }),
      method({
        verb: 'POST',
        name: 'Save',
        permission: administrator,
        summary: 'Keeps a draft; nothing is in effect before it is published. Faults are told by Preview',
        input: Type.Object({
          id: Type.Optional(id),
          version: Type.Optional(Type.Integer({ minimum: 1 })),
          ...drafted,
        }),
        output: overlay,
        async handle({ id: own, version, resource, kind, definition }, caller) {
          const saved = await records.transaction((unit) =>
            own === undefined
              ? records.create(
                  caller,
                  overlayResource,
                  { resource, kind, state: 'draft', number: 0, definition },
                  unit,
                )
              : records.update(caller, overlayResource, own, version ?? 0, { definition }, unit),
          );
          return presented(saved.id);
        },
      }),
      method({
        verb: 'POST',
        name: 'Preview',
        permission: administrator,
        summary:
          'What publishing this definition would do, in words, and what stands against it; changes nothing',
        input: Type.Object({ id: Type.Optional(id), ...drafted }),
        output: Type.Object({
          faults: Type.Array(fault),
          changes: Type.Array(change),
          refusals: Type.Array(fault),
        }),
        async handle({ id: own, resource, kind, definition }, { locale }) {
          const row = own === undefined ? newRow(resource, kind, definition) : await rowOf(own);
          const { faults, changes, refusals } = await overlays.preview(row, definition);
          return {
            faults: faults.map((found) => sayFault(found, locale)),
            changes: changes.map((found) => sayChange(found, locale)),
            refusals: refusals.map((found) => sayFault(found, locale)),
          };
        },
      }),
      method({
        verb: 'POST',
        name: 'Publish',
        permission: administrator,
        summary: 'Puts the draft into effect on every server: columns, screens, API, permissions',
        input: byVersion,
        output: overlay,
        async handle({ id: own, version }, caller) {
          await overlays.publish(caller, own, version);
          return presented(own);
        },
      }),
      method({
        verb: 'POST',
        name: 'GetConsequences',
        permission: administrator,
        summary: 'What withdrawing hides, and how many records hold a value of it',
        input: byId,
        output: Type.Object({ changes: Type.Array(change) }),
        async handle({ id: own }, { locale }) {
          const changes = await overlays.consequences(await rowOf(own));
          return { changes: changes.map((found) => sayChange(found, locale)) };
        },
      }),
      method({
        verb: 'POST',
        name: 'Withdraw',
        permission: administrator,
        summary:
          'Takes it out of effect; columns and values are kept and come back when it is published again',
        input: byVersion,
        output: overlay,
        async handle({ id: own, version }, caller) {
          await overlays.withdraw(caller, own, version);
          return presented(own);
        },
      }),
      method({
        verb: 'POST',
        name: 'Discard',
        permission: administrator,
        summary: 'Throws the draft away: what is published stays, and what never was goes into the trash',
        input: byVersion,
        output: Type.Object({ item: Type.Union([overlay, Type.Null()]) }),
        async handle({ id: own, version }, caller) {
          const row = await rowOf(own);
          const { published } = row;
          await records.transaction((unit) =>
            published === null
              ? records.trash(caller, overlayResource, own, unit)
              : records.update(caller, overlayResource, own, version, { definition: published }, unit),
          );
          return { item: published === null ? null : await presented(own) };
        },
      }),
      method({
        verb: 'GET',
        name: 'Export',
        permission: administrator,
        summary: 'The published type as a file of schemas/ and the text of its entry, to be committed',
        input: byId,
        output: Type.Object({ path: Type.String(), schema: Type.String(), entry: Type.String() }),
        async handle({ id: own }) {
          const row = await rowOf(own);
          if (row.state !== 'published') throw new AppError('conflict', { key: 'schema.notPublished' });
          return { ...exportOf(catalogue.find(row.resource).resource) };
        },
      }),
    ],
  };
}

function present({
  id: own,
  version,
  resource,
  kind,
  state,
  number,
  definition,
  published,
  known,
}: OverlayRow) {
  return {
    id: own,
    version,
    resource,
    kind,
    state,
    number,
    changed: state !== 'published' || !same(definition, published),
    definition: { ...definition },
    published: published && { ...published },
    known: known.map((field) => ({ ...field })),
  };
}

function newRow(resource: string, kind: OverlayRow['kind'], definition: OverlayDefinition): OverlayRow {
  return {
    id: 0,
    version: 0,
    resource,
    kind,
    state: 'draft',
    number: 0,
    definition,
    published: null,
    known: [],
  };
}

function sayFault({ field, text }: FieldError, locale: Locale) {
  return { field, message: textIn(text, locale) };
}

function sayChange({ kind, field, label, rows }: CountedChange, locale: Locale) {
  const key = `schema.change.${kind}${kind === 'hide' && field === null ? 'Type' : ''}`;
  return {
    kind,
    field,
    rows,
    text: textIn({ key, values: { label: labelIn(label, locale), rows } }, locale),
  };
}
