import { same } from '#domain/overlays/changes.ts';
import { exportOf } from '#domain/overlays/export.ts';
import { AppError, type FieldError } from '#domain/text/errors.ts';
import type { Locale } from '#domain/text/label.ts';
import { labelIn } from '#domain/text/label.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import type { Catalogue } from '#server/engine/records/catalogue.ts';
import type { Records } from '#server/engine/records/records.ts';
import { implement, type Service } from '#server/http/service.ts';
import type { CountedChange, Overlays } from './overlays.ts';
import { newOverlayRow, type OverlayRow, overlayResource } from './rows.ts';

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

  return implement('SchemaOverlay', {
    GetList: async () => ({ items: (await overlays.list()).map(present) }),
    async Save({ id: own, version, resource, kind, definition }, caller) {
      const saved = await records.transaction((transaction) =>
        own === undefined
          ? records.create(
              caller,
              overlayResource,
              { resource, kind, state: 'draft', number: 0, definition },
              transaction,
            )
          : records.update(caller, overlayResource, own, version ?? 0, { definition }, transaction),
      );
      return presented(saved.id);
    },
    async Preview({ id: own, resource, kind, definition }, { locale }) {
      const row = own === undefined ? newOverlayRow(resource, kind, definition) : await rowOf(own);
      const { errors, changes, refusals } = await overlays.preview(row, definition);
      return {
        faults: errors.map((found) => wordError(found, locale)),
        changes: changes.map((found) => sayChange(found, locale)),
        refusals: refusals.map((found) => wordError(found, locale)),
      };
    },
    async Publish({ id: own, version }, caller) {
      await overlays.publish(caller, own, version);
      return presented(own);
    },
    async GetConsequences({ id: own }, { locale }) {
      const changes = await overlays.consequences(await rowOf(own));
      return { changes: changes.map((found) => sayChange(found, locale)) };
    },
    async Withdraw({ id: own, version }, caller) {
      await overlays.withdraw(caller, own, version);
      return presented(own);
    },
    async Discard({ id: own, version }, caller) {
      const row = await rowOf(own);
      const { published } = row;
      await records.transaction((transaction) =>
        published === null
          ? records.trash(caller, overlayResource, own, transaction)
          : records.update(caller, overlayResource, own, version, { definition: published }, transaction),
      );
      return { item: published === null ? null : await presented(own) };
    },
    async Export({ id: own }) {
      const row = await rowOf(own);
      if (row.state !== 'published') throw new AppError('conflict', { key: 'schema.notPublished' });
      return { ...exportOf(catalogue.find(row.resource).resource) };
    },
  });
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

function wordError({ field, text }: FieldError, locale: Locale) {
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
